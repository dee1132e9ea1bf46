"""The finished document: what is said of every operation alike, and forms that generators of clients understand."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any, TypeAlias

from api.fields import OneOf
from api.problems import MEDIA_TYPE, title

Schema: TypeAlias = dict[str, Any]

DESCRIPTION = """\
Leagues and tournaments for tabletop games.

**Signing in.** `sign-up` makes an account, `sign-in` gives a token; send it as `Authorization: Bearer …`. What is open
to all needs none.

**Writing.** A write may carry an `Idempotency-Key`: sent again with the same key, it is done once and answered as the
first time, for two days. Commands on a match carry its `revision`, and those on a tournament or a league may: 409
means that somebody was faster.

**Reading.** Answers with a `revision` have it in their `ETag`. Sent back as `If-None-Match`, it saves an answer that
would be the same. Sent as `If-Match` with a command, it means the same as `revision` in the body, and 412 instead of
409 answers if somebody was faster. `RateLimit` names what an account may still send.

**Seeing.** While a game lasts, what its players hide from each other reaches only those who may know it: positions,
events, records and legal moves differ by reader. When it is over, everything is open.

**Problems** are `application/problem+json` (RFC 9457): `code` is stable, `params` name the culprit, `detail` says it in
words; a broken rule comes with its clause as `rule`, a fault of a record with `line` and, where it helps, `column`.
"""

PROBLEM: Schema = {
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
        "column": {"type": ["integer", "null"]},
        "errors": {"description": "What is wrong by field."},
    },
    "required": ["type", "title", "status", "code", "detail"],
}


SERVERS = [{"url": "/", "description": "The installation that serves this document."}]
ABOUT = {
    "accounts": "Signing up and in, the signed-in account, its tokens and its password.",
    "checkpoints": "The signed log of everything that happened, and proofs from it.",
    "clubs": "Clubs, their roles, people, files and webhooks.",
    "decks": "Cards of games whose printed decks are not public.",
    "games": "The games that can be played, and their options.",
    "leagues": "Leagues with their seasons, divisions and tables.",
    "matches": "Matches with their moves, results, appeals and evidence, and series of them.",
    "players": "Players of clubs, and accounts that belong to them.",
    "ratings": "Ratings of players by game.",
    "records": "Records of finished matches.",
    "service": "Where everything is.",
    "tournaments": "Tournaments with their entrants, rounds, results and standings.",
}
# Written once: in generated clients each place would else get a class of its own.
UNIONS: Mapping[str, list[Schema]] = {
    "Exact": [{"type": "integer"}, {"type": "string"}],
    "ExactInput": [{"type": "integer"}, {"type": "string", "maxLength": 40}],
    "GameOptionValue": [{"type": "boolean"}, {"type": "integer"}, {"type": "string"}],
}
_SCHEMAS = "#/components/schemas/"
_KINDS = ("path", "query", "header")


def finish_document(result: Schema, **_: Any) -> Schema:
    """Complete the document that drf-spectacular made (a hook of it)."""
    used = set()
    for path, methods in result["paths"].items():
        for operation in methods.values():
            _arrange_parameters(path, operation)
            _require_body(operation)
            used |= _declare_problems(path, operation)
    components = result["components"]
    components["schemas"] = _finish_schemas(components["schemas"])
    components["responses"] = {_response_name(status): _response(status) for status in sorted(used)}
    tags = {tag for methods in result["paths"].values() for each in methods.values() for tag in each["tags"]}
    result["info"]["description"] = DESCRIPTION
    return {**result, "servers": SERVERS, "tags": [{"name": tag, "description": ABOUT[tag]} for tag in sorted(tags)]}


def _finish_schemas(schemas: Schema) -> Schema:
    for name in [name for name in schemas if name.endswith("Input")]:
        _write_alternatives(schemas, name)
    for name, schema in schemas.items():
        if name.endswith("Input") and "properties" in schema:
            schema["additionalProperties"] = False
    schemas.pop("NullEnum", None)
    written = {name: _write_plainly(schema) for name, schema in {**schemas, "Problem": PROBLEM}.items()}
    return dict(sorted({**written, **{name: {"oneOf": choices} for name, choices in UNIONS.items()}}.items()))


def _arrange_parameters(path: str, operation: Schema) -> None:
    """Order parameters as the address has them, then those of the query as declared, then headers."""
    if "parameters" in operation:
        operation["parameters"].sort(key=lambda it: (_KINDS.index(it["in"]), path.find(f"{{{it['name']}}}")))


def _require_body(operation: Schema) -> None:
    """Require a body of which each way to write it has something that is needed."""
    body = operation.get("requestBody", {"content": {}})
    forms = [media.get("schema", {}).get("$ref", "").removeprefix(_SCHEMAS) for media in body["content"].values()]
    if any(form in OneOf.known for form in forms):
        body["required"] = True


def _declare_problems(path: str, operation: Schema) -> set[int]:
    """Declare the problems that may answer an operation. Returns their statuses."""
    statuses: set[int] = {status for status in map(int, operation["responses"]) if status >= 400}
    statuses.update(_common(path, operation))
    for status in statuses:
        operation["responses"][str(status)] = {"$ref": f"#/components/responses/{_response_name(status)}"}
    operation["responses"] = dict(sorted(operation["responses"].items()))
    return statuses


def _write_alternatives(schemas: Schema, name: str) -> None:
    """Replace a body of which only some members go together by one component for each way to write it."""
    ways = OneOf.known.get(name)
    if ways is None:
        return
    whole = schemas[name]
    parts = {part for required, optional in ways.values() for part in (*required, *optional)}
    common = [part for part in whole["properties"] if part not in parts]
    names = []
    for prefix, (required, optional) in ways.items():
        members = {*common, *required, *optional}
        schemas[f"{prefix}{name}"] = {
            "type": "object",
            "properties": {part: each for part, each in whole["properties"].items() if part in members},
            "required": [part for part in whole.get("required", ()) if part in common] + list(required),
        }
        names.append(f"{prefix}{name}")
    about = {"description": whole["description"]} if "description" in whole else {}
    schemas[name] = {"oneOf": [{"$ref": f"{_SCHEMAS}{each}"} for each in names], **about}


def _write_plainly(schema: Any) -> Any:
    """The schema with null as a type, and with a name for each union that appears in many places."""
    if isinstance(schema, list):
        return [_write_plainly(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if schema == {"$ref": f"{_SCHEMAS}NullEnum"}:
        return {"type": "null"}
    choices = schema.get("oneOf")
    for name, union in UNIONS.items():
        if choices == union:
            about = {key: value for key, value in schema.items() if key != "oneOf"}
            reference = {"$ref": f"{_SCHEMAS}{name}"}
            return {"allOf": [reference], **about} if about else reference
        if choices == [*union, {"type": "null"}]:
            return {**schema, "oneOf": [{"$ref": f"{_SCHEMAS}{name}"}, {"type": "null"}]}
    return {key: _write_plainly(value) for key, value in schema.items()}


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


def _response_name(status: int) -> str:
    return title(status).replace(" ", "")


def _response(status: int) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    headers = {}
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        headers = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}
    response = {"description": title(status), "content": {MEDIA_TYPE: {"schema": schema}}}
    return {**response, "headers": headers} if headers else response
