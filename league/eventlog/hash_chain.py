"""The link: one hash that covers an event and, through the hash before it, all of its stream up to there.

    link = SHA-256("evt1" + previous link + fields)

The previous link is 32 bytes, all zero before a stream's first event. *Fields* are the event's columns but the hash, in
the order of the table, in PostgreSQL's binary row form, so that the database recomputes the link at every insert (see
`record_send`): the number of columns in 4 bytes, then for each column the number of its type in 4 bytes, the length of
its value in 4 bytes, and the value. All numbers are big-endian; a null has length -1 and no value.

    stream text (25) · seq int4 (23) · shard int2 (21) · kind text · schema int2 · payload text
    · private_commit bytea (17) · actor uuid (2950) · command_id uuid
    · at timestamptz (1184): 8 bytes, microseconds since 2000-01-01T00:00:00Z

Types and lengths leave one reading only, so no two events share these bytes; another recipe gets another tag.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from struct import Struct
from uuid import UUID

EMPTY = bytes(32)  # the link before the first event

TAG = b"evt1"
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
_TEXT, _BYTES, _UUID, _TIME = 25, 17, 2950, 1184
_HEADER = Struct(">II").pack  # type, length
_NULL = Struct(">Ii").pack
_SEQ_AND_SHARD = Struct(">IIiIIh").pack
_SCHEMA = Struct(">IIh").pack
_AT = Struct(">IIq").pack


def link(
    previous: bytes,
    *,
    stream: str,
    seq: int,
    shard: int,
    kind: str,
    schema: int,
    payload: bytes,
    private_commit: bytes | None,
    actor: UUID | None,
    command_id: UUID,
    at: int,
) -> bytes:
    """The link of one event behind *previous*, from raw columns; `at` in `microseconds`."""
    middle = _middle(seq, shard, kind, schema, payload)
    back = _back(private_commit, actor, command_id, at)
    return sha256(b"".join((TAG, previous, _front(stream), *middle, back))).digest()


def links(
    previous: bytes,
    bodies: Iterable[tuple[str, int, bytes]],
    *,
    stream: str,
    first: int,
    shard: int,
    private_commit: bytes | None = None,
    actor: UUID | None,
    command_id: UUID,
    at: datetime,
) -> list[bytes]:
    """The links of one command's events, from seq *first*. A body is kind, schema, canonical payload. *at* is aware."""
    front, back = _front(stream), _back(private_commit, actor, command_id, microseconds(at))
    chain = []
    for seq, (kind, schema, payload) in enumerate(bodies, first):
        place, form = _SEQ_AND_SHARD(23, 4, seq, 21, 2, shard), _kind_and_schema(kind, schema)
        row = (TAG, previous, front, place, form, _HEADER(_TEXT, len(payload)), payload, back)
        previous = sha256(b"".join(row)).digest()
        chain.append(previous)
    return chain


def microseconds(at: datetime) -> int:
    """An aware time as it is hashed: microseconds since 2000-01-01T00:00:00Z."""
    since = at - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def _front(stream: str) -> bytes:
    return b"\0\0\0\x0a" + _text(stream)


def _middle(seq: int, shard: int, kind: str, schema: int, payload: bytes) -> tuple[bytes, ...]:
    return (
        _SEQ_AND_SHARD(23, 4, seq, 21, 2, shard),
        _kind_and_schema(kind, schema),
        _HEADER(_TEXT, len(payload)),
        payload,
    )


def _back(private_commit: bytes | None, actor: UUID | None, command_id: UUID, at: int) -> bytes:
    return b"".join(
        (
            _value(_BYTES, private_commit),
            _value(_UUID, actor.bytes if actor else None),
            _value(_UUID, command_id.bytes),
            _AT(_TIME, 8, at),
        )
    )


@lru_cache(maxsize=512)
def _kind_and_schema(kind: str, schema: int) -> bytes:
    return _text(kind) + _SCHEMA(21, 2, schema)


def _text(text: str) -> bytes:
    return _value(_TEXT, text.encode())


def _value(type_number: int, value: bytes | None) -> bytes:
    return _NULL(type_number, -1) if value is None else _HEADER(type_number, len(value)) + value
