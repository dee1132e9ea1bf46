"""What organisers do with leagues: open seasons, attach events, draw up divisions, close and reopen seasons."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from uuid import UUID

import msgspec
from django.db import transaction

from games.errors import Phrase
from league.clubs.locales import find_zone, read_local_time
from league.clubs.models import erased_players
from league.clubs.players import require_players, require_unmerged
from league.clubs.queries import club_zone
from league.clubs.services import get_club
from league.common.actor import Actor, require_organiser
from league.errors import Unknown
from league.eventlog.repository import Versioned, retry_conflicts
from league.eventlog.types import Committed
from league.seasons.attached_events import event_results, resolve_people
from league.seasons.domain import lifecycle, planning
from league.seasons.domain.evenings import PlannedEvening
from league.seasons.domain.league import League
from league.seasons.domain.planning import Repeat as Repeat
from league.seasons.domain.rules import LARGEST_DIVISION as LARGEST_DIVISION  # limits that forms know too
from league.seasons.domain.rules import MOST_DIVISIONS as MOST_DIVISIONS
from league.seasons.domain.rules import MOST_EVENTS as MOST_EVENTS
from league.seasons.domain.rules import MOST_PLACES as MOST_PLACES
from league.seasons.domain.rules import Division as Division
from league.seasons.domain.rules import SeasonRules as SeasonRules
from league.seasons.domain.tiebreaks import TIEBREAKS as TIEBREAKS
from league.seasons.errors import BadSeason
from league.seasons.repository import leagues
from league.tournaments.domain.settings.presets import presets
from league.tournaments.repository import tournaments
from league.tournaments.services import lifecycle as tournament_lifecycle
from league.tournaments.services import schedule

RUN = Phrase("run a league")


@transaction.atomic
def create(*, club_id: UUID, name: str, game: str, actor: Actor) -> Committed:
    """Found a league of one game. Raises `Unknown`, `NotAllowed`, `BadName`, `UnknownGame`."""
    home = get_club(club_id)
    club = str(home.id)
    require_organiser(actor, club, RUN)
    return leagues.create(lifecycle.create(club, name, game), actor=actor, shard=home.shard)


@retry_conflicts
def rename(*, league_id: str, name: str, actor: Actor) -> Committed:
    league = _load(league_id, actor)
    return leagues.append(league, lifecycle.rename(name), actor=actor)


@retry_conflicts
def open_season(
    *, league_id: str, name: str, rules: SeasonRules, actor: Actor, expected: int | None = None
) -> Committed:
    league = _load(league_id, actor, expected)
    return leagues.append(league, lifecycle.open_season(league.state, name, rules), actor=actor)


@retry_conflicts
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
    league = _load(league_id, actor, expected)
    return leagues.append(league, lifecycle.change_season(league.state, number, name, rules, reason), actor=actor)


@retry_conflicts
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
    league = _load(league_id, actor, expected)
    tournament = tournaments.load(tournament_id).state
    if tournament.club != league.state.club:
        raise Unknown(kind=Phrase("club tournament"), id=tournament_id)
    if tournament.game != league.state.game:
        raise BadSeason(key="tournament", why=Phrase("its game is {game}", game=tournament.game))
    return leagues.append(league, lifecycle.attach(league.state, number, tournament_id, division), actor=actor)


@retry_conflicts
def detach(
    *, league_id: str, number: int, tournament_id: str, reason: str, actor: Actor, expected: int | None = None
) -> Committed:
    league = _load(league_id, actor, expected)
    return leagues.append(league, lifecycle.detach(league.state, number, tournament_id, reason), actor=actor)


@retry_conflicts
def draw_up(
    *,
    league_id: str,
    number: int,
    actor: Actor,
    members: Sequence[Sequence[UUID]] | None = None,
    reason: str = "",
    expected: int | None = None,
) -> Committed:
    """Assign players to divisions. Without *members*, as the season before leaves them."""
    league = _load(league_id, actor, expected)
    wanted = None if members is None else [[str(player) for player in division] for division in members]
    named = [player for division in wanted or () for player in division]
    require_players(league.state.club, named)
    require_unmerged(named)
    return leagues.append(league, lifecycle.draw_up(resolve_people(league.state), number, wanted, reason), actor=actor)


@retry_conflicts
def close(
    *,
    league_id: str,
    number: int,
    actor: Actor,
    gone: Sequence[UUID] = (),
    decided: Sequence[UUID] = (),
    early: bool = False,
    small: bool = False,
    reason: str = "",
    expected: int | None = None,
) -> Committed:
    """Freeze the tables of a season, and promote and relegate. Players who were erased count as *gone*.

    Unless *small*, divisions that had nobody or will have fewer than two players are refused by name.
    """
    league = _load(league_id, actor, expected)
    people = resolve_people(league.state)
    season = lifecycle.get_open_season(people, number)
    results = event_results(season)
    finished = {id_: event for id_, event in results.items() if event.finished}
    players = {row.player for rows in lifecycle.season_tables(season, finished) for row in rows}
    left = sorted({*map(str, gone), *erased_players(players)})
    order = [str(player) for player in decided]
    events = lifecycle.close(people, number, results, gone=left, decided=order, early=early, reason=reason)
    if not small and season.rules.divisions:
        lifecycle.require_divisions(season, events[0].divisions)
    return leagues.append(league, events, actor=actor)


@retry_conflicts
def reopen(*, league_id: str, number: int, reason: str, actor: Actor, expected: int | None = None) -> Committed:
    league = _load(league_id, actor, expected)
    return leagues.append(league, lifecycle.reopen(league.state, number, reason), actor=actor)


@retry_conflicts
def date_season(
    *,
    league_id: str,
    number: int,
    actor: Actor,
    first: date | None = None,
    last: date | None = None,
    expected: int | None = None,
) -> Committed:
    """Say from which day to which a season lasts, by the club's calendar."""
    league = _load(league_id, actor, expected)
    return leagues.append(league, planning.date_season(league.state, number, first, last), actor=actor)


@retry_conflicts
def plan_evenings(
    *,
    league_id: str,
    number: int,
    starts: datetime,
    actor: Actor,
    repeat: Repeat = "once",
    until: date | None = None,
    skip: Sequence[date] = (),
    minutes: int | None = None,
    place: str = "",
    expected: int | None = None,
) -> Committed:
    """Plan evenings at the same hour of the club's clocks, each of them so many *minutes* long.

    The first one *starts* at a local time, or at a moment. Raises `BadSeason`, `SeasonIsClosed`, and `SkippedTime` or
    `RepeatedTime` for the first evening whose time can mean two moments.
    """
    league = _load(league_id, actor, expected)
    zone = club_zone(league.state.club)
    local = starts if starts.tzinfo is None else starts.astimezone(find_zone(zone)).replace(tzinfo=None)
    times = planning.repeated_times(local, repeat, until, skip)
    evenings = []
    for each in times:
        at = read_local_time(starts if each == local else each, zone)
        evenings.append(PlannedEvening(at, None if minutes is None else at + timedelta(minutes=minutes), place.strip()))
    return leagues.append(league, planning.plan_evenings(league.state, number, evenings), actor=actor)


@retry_conflicts
def move_evening(
    *,
    league_id: str,
    number: int,
    evening: int,
    starts: datetime,
    actor: Actor,
    ends: datetime | None = None,
    place: str = "",
    reason: str = "",
    expected: int | None = None,
) -> Committed:
    """Let an evening take place at another time or place. Local times are by the club's clocks."""
    league = _load(league_id, actor, expected)
    zone = club_zone(league.state.club)
    end = None if ends is None else read_local_time(ends, zone)
    to = PlannedEvening(read_local_time(starts, zone), end, place.strip())
    return leagues.append(league, planning.move_evening(league.state, number, evening, to, reason), actor=actor)


@retry_conflicts
def cancel_evening(
    *, league_id: str, number: int, evening: int, reason: str, actor: Actor, expected: int | None = None
) -> Committed:
    """Call an evening off."""
    league = _load(league_id, actor, expected)
    return leagues.append(league, planning.cancel_evening(league.state, number, evening, reason), actor=actor)


@retry_conflicts
@transaction.atomic
def draft_evening(*, league_id: str, number: int, evening: int, actor: Actor, expected: int | None = None) -> Committed:
    """Draft the tournament of an evening, which counts in the season, as the last one that did was played.

    It has the time and place of the evening. Without one before, it is the usual evening of the game.
    """
    league = _load(league_id, actor, expected)
    season = lifecycle.get_open_season(league.state, number)
    planned = planning.find_evening(league.state, number, evening)
    if season.events:
        settings = msgspec.structs.replace(tournaments.load(season.events[-1].tournament).state.settings, apart=())
    else:
        settings = presets(league.state.game)[0].settings
    name = f"{league.state.name} {evening}"
    club, game = UUID(league.state.club), league.state.game
    drafted = tournament_lifecycle.create(club_id=club, name=name, game=game, settings=settings, actor=actor).id
    schedule.schedule(tournament_id=drafted, actor=actor, starts=planned.starts, ends=planned.ends, place=planned.place)
    return attach(league_id=league_id, number=number, tournament_id=drafted, actor=actor)


def _load(league_id: str, actor: Actor, expected: int | None = None) -> Versioned[League]:
    """The league, for an organiser of its club. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`."""
    league = leagues.load(league_id, expected=expected)
    require_organiser(actor, league.state.club, RUN)
    return league
