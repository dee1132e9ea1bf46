"""Keeps projections up with the log.

Everything here may be repeated, run twice at once or killed at any line: what a batch changes and how far it came are
committed together, under a lock on the projection's own row.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection, transaction

from league.eventlog import sealer, store
from league.eventlog.errors import ProjectionFaulted
from league.eventlog.projections import registry
from league.eventlog.projections.registry import Projector
from league.eventlog.types import Batch, StoredEvent

BATCH = 1000  # events in one transaction
REBUILD_BATCH = 5000  # events at a time; a rebuild is one transaction

log = logging.getLogger("ludex.projections")

_ENSURE = """
INSERT INTO eventlog.projection (name, shard, version, position)
SELECT name, %s, version, 0 FROM unnest(%s::text[], %s::int[]) AS new (name, version) ON CONFLICT DO NOTHING
"""
_LOCK_BEHIND = """
SELECT name, projection.version, position, fault
FROM eventlog.projection JOIN unnest(%s::text[], %s::int[]) AS wanted (name, version) USING (name)
WHERE shard = %s AND (
    projection.version <> wanted.version
    OR fault IS NULL AND position < (SELECT size FROM eventlog.shard WHERE id = shard)
)
FOR UPDATE OF projection SKIP LOCKED
"""
_LOCK = "SELECT name, version, position, fault FROM eventlog.projection WHERE name = %s AND shard = %s FOR UPDATE"
_MOVE = "UPDATE eventlog.projection SET version = %s, position = %s, fault = %s WHERE name = %s AND shard = %s"
_NEED_NOT_WAIT = "SET LOCAL synchronous_commit TO off"  # rows and cursors are lost together, and made again
# What a projection lacks: the next event in the order, else the first that has no place in it yet. An imported event is
# older than its place, so nothing is lacked for longer than since the last time that all was taken in; unless the
# projection has stopped, for then the others go on without it.
_STATUS = """
SELECT name, position, size - position, fault, current, CASE WHEN current THEN 0 ELSE greatest(0, least(
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
)) END::float8
FROM (
    SELECT wanted.name, place, coalesce(position, 0) AS position, size, fault, shard.id AS shard,
        coalesce(position, 0) = size AND NOT EXISTS (SELECT FROM eventlog.inbox WHERE inbox.shard = shard.id) AS current
    FROM unnest(%s::text[]) WITH ORDINALITY AS wanted (name, place) CROSS JOIN eventlog.shard
    LEFT JOIN eventlog.projection ON projection.shard = shard.id AND projection.name = wanted.name
    WHERE shard.id = %s
) AS found ORDER BY place
"""


@dataclass(frozen=True, slots=True)
class Status:
    """How a projection stands: the next position it will read, how many sealed events it lacks, why it stopped.

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


@dataclass(frozen=True, slots=True)
class _Cursor:
    name: str
    version: int
    position: int
    fault: str | None


def catch_up(name: str) -> int:
    """Apply what was sealed since the last time; return how many events. Raises `UnknownProjection`.

    Returns 0 at once while another is at it. An event that cannot be applied is never skipped: the projection stops
    before it, `faulted` with the error, until it is rebuilt or its projector gets a new version.
    """
    return _catch_up([registry.find(name)])[name]


def catch_up_all() -> dict[str, int]:
    """Seal what was committed and bring every projection up to it. Returns how many events each applied."""
    sealer.seal_all()
    return _catch_up([registry.find(name) for name in registry.names()])


def rebuild(name: str) -> int:
    """Make a projection's rows anew from the whole log; return how many events it took.

    Readers see the old rows until all of the new ones are there. Raises `UnknownProjection`, and `ProjectionFaulted` if
    an event cannot be applied; the old rows then stay.
    """
    projector = registry.find(name)
    sealer.seal_all()
    _ensure([projector])
    with transaction.atomic():
        (cursor,) = _lock(_LOCK, name, store.SHARD)
        position, fault = _replay(cursor)
    if fault:
        raise ProjectionFaulted(name=name, position=position, reason=fault)
    return position


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
        cursor.execute(_STATUS, [list(names), store.SHARD])
        return tuple(Status(*row) for row in cursor.fetchall())


def lag(name: str) -> Lag:
    """How far a projection is. Read it before the rows, so that these are at least as new."""
    known = status_of(name)
    return Lag(known.position, known.current)


def _catch_up(projectors: Sequence[Projector]) -> dict[str, int]:
    _ensure(projectors)
    applied = {projector.name: 0 for projector in projectors}
    while step := _step(projectors):
        for name, events in step.items():
            applied[name] += events
    return applied


def _step(projectors: Sequence[Projector]) -> dict[str, int]:
    """One batch in one transaction; how many events each applied that moved or stopped.

    Those that are ahead wait for the others, so that a batch is read once. A new version takes a step of its own.
    """
    with transaction.atomic():
        cursors = _lock(_LOCK_BEHIND, *_names_and_versions(projectors), store.SHARD)
        for cursor in cursors:
            if cursor.version != registry.find(cursor.name).version:
                return {cursor.name: _replay(cursor)[0]}
        position = min((cursor.position for cursor in cursors), default=0)
        batch = _read(position, BATCH) if cursors else None
        applied: dict[str, int] = {}
        for cursor in cursors:
            if cursor.position == position:
                end, fault = _apply(registry.find(cursor.name), position, batch)
                if fault or end != position:
                    _move(cursor.name, end, fault)
                    applied[cursor.name] = end - position
    return applied


def _names_and_versions(projectors: Sequence[Projector]) -> tuple[list[str], list[int]]:
    return [projector.name for projector in projectors], [projector.version for projector in projectors]


def _ensure(projectors: Sequence[Projector]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_ENSURE, [store.SHARD, *_names_and_versions(projectors)])


def _lock(query: str, *values: Any) -> list[_Cursor]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return [_Cursor(*row) for row in cursor.fetchall()]


def _move(name: str, position: int, fault: str | None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_NEED_NOT_WAIT)
        cursor.execute(_MOVE, [registry.find(name).version, position, fault, name, store.SHARD])


def _replay(cursor: _Cursor) -> tuple[int, str | None]:
    """Reset and apply the whole log, or keep the old rows. Returns the end, and the fault there."""
    projector = registry.find(cursor.name)
    position, ended, fault = 0, False, None
    with transaction.atomic():
        projector.reset()
        while not ended:
            end, fault = _apply(projector, position, _read(position, REBUILD_BATCH))
            position, ended = end, bool(fault) or end == position
        transaction.set_rollback(bool(fault))
    if fault:
        _move(cursor.name, cursor.position, f"at position {position}, anew: {fault}")
    else:
        _move(cursor.name, position, None)
    return position, fault


def _read(position: int, limit: int) -> Batch | None:
    """At most *limit* events from a position on. None if one of them cannot be read."""
    try:
        return store.read_from(position, limit)
    except registry.NOT_OF_THE_EVENT:
        raise
    except Exception:
        return None


def _apply(projector: Projector, position: int, batch: Batch | None) -> tuple[int, str | None]:
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
            log.info("Projection %s is given the events from %d on one by one: %s", projector.name, position, error)
    return _apply_singly(projector, position)


def _apply_singly(projector: Projector, position: int) -> tuple[int, str | None]:
    """Apply event after event to the end of the log, or to one that fails. Returns the end, and the fault there."""
    while True:
        try:
            with transaction.atomic():
                one = store.read_from(position, 1)
                if not one.events:
                    return position, None
                projector.apply(one.events)
                position = one.next
        except registry.NOT_OF_THE_EVENT:
            raise
        except Exception as error:
            log.exception("Projection %s stopped at position %d.", projector.name, position)
            return position, f"{type(error).__name__}: {error}"
