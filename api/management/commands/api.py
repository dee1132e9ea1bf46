"""`manage.py api`: a request of the API without a server between, in the name of an account."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from rest_framework.test import APIClient

ROOT = "/api/v1/"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
DOCUMENTS = ("application/json", "application/problem+json")
MANY = (".", "*")  # how an allowed host begins that stands for many


class Command(BaseCommand):
    help = (
        "Send one request to the API, with all its checks, and print the response. Fields are name=text or name:=JSON:"
        " parameters of a GET, else the body. docs/openapi.yaml has all addresses, docs/api.md has examples."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("method", type=str.upper, choices=METHODS, metavar="METHOD", help=", ".join(METHODS))
        parser.add_argument("path", help=f"path after {ROOT}")
        parser.add_argument("fields", nargs="*", metavar="FIELD")
        parser.add_argument("--as", dest="username", metavar="ACCOUNT", help="the account (default: anonymous)")
        parser.add_argument(
            "--body", metavar="FILE", help="a file with the body, instead of fields, or - for the standard input"
        )
        parser.add_argument("--type", default="application/json", help="the type of the body: %(default)s, text/csv, …")
        parser.add_argument("--key", help="an Idempotency-Key: a repeated request gets the first response")

    def handle(
        self,
        *args: Any,
        method: str,
        path: str,
        fields: Sequence[str],
        username: str | None,
        body: str | None,
        type: str,  # noqa: A002 - the option's name
        key: str | None,
        **options: Any,
    ) -> None:
        if fields and body is not None:
            raise CommandError("Use either fields or --body, not both.")
        values = dict(map(_field, fields))
        client = _client(username)
        headers = {"host": _host(), "accept-language": "en"} | ({"idempotency-key": key} if key else {})
        address = ROOT + path.removeprefix(ROOT).removeprefix("/")
        sent: dict[str, Any] = {"headers": headers, "secure": True}
        if method == "GET":
            answer = client.get(address, values, **sent)
        else:
            data = json.dumps(values).encode() if body is None else _read(body)
            answer = client.generic(method, address, data, content_type=type, **sent)  # type: ignore[arg-type] # bytes too
        self._tell(answer)

    def _tell(self, answer: Any) -> None:
        if answer.status_code >= 300:
            raise CommandError(f"{answer.status_code} {_format_body(answer)}")
        if answer.streaming:
            for part in answer:
                self.stdout.write(part.decode() if isinstance(part, bytes) else part, ending="")
        elif _is_text(answer):
            self.stdout.write(_format_body(answer))
        elif sys.stdout.isatty():
            raise CommandError(f"The response is {answer.headers['Content-Type']}: redirect it to a file with > FILE.")
        else:
            sys.stdout.buffer.write(answer.content)


def _field(given: str) -> tuple[str, Any]:
    name, equals, value = given.partition("=")
    if not equals or not name.rstrip(":"):
        raise CommandError(f"“{given}” is not a field. Use name=text or name:=JSON.")
    if not name.endswith(":"):
        return name, value
    try:
        return name[:-1], json.loads(value)
    except ValueError as error:
        raise CommandError(f"“{given}”: the text after := is not JSON: {error}.") from None


def _client(username: str | None) -> APIClient:
    client = APIClient(raise_request_exception=False)
    if username is not None:
        account = get_user_model().objects.filter(username=username, is_active=True).first()
        if account is None:
            raise CommandError(f"There is no account “{username}”.")
        client.force_authenticate(account)
    return client


def _host() -> str:
    """A host in whose name the API answers."""
    named = [host for host in settings.ALLOWED_HOSTS if not host.startswith(MANY)]
    return named[0] if named else "localhost"


def _read(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}.") from None


def _format_body(answer: Any) -> str:
    """The body of an answer in text: a JSON document with an indent, everything else as it is."""
    text: str = answer.content.decode(answer.charset)
    if _type(answer) not in DOCUMENTS:
        return text
    return json.dumps(json.loads(text), ensure_ascii=False, indent=2)


def _is_text(answer: Any) -> bool:
    kind = _type(answer)
    return not kind or kind.startswith("text/") or "json" in kind


def _type(answer: Any) -> str:
    given: str = answer.headers.get("Content-Type", "")
    return given.partition(";")[0].strip().lower()
