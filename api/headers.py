"""What answers say of themselves in headers: which version they are, how long they last, and what may still be sent."""

import math
import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

IF_MATCH = "If-Match"
LASTING = {"Cache-Control": "public, max-age=31536000, immutable"}  # of answers that can never be others
_REVISION = re.compile(r'(?:W/)?"([0-9]{1,10})(?:-[0-9a-f]+)?"', re.ASCII)


def add_version(answer: Response, request: Request, revision: int) -> None:
    """Give an answer its `ETag`: the revision, and a digest of the body, which may change without it.

    A reader who has the same already gets 304. Browsers keep such an answer, and ask each time.
    """
    answer.headers.setdefault("Cache-Control", "private, no-cache")

    def compare(rendered: Any) -> Any:
        digest = blake2b(rendered.content, digest_size=9).hexdigest()
        etag = rendered.headers["ETag"] = f'"{revision}-{digest}"'
        return get_conditional_response(request._request, etag=etag, response=rendered)

    answer.add_post_render_callback(compare)


def add_expected_revision(sent: Any, request: Request, fields: Iterable[str]) -> Any:
    """A body with the revision of the header `If-Match`, if that is sent. Raises `ValidationError`."""
    given = request.META.get("HTTP_IF_MATCH")
    if given is None or not isinstance(sent, Mapping):
        return sent
    found = _REVISION.fullmatch(given)
    if "revision" not in fields:
        raise ValidationError({IF_MATCH: [gettext("This address takes no revision.")]})
    if found is None:
        raise ValidationError({IF_MATCH: [gettext("Send the ETag of one answer.")]})
    revision = int(found[1])
    if sent.get("revision", revision) != revision:
        raise ValidationError({IF_MATCH: [gettext("This is another revision than that in the body.")]})
    return {**sent, "revision": revision}


def require_no_revision(request: Request) -> None:
    """Raise `ValidationError` if `If-Match` is sent to what takes no revision."""
    if "HTTP_IF_MATCH" in request.META:
        raise ValidationError({IF_MATCH: [gettext("This address takes no revision.")]})


def add_limits(answer: HttpResponse, limits: Iterable[Any]) -> None:
    """Name the limits that a request counted towards: how many in how many seconds, and what is left of them."""
    counted = [each for each in limits if getattr(each, "history", None)]
    if not counted:
        return
    answer.headers["RateLimit-Policy"] = ", ".join(
        f'"{each.scope}";q={each.num_requests};w={each.duration}' for each in counted
    )
    answer.headers["RateLimit"] = ", ".join(
        f'"{each.scope}";r={max(0, each.num_requests - len(each.history))};t={_seconds(each)}' for each in counted
    )


def _seconds(limit: Any) -> int:
    """The seconds until the oldest request no longer counts."""
    left: float = limit.duration - (limit.now - limit.history[-1])
    return max(0, math.ceil(left))
