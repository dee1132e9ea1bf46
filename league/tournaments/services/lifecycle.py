"""What people do with tournaments: draft, open, start, draw, publish, take back, finish."""

import secrets
from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import transaction

from games.errors import Phrase
from league.clubs.models import erased_players
from league.clubs.players import lock_players
from league.clubs.services import get_club
from league.common.actor import Actor, require_organiser
from league.common.ids import new_id
from league.errors import NotAllowed, Unknown
from league.eventlog.types import Committed
from league.tournaments.domain import lifecycle, rounds, stages
from league.tournaments.domain import start as tournament_start
from league.tournaments.domain.events import TournamentEvent, Withdrawn
from league.tournaments.domain.settings import Settings
from league.tournaments.domain.tournament import Tournament
from league.tournaments.errors import NotDueYet
from league.tournaments.repository import RUN, execute, execute_as_organiser, tournaments
from league.tournaments.results import match_results
from league.tournaments.services import tables


@transaction.atomic
def create(
    *, club_id: UUID, name: str, game: str, settings: Settings, actor: Actor, command_id: UUID | None = None
) -> Committed:
    """Draft a tournament. Raises `Unknown`, `NotAllowed`, `BadName`, `BadSettings`, `BadOption`, `UnknownGame`."""
    club = str(get_club(club_id).id)
    require_organiser(actor, club, RUN)
    events = lifecycle.create(club, name, game, settings)
    return tournaments.create(events, actor=actor, command_id=command_id)


def open_registration(*, tournament_id: str, actor: Actor, expected: int | None = None) -> Committed:
    """Let entrants register."""
    return execute_as_organiser(tournament_id, lifecycle.open_registration, actor, expected=expected)


def start(*, tournament_id: str, actor: Actor, expected: int | None = None) -> Committed:
    """Seed the field and begin the first stage."""
    lot = secrets.token_hex(16)
    return execute_as_organiser(
        tournament_id, lambda tournament: tournament_start.start(tournament, lot), actor, expected=expected
    )


def open_stage(
    *,
    tournament_id: str,
    actor: Actor,
    early: bool = False,
    reason: str = "",
    decided: Sequence[str] = (),
    expected: int | None = None,
) -> Committed:
    """Freeze who goes on, unless that was done, and begin the next stage."""

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        return stages.open_next(
            tournament, match_results(tournament), early=early, reason=reason, decided=list(map(str, decided))
        )

    return execute_as_organiser(tournament_id, act, actor, expected=expected)


def freeze_qualification(
    *,
    tournament_id: str,
    actor: Actor,
    early: bool = False,
    reason: str = "",
    decided: Sequence[str] = (),
    expected: int | None = None,
) -> Committed:
    """Decide who goes on from the stage that is played; *decided* is the order of those who are level at the cut."""

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        return stages.freeze(
            tournament, match_results(tournament), early=early, reason=reason, decided=list(map(str, decided))
        )

    return execute_as_organiser(tournament_id, act, actor, expected=expected)


def annul_stage(*, tournament_id: str, actor: Actor, reason: str, expected: int | None = None) -> Committed:
    """Take back the last stage, of which no round is left."""
    return execute_as_organiser(
        tournament_id, lambda tournament: stages.annul(tournament, reason), actor, expected=expected
    )


def draw_round(
    *, tournament_id: str, actor: Actor, unfinished: bool = False, anew: bool = False, expected: int | None = None
) -> Committed:
    """Draft the next round, or *anew* the one that is drafted; an evening of an open stage begins at once."""
    seed = secrets.token_hex(16)

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        return rounds.draw(tournament, match_results(tournament), seed, unfinished=unfinished, anew=anew)

    return execute_as_organiser(tournament_id, act, actor, expected=expected)


def change_draft(
    *,
    tournament_id: str,
    tables_of: Mapping[int, Sequence[Sequence[str]]],
    out: Mapping[int, Sequence[str]],
    actor: Actor,
    reason: str = "",
    expected: int,
    number: int | None = None,
) -> Committed:
    """Change the draft by hand: tables and sitting out by group. With *number*, only if it is that round."""

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        _require_last(tournament, number)
        return rounds.change(tournament, match_results(tournament), tables_of, out, reason)

    return execute_as_organiser(tournament_id, act, actor, expected=expected)


@transaction.atomic
def publish_round(
    *, tournament_id: str, actor: Actor, expected: int | None = None, number: int | None = None
) -> Committed:
    """Let everybody see the draft, and open a match at each of its tables. With *number*, only if it is that round."""
    opened: list[str] = []

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        _require_last(tournament, number)
        drafted = tournament.draft.tables if tournament.draft else []
        opened[:] = [str(new_id()) for _ in drafted]
        events = rounds.publish(tournament, opened)
        tables.require_players(tournament, [entrant for table in drafted for entrant in table.seats])
        return events

    done = execute_as_organiser(tournament_id, act, actor, expected=expected)
    tournament = tournaments.load(tournament_id).state
    for table in tournament.rounds[-1].tables:
        tables.open_match(tournament_id, tournament, table, actor)
    return done


@transaction.atomic
def annul_round(
    *, tournament_id: str, actor: Actor, reason: str = "", expected: int | None = None, number: int | None = None
) -> Committed:
    """Take back the last round, draft or published; the matches of a published one are void.

    With *number*, only if it is that round.
    """
    taken: list[str] = []

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        _require_last(tournament, number)
        events = rounds.annul(tournament, reason)
        taken[:] = tournament.rounds[-1].matches
        return events

    done = execute_as_organiser(tournament_id, act, actor, expected=expected)
    for match_id in taken:
        tables.void(match_id, reason, actor)
    return done


@transaction.atomic
def annul_consequences(
    *,
    tournament_id: str,
    events: Sequence[TournamentEvent],
    matches: Sequence[str],
    reason: str,
    expected: int,
    actor: Actor,
) -> Committed:
    """Take back what follows from a result that was corrected: *events* as they were planned, and their matches.

    Whoever may rule on matches may: arbiters and organisers.
    """

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        if not actor.judge(tournament.club):
            why = Phrase("that is for arbiters and organisers of the club")
            raise NotAllowed(act=Phrase("take back a round"), why=why)
        return events

    done = execute(tournament_id, act, actor, expected=expected)
    for match_id in matches:
        tables.void(match_id, reason, actor)
    return done


@transaction.atomic
def start_table(*, tournament_id: str, entrants: Sequence[str], actor: Actor) -> Committed:
    """In an open stage a table sits down to play; officials and its own players may start it."""
    match_id = str(new_id())

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        tables.require_starter(actor, tournament, entrants)
        events = rounds.start_table(tournament, match_results(tournament), entrants, match_id)
        tables.require_players(tournament, entrants)
        return events

    done = execute(tournament_id, act, actor)
    tournament = tournaments.load(tournament_id).state
    tables.open_match(tournament_id, tournament, tournament.rounds[-1].tables[-1], actor)
    return done


def decide_tie(
    *,
    tournament_id: str,
    number: int,
    table: int,
    order: Sequence[str],
    reason: str,
    actor: Actor,
    expected: int | None = None,
) -> Committed:
    """Decide a table of a knock-out that ended level."""

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        return rounds.decide_tie(tournament, match_results(tournament), number, table, order, reason)

    return execute_as_organiser(tournament_id, act, actor, expected=expected)


@transaction.atomic
def finish(*, tournament_id: str, actor: Actor, abandon: bool = False, expected: int | None = None) -> Committed:
    """End the tournament; rounds to come and tables without a result are refused, with *abandon* these are void."""
    open_tables: list[str] = []

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        results = match_results(tournament)
        events = lifecycle.finish(tournament, results, abandon=abandon)
        open_tables[:] = tables.matches_without_result(tournament, results)
        return events

    done = execute_as_organiser(tournament_id, act, actor, expected=expected)
    for match_id in open_tables:
        tables.void(match_id, "", actor)
    return done


@transaction.atomic
def reopen(*, tournament_id: str, actor: Actor, reason: str, expected: int | None = None) -> Committed:
    """Let a finished tournament run again, without those who were erased meanwhile."""

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        players = [player for entry in tournament.entries.values() for player in entry.players]
        lock_players(players)
        return lifecycle.reopen(tournament, reason, erased_players(players))

    done = execute_as_organiser(tournament_id, act, actor, expected=expected)
    tournament = tournaments.load(tournament_id).state
    for event in done.events:
        if isinstance(event, Withdrawn):
            tables.leave(tournament, event.entrant, "", actor)
    return done


def give_penalty(
    *, tournament_id: str, entrant: str, points: str, reason: str, actor: Actor, expected: int | None = None
) -> Committed:
    """Take points off an entrant's score."""
    return execute_as_organiser(
        tournament_id,
        lambda tournament: lifecycle.give_penalty(tournament, entrant, points, reason),
        actor,
        expected=expected,
    )


def withdraw_penalty(
    *, tournament_id: str, number: int, reason: str, actor: Actor, expected: int | None = None
) -> Committed:
    """A penalty counts no longer."""
    return execute_as_organiser(
        tournament_id,
        lambda tournament: lifecycle.withdraw_penalty(tournament, number, reason),
        actor,
        expected=expected,
    )


def _require_last(tournament: Tournament, number: int | None) -> None:
    if number is None:
        return
    if tournament.round(number) is None:
        raise Unknown(kind=Phrase("round of this tournament"), id=number)
    if number != tournament.rounds[-1].number:
        raise NotDueYet(why=Phrase("only the last round, {last}, can be changed", last=tournament.rounds[-1].number))
