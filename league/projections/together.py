"""Few new events, taken in by all projections at once.

A single result costs more for the transactions of every projection, and for reading the same event again, than for the
rows that it changes. What is not of the usual kind, `league.projections.runner` does one projection at a time.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from django.db import connection, transaction

from league.errors import LeagueError
from league.eventlog import store
from league.eventlog.values import Batch, Event
from league.projections import registry
from league.projections.registry import Fence

FEW = 100  # events; with more of them the transactions do not count, and nobody should wait for the slowest projection

_LOCK_THOSE = """
SELECT name, version, position, fault, xmin::text, (SELECT size FROM eventlog.shard WHERE id = shard)
FROM eventlog.projection WHERE shard = %s AND name = ANY(%s::text[]) FOR UPDATE SKIP LOCKED
"""
_NEED_NOT_WAIT = "SELECT set_config('synchronous_commit', 'off', true)"  # for the disk: rows and cursors go together
_MOVE_THOSE = """
UPDATE eventlog.projection SET position = %s WHERE shard = %s AND name = ANY(%s::text[]) RETURNING name, xmin::text
"""


class Stand(NamedTuple):
    """Where a projection stands, of a log of `size`, and the transaction that brought it there."""

    version: int
    position: int
    fault: str | None
    writer: str
    size: int

    @property
    def fence(self) -> Fence:
        return Fence(self.position, self.writer)


class Look(NamedTuple):
    """Where every projection stands that was ever brought up, and few `events` from `position` on."""

    stands: Mapping[str, Stand]
    position: int
    events: Sequence[Event]

    def behind(self) -> list[str]:
        """The projections that have something to do, in their order."""
        return [
            name
            for name in registry.names()
            if name not in self.stands
            or self.stands[name].version != registry.find(name).version  # its rows are made anew
            or (_goes_on(name, self.stands[name]) and self.stands[name].position < self.stands[name].size)
        ]

    def up_with(self, name: str, done: Mapping[str, int]) -> bool:
        """Whether a projection is up with the log, as it was seen, after these applied so many events."""
        stand = self.stands.get(name)
        return stand is not None and name in done and stand.position + done[name] >= stand.size


def look() -> Look:
    """How things are. There are no events if they are many, or one of them cannot be read."""
    columns, read = store.news(registry.names(), FEW + 1)
    stands = {each.pop("name"): Stand(**each) for each in columns}
    position = max((each.position for each in stands.values()), default=0)
    return Look(stands, position, _few(read))


def take_ahead(seen: Look, names: Sequence[str]) -> dict[str, int]:
    """Let those of *names* that can take in few events by what they remember; how many each applied."""
    done: dict[str, int] = {}
    for name in names if seen.events else ():
        projector, stand = registry.find(name), seen.stands.get(name)
        if (
            isinstance(projector, registry.Ahead)
            and stand is not None
            and stand.position == seen.position
            and _goes_on(name, stand)
            and projector.take_ahead(stand.fence, seen.events)
        ):
            done[name] = len(seen.events)
    return done


def take_in_few(seen: Look, names: Sequence[str]) -> dict[str, int]:
    """Let those of *names* that stand at one position take in the few events behind it; how many each applied.

    One transaction and one reading for all of them: a single result otherwise costs more for its transactions than for
    its rows. Who meets an event that it cannot apply, or is not where the others are, is left as it was.
    """
    try:
        return _take_in(seen, names, _apply)
    except registry.NOT_OF_THE_EVENT:
        raise
    except Exception:
        return _take_in(seen, names, _applied)  # then each in a savepoint of its own


@transaction.atomic
def _take_in(seen: Look, names: Sequence[str], apply: Callable[[str, Sequence[Event]], bool]) -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(_LOCK_THOSE, [store.SHARD, list(names)])
        rows = {name: Stand(*row) for name, *row in cursor.fetchall()}
        ready = [name for name in names if name in rows and _goes_on(name, rows[name])]
        position = max((rows[name].position for name in ready), default=0)
        events = seen.events if position == seen.position else _few(partial(store.read_from, position, FEW + 1))
        done = [name for name in ready if rows[name].position == position and apply(name, events)]
        end = position + len(events)
        cursor.execute(_NEED_NOT_WAIT)
        cursor.execute(_MOVE_THOSE, [end, store.SHARD, done])
        for name, writer in cursor.fetchall():
            projector = registry.find(name)
            if isinstance(projector, registry.Ahead):
                projector.moved(rows[name].fence, Fence(end, writer), events)
    return dict.fromkeys(done, len(events))


def _few(read: Callable[[], Batch]) -> Sequence[Event]:
    try:
        events = read().events
    except LeagueError:
        return ()
    return events if len(events) <= FEW else ()


def _goes_on(name: str, row: Stand) -> bool:
    return row.version == registry.find(name).version and row.fault is None


def _apply(name: str, events: Sequence[Event]) -> bool:
    registry.find(name).apply(events)
    return True


def _applied(name: str, events: Sequence[Event]) -> bool:
    try:
        with transaction.atomic():
            registry.find(name).apply(events)
    except registry.NOT_OF_THE_EVENT:
        raise
    except Exception:
        return False  # it is told when the projection meets the event alone
    return True
