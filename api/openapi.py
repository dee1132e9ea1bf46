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
import json
import re
from collections.abc import Mapping, Sequence
from types import GenericAlias
from typing import Any, get_origin

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from api.fields import Text
from api.problems import MEDIA_TYPE

KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]+$"},
    OpenApiParameter.HEADER,
    description="1 to 255 printable ASCII characters of the sender's choice.",
)


def file_name(files: Sequence[str]) -> OpenApiParameter:
    """The last part of the address of one of these files."""
    return OpenApiParameter("name", str, OpenApiParameter.PATH, enum=files)


_COMPONENTS = "#/components/schemas/"
_NULL = {"type": "null"}
_NOT_BLANK = r"^\s*\S"  # some clients look at the beginning alone, wherever the pattern would be found
_WRITTEN_OTHERWISE = ("title", "required", "prefixItems", "anyOf", "$ref")


TAGS = {  # by the first part of an address, where the tag has another name
    "": "service",
    "me": "accounts",
    "sign-up": "accounts",
    "sign-in": "accounts",
    "sign-out": "accounts",
    "sign-out-everywhere": "accounts",
    "password-links": "accounts",
    "addresses": "accounts",
    "invitations": "players",
    "offers": "players",
    "tournament-presets": "tournaments",
    "series": "matches",
}


class DocstringSchema(AutoSchema):
    """Summary and description come from the method's docstring, the operation's name from its view's class."""

    def _get_response_for_code(self, serializer: Any, *args: Any, **kwargs: Any) -> Any:
        """Describe a read model by its type."""
        if _is_read_model(serializer):
            serializer = self.read_model(serializer)
        return super()._get_response_for_code(serializer, *args, **kwargs)  # type: ignore[no-untyped-call]

    def _get_serializer_field_meta(self, field: Any, direction: str) -> dict[str, Any]:
        """Describe a field, also that its text may not be blank."""
        described: dict[str, Any] = super()._get_serializer_field_meta(field, direction)  # type: ignore[no-untyped-call]
        if isinstance(field, Text) and not field.allow_blank and field.trim_whitespace:
            described["pattern"] = _NOT_BLANK
        return described

    def read_model(self, kind: Any) -> dict[str, Any]:
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
        return self._paragraphs()[0].partition(". ")[0].removesuffix(".")

    def get_description(self) -> str:  # type: ignore[override] # drf-spectacular passes nothing
        first, *others = self._paragraphs()
        further = first.partition(". ")[2]
        return "\n\n".join([further, *others] if further else others or [first])

    def get_tags(self) -> list[str]:
        first = self.path.removeprefix("/api/v1/").partition("/")[0]
        return [TAGS.get(first, first)]

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
    """The schema that msgspec made, as generators of clients understand it: nothing beside `$ref`, types of choices."""
    known = {name: value for name, value in schema.items() if name not in _WRITTEN_OTHERWISE}
    _write_members(schema, known)
    _write_text(known)
    if schema.get("type") == "number":
        known["format"] = "double"
    if "enum" in schema:
        known["type"] = "integer" if all(isinstance(each, int) for each in schema["enum"]) else "string"
    if "$ref" in schema:
        reference = _COMPONENTS + _component(schema["$ref"].removeprefix(_COMPONENTS))
        return {"allOf": [{"$ref": reference}], **known} if known else {"$ref": reference}
    if "anyOf" in schema:
        return {**known, **_choice([_openapi(each) for each in schema["anyOf"]])}
    return known


def _write_members(schema: Mapping[str, Any], known: dict[str, Any]) -> None:
    """Write what is in an object or a list."""
    if "properties" in known:
        known["properties"] = {name: _openapi(each) for name, each in schema["properties"].items()}
        if required := schema.get("required"):
            known["required"] = [name for name in schema["properties"] if name in required]
    elif schema.get("type") == "object":
        known.setdefault("additionalProperties", True)
    if "prefixItems" in schema:
        known["items"] = _openapi(schema["prefixItems"][0])  # tuples that we have are of one type
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), Mapping):
            known[name] = _openapi(schema[name])


def _write_text(known: dict[str, Any]) -> None:
    """Write the description on one line, with a default that is an object: generated clients have no such defaults."""
    default = known.pop("default") if isinstance(known.get("default"), dict) else None
    if "description" in known:
        left_out = f" Left out: `{json.dumps(default)}`." if default else ""
        known["description"] = " ".join(known["description"].split()) + left_out


def _choice(choices: list[dict[str, Any]]) -> dict[str, Any]:
    """One of several schemas. One type or null is a type with two names."""
    some = [each for each in choices if each != _NULL]
    if len(some) == len(choices) or len(some) > 1 or "type" not in some[0]:
        return {"oneOf": choices}
    nullable = {**some[0], "type": [some[0]["type"], "null"]}
    return {**nullable, "enum": [*some[0]["enum"], None]} if "enum" in some[0] else nullable


class TypedField(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Describes an object in a body by its type."""

    target_class = "api.fields.Typed"

    def map_serializer_field(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        described: dict[str, Any] = auto_schema.read_model(self.target.kind)
        if self.target.changes:
            return _changes(auto_schema.registry, described["$ref"].removeprefix(_COMPONENTS), self.target.changes)
        return described


def _changes(registry: Any, whole: str, name: str) -> dict[str, Any]:
    """A component with the members of another one, all of which may be left out and keep their values then."""
    schema = registry[whole, ResolvedComponent.SCHEMA].schema
    members = {key: _member(each) for key, each in schema["properties"].items()}
    about = "What is to change. Members that are left out keep their values, or those of the preset."
    changes = {"type": "object", "description": about, "properties": members}
    component = ResolvedComponent(name, ResolvedComponent.SCHEMA, changes, object=name)  # type: ignore[no-untyped-call]
    registry.register_on_missing(component)
    return dict(component.ref)


def _member(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A member of what is to change: it has no default, for it keeps its value then."""
    known = {key: value for key, value in schema.items() if key != "default"}
    return dict(known["allOf"][0]) if [*known] == ["allOf"] else known


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "api.authentication.Tokens"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "The token that `sign-in` answers. `Authorization: Token …` means the same.",
        }


def problems(*statuses: int) -> Mapping[Any, Any]:
    """Problem responses of an operation that `declare_problems` cannot guess."""
    return {(status, MEDIA_TYPE): OpenApiTypes.OBJECT for status in statuses}
