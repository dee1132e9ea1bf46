"""A league as its events left it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, assert_never

from league.seasons.domain.evenings import SeasonDateEvent, SeasonDates, evolve_season_dates
from league.seasons.domain.events import (
    DivisionsDrawnUp,
    EventAttached,
    EventDetached,
    LeagueCreated,
    LeagueEvent,
    LeagueRenamed,
    LifecycleEvent,
    SeasonChanged,
    SeasonClosed,
    SeasonOpened,
    SeasonReopened,
)
from league.seasons.domain.rules import SeasonRules


class Attached(NamedTuple):
    """A tournament that counts in a season: for one division, or for each (None)."""

    tournament: str
    division: int | None


class Season(NamedTuple):
    """A season: its events in the order in which they were attached, and the members of its divisions."""

    number: int
    name: str
    rules: SeasonRules
    events: tuple[Attached, ...] = ()
    members: tuple[tuple[str, ...], ...] = ()
    closed: SeasonClosed | None = None
    dates: SeasonDates = SeasonDates()

    @property
    def named(self) -> set[str]:
        """All players who are members, in final tables, or in the divisions after these."""
        found = {player for division in self.members for player in division}
        if self.closed is not None:
            found |= {row.player for rows in self.closed.tables for row in rows}
            found.update(*self.closed.divisions)
        return found

    def counting_for(self, division: int) -> list[Attached]:
        return [each for each in self.events if each.division in (None, division)]


class League(NamedTuple):
    """A league as its events left it."""

    club: str
    name: str
    game: str
    seasons: tuple[Season, ...] = ()

    def season_of(self, tournament: str) -> Season | None:
        found = (each for each in self.seasons if any(event.tournament == tournament for event in each.events))
        return next(found, None)


def people_by_division(divisions: Sequence[Sequence[str]], kept: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """The divisions, with players who are *kept* instead of those merged into them, each of them once."""
    taken = {player for division in divisions for player in division if player not in kept}
    found = []
    for division in divisions:
        people: list[str] = []
        for player in division:
            if player not in kept:
                people.append(player)
            elif kept[player] not in taken:
                taken.add(kept[player])
                people.append(kept[player])
        found.append(tuple(people))
    return tuple(found)


def fold(events: Sequence[LeagueEvent]) -> League:
    """The league after *events*, the first of which creates it."""
    first, *rest = events
    if not isinstance(first, LeagueCreated):
        raise TypeError(f"A league begins with its creation, not with {first}.")
    league = League(first.club, first.name, first.game)
    for event in rest:
        league = evolve(league, event)
    return league


def evolve(league: League, event: LeagueEvent) -> League:
    """The league after one more event."""
    if isinstance(event, SeasonDateEvent):
        dates = evolve_season_dates(league.seasons[event.season - 1].dates, event)
        return _change_season(league, event.season, dates=dates)
    return _evolve_lifecycle(league, event)


def _evolve_lifecycle(league: League, event: LifecycleEvent) -> League:
    match event:
        case LeagueRenamed():
            return league._replace(name=event.name)
        case SeasonOpened():
            return league._replace(seasons=(*league.seasons, Season(event.number, event.name, event.rules)))
        case SeasonChanged():
            return _change_season(league, event.season, name=event.name, rules=event.rules)
        case EventAttached():
            events = league.seasons[event.season - 1].events
            return _change_season(league, event.season, events=(*events, Attached(event.tournament, event.division)))
        case EventDetached():
            events = league.seasons[event.season - 1].events
            left = tuple(each for each in events if each.tournament != event.tournament)
            return _change_season(league, event.season, events=left)
        case DivisionsDrawnUp():
            return _change_season(league, event.season, members=event.members)
        case SeasonClosed():
            return _change_season(league, event.season, closed=event)
        case SeasonReopened():
            return _change_season(league, event.season, closed=None)
        case LeagueCreated():
            raise ValueError("A league is created once.")
        case _:
            assert_never(event)


def _change_season(league: League, number: int, **changes: Any) -> League:
    season = league.seasons[number - 1]._replace(**changes)
    return league._replace(seasons=(*league.seasons[: number - 1], season, *league.seasons[number:]))
