"""The dates of a season: its first and last day, and its planned evenings, as events left them.

An evening has a date before there is a tournament for it. Times are moments. Days are those of the club's calendar.
"""

from datetime import date, datetime
from typing import NamedTuple, TypeAlias, assert_never

from league.seating.types import Value


class SeasonDated(Value, frozen=True):
    """The season lasts from the day `first` to the day `last`, by the club's calendar. None: nobody said so."""

    season: int
    first: date | None = None
    last: date | None = None


class PlannedEvening(Value, frozen=True):
    """A part of an event: when and where an evening is."""

    starts: datetime
    ends: datetime | None = None
    place: str = ""


class EveningsPlanned(Value, frozen=True):
    """More evenings. They are numbered on from the last one of the season, from 1."""

    season: int
    evenings: tuple[PlannedEvening, ...]


class EveningMoved(Value, frozen=True):
    """An evening is at another time or place, and takes place again if it was called off."""

    season: int
    evening: int
    starts: datetime
    ends: datetime | None = None
    place: str = ""
    reason: str = ""


class EveningCancelled(Value, frozen=True):
    """An evening doesn't take place."""

    season: int
    evening: int
    reason: str = ""


SeasonDateEvent: TypeAlias = SeasonDated | EveningsPlanned | EveningMoved | EveningCancelled


class Evening(NamedTuple):
    """An evening as it stands. `changes` count what was said of it, for calendar programs."""

    number: int
    starts: datetime
    ends: datetime | None
    place: str
    changes: int = 1
    cancelled: bool = False


class SeasonDates(NamedTuple):
    """The first and last day of a season, and its evenings in the order in which they were planned."""

    first: date | None = None
    last: date | None = None
    evenings: tuple[Evening, ...] = ()


def evolve_season_dates(dates: SeasonDates, event: SeasonDateEvent) -> SeasonDates:
    """The dates after one more event."""
    match event:
        case SeasonDated():
            return dates._replace(first=event.first, last=event.last)
        case EveningsPlanned():
            first = len(dates.evenings) + 1
            more = (
                Evening(number, each.starts, each.ends, each.place) for number, each in enumerate(event.evenings, first)
            )
            return dates._replace(evenings=(*dates.evenings, *more))
        case EveningMoved():
            said = {"starts": event.starts, "ends": event.ends, "place": event.place, "cancelled": False}
            return _change(dates, event.evening, **said)
        case EveningCancelled():
            return _change(dates, event.evening, cancelled=True)
        case _:
            assert_never(event)


def _change(dates: SeasonDates, number: int, **said: object) -> SeasonDates:
    evenings = list(dates.evenings)
    known = evenings[number - 1]
    evenings[number - 1] = known._replace(changes=known.changes + 1, **said)  # type: ignore[arg-type] # of its fields
    return dates._replace(evenings=tuple(evenings))
