"""Errors as problem details (RFC 9457): `type`, `title`, `status`, `detail`, and `code` and `params` for programs."""

import logging
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import orjson
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.urls import is_valid_path
from django.utils.translation import gettext
from rest_framework import exceptions
from rest_framework.views import exception_handler

from api.fields import LARGEST
from games.errors import FormError, Refused, RuleViolation
from games.records.record import RecordError, TooLarge
from league.common.translation import translate
from league.errors import Invalid, LeagueError, NotAllowed, Refusal, Unknown, ValueList
from league.eventlog.errors import TRANSIENT_ERRORS, NotCanonical, StreamMovedOn, outage_text
from league.tournaments.queries.error_messages import error_text

log = logging.getLogger("ludex.api")

MEDIA_TYPE = "application/problem+json"
RETRY_AFTER = "1"  # seconds until a request that the database could not serve is worth repeating
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00")
_STATUS: Mapping[type[LeagueError], HTTPStatus] = {
    NotAllowed: HTTPStatus.FORBIDDEN,
    Unknown: HTTPStatus.NOT_FOUND,
    StreamMovedOn: HTTPStatus.CONFLICT,
    Invalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    NotCanonical: HTTPStatus.UNPROCESSABLE_ENTITY,
    Refusal: HTTPStatus.CONFLICT,
}


def handle(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """The answer to an error. None for a bug, which is logged and answered by 500."""
    if isinstance(error, TRANSIENT_ERRORS) and (passing := outage_text(error)) is not None:
        return _outage(error, passing)
    if isinstance(error, RecordError):
        return _refusal(error.cause, line=error.line, column=error.column)
    if isinstance(error, Refused):
        return _refusal(error)
    if isinstance(error, LeagueError):
        return _league(error, conditional=_is_conditional(context))
    if isinstance(error, RequestDataTooBig):
        return problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "request.too_large", str(error))
    if isinstance(error, SuspiciousOperation | UnreadablePostError):
        return problem(HTTPStatus.BAD_REQUEST, "request.unreadable", gettext("The request could not be read."))
    return _framework(error, context)


def problem(status: int, code: str, detail: str, **more: Any) -> HttpResponse:
    """A problem document with *more* members, whatever media type was asked for."""
    body = {
        "type": "about:blank",
        "title": title(status),
        "status": int(status),
        "code": code,
        "detail": detail,
        **more,
    }
    return HttpResponse(orjson.dumps(body, option=orjson.OPT_NON_STR_KEYS), status=status, content_type=MEDIA_TYPE)


def title(status: int) -> str:
    """The phrase of a status in RFC 9110, in every version of Python."""
    return {413: "Content Too Large", 422: "Unprocessable Content"}.get(status) or HTTPStatus(status).phrase


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer under /api/ to a request that Django cannot read, such as one with a wrong Host header."""
    return problem(HTTPStatus.BAD_REQUEST, "request.unreadable", gettext("The request could not be read."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer under /api/ where there is no endpoint."""
    detail = gettext("Nothing was found at this address.")
    if not request.path.endswith("/") and is_valid_path(f"{request.path}/"):
        detail = gettext("Nothing was found at this address. Did you mean the same URL with a trailing slash?")
    return problem(HTTPStatus.NOT_FOUND, "unknown", detail)


def internal_error(request: HttpRequest) -> HttpResponse:
    """The answer under /api/ to a bug."""
    detail = gettext("Something went wrong on our side. The error has been logged.")
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, "broken", detail)


def message(refused: Refused) -> str:
    """The text of a refusal in the reader's language."""
    return translate(refused.text, refused.params)


def _is_conditional(context: Mapping[str, Any]) -> bool:
    return "HTTP_IF_MATCH" in getattr(context.get("request"), "META", {})


def _plain(params: Mapping[str, object]) -> dict[str, Any]:
    return {name: _plain_value(value) for name, value in params.items()}


def _plain_value(value: object) -> object:
    if isinstance(value, ValueList):
        return list(value.values)
    if isinstance(value, list | tuple):
        return [_plain_value(each) for each in value]
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        return f"{value.removesuffix('+00:00')}Z"
    whole = isinstance(value, int) and abs(value) <= LARGEST
    return value if whole or isinstance(value, str | None) else str(value)


def _refusal(error: Refused, **more: Any) -> HttpResponse:
    rule = {"rule": error.rule} if isinstance(error, RuleViolation) else {}
    if isinstance(error, FormError) and error.column is not None:
        more.setdefault("column", error.column)
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE if isinstance(error, TooLarge) else HTTPStatus.UNPROCESSABLE_ENTITY
    return problem(status, error.code, message(error), params=_plain(error.params), **rule, **more)


def _league(error: LeagueError, *, conditional: bool) -> HttpResponse | None:
    """The answer to an error of the league. None for one that only a bug can raise."""
    if conditional and isinstance(error, StreamMovedOn):
        return problem(HTTPStatus.PRECONDITION_FAILED, error.code, error_text(error), params=_plain(error.params))
    status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), None)
    if status is None:
        return None
    more = {"details": dict(error.details)} if error.details else {}
    return problem(status, error.code, error_text(error), params=_plain(error.params), **more)


def _outage(error: Exception, detail: str) -> HttpResponse:
    """The answer to an outage. A request with an Idempotency-Key is safe to repeat."""
    log.error("The database failed a request.", exc_info=error)
    answer = problem(HTTPStatus.SERVICE_UNAVAILABLE, "unavailable", detail)
    answer["Retry-After"] = RETRY_AFTER
    return answer


def _framework(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    answer = exception_handler(error, dict(context))
    if answer is None:
        return None
    code, detail = "request.refused", gettext("The request was refused.")
    if isinstance(error, Http404):
        code, detail = "unknown", gettext("Nothing was found at this address.")
    elif isinstance(error, PermissionDenied):
        code, detail = "not_allowed", gettext("You do not have permission to do this.")
    more: dict[str, Any] = {}
    if isinstance(error, exceptions.ValidationError):
        code, detail = "request.invalid", gettext("Some fields are missing or invalid. See errors.")
        more["errors"] = answer.data
    elif isinstance(error, exceptions.APIException):
        code, detail = f"request.{error.default_code}", str(error.detail)
    shown = problem(answer.status_code, code, detail, **more)
    for header in ("WWW-Authenticate", "Retry-After"):
        if header in answer.headers:
            shown[header] = answer[header]
    return shown
