"""What every fact of a league tells those who look back at it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, assert_never

from games.errors import Phrase
from league.history.types import Change, Told, plain
from league.seasons.domain.events import (
    KINDS,
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
from league.seasons.domain.league import League, Season, evolve, fold
from league.seasons.domain.rules import SeasonRules

_KINDS = {fact: kind for kind, (_, fact) in KINDS.items()}


class LeagueHistory(NamedTuple):
    """A league, and what each of its facts told, in their order."""

    now: League
    told: tuple[Told, ...]


def start(fact: LeagueEvent) -> LeagueHistory:
    """The story of a league of which nothing but its founding is known."""
    return LeagueHistory(fold([fact]), (Told(_KINDS[type(fact)], Phrase("The league was founded.")),))


def extend(story: LeagueHistory, fact: LeagueEvent) -> LeagueHistory:
    """The story after one more fact."""
    told = _entry(story.now, fact)._replace(kind=_KINDS[type(fact)])
    return LeagueHistory(evolve(story.now, fact), (*story.told, told))


def _entry(now: League, fact: LeagueEvent) -> Told:
    match fact:
        case LeagueRenamed():
            return Told("", Phrase("The league was renamed."), changes=(Change("name", now.name, fact.name),))
        case SeasonOpened():
            return Told("", Phrase("A season was opened: {season}.", season=fact.name), season=fact.number)
        case LeagueCreated():
            raise ValueError("A league is created once.")
        case _:
            return _season_entry(now.seasons[fact.season - 1], fact)._replace(season=fact.season)


def _season_entry(
    season: Season,
    fact: SeasonChanged | EventAttached | EventDetached | DivisionsDrawnUp | SeasonClosed | SeasonReopened,
) -> Told:
    name = season.name
    match fact:
        case SeasonChanged():
            changes = tuple(_rule_changes(season, fact))
            return Told("", Phrase("Season {season} was changed.", season=name), fact.reason, changes)
        case EventAttached():
            counts = Phrase("{tournament_id} counts in season {season}.", tournament_id=fact.tournament, season=name)
            return Told("", counts, tournament=fact.tournament)
        case EventDetached():
            given = {"tournament_id": fact.tournament, "season": name}
            counts = Phrase("{tournament_id} counts no longer in season {season}.", **given)
            return Told("", counts, fact.reason, tournament=fact.tournament)
        case DivisionsDrawnUp():
            changes = tuple(_member_changes(season, fact.members))
            return Told(
                "", Phrase("The divisions of season {season} were drawn up.", season=name), fact.reason, changes
            )
        case SeasonClosed():
            decided = (Change("decided", None, list(fact.decided)),) if fact.decided else ()
            return Told("", Phrase("Season {season} was closed.", season=name), fact.reason, decided)
        case SeasonReopened():
            return Told("", Phrase("Season {season} was reopened.", season=name), fact.reason)
        case _:
            assert_never(fact)


def _rule_changes(season: Season, fact: SeasonChanged) -> Iterator[Change]:
    if season.name != fact.name:
        yield Change("season", season.name, fact.name)
    for field in SeasonRules.__struct_fields__:
        old, new = getattr(season.rules, field), getattr(fact.rules, field)
        if old != new:
            yield Change(f"rules.{field}", plain(old), plain(new))


def _member_changes(season: Season, members: Sequence[Sequence[str]]) -> Iterator[Change]:
    """The divisions in which others are than were, numbered from 0."""
    for number in range(max(len(season.members), len(members))):
        old = list(season.members[number]) if number < len(season.members) else None
        new = list(members[number]) if number < len(members) else None
        if old != new:
            yield Change(f"members.{number}", old, new)
