"""What organisers do with leagues: seasons opened, events attached, divisions drawn up, seasons closed and reopened."""

from collections.abc import Callable, Sequence
from uuid import UUID

from django.db import transaction

from games.errors import Phrase
from league.clubs.models import erased_players
from league.clubs.players import require_players
from league.clubs.services import get_club
from league.common.actor import Actor, require_organiser
from league.errors import Unknown
from league.eventlog.types import Committed
from league.seasons.attached_events import event_results
from league.seasons.domain import lifecycle
from league.seasons.domain.events import LeagueEvent
from league.seasons.domain.league import League, Season
from league.seasons.domain.rules import (
    LARGEST_DIVISION,
    MOST_DIVISIONS,
    MOST_EVENTS,
    MOST_PLACES,
    Division,
    SeasonRules,
)
from league.seasons.domain.table import EventResult
from league.seasons.domain.tiebreaks import TIEBREAKS
from league.seasons.errors import BadSeason
from league.seasons.repository import leagues
from league.tournaments.repository import tournaments

__all__ = [
    "LARGEST_DIVISION",
    "MOST_DIVISIONS",
    "MOST_EVENTS",
    "MOST_PLACES",
    "TIEBREAKS",
    "Division",
    "SeasonRules",
    "attach",
    "change_season",
    "close",
    "create",
    "detach",
    "draw_up",
    "open_season",
    "rename",
    "reopen",
]

RUN = Phrase("run a league")


@transaction.atomic
def create(*, club_id: UUID, name: str, game: str, actor: Actor, command_id: UUID | None = None) -> Committed:
    """Found a league of one game. Raises `Unknown`, `NotAllowed`, `BadName`, `UnknownGame`."""
    club = str(get_club(club_id).id)
    require_organiser(actor, club, RUN)
    events = lifecycle.create(club, name, game)
    return leagues.create(events, actor=actor, command_id=command_id)


def rename(*, league_id: str, name: str, actor: Actor) -> Committed:
    """Give the league another name."""
    return _organise(league_id, lambda now: lifecycle.rename(name), actor)


def open_season(
    *, league_id: str, name: str, rules: SeasonRules, actor: Actor, expected: int | None = None
) -> Committed:
    """Begin a season."""
    return _organise(league_id, lambda now: lifecycle.open_season(now, name, rules), actor, expected=expected)


def change_season(
    *,
    league_id: str,
    number: int,
    name: str,
    rules: SeasonRules,
    reason: str,
    actor: Actor,
    expected: int | None = None,
) -> Committed:
    """Change the name or the rules of an open season, with a reason."""

    def act(now: League) -> Sequence[LeagueEvent]:
        return lifecycle.change_season(now, number, name, rules, reason)

    return _organise(league_id, act, actor, expected=expected)


def attach(
    *,
    league_id: str,
    number: int,
    tournament_id: str,
    actor: Actor,
    division: int | None = None,
    expected: int | None = None,
) -> Committed:
    """Let a tournament of the club count in a season, for one division (numbered from 0) or for each."""

    def act(now: League) -> Sequence[LeagueEvent]:
        tournament = tournaments.load(tournament_id).state
        if tournament.club != now.club:
            raise Unknown(kind=Phrase("tournament of this club"), id=tournament_id)
        if tournament.game != now.game:
            raise BadSeason(key="tournament", why=Phrase("it is of {game}", game=tournament.game))
        return lifecycle.attach(now, number, tournament_id, division)

    return _organise(league_id, act, actor, expected=expected)


def detach(
    *, league_id: str, number: int, tournament_id: str, reason: str, actor: Actor, expected: int | None = None
) -> Committed:
    """Let a tournament count no longer."""
    return _organise(
        league_id, lambda now: lifecycle.detach(now, number, tournament_id, reason), actor, expected=expected
    )


def draw_up(
    *,
    league_id: str,
    number: int,
    actor: Actor,
    members: Sequence[Sequence[UUID]] | None = None,
    reason: str = "",
    expected: int | None = None,
) -> Committed:
    """Say who is in which division; without *members* as the season before leaves them."""

    def act(now: League) -> Sequence[LeagueEvent]:
        wanted = None if members is None else [[str(player) for player in division] for division in members]
        require_players(now.club, [player for division in wanted or () for player in division])
        return lifecycle.draw_up(now, number, wanted, reason)

    return _organise(league_id, act, actor, expected=expected)


def close(
    *,
    league_id: str,
    number: int,
    actor: Actor,
    gone: Sequence[UUID] = (),
    decided: Sequence[UUID] = (),
    early: bool = False,
    reason: str = "",
    expected: int | None = None,
) -> Committed:
    """Freeze the tables of a season and work out who goes up and down; players who were erased are gone."""

    def act(now: League) -> Sequence[LeagueEvent]:
        season = lifecycle.get_open_season(now, number)
        events = event_results(season)
        left = {*map(str, gone), *erased_players(_players(season, events))}
        order = [str(player) for player in decided]
        return lifecycle.close(now, number, events, gone=sorted(left), decided=order, early=early, reason=reason)

    return _organise(league_id, act, actor, expected=expected)


def reopen(*, league_id: str, number: int, reason: str, actor: Actor, expected: int | None = None) -> Committed:
    """Let a closed season go on."""
    return _organise(league_id, lambda now: lifecycle.reopen(now, number, reason), actor, expected=expected)


def _players(season: Season, events: dict[str, EventResult]) -> set[str]:
    """Everybody who will have a row when the season is closed."""
    finished = {id_: event for id_, event in events.items() if event.finished}
    return {row.player for rows in lifecycle.season_tables(season, finished) for row in rows}


def _organise(
    league_id: str, act: Callable[[League], Sequence[LeagueEvent]], actor: Actor, *, expected: int | None = None
) -> Committed:
    def allowed(now: League) -> Sequence[LeagueEvent]:
        require_organiser(actor, now.club, RUN)
        return act(now)

    return leagues.execute(league_id, allowed, actor=actor, expected=expected)
