"""Reads a stream, appends to it, and follows the whole log."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeAlias
from uuid import UUID

import psycopg
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.pq import Format

from games.errors import Phrase
from league.eventlog import canonical, private_data, statements, upcasters
from league.eventlog.announcements import appended
from league.eventlog.errors import ClockIsOff, CommandReused, LedgerBroken, LinkRefused, StreamMovedOn
from league.eventlog.hash_chain import links
from league.eventlog.private_data import Part
from league.eventlog.types import Appended, Batch, Head, History, NewEvent, StoredEvent

SHARD = 0  # of streams without a club, and of all clubs while there is one shard
SHARDS = 64  # at most, counted from 0
LINKED = "event_is_linked"  # by this name the database refuses a link
OF_THE_CLOCK = ("it is of the future", "it is of the past, and this is no import")  # what the database says of a time

Body: TypeAlias = tuple[str, int, bytes]  # kind, schema, canonical payload
Row: TypeAlias = Sequence[Any]  # position, then the columns of an event, as they are stored

_READ = """
SELECT stream, seq, kind, schema, payload, actor, command_id, at, hash, shard FROM eventlog.event
WHERE stream = %s AND seq >= %s ORDER BY seq
"""

_HEAD = "SELECT seq, hash, at, shard FROM eventlog.event WHERE stream = %s ORDER BY seq DESC LIMIT 1"

_ENDS = """
SELECT each, (SELECT max(seq) FROM eventlog.event WHERE stream = each) FROM unnest(%s::text[]) each
"""

_ENDS_AT = """
SELECT each, (SELECT seq FROM eventlog.event WHERE stream = each AND at <= %s ORDER BY seq DESC LIMIT 1)
FROM unnest(%s::text[]) each
"""

_NEWEST = """
SELECT max(newest.at) FROM unnest(%s::text[]) each
CROSS JOIN LATERAL (SELECT at FROM eventlog.event WHERE stream = each ORDER BY seq DESC LIMIT 1) AS newest
"""

_READ_MANY = """
SELECT stream, seq, kind, schema, payload, actor, command_id, at, hash FROM eventlog.event
WHERE stream = ANY(%s::text[]) AND kind <> ALL(%s::text[]) ORDER BY stream, seq
"""

_READ_KINDS = """
SELECT stream, seq, kind, schema, payload, actor, command_id, at, hash FROM eventlog.event
WHERE stream = ANY(%s::text[]) AND kind = ANY(%s::text[]) ORDER BY stream, seq
"""

_WRITTEN = """
SELECT seq, kind, schema, payload, actor, command_id, hash, at FROM eventlog.event
WHERE stream = %s AND seq > %s ORDER BY seq LIMIT %s
"""

# Events behind the first come as text that the server splits, which costs the client less than arrays.
_APPEND = """
SELECT eventlog.append(%s, %s, %s::smallint, %s, %s::smallint, %s, %s, %s, %s, %s, %b::bytea, %s, %s, %s)
"""

# The prefix is a range, so that the key is used whatever is known when the statement is planned.
_MENTIONING = """
SELECT DISTINCT stream FROM eventlog.event
WHERE stream >= %s AND stream < %s AND kind = ANY(%s::text[]) AND strpos(payload, %s) > 0 ORDER BY stream
"""

_STREAMS = "SELECT stream FROM eventlog.event WHERE seq = 1 AND stream LIKE %s ORDER BY stream"

_FOLLOW = """
SELECT position, stream, seq, kind, schema, payload, actor, command_id, at, hash
FROM eventlog.ledger
CROSS JOIN LATERAL (
    SELECT kind, schema, payload, actor, command_id, at, hash FROM eventlog.event
    WHERE event.stream = ledger.stream AND event.seq = ledger.seq
    OFFSET 0 -- one by one: PostgreSQL does not reckon that partitions are passed over, and would rather read them whole
) AS event
WHERE ledger.shard = %s AND position >= %s ORDER BY position LIMIT %s
"""


def read(stream: str, after: int = 0) -> History:
    """The events of *stream* behind number *after*, in order, and its head. Raises `UnknownEvent`.

    A stream that nobody has written to is empty; so are the events when *after* is the last one's number.
    """
    rows = _fetch(_READ, stream, max(after, 1))  # with the event at *after*, for the sake of the head
    if not rows:
        return History(head(stream) if after else Head.empty(stream), ())
    end = rows[-1]
    return History(
        Head(stream, end[1], end[8], end[7], end[9]), tuple(_event(row[:9]) for row in rows if row[1] > after)
    )


def head(stream: str) -> Head:
    """The end of *stream*: number 0 and 32 zero bytes if nobody has written to it."""
    rows = _fetch(_HEAD, stream)
    return Head(stream, *rows[0]) if rows else Head.empty(stream)


def ends(streams: Sequence[str]) -> dict[str, int]:
    """The number of the last event of each of *streams* that has any."""
    return {stream: seq for stream, seq in _fetch(_ENDS, list(streams)) if seq is not None}


def ends_at(streams: Sequence[str], at: datetime) -> dict[str, int]:
    """The number of the last event that each of *streams* had at the moment *at*, if it had any."""
    return {stream: seq for stream, seq in _fetch(_ENDS_AT, at, list(streams)) if seq is not None}


def newest_moment(streams: Sequence[str]) -> datetime | None:
    """When the newest event of *streams* was stored. None if they have none."""
    moment: datetime | None = _fetch(_NEWEST, list(streams))[0][0]
    return moment


def read_many(streams: Sequence[str], *, without: Sequence[str] = ()) -> dict[str, list[StoredEvent]]:
    """The events of each of *streams* that has any, in order, but for those of the kinds *without*."""
    return _by_stream(_fetch(_READ_MANY, list(streams), list(without))) if streams else {}


def read_kinds(stream: str, kinds: Sequence[str]) -> list[StoredEvent]:
    """The events of *stream* that are of these kinds, in order."""
    return read_kinds_of_many([stream], kinds).get(stream, [])


def read_kinds_of_many(streams: Sequence[str], kinds: Sequence[str]) -> dict[str, list[StoredEvent]]:
    """The events of each of *streams* that has any of these kinds, in order."""
    return _by_stream(_fetch(_READ_KINDS, list(streams), list(kinds)))


def streams(prefix: str) -> list[str]:
    """The names of all streams that begin with *prefix*, in order."""
    return [name for (name,) in _fetch(_STREAMS, f"{prefix}%")]


def streams_mentioning(prefix: str, kinds: Sequence[str], text: str) -> list[str]:
    """The names of the streams that begin with *prefix* and have *text* in the payload of an event of these kinds."""
    end = prefix[:-1] + chr(ord(prefix[-1]) + 1)
    return [name for (name,) in _fetch(_MENTIONING, prefix, end, list(kinds), text)]


def append(
    head: Head, events: Sequence[NewEvent], *, actor: UUID | None, command_id: UUID, at: datetime | None = None
) -> Appended:
    """Store *events* behind *head*, all or none, in one round trip, and announce them after the commit.

    Joins the transaction that is open on Django's connection, else commits at once. *at* is now, and never before the
    event at *head*. Another time must be within 5 seconds of the database's clock, or in the past while `importing`.
    The same command at the same head again stores nothing and answers `replayed`: so a lost answer is had again.

    Raises `StreamMovedOn` if the stream does not end at *head*, `CommandReused` if this command wrote something else
    there – both leave the open transaction usable – and `NotCanonical`, `UnknownEvent`, `LinkRefused`, `ClockIsOff`.
    """
    if not events:
        raise ValueError("There is nothing to append.")
    return _append(head, events, actor=actor, command_id=command_id, at=at)


@transaction.atomic
def append_with(
    head: Head, event: NewEvent, parts: Sequence[Part], *, actor: UUID | None, command_id: UUID
) -> Appended:
    """Store one event as `append` does and, beside it, private parts that it commits to."""
    kept = private_data.seal_parts(head.stream, head.seq + 1, parts)
    commit = private_data.commitment([part.digest for part in kept])
    done = _append(head, [event], actor=actor, command_id=command_id, at=None, commit=commit)
    if not done.replayed:
        private_data.put(kept)
    return done


def read_from(position: int, limit: int, shard: int = SHARD) -> Batch:
    """At most *limit* events of a shard from *position* on, in the order in which they were sealed.

    An event has no position before it is committed and sealed, and positions have no holes, so whoever reads on from
    `Batch.next` meets every event once. Raises `UnknownEvent`, `LedgerBroken`.
    """
    rows = statements.fetch(_FOLLOW, shard, position, limit, binary=True)
    for expected, row in enumerate(rows, position):
        if row[0] != expected:
            raise LedgerBroken(position=expected, reason=Phrase("there is no event"))
    return Batch(position, tuple(_event(row[1:]) for row in rows))


@contextmanager
def importing() -> Iterator[None]:
    """A transaction in which events may be of the past."""
    with transaction.atomic():
        _set_importing("on")
        yield
        _set_importing("off")


def _set_importing(value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('eventlog.importing', %s, true)", [value])


def _fetch(query: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.cursor.format = Format.BINARY  # rows of events are read in half the time
        cursor.execute(query, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _bodies(events: Sequence[NewEvent]) -> list[Body]:
    kinds, schemas, payloads = zip(*events, strict=True)
    for kind, schema in set(zip(kinds, schemas, strict=True)):
        upcasters.check_current(kind, schema)
    return list(zip(kinds, schemas, canonical.dump_all(payloads), strict=True))


def _by_stream(rows: Sequence[Row]) -> dict[str, list[StoredEvent]]:
    found: dict[str, list[StoredEvent]] = {}
    for row in rows:
        found.setdefault(row[0], []).append(_event(row))
    return found


def _event(row: Row) -> StoredEvent:
    stream, seq, kind, schema, payload, *rest = row
    schema, payload = upcasters.upcast(kind, schema, canonical.parse(payload))
    return StoredEvent(stream, seq, kind, schema, payload, *rest)


def _ready() -> BaseDatabaseWrapper:
    """Django's connection, prepared as before a statement of Django's own."""
    database = connections[DEFAULT_DB_ALIAS]
    database.validate_thread_sharing()
    database.close_if_health_check_failed()
    database.ensure_connection()
    database.validate_no_broken_transaction()
    return database


def _append(
    head: Head,
    events: Sequence[NewEvent],
    *,
    actor: UUID | None,
    command_id: UUID,
    at: datetime | None,
    commit: bytes | None = None,
) -> Appended:
    bodies = _bodies(events)
    time = max(datetime.now(UTC), head.at) if at is None else at
    first = head.seq + 1
    hashes = links(
        head.hash,
        bodies,
        stream=head.stream,
        first=first,
        shard=head.shard,
        private_commit=commit,
        actor=actor,
        command_id=command_id,
        at=time,
    )
    database = _ready()
    if not insert(database, (head.stream, first, head.shard), bodies, (commit, actor, command_id, time), hashes):
        return _replay_answer(head, bodies, actor, command_id)
    done = Appended(Head(head.stream, head.seq + len(bodies), hashes[-1], time, head.shard), first, replayed=False)
    database.on_commit(partial(appended.send_robust, sender=Appended, appended=done), robust=True)
    return done


def insert(
    database: BaseDatabaseWrapper,
    place: tuple[str, int, int],
    bodies: Sequence[Body],
    columns: tuple[bytes | None, UUID | None, UUID, datetime],
    hashes: Sequence[bytes],
) -> bool:
    """Whether the events were stored behind each other, the first at *place*: stream, seq, shard.

    *columns*, which they share: private_commit, actor, command_id, at. Raises `LinkRefused`, `ClockIsOff`.
    """
    (kind, schema, payload), *others = bodies
    more: tuple[str | None, ...] = (None, None, None)
    if others:
        kinds, schemas, payloads = zip(*others, strict=True)
        more = ("\n".join(kinds), "\n".join(map(str, schemas)), b"\n".join(payloads).decode())
    row = (*place, kind, schema, payload.decode(), *columns, b"".join(hashes), *more)
    try:  # psycopg's own cursor: Django's takes a tenth of an append's time
        with database.wrap_database_errors, psycopg.Cursor(database.connection) as cursor:
            (stored,) = cursor.execute(_APPEND, row, prepare=True).fetchone() or (False,)
            return bool(stored)
    except IntegrityError as error:
        if isinstance(error.__cause__, psycopg.Error) and error.__cause__.diag.constraint_name == LINKED:
            reason = error.__cause__.diag.message_detail
            refused = ClockIsOff if reason in OF_THE_CLOCK else LinkRefused
            raise refused(stream=place[0], seq=place[1], reason=reason) from error
        raise


def _replay_answer(tried: Head, bodies: Sequence[Body], actor: UUID | None, command_id: UUID) -> Appended:
    """The first answer again, if this very command is behind *tried*. Raises `StreamMovedOn`, `CommandReused`."""
    rows = _fetch(_WRITTEN, tried.stream, tried.seq, len(bodies) + 1)
    if not rows or rows[0][5] != command_id:
        raise StreamMovedOn(stream=tried.stream, expected=tried.seq, actual=head(tried.stream).seq)
    written = [row for row in rows if row[5] == command_id]
    asked = [(kind, schema, payload.decode(), actor) for kind, schema, payload in bodies]
    if [row[1:5] for row in written] != asked:
        raise CommandReused(stream=tried.stream, command_id=command_id)
    seq, *_, link, at = written[-1]
    return Appended(Head(tried.stream, seq, link, at, tried.shard), tried.seq + 1, replayed=True)
