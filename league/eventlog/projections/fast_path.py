"""Few new events, taken in by all projections at once.

A single result costs more for the transactions of every projection, and for reading the same event again, than for the
rows that it changes. What is not of the usual kind, `league.eventlog.projections.runner` does one projection at a time.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from django.db import connection, transaction

from league.errors import LeagueError
from league.eventlog import store
from league.eventlog.projections import registry
from league.eventlog.projections.registry import Fence
from league.eventlog.sealer import Sealed
from league.eventlog.types import Batch, StoredEvent

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
    """Where every projection stands that was ever brought up; a `few` events behind the foremost, or none if many."""

    stands: Mapping[str, Stand]
    few: Batch

    def behind(self) -> list[str]:
        """The projections that have something to do, in their order."""
        return [
            name
            for name in registry.names()
            if name not in self.stands
            or self.stands[name].version != registry.find(name).version  # its rows are made anew
            or (_goes_on(name, self.stands[name]) and self.stands[name].position < self.stands[name].size)
        ]

    def fences(self) -> dict[str, Fence]:
        """Where those stand that take in the few events before the others."""
        found = {name: self.stands[name] for name in registry.ahead() if name in self.stands}
        return {name: stand.fence for name, stand in found.items() if _goes_on(name, stand)}

    def up_with(self, name: str, done: Mapping[str, int]) -> bool:
        """Whether a projection is up with the log, as it was seen, after these applied so many events."""
        stand = self.stands.get(name)
        return stand is not None and name in done and stand.position + done[name] >= stand.size


def look() -> Look:
    """How things are. There are no events if they are many, or one of them cannot be read."""
    columns, read = store.news(registry.names(), FEW + 1)
    stands = {each.pop("name"): Stand(**each) for each in columns}
    position = max((each.position for each in stands.values()), default=0)
    return Look(stands, _few(position, read))


def few(sealed: Sealed) -> Batch:
    """The events that were sealed. There are none if they are many, or one of them cannot be read."""
    start = sealed.positions[0].start if sealed.rows else 0
    return _few(start, partial(store.batch, start, sealed.rows))


def left() -> dict[str, Fence] | None:
    """Where this process left those that take in few events before the others; None if it does not know of all."""
    fences = {name: projector.fence for name, projector in registry.ahead().items()}
    known = {name: fence for name, fence in fences.items() if fence is not None}
    return known if known.keys() == fences.keys() else None


def take_ahead(few: Batch, fences: Mapping[str, Fence]) -> dict[str, int]:
    """Let those that stand where the *few* events begin take them in by what they remember; how many each applied."""
    ahead = registry.ahead() if few.events else {}
    return {
        name: len(few.events)
        for name, projector in ahead.items()
        if name in fences and fences[name].position == few.first and projector.take_ahead(fences[name], few.events)
    }


def take_in_few(few: Batch, names: Sequence[str]) -> dict[str, int]:
    """Let those of *names* that stand at one position take in the few events behind it; how many each applied.

    These are *few*, if they are read already.

    One transaction and one reading for all of them: a single result otherwise costs more for its transactions than for
    its rows. Who meets an event that it cannot apply, or is not where the others are, is left as it was.
    """
    try:
        return _take_in(few, names, _apply)
    except registry.NOT_OF_THE_EVENT:
        raise
    except Exception:
        return _take_in(few, names, _applied)  # then each in a savepoint of its own


@transaction.atomic
def _take_in(few: Batch, names: Sequence[str], apply: Callable[[str, Sequence[StoredEvent]], bool]) -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(_LOCK_THOSE, [store.SHARD, list(names)])
        rows = {name: Stand(*row) for name, *row in cursor.fetchall()}
        ready = [name for name in names if name in rows and _goes_on(name, rows[name])]
        position = max((rows[name].position for name in ready), default=0)
        batch = few if position == few.first else _few(position, partial(store.read_from, position, FEW + 1))
        events = batch.events
        done = [name for name in ready if rows[name].position == position and apply(name, events)]
        end = position + len(events)
        cursor.execute(_NEED_NOT_WAIT)
        cursor.execute(_MOVE_THOSE, [end, store.SHARD, done])
        ahead = registry.ahead()
        for name, writer in cursor.fetchall():
            if name in ahead:
                ahead[name].moved(rows[name].fence, Fence(end, writer), events)
    return dict.fromkeys(done, len(events))


def _few(position: int, read: Callable[[], Batch]) -> Batch:
    try:
        batch = read()
    except LeagueError:
        return Batch(position, ())
    return batch if len(batch.events) <= FEW else Batch(position, ())


def _goes_on(name: str, row: Stand) -> bool:
    return row.version == registry.find(name).version and row.fault is None


def _apply(name: str, events: Sequence[StoredEvent]) -> bool:
    registry.find(name).apply(events)
    return True


def _applied(name: str, events: Sequence[StoredEvent]) -> bool:
    try:
        with transaction.atomic():
            registry.find(name).apply(events)
    except registry.NOT_OF_THE_EVENT:
        raise
    except Exception:
        return False  # it is told when the projection meets the event alone
    return True
