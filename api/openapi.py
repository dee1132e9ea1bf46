"""The OpenAPI schema: operations are described by the docstrings of their methods, and problems are declared."""

import inspect
import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from api.problems import MEDIA_TYPE, title

DESCRIPTION = """\
Leagues and tournaments for tabletop games.

**Signing in.** `sign-up` makes an account, `sign-in` gives a token; send it as `Authorization: Token …`. What is open
to all needs none.

**Writing.** A write may carry an `Idempotency-Key`: sent again with the same key, it is done once and answered as the
first time, for two days. Commands on a match carry its `revision`, and those on a tournament or a league may: 409
means that somebody was faster.

**Seeing.** While a game lasts, what its players hide from each other reaches only those who may know it: positions,
events, records and legal moves differ by reader. When it is over, everything is open.

**Problems** are `application/problem+json` (RFC 9457): `code` is stable, `params` name the culprit, `detail` says it in
words; a broken rule comes with its clause as `rule`, a fault of a record with `line` and, where it helps, `column`.
"""

KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]+$"},
    OpenApiParameter.HEADER,
    description="1 to 255 printable ASCII characters of the sender's choice.",
)
PROBLEM = {
    "type": "object",
    "description": "Why a request was refused (RFC 9457).",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "Stable, for programs."},
        "detail": {"type": "string", "description": "For people, in their language."},
        "params": {"type": "object", "additionalProperties": {}, "description": "What names the culprit."},
        "rule": {"type": "string", "description": "The clause of the game's rules."},
        "line": {"type": "integer", "description": "Of a record, counted from 1."},
        "column": {"type": "integer", "nullable": True},
        "errors": {"description": "What is wrong by field."},
    },
    "required": ["type", "title", "status", "code", "detail"],
}


class Documented(AutoSchema):
    """Summary and description come from the method's docstring, the operation's name from its view's class."""

    def get_summary(self) -> str:
        return self._paragraphs()[0].removesuffix(".")

    def get_description(self) -> str:
        return "\n\n".join(self._paragraphs()[1:])

    def get_operation_id(self) -> str:
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(self.view).__name__)
        return f"{self.method}_{name}".lower()

    def _paragraphs(self) -> list[str]:
        written = inspect.getdoc(getattr(self.view, self.method.lower())) or ""
        return [" ".join(paragraph.split()) for paragraph in written.split("\n\n")]


class TokenScheme(OpenApiAuthenticationExtension):
    """How a token is sent."""

    target_class = "api.authentication.Tokens"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return build_bearer_security_scheme_object("Authorization", "Token")


def problems(*statuses: int) -> Mapping[tuple[int, str], Any]:
    """Responses of an operation that `declare_problems` cannot guess."""
    return {(status, MEDIA_TYPE): OpenApiTypes.OBJECT for status in statuses}


def declare_problems(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: operations declare the problems that may answer them, inputs that they are strict."""
    used = set()
    for path, methods in result["paths"].items():
        for operation in methods.values():
            special = {status for status in map(int, operation["responses"]) if status >= 400}
            for status in sorted({*special, *_common(path, operation)}):
                operation["responses"][str(status)] = {"$ref": f"#/components/responses/{_name(status)}"}
                used.add(status)
            operation["responses"] = dict(sorted(operation["responses"].items()))
    for name, schema in result["components"]["schemas"].items():
        if name.endswith("Input"):
            schema["additionalProperties"] = False
    result["info"]["description"] = DESCRIPTION
    result["components"]["schemas"]["Problem"] = PROBLEM
    result["components"]["responses"] = {_name(status): _response(status) for status in sorted(used)}
    return result


def _common(path: str, operation: Mapping[str, Any]) -> Iterator[int]:
    yield from (HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_ACCEPTABLE, HTTPStatus.SERVICE_UNAVAILABLE)
    writes = not operation["operationId"].startswith("get_")
    open_ = {} in operation.get("security", [{}])
    if writes:
        yield from (HTTPStatus.LENGTH_REQUIRED, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if writes and not open_:
        yield HTTPStatus.FORBIDDEN
    if "requestBody" in operation:
        yield from (HTTPStatus.BAD_REQUEST, HTTPStatus.UNSUPPORTED_MEDIA_TYPE, HTTPStatus.UNPROCESSABLE_ENTITY)
    if any(parameter["in"] in ("query", "header") for parameter in operation.get("parameters", ())):
        yield HTTPStatus.BAD_REQUEST
    if "{" in path or ("requestBody" in operation and not open_):
        yield HTTPStatus.NOT_FOUND


def _name(status: int) -> str:
    return title(status).replace(" ", "")


def _response(status: int) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    headers = {}
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        headers = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}
    response = {"description": title(status), "content": {MEDIA_TYPE: {"schema": schema}}}
    return {**response, "headers": headers} if headers else response
