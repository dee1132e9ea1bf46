"""Decisions on the dates of a season: how long it lasts, and which evenings it has."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime
from typing import Literal, TypeAlias

import msgspec
from dateutil.rrule import MONTHLY, WEEKLY, rrule, weekday

from games.errors import Phrase
from league.common.text import normalize, require_reason
from league.errors import Unknown
from league.seasons.domain.evenings import (
    Evening,
    EveningCancelled,
    EveningMoved,
    EveningsPlanned,
    PlannedEvening,
    SeasonDated,
    SeasonDateEvent,
)
from league.seasons.domain.league import League
from league.seasons.domain.lifecycle import get_open_season
from league.seasons.errors import BadSeason

MOST_EVENINGS = 200  # of a season
LONGEST_PLACE = 200
Repeat: TypeAlias = Literal["once", "weekly", "fortnightly", "monthly"]


def repeated_times(first: datetime, repeat: Repeat, until: date | None, skip: Collection[date] = ()) -> list[datetime]:
    """The local times of evenings from *first* on, until the day *until*, but not on the days to *skip*.

    Monthly ones are on the same weekday of the month: if the first is on a second Tuesday, so are all. An evening on
    the 29th or later repeats on the last such weekday. Raises `BadSeason`.
    """
    if repeat != "once" and until is None:
        raise BadSeason(key="until", why=Phrase("say until when the evenings are repeated"))
    if until is not None and until < first.date():
        raise BadSeason(key="until", why=Phrase("it is before the first evening"))
    found = [each for each in _times(first, repeat, until) if each.date() not in skip]
    if not found:
        raise BadSeason(key="skip", why=Phrase("no evening is left"))
    return found


def _times(first: datetime, repeat: Repeat, until: date | None) -> Iterator[datetime]:
    if repeat == "once" or until is None:
        yield first
        return
    last = datetime.combine(until, first.time())
    if repeat == "monthly":
        week = -1 if first.day > 28 else (first.day - 1) // 7 + 1
        rule = rrule(MONTHLY, dtstart=first, until=last, byweekday=weekday(first.weekday(), week))
    else:
        rule = rrule(WEEKLY, dtstart=first, until=last, interval=2 if repeat == "fortnightly" else 1)
    for number, each in enumerate(rule):
        if number == MOST_EVENINGS:
            raise BadSeason(key="until", why=Phrase("a season can have at most {most} evenings", most=MOST_EVENINGS))
        yield each


def date_season(league: League, number: int, first: date | None, last: date | None) -> list[SeasonDateEvent]:
    """Say from when until when a season lasts. Raises `BadSeason`, `SeasonIsClosed`."""
    dates = get_open_season(league, number).dates
    if first is not None and last is not None and last < first:
        raise BadSeason(key="last", why=Phrase("it would end before it starts"))
    return [] if (dates.first, dates.last) == (first, last) else [SeasonDated(number, first, last)]


def plan_evenings(league: League, number: int, evenings: Sequence[PlannedEvening]) -> list[SeasonDateEvent]:
    """Add evenings to a season, within its days. None is planned twice. Raises `BadSeason`, `SeasonIsClosed`."""
    dates = get_open_season(league, number).dates
    if len(dates.evenings) + len(evenings) > MOST_EVENINGS:
        raise BadSeason(key="evenings", why=Phrase("a season can have at most {most} evenings", most=MOST_EVENINGS))
    known = {each.starts for each in dates.evenings if not each.cancelled}
    new = tuple(_check(each) for each in evenings if each.starts not in known)
    return [EveningsPlanned(number, new)] if new else []


def move_evening(
    league: League, number: int, evening: int, to: PlannedEvening, reason: str = ""
) -> list[SeasonDateEvent]:
    """Let an evening take place at another time or place. Another time takes a reason."""
    known = find_evening(league, number, evening)
    to = _check(to)
    if (known.starts, known.ends, known.place, known.cancelled) == (to.starts, to.ends, to.place, False):
        return []
    reason = require_reason(reason) if known.starts != to.starts else normalize(reason)
    return [EveningMoved(number, evening, to.starts, to.ends, to.place, reason)]


def cancel_evening(league: League, number: int, evening: int, reason: str) -> list[SeasonDateEvent]:
    """Call an evening off, for a reason."""
    known = find_evening(league, number, evening)
    reason = require_reason(reason)
    return [] if known.cancelled else [EveningCancelled(number, evening, reason)]


def find_evening(league: League, number: int, evening: int) -> Evening:
    """An evening of an open season. Raises `Unknown`, `SeasonIsClosed`."""
    found = next((each for each in get_open_season(league, number).dates.evenings if each.number == evening), None)
    if found is None:
        raise Unknown(kind=Phrase("season evening"), id=evening)
    return found


def _check(evening: PlannedEvening) -> PlannedEvening:
    """The evening with its place as the log keeps texts."""
    if evening.ends is not None and evening.ends <= evening.starts:
        raise BadSeason(key="ends", why=Phrase("it would end before it starts"))
    if len(evening.place) > LONGEST_PLACE:
        raise BadSeason(key="place", why=Phrase("it has more than {most} characters", most=LONGEST_PLACE))
    return msgspec.structs.replace(evening, place=normalize(evening.place))
