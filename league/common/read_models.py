"""Read models: what queries return, as frozen `msgspec.Struct`s.

A field has the name of its JSON key. The aliases below give a field its format in the API's schema, and
`msgspec.Meta(description="…")` its description. A key that is sometimes absent is `X | UnsetType = UNSET`.
"""

from collections.abc import Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import Annotated, Any, TypeAlias
from uuid import UUID

import msgspec
import orjson

Id: TypeAlias = Annotated[str, msgspec.Meta(extra_json_schema={"format": "uuid"})]
Moment: TypeAlias = Annotated[datetime, msgspec.Meta(tz=True)]
Address: TypeAlias = Annotated[str, msgspec.Meta(extra_json_schema={"format": "uri"})]
Exact: TypeAlias = int | str  # a whole number, or text like "1/2"
AnyJson: TypeAlias = Any
GameOptions: TypeAlias = dict[str, bool | int | str]

_ORJSON_KNOWS = (date, datetime, UUID)


def json_bytes(value: Any) -> bytes:
    """*value* as JSON: plain values, structs, and lists and dicts of them. A `Fraction` is a whole number or text.

    Times in UTC end in Z.
    """
    return orjson.dumps(value, default=builtins, option=orjson.OPT_UTC_Z)


def as_json(value: Any) -> Any:
    """*value* as a reader of its JSON gets it: dicts, lists, text, numbers, booleans and None."""
    return orjson.loads(json_bytes(value))


def builtins(value: Any) -> Any:
    """A struct and all that is in it as dicts and lists. Times and ids stay as they are."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value, builtin_types=_ORJSON_KNOWS, enc_hook=builtins)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON")
