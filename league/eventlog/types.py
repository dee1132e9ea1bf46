"""What goes into the log and what comes out of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from league.eventlog.canonical import JSON
from league.eventlog.hash_chain import EMPTY

BEGINNING = datetime(1, 1, 1, tzinfo=UTC)


class NewEvent(NamedTuple):
    """What is to be stored: `kind` and `schema` as registered, and a payload within canonical JSON, or its struct."""

    kind: str
    schema: int
    payload: Mapping[str, JSON] | msgspec.Struct


class StoredEvent(NamedTuple):
    """What was stored. `schema` and `payload` are the current ones, whatever schema it was written in."""

    stream: str
    seq: int
    kind: str
    schema: int
    payload: dict[str, Any]
    actor: UUID | None
    command_id: UUID
    at: datetime
    hash: bytes


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a stream: its last event's number, link and time. Appending continues exactly there.

    `shard` is that of the whole stream: its first event decides for ever, since every hash covers it.
    """

    stream: str
    seq: int
    hash: bytes
    at: datetime = BEGINNING
    shard: int = 0

    @classmethod
    def empty(cls, stream: str, shard: int = 0) -> "Head":
        return cls(stream, 0, EMPTY, shard=shard)


@dataclass(frozen=True, slots=True)
class History:
    """The events that were asked for, in order, and the head of the stream, even if the events are none."""

    head: Head
    events: tuple[StoredEvent, ...]


@dataclass(frozen=True, slots=True)
class Appended:
    """`first` to `head.seq` are the numbers of the events; `replayed` if the same command had stored them before."""

    head: Head
    first: int
    replayed: bool


@dataclass(frozen=True, slots=True)
class Batch:
    """Events of a shard in its order: the one at index i has position `first` + i."""

    first: int
    events: tuple[StoredEvent, ...]

    @property
    def next(self) -> int:
        """The position to read from next."""
        return self.first + len(self.events)


class Committed(NamedTuple):
    """What a command led to: the new events, the number of the first of them, and the revision after the last."""

    id: str
    revision: int
    first: int
    events: Sequence[Any]
