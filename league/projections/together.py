"""Few new events, taken in by all projections at once.

A single result costs more for the transactions of every projection, and for reading the same event again, than for the
rows that it changes. What is not of the usual kind, `league.projections.runner` does one projection at a time.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import connection, transaction

from league.errors import LeagueError
from league.eventlog import store
from league.eventlog.values import Event
from league.projections import registry
from league.projections.registry import Fence

FEW = 100  # events; with more of them the transactions do not count, and nobody should wait for the slowest projection

_STAND = """
SELECT projection.name, version, position, fault, projection.xmin::text, shard.size FROM eventlog.projection
JOIN eventlog.shard ON shard.id = projection.shard WHERE shard = %s AND projection.name = ANY(%s::text[])
"""
_LOCK_THOSE = f"{_STAND} FOR UPDATE OF projection SKIP LOCKED"
_MOVE_THOSE = """
UPDATE eventlog.projection SET position = %s WHERE shard = %s AND name = ANY(%s::text[]) RETURNING name, xmin::text
"""


class _Standing(NamedTuple):
    """Where a projection stands, of a log of `size`."""

    version: int
    position: int
    fault: str | None
    writer: str
    size: int

    @property
    def fence(self) -> Fence:
        return Fence(self.position, self.writer)


def behind() -> list[str]:
    """The projections that have something to do, in their order."""
    rows = _standing(_STAND, registry.names())
    return [
        name
        for name in registry.names()
        if name not in rows
        or rows[name].version != registry.find(name).version  # its rows are made anew
        or (_goes_on(name, rows[name]) and rows[name].position < rows[name].size)
    ]


def take_ahead(names: Sequence[str]) -> dict[str, int]:
    """Let those of *names* that can take in few events by what they remember; how many each applied."""
    those = [name for name in names if isinstance(registry.find(name), registry.Ahead)]
    done: dict[str, int] = {}
    for name, row in _standing(_STAND, those).items():
        events = _few_from(row.position) if _goes_on(name, row) else ()
        projector = registry.find(name)
        if events and isinstance(projector, registry.Ahead) and projector.take_ahead(row.fence, events):
            done[name] = len(events)
    return done


def take_in_few(names: Sequence[str]) -> dict[str, int]:
    """Let those of *names* that stand at one position take in the few events behind it; how many each applied.

    One transaction and one reading for all of them: a single result otherwise costs more for its transactions than for
    its rows. Who meets an event that it cannot apply, or is not where the others are, is left as it was.
    """
    with transaction.atomic():
        rows = _standing(_LOCK_THOSE, names)
        ready = [name for name in names if name in rows and _goes_on(name, rows[name])]
        position = max((rows[name].position for name in ready), default=0)
        events = _few_from(position)
        done = [name for name in ready if rows[name].position == position and _applied(name, events)]
        end = position + len(events)
        with connection.cursor() as cursor:
            cursor.execute(_MOVE_THOSE, [end, store.SHARD, done])
            for name, writer in cursor.fetchall():
                projector = registry.find(name)
                if isinstance(projector, registry.Ahead):
                    projector.moved(rows[name].fence, Fence(end, writer), events)
    return dict.fromkeys(done, len(events))


def _few_from(position: int) -> Sequence[Event]:
    """The events from *position* on; none if they are many, or one of them cannot be read."""
    try:
        events = store.read_from(position, FEW + 1).events
    except LeagueError:
        return ()
    return events if len(events) <= FEW else ()


def _goes_on(name: str, row: _Standing) -> bool:
    return row.version == registry.find(name).version and row.fault is None


def _applied(name: str, events: Sequence[Event]) -> bool:
    try:
        with transaction.atomic():
            registry.find(name).apply(events)
    except registry.NOT_OF_THE_EVENT:
        raise
    except Exception:
        return False  # it is told when the projection meets the event alone
    return True


def _standing(query: str, names: Sequence[str]) -> dict[str, _Standing]:
    with connection.cursor() as cursor:
        cursor.execute(query, [store.SHARD, list(names)])
        return {name: _Standing(*row) for name, *row in cursor.fetchall()}
