"""Log lines: plain for people, JSON for collectors.

A line has ids, and the request or task for which it was written. It never has a body, a path or the words of an
exception, since those may hold what somebody must not know: a hand, a token, a note about a person.
"""

import logging
import traceback
from types import TracebackType
from typing import Any, TypeAlias

from celery import current_task
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest
from pythonjsonlogger.json import JsonFormatter

ExcInfo: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

SPEAKS_FREELY = (OperationalError, InterfaceError, OSError)  # of connections and files, not of what people do
WITHHELD = "(what it says is not logged)"

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def method_of(request: HttpRequest) -> str:
    """The method, or `other` for an unknown one."""
    return request.method if request.method in METHODS else "other"


def route_of(request: HttpRequest) -> str:
    """The pattern of the address, such as `/api/v1/matches/<uuid:match_id>/`, or `none`. The path may hold a secret."""
    return f"/{request.resolver_match.route}" if request.resolver_match else "none"


class TaskIds(logging.Filter):
    """Adds `task` and `task_id` to lines that are written while a task runs."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = current_task.request if current_task else None
        record.task = current_task.name if request else None
        record.task_id = request.id if request else None
        return True


class Routes(logging.Filter):
    """Replaces Django's message about a request, which has its path, by method, route and status."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = record.__dict__.pop("request", None)
        if isinstance(request, HttpRequest):
            record.msg = "%s %s is answered by %s"
            record.args = (method_of(request), route_of(request), getattr(record, "status_code", "a refusal"))
        return True


def format_without_words(error: BaseException) -> str:
    """A traceback without the messages of errors, except of those about connections and files."""
    told = traceback.TracebackException.from_exception(error)
    _silence(told)
    return "".join(told.format()).rstrip("\n")


def _silence(told: traceback.TracebackException) -> None:
    chain: list[traceback.TracebackException | None] = [told]
    while chain:
        each = chain.pop()
        if each is None:
            continue
        if not (each.exc_type and issubclass(each.exc_type, SPEAKS_FREELY)):
            setattr(each, "_str", WITHHELD)  # noqa: B010 - the class has no public way to replace an error's words
            each.__notes__ = None
        chain += [each.__cause__, each.__context__, *(each.exceptions or ())]


class Plain(logging.Formatter):
    """One readable line, with a traceback without words."""

    def formatException(self, ei: ExcInfo) -> str:  # noqa: N802 - the standard library's name
        return format_without_words(ei[1]) if ei[1] else ""


class Json(Plain, JsonFormatter):
    """One JSON object a line, with such a traceback in `exc_info`."""


def logging_settings(form: str, level: str) -> dict[str, Any]:
    """Django's LOGGING in the *form* `plain` or `json`, with our own lines from *level* on."""
    fields = {"levelname": "level", "name": "logger", "request_id": "request", "asctime": "at"}
    forms: dict[str, dict[str, Any]] = {
        "plain": {"()": Plain, "format": "{levelname} {name}: {message}", "style": "{"},
        "json": {
            "()": Json,
            "format": "{asctime}{levelname}{name}{message}{request_id}",
            "style": "{",
            "datefmt": "%Y-%m-%dT%H:%M:%S%z",
            "rename_fields": fields,
        },
    }
    filters = {
        "request": {"()": "django_guid.log_filters.CorrelationId", "correlation_id_field": "request_id"},
        "task": {"()": TaskIds},
        "routes": {"()": Routes},
    }
    console = {"class": "logging.StreamHandler", "formatter": form, "filters": list(filters)}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": filters,
        "formatters": forms,
        "handlers": {"console": console},
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            "ludex": {"level": level},
            "celery.app.trace": {
                "level": "CRITICAL"
            },  # it logs what exceptions say; deploy.observability.tasks does not
            "django.request": {"level": "ERROR"},  # a request that was refused is answered, not noted
            "django.security.DisallowedHost": {"level": "CRITICAL"},  # who scans the network is answered, quietly
            "axes": {"level": "ERROR"},  # it tells what was typed; deploy.sign_in says what matters
            "django_guid": {"level": "ERROR"},  # it tells what it was sent
        },
    }
