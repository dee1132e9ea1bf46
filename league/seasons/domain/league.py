"""A league as its facts left it."""

from collections.abc import Sequence
from typing import Any, NamedTuple, assert_never

from league.seasons.domain.events import (
    DivisionsDrawnUp,
    EventAttached,
    EventDetached,
    LeagueCreated,
    LeagueEvent,
    LeagueRenamed,
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

    @property
    def named(self) -> set[str]:
        """All players whom its facts name as they stand: members, and those in final tables."""
        found = {player for division in self.members for player in division}
        if self.closed is not None:
            found |= {row.player for rows in self.closed.tables for row in rows}
        return found

    def counting_for(self, division: int) -> list[Attached]:
        """The events that count for a division."""
        return [each for each in self.events if each.division in (None, division)]


class League(NamedTuple):
    """A league as its facts left it."""

    club: str
    name: str
    game: str
    seasons: tuple[Season, ...] = ()

    def season_of(self, tournament: str) -> Season | None:
        """The season in which the tournament counts."""
        found = (each for each in self.seasons if any(event.tournament == tournament for event in each.events))
        return next(found, None)


def fold(facts: Sequence[LeagueEvent]) -> League:
    """The league that *facts*, from its first on, make."""
    first, *rest = facts
    if not isinstance(first, LeagueCreated):
        raise TypeError(f"A league begins with its creation, not with {first}.")
    now = League(first.club, first.name, first.game)
    for fact in rest:
        now = evolve(now, fact)
    return now


def evolve(now: League, fact: LeagueEvent) -> League:
    """The league after one more fact."""
    match fact:
        case LeagueRenamed():
            return now._replace(name=fact.name)
        case SeasonOpened():
            return now._replace(seasons=(*now.seasons, Season(fact.number, fact.name, fact.rules)))
        case SeasonChanged():
            return _change_season(now, fact.season, name=fact.name, rules=fact.rules)
        case EventAttached():
            events = now.seasons[fact.season - 1].events
            return _change_season(now, fact.season, events=(*events, Attached(fact.tournament, fact.division)))
        case EventDetached():
            events = now.seasons[fact.season - 1].events
            left = tuple(each for each in events if each.tournament != fact.tournament)
            return _change_season(now, fact.season, events=left)
        case DivisionsDrawnUp():
            return _change_season(now, fact.season, members=fact.members)
        case SeasonClosed():
            return _change_season(now, fact.season, closed=fact)
        case SeasonReopened():
            return _change_season(now, fact.season, closed=None)
        case LeagueCreated():
            raise ValueError("A league is created once.")
        case _:
            assert_never(fact)


def _change_season(now: League, number: int, **changes: Any) -> League:
    season = now.seasons[number - 1]._replace(**changes)
    return now._replace(seasons=(*now.seasons[: number - 1], season, *now.seasons[number:]))
