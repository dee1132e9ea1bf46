"""The schema, and the page that shows it."""

from functools import lru_cache
from hashlib import blake2b
from typing import Annotated

import msgspec
from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from league import __version__
from league.common.read_models import Address

ADDRESSES = (
    *("schema", "docs", "sign_in", "me", "games", "clubs", "players", "matches", "tournaments", "leagues"),
    *("decks", "checkpoints"),
)
RENDERERS = {each.format: each for each in SpectacularAPIView.renderer_classes}


class SchemaDocument(SpectacularAPIView):
    """The schema as a document."""

    options = Endpoint.options

    def _get_schema_response(self, request: Request) -> HttpResponse:
        language, renderer = get_language() or "", request.accepted_renderer
        if language not in dict(settings.LANGUAGES):
            language = settings.LANGUAGE_CODE
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        body, etag = _schema(language, renderer.format)
        answer = HttpResponse(
            body,
            content_type=f"{request.accepted_media_type}{charset}",
            headers={
                "Content-Disposition": f'inline; filename="Ludex.{renderer.format}"',
                "Cache-Control": "no-cache",
                "ETag": etag,
            },
        )
        return get_conditional_response(request._request, etag=etag, response=answer) or answer


class ApiRoot(msgspec.Struct, frozen=True):
    """Where things are."""

    name: str
    version: Annotated[str, Meta(description="Of the software. That of the API is in its addresses.")]
    schema: Address
    docs: Annotated[Address, Meta(description="The schema as a page.")]
    sign_in: Address
    me: Address
    games: Address
    clubs: Address
    players: Address
    matches: Address
    tournaments: Address
    leagues: Address
    decks: Address
    checkpoints: Address


class Root(Endpoint):
    @extend_schema(responses={200: ApiRoot})
    def get(self, request: Request) -> Response:
        """Get the addresses from which everything else can be found.

        `Link` has the schema and its page as well (RFC 8631).
        """
        found = {name: request.build_absolute_uri(reverse(f"api:{name.replace('_', '-')}")) for name in ADDRESSES}
        links = f'<{found["schema"]}>; rel="service-desc", <{found["docs"]}>; rel="service-doc"'
        headers = {"Link": links, "Cache-Control": "public, max-age=3600"}
        return Response(ApiRoot(name="Ludex", version=__version__, **found), headers=headers)


class DocsPage(SpectacularSwaggerSplitView):
    """The page, which can say nothing but itself: it has no form for an answer about its methods."""

    options = Endpoint.options


@lru_cache(maxsize=8)
def _schema(language: str, form: str) -> tuple[bytes, str]:
    """The schema in the present *language*, as YAML or JSON, and its ETag.

    It takes seconds of processor time and never changes.
    """
    document = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    written = RENDERERS[form]().render(document)
    body = written.encode() if isinstance(written, str) else written
    return body, f'"{blake2b(body, digest_size=9).hexdigest()}"'
