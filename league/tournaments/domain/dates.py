"""When and where a tournament, its rounds and its tables are played, as their events left it.

Every time is a moment, so it stays where it is when the club changes its zone. `changes` count what was said about the
same thing: calendar programs know by it which of two versions is newer.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple, TypeAlias, assert_never

from league.seating.types import Value


class Scheduled(Value, frozen=True):
    """When and where the tournament is, and when and for what `fee` players enter it."""

    starts: datetime | None = None
    ends: datetime | None = None
    place: str = ""
    opens: datetime | None = None
    closes: datetime | None = None
    fee: str = ""


class RoundScheduled(Value, frozen=True):
    """When a round `starts`, and until when its tables play. Without both it is not dated any more."""

    round: int
    starts: datetime | None = None
    until: datetime | None = None


class TableScheduled(Value, frozen=True):
    """The match of one table is played at another time or place. Without a time it is dated like its round."""

    round: int
    table: int
    match: str
    starts: datetime | None = None
    place: str = ""
    reason: str = ""


DateEvent: TypeAlias = Scheduled | RoundScheduled | TableScheduled


class Schedule(NamedTuple):
    """A tournament's dates. Once called off, `starts` is the last known time. `called_off`: it has no date any more."""

    said: Scheduled = Scheduled()
    changes: int = 0
    called_off: datetime | None = None


class RoundDate(NamedTuple):
    """A round's dates, and the last known start once it has none."""

    starts: datetime | None
    until: datetime | None
    changes: int = 0
    called_off: datetime | None = None


class TableDate(NamedTuple):
    """A table's own date."""

    round: int
    table: int
    starts: datetime | None
    place: str
    changes: int = 0
    called_off: datetime | None = None


class Dates(NamedTuple):
    """All dates of a tournament: of rounds by number, drawn or not, and of tables by their match."""

    tournament: Schedule = Schedule()
    rounds: Mapping[int, RoundDate] = {}
    tables: Mapping[str, TableDate] = {}

    def of_table(self, round_: int, match: str | None) -> TableDate:
        """When and where a table plays: as it was said of it, else of its round, else of the tournament."""
        own = self.tables.get(match or "")
        by_round = self.rounds.get(round_)
        starts = (own and own.starts) or (by_round and by_round.starts) or None
        place = (own and own.place) or self.tournament.said.place
        return TableDate(round_, own.table if own else 0, starts, place)


def evolve_dates(dates: Dates, event: DateEvent) -> Dates:
    """The dates after one more event."""
    match event:
        case Scheduled():
            before = dates.tournament
            last = _last_known(before.said.starts, before.called_off, event.starts)
            return dates._replace(tournament=Schedule(event, before.changes + 1, last))
        case RoundScheduled():
            known = dates.rounds.get(event.round, RoundDate(None, None))
            last = _last_known(known.starts, known.called_off, event.starts)
            date = RoundDate(event.starts, event.until, known.changes + 1, last)
            return dates._replace(rounds={**dates.rounds, event.round: date})
        case TableScheduled():
            own = dates.tables.get(event.match, TableDate(event.round, event.table, None, ""))
            last = _last_known(own.starts, own.called_off, event.starts)
            table = TableDate(event.round, event.table, event.starts, event.place, own.changes + 1, last)
            return dates._replace(tables={**dates.tables, event.match: table})
        case _:
            assert_never(event)


def _last_known(before: datetime | None, called_off: datetime | None, now: datetime | None) -> datetime | None:
    """The time that no longer holds; None while there is one that does."""
    return None if now is not None else before or called_off
