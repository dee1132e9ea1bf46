"""What comes from outside, taken as what it is: a number is no text and a text no number, and names are known names.

In a body values have JSON's types. In an address everything is text, so numbers there are read from it (`Digits`).
"""

import copy
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, ClassVar, TypeVar

from django.utils.translation import gettext, gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

Body = TypeVar("Body", bound="Input")

TRUTHS = {"true": True, "false": False}  # of flags in addresses
LARGEST = 2**53 - 1  # what every JSON reader keeps exact

MOST_UNKNOWN = 20  # fields of one object that an answer names


class Text(serializers.CharField):
    """Text. Blanks around it are dropped, but count towards its length."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return super().to_internal_value(data)


class Id(serializers.UUIDField):
    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class StreamId(Id):
    """The id of a match, tournament, league or entrant: text in the log."""

    def to_internal_value(self, data: Any) -> Any:
        return str(super().to_internal_value(data))


class Flag(serializers.BooleanField):
    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Whole(serializers.IntegerField):
    """A whole number in a body. `3.0` is one, as in JSON Schema."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) not in (int, float) or data != data // 1 or abs(data) > LARGEST:
            self.fail("invalid")
        return int(data)


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string", "maxLength": 40}]})
class Exact(serializers.Field[Any, Any, Any, Any]):
    """An exact number: a whole one, or text such as "1/2"."""

    default_error_messages = {"invalid": gettext_lazy("Use an exact number: 3, or text such as “1/2”.")}

    def to_internal_value(self, data: Any) -> int | str:
        if not ((isinstance(data, str) and 0 < len(data) <= 40) or (type(data) is int and abs(data) <= LARGEST)):
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class Digits(serializers.IntegerField):
    """A whole number in an address, in ASCII digits."""

    def to_internal_value(self, data: Any) -> int:
        if not (isinstance(data, str) and data.isascii() and data.removeprefix("-").isdigit() and len(data) < 20):
            self.fail("invalid")
        return int(data)


class Past(serializers.DateTimeField):
    """A past time in an address, in ISO 8601. Its time zone is UTC unless it has another one."""

    def to_internal_value(self, data: Any) -> datetime:
        try:
            moment = super().to_internal_value(data)
        except serializers.ValidationError:
            raise serializers.ValidationError(
                gettext("Use a time in ISO 8601 format, such as 2026-03-07T12:05:00Z.")
            ) from None
        if moment > datetime.now(UTC):
            raise serializers.ValidationError(gettext("This time is in the future."))
        return moment


class Typed(serializers.DictField):
    """An object of a type that the schema describes, and that its service checks.

    `changes` names a component with the same members, all of which may be left out.
    """

    def __init__(self, kind: Any, changes: str = "", **given: Any) -> None:
        super().__init__(**given)
        self.kind, self.changes = kind, changes


class OneOf:
    """Ways to write a body of which only some members go together, for the schema.

    By a prefix of the component: the members that this way needs, and those that it may have besides. What no way
    names may be in all of them.
    """

    known: ClassVar[dict[str, Mapping[str, tuple[Sequence[str], Sequence[str]]]]] = {}

    def __init__(self, **ways: tuple[Sequence[str], Sequence[str]]) -> None:
        self._ways = ways

    def __call__(self, body: type[Body]) -> type[Body]:
        self.known[body.__name__] = self._ways
        return body


@extend_schema_field({"type": "string", "maxLength": 40, "example": "2026-12-01T19:00"})
class ClubTime(serializers.Field[Any, Any, Any, Any]):
    """A time in ISO 8601. Without an offset it is by the clocks of the club, which the service knows."""

    default_error_messages = {"invalid": gettext_lazy("Use a time in ISO 8601 format, such as 2026-12-01T19:00.")}

    def to_internal_value(self, data: Any) -> datetime:
        if not isinstance(data, str) or len(data) > 40 or "T" not in data:
            self.fail("invalid")
        try:
            return datetime.fromisoformat(data)
        except ValueError:
            self.fail("invalid")

    def to_representation(self, value: Any) -> Any:
        return value


class Input(serializers.Serializer[Any]):  # no docstring, which would describe every input in the schema
    def get_fields(self) -> dict[str, Any]:
        """The declared fields, as shallow copies: REST framework's deep ones are a tenth of what a move costs."""
        return {name: copy.copy(field) for name, field in self._declared_fields.items()}

    def to_internal_value(self, data: Any) -> Any:
        names = [name for name in data if name not in self.fields] if isinstance(data, Mapping) else []
        unknown = {name[:60]: [gettext("Unknown field.")] for name in names[:MOST_UNKNOWN]}
        try:
            known = super().to_internal_value(data)
        except serializers.ValidationError as error:
            if unknown and isinstance(error.detail, dict):
                raise serializers.ValidationError({**error.detail, **unknown}) from None
            raise
        if unknown:
            raise serializers.ValidationError(unknown)
        return known
