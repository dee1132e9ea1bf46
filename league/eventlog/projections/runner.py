"""Keeps projections up with the log.

Everything here may be repeated, run twice at once or killed at any line: what a batch changes and how far it came are
committed together, under a lock on the projection's own row. It has one for each shard, so several workers can be at
several shards. A shard that somebody is at is passed over, and free again when they are done or gone.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection, transaction

from league.eventlog import sealer, store
from league.eventlog.errors import LedgerBroken, ProjectionFaulted
from league.eventlog.projections import registry
from league.eventlog.projections.registry import Projector
from league.eventlog.types import Batch, StoredEvent

BATCH = 1000  # events in one transaction
REBUILD_BATCH = 5000  # events at a time; a rebuild is one transaction
STAY = 10  # batches of a shard before the next one gets its turn: what was folded of its clubs is remembered

log = logging.getLogger("ludex.projections")

_ENSURE = """
INSERT INTO eventlog.projection (name, shard, version, position)
SELECT name, %s, version, 0 FROM unnest(%s::text[], %s::int[]) AS new (name, version) ON CONFLICT DO NOTHING
"""
_LOCK_BEHIND = """
SELECT name, shard, projection.version, position, fault
FROM eventlog.projection JOIN unnest(%s::text[], %s::int[]) AS wanted (name, version) USING (name)
WHERE shard = %s AND (
    projection.version <> wanted.version
    OR fault IS NULL AND position < (SELECT size FROM eventlog.shard WHERE id = shard)
)
FOR UPDATE OF projection SKIP LOCKED
"""
_LOCK = (
    "SELECT name, shard, version, position, fault FROM eventlog.projection WHERE name = %s ORDER BY shard FOR UPDATE"
)
_LOCK_IF_FREE = f"{_LOCK} SKIP LOCKED"
_SHARDS_OF = "SELECT count(*) FROM eventlog.projection WHERE name = %s"
_MOVE = "UPDATE eventlog.projection SET version = %s, position = %s, fault = %s WHERE name = %s AND shard = %s"
_NEED_NOT_WAIT = "SET LOCAL synchronous_commit TO off"  # rows and cursors are lost together, and made again
# What a projection lacks: in each shard the next event in the order, else the first that has no place in it yet. An
# imported event is older than its place, so nothing is lacked for longer than since the last time that all was taken
# in; unless the projection has stopped, for then the others go on without it.
_STATUS = """
SELECT name, sum(position)::bigint, sum(size - position)::bigint,
    string_agg(CASE shard WHEN 0 THEN '' ELSE 'shard ' || shard || ', ' END || fault, '; ' ORDER BY shard),
    bool_and(position = size) AND NOT EXISTS (SELECT FROM eventlog.inbox), max(age)
FROM (
    SELECT name, place, shard, position, size, fault, CASE WHEN current THEN 0 ELSE greatest(0, least(
        extract(epoch FROM clock_timestamp() - coalesce(
            (SELECT event.at FROM eventlog.ledger JOIN eventlog.event USING (stream, seq)
            WHERE ledger.shard = found.shard AND ledger.position = found.position),
            (SELECT event.at FROM eventlog.inbox AS oldest JOIN eventlog.event
            ON event.stream = oldest.stream AND event.seq = oldest.first
            WHERE oldest.shard = found.shard ORDER BY oldest.id LIMIT 1)
        )),
        CASE WHEN fault IS NULL THEN extract(epoch FROM clock_timestamp() - (
            SELECT seen FROM league_seen_part WHERE name = 'projections'
        )) END
    )) END::float8 AS age
    FROM (
        SELECT wanted.name, place, coalesce(position, 0) AS position, size, fault, shard.id AS shard,
            coalesce(position, 0) = size
                AND NOT EXISTS (SELECT FROM eventlog.inbox WHERE inbox.shard = shard.id) AS current
        FROM unnest(%s::text[]) WITH ORDINALITY AS wanted (name, place) CROSS JOIN eventlog.shard
        LEFT JOIN eventlog.projection ON projection.shard = shard.id AND projection.name = wanted.name
    ) AS found
) AS by_shard GROUP BY name, place ORDER BY place
"""


@dataclass(frozen=True, slots=True)
class Status:
    """How a projection stands in all shards: how many events it has taken in, how many sealed ones it lacks, why it
    stopped.

    `current` is whether it lacks nothing at all, sealed or not, and `age` for how many seconds it has lacked something.
    """

    name: str
    position: int
    behind: int
    fault: str | None
    current: bool
    age: float


class Lag(NamedTuple):
    """How many events of the log are taken in, and whether these are all that were committed."""

    position: int
    current: bool


class _Replayed(NamedTuple):
    """How many events all shards have, or the position of the event that could not be applied, and the fault there."""

    events: int
    position: int
    fault: str | None


@dataclass(frozen=True, slots=True)
class _Cursor:
    name: str
    shard: int
    version: int
    position: int
    fault: str | None


def catch_up(name: str) -> int:
    """Apply what was sealed since the last time; return how many events. Raises `UnknownProjection`.

    Returns 0 at once while another is at it. An event that cannot be applied is never skipped: the projection stops
    before it, `faulted` with the error, until it is rebuilt or its projector gets a new version.
    """
    return _catch_up([registry.find(name)], sealer.shards())[name]


def catch_up_all(first: Sequence[int] = ()) -> dict[str, int]:
    """Seal what was committed and bring every projection up to it. Returns how many events each applied.

    The shards *first* come before the others. Those that lack much get some batches in turn.
    Raises `LedgerBroken` when everything else is done.
    """
    broken = None
    try:
        sealer.seal_all()
    except LedgerBroken as error:
        broken = error
    shards = sorted(sealer.shards(), key=lambda shard: shard not in first)
    applied = _catch_up([registry.find(name) for name in registry.names()], shards)
    if broken is not None:
        raise broken
    return applied


def rebuild(name: str) -> int:
    """Make a projection's rows anew from the whole log; return how many events it took.

    Readers see the old rows until all of the new ones are there. Raises `UnknownProjection`, and `ProjectionFaulted` if
    an event cannot be applied; the old rows then stay.
    """
    projector = registry.find(name)
    sealer.seal_all()
    for shard in sealer.shards():
        _ensure([projector], shard)
    with transaction.atomic():
        done = _replay(_lock(_LOCK, name))
    if done.fault:
        raise ProjectionFaulted(name=name, position=done.position, reason=done.fault)
    return done.events


def try_out(events: Sequence[StoredEvent]) -> str | None:
    """Let every projection take in *events* and forget them again; what is wrong with them for the first that cannot.

    What the events follow on was taken in before.
    """
    for name in registry.names():
        try:
            with transaction.atomic():
                registry.find(name).apply(events)
                transaction.set_rollback(True)
        except registry.NOT_OF_THE_EVENT:
            raise
        except Exception as error:
            return f"{name}: {type(error).__name__}: {error}"
    return None


def status() -> tuple[Status, ...]:
    return _statuses(registry.names())


def lacks(name: str) -> bool:
    """Whether anything was committed that the projection has not taken in, sealed or not."""
    return not status_of(name).current


def status_of(name: str) -> Status:
    (found,) = _statuses([name])
    return found


def _statuses(names: Sequence[str]) -> tuple[Status, ...]:
    with connection.cursor() as cursor:
        cursor.execute(_STATUS, [list(names)])
        return tuple(Status(*row) for row in cursor.fetchall())


def lag(name: str) -> Lag:
    """How far a projection is. Read it before the rows, so that these are at least as new."""
    known = status_of(name)
    return Lag(known.position, known.current)


def _catch_up(projectors: Sequence[Projector], shards: Sequence[int]) -> dict[str, int]:
    for shard in shards:
        _ensure(projectors, shard)
    applied = {projector.name: 0 for projector in projectors}
    while shards:
        shards = [shard for shard in shards if _advance(projectors, shard, applied)]
    return applied


def _advance(projectors: Sequence[Projector], shard: int, applied: dict[str, int]) -> bool:
    """Take some steps in a shard, and count its events. Whether there may be more to do."""
    for _ in range(STAY):
        step = _step(projectors, shard)
        for name, events in step.items():
            applied[name] += events
        if not step:
            return False
    return True


def _step(projectors: Sequence[Projector], shard: int) -> dict[str, int]:
    """One batch in one transaction; how many events each applied that moved or stopped.

    Those that are ahead wait for the others, so that a batch is read once. A new version takes a step of its own.
    """
    with transaction.atomic():
        cursors = _lock(_LOCK_BEHIND, *_names_and_versions(projectors), shard)
        for cursor in cursors:
            if cursor.version != registry.find(cursor.name).version:
                return _replay_if_free(cursor.name)
        position = min((cursor.position for cursor in cursors), default=0)
        batch = _read(shard, position, BATCH) if cursors else None
        applied: dict[str, int] = {}
        for cursor in cursors:
            if cursor.position == position:
                end, fault = _apply(registry.find(cursor.name), shard, position, batch)
                if fault or end != position:
                    _move(cursor, end, fault)
                    applied[cursor.name] = end - position
    return applied


def _names_and_versions(projectors: Sequence[Projector]) -> tuple[list[str], list[int]]:
    return [projector.name for projector in projectors], [projector.version for projector in projectors]


def _ensure(projectors: Sequence[Projector], shard: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_ENSURE, [shard, *_names_and_versions(projectors)])


def _lock(query: str, *values: Any) -> list[_Cursor]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return [_Cursor(*row) for row in cursor.fetchall()]


def _move(cursor: _Cursor, position: int, fault: str | None) -> None:
    with connection.cursor() as database:
        database.execute(_NEED_NOT_WAIT)
        database.execute(_MOVE, [registry.find(cursor.name).version, position, fault, cursor.name, cursor.shard])


def _replay_if_free(name: str) -> dict[str, int]:
    """Replay all shards unless somebody is at one of them. Who waits for a shard here may be waited for in another."""
    cursors = _lock(_LOCK_IF_FREE, name)
    with connection.cursor() as database:
        database.execute(_SHARDS_OF, [name])
        (known,) = database.fetchone()
    return {name: _replay(cursors).events} if len(cursors) == known else {}


def _replay(cursors: Sequence[_Cursor]) -> _Replayed:
    """Reset and apply the whole log, one shard after the other, or keep the old rows."""
    ends: list[int] = []
    fault = None
    with transaction.atomic():
        cursors = _reset(cursors)
        for cursor in cursors:
            position, fault = _replay_shard(cursor)
            ends.append(position)
            if fault:
                break
        transaction.set_rollback(bool(fault))
    if fault:
        at = _where(cursors[len(ends) - 1].shard, ends[-1])
        for cursor in cursors:
            _move(cursor, cursor.position, f"{at}, anew: {fault}")
    else:
        for cursor, end in zip(cursors, ends, strict=True):
            _move(cursor, end, None)
    return _Replayed(sum(ends), ends[-1], fault)


def _reset(cursors: Sequence[_Cursor]) -> Sequence[_Cursor]:
    """Delete the rows of all shards. Returns the cursors, with those of shards that had rows by then."""
    while True:
        registry.find(cursors[0].name).reset()
        again = _lock(_LOCK, cursors[0].name)
        if len(again) == len(cursors):
            return again
        cursors = again


def _replay_shard(cursor: _Cursor) -> tuple[int, str | None]:
    """Apply all of a shard. Returns the end, and the fault there."""
    position, ended, fault = 0, False, None
    while not ended:
        batch = _read(cursor.shard, position, REBUILD_BATCH)
        end, fault = _apply(registry.find(cursor.name), cursor.shard, position, batch)
        position, ended = end, bool(fault) or end == position
    return position, fault


def _where(shard: int, position: int) -> str:
    return f"at position {position}" if shard == store.SHARD else f"at position {position} of shard {shard}"


def _read(shard: int, position: int, limit: int) -> Batch | None:
    """At most *limit* events from a position on. None if one of them cannot be read."""
    try:
        return store.read_from(position, limit, shard)
    except registry.NOT_OF_THE_EVENT:
        raise
    except Exception:
        return None


def _apply(projector: Projector, shard: int, position: int, batch: Batch | None) -> tuple[int, str | None]:
    """Apply a batch, or what comes before an event that fails. Returns the end, and the fault there."""
    if batch is not None:
        try:
            with transaction.atomic():
                if batch.events:
                    projector.apply(batch.events)
            return batch.next, None
        except registry.NOT_OF_THE_EVENT:
            raise  # whoever called tries again
        except Exception as error:
            where = _where(shard, position)
            log.info("Projection %s is given the events from there on one by one, %s: %s", projector.name, where, error)
    return _apply_singly(projector, shard, position)


def _apply_singly(projector: Projector, shard: int, position: int) -> tuple[int, str | None]:
    """Apply event after event to the end of the log, or to one that fails. Returns the end, and the fault there."""
    while True:
        try:
            with transaction.atomic():
                one = store.read_from(position, 1, shard)
                if not one.events:
                    return position, None
                projector.apply(one.events)
                position = one.next
        except registry.NOT_OF_THE_EVENT:
            raise
        except Exception as error:
            log.exception("Projection %s stopped %s.", projector.name, _where(shard, position))
            return position, f"{type(error).__name__}: {error}"
