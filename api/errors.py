"""Errors as problem details (RFC 9457): `type`, `title`, `status`, `detail`, and `code` and `params` for programs."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404
from django.utils.translation import gettext
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from games.errors import FormError, Refused, RuleViolation
from games.record import Fault, TooLarge
from league.errors import Invalid, LeagueError, NotAllowed, Refusal, StreamMovedOn, Unknown
from league.queries.wording import said

MEDIA_TYPE = "application/problem+json"
_STATUS: Mapping[type[LeagueError], HTTPStatus] = {
    NotAllowed: HTTPStatus.FORBIDDEN,
    Unknown: HTTPStatus.NOT_FOUND,
    StreamMovedOn: HTTPStatus.CONFLICT,
    Invalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    Refusal: HTTPStatus.CONFLICT,
}


def handle(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to an error; None for a fault of our own, which is logged and answered by 500."""
    if isinstance(error, Fault):
        return _fault(error)
    if isinstance(error, Refused):
        return _refused(error)
    if isinstance(error, LeagueError):
        return _league(error)
    if isinstance(error, RequestDataTooBig):
        return problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "request.too_large", str(error))
    if isinstance(error, SuspiciousOperation):
        return problem(HTTPStatus.BAD_REQUEST, "request.suspicious", gettext("The request cannot be read."))
    return _framework(error, context)


def problem(status: int, code: str, detail: str, **more: Any) -> Response:
    """A problem document with members beyond those of the standard."""
    title = HTTPStatus(status).phrase
    body = {"type": "about:blank", "title": title, "status": int(status), "code": code, "detail": detail, **more}
    return Response(body, status=status, content_type=MEDIA_TYPE)


def message(refused: Refused | LeagueError) -> str:
    """The text of a refusal in the reader's language, its culprit named."""
    return said(refused.text, refused.params)


def _plain(params: Mapping[str, object]) -> dict[str, Any]:
    return {name: value if isinstance(value, bool | int | str | None) else str(value) for name, value in params.items()}


def _refused(error: Refused, **more: Any) -> Response:
    rule = {"rule": error.rule} if isinstance(error, RuleViolation) else {}
    if isinstance(error, FormError) and error.column is not None:
        more.setdefault("column", error.column)
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE if isinstance(error, TooLarge) else HTTPStatus.UNPROCESSABLE_ENTITY
    return problem(status, error.code, message(error), params=_plain(error.params), **rule, **more)


def _fault(fault: Fault) -> Response:
    return _refused(fault.cause, line=fault.line, column=fault.column)


def _league(error: LeagueError) -> Response:
    status = next(status for kind, status in _STATUS.items() if isinstance(error, kind))
    return problem(status, error.code, message(error), params=_plain(error.params))


def _framework(error: Exception, context: Mapping[str, Any]) -> Response | None:
    answer = exception_handler(error, dict(context))
    if answer is None:
        return None
    code, detail = "request.refused", gettext("The request was refused.")
    if isinstance(error, Http404):
        code, detail = "unknown", gettext("There is nothing at this address.")
    elif isinstance(error, PermissionDenied):
        code, detail = "not_allowed", gettext("You may not do this.")
    more: dict[str, Any] = {}
    if isinstance(error, exceptions.ValidationError):
        code, detail = "request.invalid", gettext("Something in the request is missing or wrong; see errors.")
        more["errors"] = answer.data
    elif isinstance(error, exceptions.APIException):
        code, detail = f"request.{error.default_code}", str(error.detail)
    shown = problem(answer.status_code, code, detail, **more)
    for header in ("WWW-Authenticate", "Retry-After"):
        if header in answer.headers:
            shown[header] = answer[header]
    return shown
