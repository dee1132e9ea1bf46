"""The schema, and the page that shows it."""

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request

from api.endpoint import Endpoint

RENDERERS = {each.format: each for each in SpectacularAPIView.renderer_classes}


class SchemaDocument(SpectacularAPIView):
    """The schema as a document."""

    options = Endpoint.options

    def _get_schema_response(self, request: Request) -> HttpResponse:
        language, renderer = get_language() or "", request.accepted_renderer
        if language not in dict(settings.LANGUAGES):
            language = settings.LANGUAGE_CODE
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        return HttpResponse(
            _schema(language, renderer.format),
            content_type=f"{request.accepted_media_type}{charset}",
            headers={"Content-Disposition": f'inline; filename="Ludex.{renderer.format}"'},
        )


class DocsPage(SpectacularSwaggerSplitView):
    """The page, which can say nothing but itself: it has no form for an answer about its methods."""

    options = Endpoint.options


@lru_cache(maxsize=8)
def _schema(language: str, form: str) -> Any:
    """The schema in the present *language*, as YAML or JSON. It takes seconds of processor time and never changes."""
    document = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return RENDERERS[form]().render(document)
