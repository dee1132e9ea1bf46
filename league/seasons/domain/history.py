"""The history entry of every event of a league."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, assert_never

from games.errors import Phrase, count_phrase
from league.history.types import Change, HistoryEntry, plain
from league.seasons.domain.evenings import EveningCancelled, EveningMoved, EveningsPlanned, SeasonDated, SeasonDateEvent
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
from league.tournaments.domain.scheduling import moment_param

_KINDS = {event: kind for kind, (_, event) in KINDS.items()}


class LeagueHistory(NamedTuple):
    """A league, and the history entries of its events."""

    league: League
    told: tuple[HistoryEntry, ...]


def start(event: LeagueEvent) -> LeagueHistory:
    """The history of a league that was just founded."""
    return LeagueHistory(fold([event]), (HistoryEntry(_KINDS[type(event)], Phrase("The league was founded.")),))


def extend(story: LeagueHistory, event: LeagueEvent) -> LeagueHistory:
    """The history after one more event."""
    told = _entry(story.league, event)._replace(kind=_KINDS[type(event)])
    return LeagueHistory(evolve(story.league, event), (*story.told, told))


def _entry(league: League, event: LeagueEvent) -> HistoryEntry:
    if isinstance(event, SeasonDateEvent):
        return _date_entry(league.seasons[event.season - 1], event)._replace(season=event.season)
    match event:
        case LeagueRenamed():
            return HistoryEntry(
                "", Phrase("The league was renamed."), changes=(Change("name", league.name, event.name),)
            )
        case SeasonOpened():
            return HistoryEntry("", Phrase("Season {season} was opened.", season=event.name), season=event.number)
        case LeagueCreated():
            raise ValueError("A league is created once.")
        case _:
            return _season_entry(league.seasons[event.season - 1], event)._replace(season=event.season)


def _season_entry(
    season: Season,
    event: SeasonChanged | EventAttached | EventDetached | DivisionsDrawnUp | SeasonClosed | SeasonReopened,
) -> HistoryEntry:
    name = season.name
    match event:
        case SeasonChanged():
            changes = tuple(_rule_changes(season, event))
            return HistoryEntry("", Phrase("Season {season} was changed.", season=name), event.reason, changes)
        case EventAttached():
            counts = Phrase(
                "{tournament_id} counts towards season {season}.", tournament_id=event.tournament, season=name
            )
            return HistoryEntry("", counts, tournament=event.tournament)
        case EventDetached():
            given = {"tournament_id": event.tournament, "season": name}
            counts = Phrase("{tournament_id} no longer counts towards season {season}.", **given)
            return HistoryEntry("", counts, event.reason, tournament=event.tournament)
        case DivisionsDrawnUp():
            changes = tuple(_member_changes(season, event.members))
            return HistoryEntry(
                "", Phrase("The divisions for season {season} were drawn up.", season=name), event.reason, changes
            )
        case SeasonClosed():
            decided = (Change("decided", None, list(event.decided)),) if event.decided else ()
            return HistoryEntry("", Phrase("Season {season} was closed.", season=name), event.reason, decided)
        case SeasonReopened():
            return HistoryEntry("", Phrase("Season {season} was reopened.", season=name), event.reason)
        case _:
            assert_never(event)


def _date_entry(season: Season, event: SeasonDateEvent) -> HistoryEntry:
    name = season.name
    match event:
        case SeasonDated(first=None, last=None):
            return HistoryEntry("", Phrase("Season {season} has no dates any more.", season=name))
        case SeasonDated():
            days = {"first": str(event.first or "…"), "last": str(event.last or "…")}
            return HistoryEntry("", Phrase("Season {season} lasts from {first} to {last}.", season=name, **days))
        case EveningsPlanned():
            count = len(event.evenings)
            planned = count_phrase(
                "Season {season}: {count} evening was planned.",
                "Season {season}: {count} evenings were planned.",
                count,
                season=name,
            )
            return HistoryEntry("", planned)
        case EveningMoved():
            given = {"season": name, "number": event.evening, "at": moment_param(event.starts)}
            return HistoryEntry("", Phrase("Season {season}: evening {number} is on {at}.", **given), event.reason)
        case EveningCancelled():
            given = {"season": name, "number": event.evening}
            return HistoryEntry("", Phrase("Season {season}: evening {number} was called off.", **given), event.reason)
        case _:
            assert_never(event)


def _rule_changes(season: Season, event: SeasonChanged) -> Iterator[Change]:
    if season.name != event.name:
        yield Change("season", season.name, event.name)
    for field in SeasonRules.__struct_fields__:
        old, new = getattr(season.rules, field), getattr(event.rules, field)
        if old != new:
            yield Change(f"rules.{field}", plain(old), plain(new))


def _member_changes(season: Season, members: Sequence[Sequence[str]]) -> Iterator[Change]:
    """The divisions whose members changed, numbered from 0."""
    for number in range(max(len(season.members), len(members))):
        old = list(season.members[number]) if number < len(season.members) else None
        new = list(members[number]) if number < len(members) else None
        if old != new:
            yield Change(f"members.{number}", old, new)
