"""The auditor recomputes the whole log from its raw rows, and trusts nothing that was stored beside them.

It finds every edit, gap and stray row, and every cut that the ledger or the inbox still tells of. A change that forges
all of them to match is found by the tree and its signed checkpoints (`tree_audit`), back to the last one.

A quick pass over all rows only asks which streams are not in order. What is wrong with those, a second one explains.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from psycopg.pq import Format

from league.eventlog import canonical, statements, upcasters
from league.eventlog.errors import NotCanonical
from league.eventlog.hash_chain import EMPTY, TAG, link
from league.eventlog.statements import one_moment
from verify.hash_chain import Columns, find_changed_column

CHUNK = 2000  # rows fetched at a time

# What the hash covers comes as one value (see `league.eventlog.hash_chain`). Times and payloads come as bytes, for a
# damaged one need not be a time or a text any more.
_EVENTS = """
SELECT coalesce(event.stream, ledger.stream), event.seq, event.shard, ledger.shard, ledger.position,
    convert_to(payload, 'UTF8'), timestamptz_send(at), hash,
    record_send(ROW(event.stream, event.seq, event.shard, kind, schema, payload, private_commit, actor, command_id, at))
FROM (SELECT * FROM eventlog.event WHERE mod(hashtext(stream) + 2147483648, %s) = %s) AS event
FULL JOIN (SELECT * FROM eventlog.ledger WHERE mod(hashtext(stream) + 2147483648, %s) = %s) AS ledger
    ON ledger.stream = event.stream AND ledger.seq = event.seq
ORDER BY 1, coalesce(event.seq, ledger.seq)
"""

_WAITING = "SELECT DISTINCT stream FROM eventlog.inbox WHERE mod(hashtext(stream) + 2147483648, %s) = %s"

_STREAMS = """
SELECT stream, 0, seq, shard, 0, kind, schema, convert_to(payload, 'UTF8'), private_commit, actor, command_id,
    timestamptz_send(at), hash
FROM eventlog.event WHERE stream = ANY(%s::text[])
UNION ALL
SELECT stream, 1, seq, shard, position, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM eventlog.ledger WHERE stream = ANY(%s::text[])
UNION ALL
SELECT stream, 2, first, shard, last, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM eventlog.inbox WHERE stream = ANY(%s::text[])
ORDER BY 1, 3
"""

_HOLES = """
SELECT shard, before + 1, position - 1 FROM (
    SELECT shard, position, lag(position, 1, -1::bigint) OVER (PARTITION BY shard ORDER BY position) AS before
    FROM eventlog.ledger) AS ordered
WHERE position <> before + 1 ORDER BY shard, position
"""

_SIZES = """
SELECT coalesce(shard.id, counted.shard), shard.size, coalesce(counted.size, 0) FROM eventlog.shard
FULL JOIN (SELECT shard, max(position) + 1 AS size FROM eventlog.ledger GROUP BY shard) AS counted
    ON counted.shard = shard.id
WHERE shard.size IS DISTINCT FROM coalesce(counted.size, 0) ORDER BY 1
"""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: a stable `code`, where it is as far as that can be told, and a sentence."""

    code: str
    text: str
    stream: str | None = None
    seq: int | None = None
    column: str | None = None

    def __str__(self) -> str:
        where = [self.stream, f"event {self.seq}" if self.seq is not None else None, self.column]
        return ", ".join(part for part in where if part) + f": {self.text}" if self.stream else self.text


@dataclass(frozen=True, slots=True)
class Report:
    streams: int
    events: int
    findings: tuple[Finding, ...]


class _Event(NamedTuple):
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
    hash: bytes

    def linked_to(self, previous: bytes) -> bytes:
        columns = self._asdict()
        del columns["hash"]
        return link(previous, **columns)


class _Sealed(NamedTuple):
    """The place of event `seq` of this stream in the ledger."""

    stream: str
    seq: int
    shard: int
    position: int


class _Note(NamedTuple):
    """A note in the inbox of events `first` to `last` of this stream."""

    stream: str
    first: int
    shard: int
    last: int


@dataclass(frozen=True, slots=True)
class _Stream:
    """All rows of one stream, each kind in the order of its numbers."""

    name: str
    events: list[_Event]
    sealed: list[_Sealed]
    notes: list[_Note]


@dataclass(slots=True)
class _Survey:
    """What the quick pass has counted, and the streams in which something is not as it has to be, or still waits."""

    streams: int = 0
    events: int = 0
    doubtful: set[str] = field(default_factory=set)


def audit(share: int = 0, shares: int = 1) -> Report:
    """Check every event, every position, every note. Changes nothing, and holds up no writer.

    Several processes can do a *share* each of all streams. What belongs to no stream is in share 0.
    """
    with one_moment():
        findings = [] if share else [*_ledger_findings()]
        done = _survey(share, shares)
        for stream in _streams(sorted(done.doubtful)):
            done.streams += not (stream.events or stream.sealed)  # which the quick pass has not seen
            findings += _chain_findings(stream)
            findings += _order_findings(stream)
    return Report(done.streams, done.events, tuple(findings))


def _survey(share: int, shares: int) -> _Survey:
    """Look at each event once, and build nothing of it."""
    done = _Survey(doubtful={stream for (stream,) in statements.fetch(_WAITING, shares, share)})
    name, number, before, time, last = None, 0, EMPTY, 0, -1
    for stream, seq, shard, place, position, payload, at, hash_, fields in statements.stream(
        _EVENTS, *(shares, share) * 2
    ):
        when = int.from_bytes(at or b"", signed=True)
        if stream != name:
            name, number, before, time, last = stream, 0, EMPTY, when, -1
            done.streams += 1
        number += 1
        done.events += seq is not None
        if (
            seq != number
            or place != shard
            or position <= last
            or when < time
            or sha256(TAG + before + fields).digest() != hash_
            or not _is_canonical(payload)
        ):
            done.doubtful.add(stream)
        before, time, last = hash_ or EMPTY, when, last if position is None else position
    return done


def _streams(names: Sequence[str]) -> Iterator[_Stream]:
    """All rows of these streams, in order."""
    if not names:
        return
    with connection.chunked_cursor() as cursor:
        cursor.cursor.format = Format.BINARY
        cursor.cursor.itersize = CHUNK
        cursor.execute(_STREAMS, [list(names)] * 3)
        for name, rows in groupby(cursor, itemgetter(0)):
            stream = _Stream(name, [], [], [])
            for _, what, seq, shard, number, *columns, at, link_ in rows:
                if what == 0:
                    values = (name, seq, shard, *columns, int.from_bytes(at, signed=True), link_)
                    stream.events.append(_Event._make(values))
                elif what == 1:
                    stream.sealed.append(_Sealed(name, seq, shard, number))
                else:
                    stream.notes.append(_Note(name, seq, shard, number))
            yield stream


def _ledger_findings() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute(_HOLES)
        for shard, first, last in cursor.fetchall():
            yield Finding("hole", f"the ledger of shard {shard} lacks positions {first} to {last}")
        cursor.execute(_SIZES)
        for shard, size, counted in cursor.fetchall():
            if size is None:
                yield Finding("size", f"the ledger has positions of shard {shard}, which does not exist")
            else:
                yield Finding("size", f"shard {shard} has sealed {size} events, but its ledger ends at {counted}")


def _chain_findings(stream: _Stream) -> Iterator[Finding]:
    """Faults of the events themselves: numbers, links, times, payloads."""
    before, number, time = EMPTY, 0, stream.events[0].at if stream.events else 0
    for event, following in zip_longest(stream.events, stream.events[1:]):
        payload_fault = _payload_fault(event)
        backwards = event.at < time
        if event.seq != number + 1:  # the link before it is unknown, so it cannot be checked
            yield Finding("gap", f"event {number + 1} is missing before it", stream.name, event.seq)
            before = event.hash
        else:
            expected, previous = event.linked_to(before), before
            before = event.hash
            if expected != event.hash:
                column = "payload" if payload_fault else "at" if backwards else None
                if following is not None and following.hash == following.linked_to(expected):
                    column, before = "hash", expected
                elif column is None:
                    column = _find_changed_column(stream, event, previous, number + 1)
                yield Finding("link", "its hash is not that of its columns", stream.name, event.seq, column)
        if payload_fault:
            yield Finding("payload", payload_fault, stream.name, event.seq, "payload")
        if backwards:
            yield Finding("time", "it is older than the event before it", stream.name, event.seq, "at")
        number, time = event.seq, event.at


def _find_changed_column(stream: _Stream, event: _Event, before: bytes, due: int) -> str | None:
    """The column that was changed, if its former value can be guessed, since the hash then proves it."""
    near = [each for each in stream.events if abs(each.seq - event.seq) < 3 and each is not event]
    known: dict[str, list[Any]] = {
        "seq": [due],
        "shard": list(range(64)),
        "kind": [*upcasters.kinds(), *(each.kind for each in near)],
        "schema": list(range(1, 10)),
        "private_commit": [None],
        "actor": [None, *(each.actor for each in near)],
        "command_id": [each.command_id for each in near],
        "at": [each.at for each in near],
    }
    return find_changed_column(before, Columns(*event[:-1]), event.hash, known)


def _payload_fault(event: _Event) -> str:
    try:
        canonical_payload = canonical.dump(canonical.parse(event.payload))
    except NotCanonical as error:
        return str(error)
    return "" if canonical_payload == event.payload else "its payload is not canonical JSON"


def _is_canonical(payload: bytes) -> bool:
    try:
        return canonical.dump(canonical.parse(payload)) == payload
    except NotCanonical:
        return False


def _order_findings(stream: _Stream) -> Iterator[Finding]:
    """Faults between events, ledger and inbox: each event has one place, and places follow the stream."""
    existing = {event.seq for event in stream.events}
    sealed = {row.seq: row for row in stream.sealed}
    waiting = _shards_by_number(stream.notes, existing)
    last = -1
    for event in stream.events:
        row, shards = sealed.pop(event.seq, None), waiting.pop(event.seq, [])
        if row is not None:
            shards = [row.shard, *shards]
            if row.position <= last:
                yield Finding("order", "it is sealed before the event it follows", stream.name, event.seq)
            last = row.position
        if not shards:
            yield Finding("unsealed", "it is neither in the ledger nor in the inbox", stream.name, event.seq)
        if len(shards) > 1:
            yield Finding("twice", f"it has {len(shards)} places in ledger and inbox", stream.name, event.seq)
        if any(shard != event.shard for shard in shards):
            yield Finding("shard", "ledger or inbox have it in another shard", stream.name, event.seq, "shard")
    for row in sealed.values():
        yield Finding("missing", f"the ledger has it at position {row.position}", stream.name, row.seq)
    for note in stream.notes:
        numbers = range(note.first, note.last + 1)
        missing = next((seq for seq in numbers if seq not in existing), None if numbers else note.first)
        if missing is not None:
            yield Finding("missing", f"the inbox has events {note.first} to {note.last}", stream.name, missing)


def _shards_by_number(notes: list[_Note], existing: set[int]) -> dict[int, list[int]]:
    """The shards in which notes have each event. A damaged note may name more numbers than there are events."""
    shards: dict[int, list[int]] = {}
    for note in notes:
        length = note.last - note.first + 1
        numbers = range(note.first, note.last + 1) if length <= len(existing) else existing
        for seq in numbers:
            if note.first <= seq <= note.last and seq in existing:
                shards.setdefault(seq, []).append(note.shard)
    return shards
