"""Events of one sort of stream, to and from what the log stores."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

Event = TypeVar("Event", bound=msgspec.Struct)


class EventCodec(Generic[Event]):
    """Events, by the kind and schema number in the log."""

    def __init__(self, kinds: Mapping[str, tuple[int, type[Event]]]) -> None:
        self._types = {kind: event for kind, (_, event) in kinds.items()}
        self._names = {event: (kind, schema) for kind, (schema, event) in kinds.items()}

    def encode(self, event: Event) -> tuple[str, int, Event]:
        """Kind, schema and payload of *event*, which is the event itself."""
        kind, schema = self._names[type(event)]
        return kind, schema, event

    def decode(self, kind: str, payload: Mapping[str, Any]) -> Event:
        """The event whose payload has the current schema."""
        return msgspec.convert(payload, self._types[kind])
