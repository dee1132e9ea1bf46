"""The link of an event, computed as docs/event-log.md says, independently of the log's code.

A mistake in what writes the log would otherwise be a mistake of what checks it too.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

EMPTY = bytes(32)  # the link before the first event of a stream

_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
_TEXT, _INT4, _INT2, _BYTEA, _UUID, _TIME = 25, 23, 21, 17, 2950, 1184  # the types' numbers in PostgreSQL


class Columns(NamedTuple):
    """What the hash of an event covers. `at` in microseconds since 2000-01-01T00:00:00Z."""

    stream: str
    seq: int
    shard: int
    kind: str
    schema: int
    payload: bytes
    private_commit: bytes | None
    actor: UUID | None
    command_id: UUID
    at: int


def link(previous: bytes, columns: Columns) -> bytes:
    """The hash of an event that follows *previous*."""
    fields = [
        (_TEXT, columns.stream.encode()),
        (_INT4, columns.seq.to_bytes(4, "big", signed=True)),
        (_INT2, columns.shard.to_bytes(2, "big", signed=True)),
        (_TEXT, columns.kind.encode()),
        (_INT2, columns.schema.to_bytes(2, "big", signed=True)),
        (_TEXT, columns.payload),
        (_BYTEA, columns.private_commit),
        (_UUID, columns.actor.bytes if columns.actor else None),
        (_UUID, columns.command_id.bytes),
        (_TIME, columns.at.to_bytes(8, "big", signed=True)),
    ]
    text = b"evt1" + previous + len(fields).to_bytes(4, "big")
    for type_number, value in fields:
        length = -1 if value is None else len(value)
        text += type_number.to_bytes(4, "big") + length.to_bytes(4, "big", signed=True) + (value or b"")
    return sha256(text).digest()


def find_changed_column(
    previous: bytes, columns: Columns, hash_: bytes, known: Mapping[str, Iterable[Any]]
) -> str | None:
    """The column that was changed, if one of its *known* values gives the right hash."""
    for column, values in known.items():
        for value in values:
            if value != getattr(columns, column) and link(previous, columns._replace(**{column: value})) == hash_:
                return column
    return None


def parse_time(text: str) -> int:
    """The microseconds of a time written as `2026-11-28T18:30:00.123456Z`. Raises `ValueError` for other spellings."""
    at = datetime.fromisoformat(text).replace(tzinfo=UTC)
    if time_text(microseconds := (at - _EPOCH) // timedelta(microseconds=1)) != text:
        raise ValueError(f"{text} is not in this form")
    return microseconds


def time_text(microseconds: int) -> str:
    text = (_EPOCH + timedelta(microseconds=microseconds)).isoformat(timespec="microseconds")
    return f"{text.removesuffix('+00:00')}Z"
