"""Keeps projections up with the log.

Everything here may be repeated, run twice at once or killed at any line: what a batch changes and how far it came are
committed together, under a lock on the projection's own row.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import connection, transaction

from league.eventlog import sealer, store
from league.eventlog.errors import ProjectionFaulted
from league.eventlog.projections import fast_path, registry
from league.eventlog.projections.registry import Fence, Projector
from league.eventlog.types import Batch, StoredEvent

BATCH = 1000  # events in one transaction
REBUILD_BATCH = 5000  # events at a time; a rebuild is one transaction

log = logging.getLogger("ludex.projections")

_ENSURE = """
INSERT INTO eventlog.projection (name, shard, version, position) VALUES (%s, %s, %s, 0) ON CONFLICT DO NOTHING
"""
_LOCK = "SELECT version, position, fault FROM eventlog.projection WHERE name = %s AND shard = %s FOR UPDATE"
_LOCK_IF_FREE = f"{_LOCK} SKIP LOCKED"
_MOVE = "UPDATE eventlog.projection SET version = %s, position = %s, fault = %s WHERE name = %s AND shard = %s"
_STATUS = """
SELECT projection.position, shard.size, projection.fault FROM eventlog.shard
LEFT JOIN eventlog.projection ON projection.shard = shard.id AND projection.name = %s
WHERE shard.id = %s
"""


@dataclass(frozen=True, slots=True)
class Status:
    """How a projection stands: the next position it will read, how many sealed events it lacks, why it stopped."""

    name: str
    position: int
    behind: int
    fault: str | None


@dataclass(frozen=True, slots=True)
class _Cursor:
    version: int
    position: int
    fault: str | None


def catch_up(name: str) -> int:
    """Apply what was sealed since the last time; return how many events. Raises `UnknownProjection`.

    Returns 0 at once while another is at it. An event that cannot be applied is never skipped: the projection stops
    before it, `faulted` with the error, until it is rebuilt or its projector gets a new version.
    """
    projector = registry.find(name)
    _ensure(projector)
    total = 0
    while applied := _step(projector):
        total += applied
    return total


def catch_up_all() -> dict[str, int]:
    """Seal what was committed and bring every projection up to it; return how many events each applied."""
    few, fences = fast_path.few(sealer.seal_all()), fast_path.left()
    applied = dict.fromkeys(registry.names(), 0)
    if few.events and fences is not None:
        applied |= _take_in(few, fences, registry.names())
        if all(applied.values()):
            return applied
    seen = fast_path.look()
    if behind := seen.behind():
        done = _take_in(seen.few, seen.fences(), behind)
        for name, count in done.items():
            applied[name] += count
        if not all(seen.up_with(name, done) for name in behind):
            for name in fast_path.look().behind():
                applied[name] += catch_up(name)
    return applied


def rebuild(name: str) -> int:
    """Make a projection's rows anew from the whole log; return how many events it took.

    Readers see the old rows until all of the new ones are there. Raises `UnknownProjection`, and `ProjectionFaulted` if
    an event cannot be applied; the old rows then stay.
    """
    projector = registry.find(name)
    sealer.seal_all()
    _ensure(projector)
    with transaction.atomic():
        cursor = _lock(_LOCK, projector)
        assert cursor is not None  # noqa: S101 - it was ensured
        position, fault = _replay(projector, cursor)
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
    """How every projection stands."""
    return tuple(status_of(name) for name in registry.names())


def lacks(name: str) -> bool:
    """Whether anything was committed that the projection has not taken in, sealed or not."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM eventlog.inbox WHERE shard = %s)", [store.SHARD])
        waiting: bool = cursor.fetchone()[0]
    return waiting or status_of(name).behind > 0


def status_of(name: str) -> Status:
    """How one projection stands."""
    with connection.cursor() as cursor:
        cursor.execute(_STATUS, [name, store.SHARD])
        position, size, fault = cursor.fetchone()
    return Status(name, position or 0, size - (position or 0), fault)


def _take_in(few: Batch, fences: Mapping[str, Fence], names: Sequence[str]) -> dict[str, int]:
    """Let those take in the *few* events that have nothing else to do; how many each applied."""
    done = fast_path.take_ahead(few, fences)
    if others := [name for name in names if name not in done]:
        done |= fast_path.take_in_few(few, others)
    return done


def _ensure(projector: Projector) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_ENSURE, [projector.name, store.SHARD, projector.version])


def _lock(query: str, projector: Projector) -> _Cursor | None:
    with connection.cursor() as cursor:
        cursor.execute(query, [projector.name, store.SHARD])
        row = cursor.fetchone()
    return _Cursor(*row) if row else None


def _move(projector: Projector, position: int, fault: str | None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_MOVE, [projector.version, position, fault, projector.name, store.SHARD])


def _step(projector: Projector) -> int:
    """One batch in one transaction; how many events it applied."""
    with transaction.atomic():
        cursor = _lock(_LOCK_IF_FREE, projector)
        if cursor is None:
            return 0
        if cursor.version != projector.version:
            return _replay(projector, cursor)[0]
        if cursor.fault is not None:
            return 0
        position, fault = _apply(projector, cursor.position, BATCH)
        if fault or position != cursor.position:
            _move(projector, position, fault)
    return position - cursor.position


def _replay(projector: Projector, cursor: _Cursor) -> tuple[int, str | None]:
    """Reset and apply the whole log, or leave the rows as they are and note why; the end, and the fault there."""
    position, ended = 0, False
    with transaction.atomic():
        projector.reset()
        while not ended:
            end, fault = _apply(projector, position, REBUILD_BATCH)
            position, ended = end, bool(fault) or end == position
        transaction.set_rollback(bool(fault))
    if fault:
        _move(projector, cursor.position, f"at position {position}, anew: {fault}")
    else:
        _move(projector, position, None)
    return position, fault


def _apply(projector: Projector, position: int, limit: int) -> tuple[int, str | None]:
    """Apply at most *limit* events: all of them, or those before one that fails; the end, and the fault there."""
    try:
        with transaction.atomic():
            batch = store.read_from(position, limit)
            if batch.events:
                projector.apply(batch.events)
            return batch.next, None
    except registry.NOT_OF_THE_EVENT:
        raise  # whoever called tries again
    except Exception as error:
        if limit == 1:
            log.exception("Projection %s stopped at position %d.", projector.name, position)
            return position, f"{type(error).__name__}: {error}"
    for start in range(position, position + limit):
        end, fault = _apply(projector, start, 1)
        if fault or end == start:
            return end, fault
    return position + limit, None
