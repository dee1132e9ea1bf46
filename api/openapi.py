"""The OpenAPI schema: docstrings of methods describe operations, types of read models describe responses.

How to declare what an endpoint answers:

    class Finish(msgspec.Struct, frozen=True):  # in the queries of its concept; a docstring becomes the description
        match: Id
        rank: Annotated[int, Meta(description="Shared where players tied.")]
        at: Moment | None

    @extend_schema(responses={200: list[Finish], **problems(403)})  # in the views
    def get(self, request: Request) -> Response:
        return Response(queries.finishes())

The query returns structs, and the JSON renderer writes them. A response may be a struct, `list[Struct]`, or the page
that `api.pagination.page_response` answers with: `Page[Struct]`, or a subclass of it that has more keys. Formats come
from the aliases in `league.common.read_models` (`Id`, `Moment`, `Address`, `AnyJson`), choices from `Literal`. A key
with a default may be absent: use `UNSET`, or a struct with `omit_defaults`. A struct names its component, so no two of
them may share a name.
"""

import inspect
import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from types import GenericAlias
from typing import Any, get_origin

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent, build_bearer_security_scheme_object
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
_COMPONENTS = "#/components/schemas/"
_NULL = {"type": "null"}
_WRITTEN_OTHERWISE = ("title", "required", "prefixItems", "anyOf", "$ref")
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
        "details": {
            "type": "object",
            "additionalProperties": {},
            "description": "What to choose from, if the code asks for a choice.",
        },
        "rule": {"type": "string", "description": "The clause of the game's rules."},
        "line": {"type": "integer", "description": "Of a record, counted from 1."},
        "column": {"type": "integer", "nullable": True},
        "errors": {"description": "What is wrong by field."},
    },
    "required": ["type", "title", "status", "code", "detail"],
}


class DocstringSchema(AutoSchema):
    """Summary and description come from the method's docstring, the operation's name from its view's class."""

    def _get_response_for_code(self, serializer: Any, *args: Any, **kwargs: Any) -> Any:
        """Describe a read model by its type."""
        if _is_read_model(serializer):
            serializer = self._read_model(serializer)
        return super()._get_response_for_code(serializer, *args, **kwargs)  # type: ignore[no-untyped-call]

    def _read_model(self, kind: Any) -> dict[str, Any]:
        """The schema of a read model. Structs in it become components."""
        (schema,), components = msgspec.json.schema_components([kind], ref_template=f"{_COMPONENTS}{{name}}")
        for name, each in components.items():
            component = ResolvedComponent(  # type: ignore[no-untyped-call]
                _component(name), ResolvedComponent.SCHEMA, _openapi(each), object=name
            )
            known = self.registry[component].schema if component in self.registry else component.schema
            if "." in name or known != component.schema:
                raise TypeError(f"Two read models are called {name.rpartition('.')[2]}.")
            self.registry.register_on_missing(component)
        return _openapi(schema)

    def get_summary(self) -> str:
        return self._paragraphs()[0].removesuffix(".")

    def get_description(self) -> str:  # type: ignore[override] # drf-spectacular passes nothing
        return "\n\n".join(self._paragraphs()[1:])

    def get_operation_id(self) -> str:
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(self.view).__name__)
        return f"{self.method}_{name}".lower()

    def _paragraphs(self) -> list[str]:
        written = inspect.getdoc(getattr(self.view, self.method.lower())) or ""
        return [" ".join(paragraph.split()) for paragraph in written.split("\n\n")]


def _is_read_model(kind: Any) -> bool:
    return isinstance(kind, GenericAlias) or (
        isinstance(found := get_origin(kind) or kind, type) and issubclass(found, msgspec.Struct)
    )


def _component(name: str) -> str:
    """The name of a struct's component: `PageOfRating` for `Page[Rating]`, which msgspec calls `Page_Rating_`."""
    generic, _, parameter = name.removesuffix("_").partition("_")
    return f"{generic}Of{parameter}" if parameter else generic


def _openapi(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema that msgspec made as OpenAPI 3.0: `nullable` for null, nothing beside `$ref`."""
    known = {name: value for name, value in schema.items() if name not in _WRITTEN_OTHERWISE}
    if "description" in known:
        known["description"] = " ".join(known["description"].split())
    if "properties" in known:
        known["properties"] = {name: _openapi(each) for name, each in schema["properties"].items()}
        if required := schema["required"]:
            known["required"] = [name for name in schema["properties"] if name in required]
    if "prefixItems" in schema:
        known["items"] = _openapi(schema["prefixItems"][0])  # tuples that we have are of one type
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), Mapping):
            known[name] = _openapi(schema[name])
    if schema.get("type") == "number":
        known["format"] = "double"
    if "$ref" in schema:
        reference = _COMPONENTS + _component(schema["$ref"].removeprefix(_COMPONENTS))
        return {"allOf": [{"$ref": reference}], **known} if known else {"$ref": reference}
    if "anyOf" in schema:
        return {**known, **_choice([_openapi(each) for each in schema["anyOf"]])}
    return known


def _choice(choices: list[dict[str, Any]]) -> dict[str, Any]:
    """One of several schemas. `{"type": "null"}` among them becomes `nullable`."""
    some = [each for each in choices if each != _NULL]
    nullable = {"nullable": True} if len(some) < len(choices) else {}
    if len(some) > 1:
        return {"oneOf": some, **nullable}
    if nullable and "$ref" in some[0]:
        return {"allOf": some, **nullable}
    if nullable and "enum" in some[0]:
        return {**some[0], "enum": [*some[0]["enum"], None]}
    return {**some[0], **nullable}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "api.authentication.Tokens"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return build_bearer_security_scheme_object("Authorization", "Token")


def problems(*statuses: int) -> Mapping[Any, Any]:
    """Problem responses of an operation that `declare_problems` cannot guess."""
    return {(status, MEDIA_TYPE): OpenApiTypes.OBJECT for status in statuses}


def declare_problems(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Declare the problems that may answer each operation, and that inputs are strict (a hook of drf-spectacular)."""
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
