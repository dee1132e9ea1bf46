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
from league.tournaments.domain.events import TournamentFact, Withdrawn
from league.tournaments.domain.settings import Settings
from league.tournaments.domain.tournament import Tournament
from league.tournaments.errors import RoundsLeft
from league.tournaments.repository import RUN, execute, execute_as_organiser, tournaments
from league.tournaments.results import results_of
from league.tournaments.services import tables


@transaction.atomic
def create(
    *, club_id: UUID, name: str, game: str, settings: Settings, actor: Actor, command_id: UUID | None = None
) -> Committed:
    """Draft a tournament. Raises `Unknown`, `NotAllowed`, `BadName`, `BadSettings`, `BadOption`, `UnknownGame`."""
    club = str(get_club(club_id).id)
    require_organiser(actor, club, RUN)
    facts = lifecycle.create(club, name, game, settings)
    return tournaments.create(facts, actor=actor, command_id=command_id)


def open_registration(*, tournament_id: str, actor: Actor, expected: int | None = None) -> Committed:
    """Let entrants register."""
    return execute_as_organiser(tournament_id, lifecycle.open_registration, actor, expected=expected)


def start(*, tournament_id: str, actor: Actor, expected: int | None = None) -> Committed:
    """Seed the field and begin the first stage."""
    lot = secrets.token_hex(16)
    return execute_as_organiser(tournament_id, lambda now: tournament_start.start(now, lot), actor, expected=expected)


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

    def act(now: Tournament) -> Sequence[TournamentFact]:
        return stages.next_stage(now, results_of(now), early=early, reason=reason, decided=list(map(str, decided)))

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

    def act(now: Tournament) -> Sequence[TournamentFact]:
        return stages.freeze(now, results_of(now), early=early, reason=reason, decided=list(map(str, decided)))

    return execute_as_organiser(tournament_id, act, actor, expected=expected)


def take_back_stage(*, tournament_id: str, actor: Actor, reason: str, expected: int | None = None) -> Committed:
    """Take back the last stage, of which no round is left."""
    return execute_as_organiser(tournament_id, lambda now: stages.take_back(now, reason), actor, expected=expected)


def draw_round(
    *, tournament_id: str, actor: Actor, unfinished: bool = False, anew: bool = False, expected: int | None = None
) -> Committed:
    """Draft the next round, or *anew* the one that is drafted; an evening of an open stage begins at once."""
    seed = secrets.token_hex(16)

    def act(now: Tournament) -> Sequence[TournamentFact]:
        return rounds.draw(now, results_of(now), seed, unfinished=unfinished, anew=anew)

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

    def act(now: Tournament) -> Sequence[TournamentFact]:
        _require_last(now, number)
        return rounds.change(now, results_of(now), tables_of, out, reason)

    return execute_as_organiser(tournament_id, act, actor, expected=expected)


@transaction.atomic
def publish_round(
    *, tournament_id: str, actor: Actor, expected: int | None = None, number: int | None = None
) -> Committed:
    """Let everybody see the draft, and open a match at each of its tables. With *number*, only if it is that round."""
    opened: list[str] = []

    def act(now: Tournament) -> Sequence[TournamentFact]:
        _require_last(now, number)
        drafted = now.draft.tables if now.draft else []
        opened[:] = [str(new_id()) for _ in drafted]
        facts = rounds.publish(now, opened)
        tables.require_people(now, [entrant for table in drafted for entrant in table.seats])
        return facts

    done = execute_as_organiser(tournament_id, act, actor, expected=expected)
    now = tournaments.load(tournament_id).state
    for table in now.rounds[-1].tables:
        tables.open_at(tournament_id, now, table, actor)
    return done


@transaction.atomic
def annul_round(
    *, tournament_id: str, actor: Actor, reason: str = "", expected: int | None = None, number: int | None = None
) -> Committed:
    """Take back the last round, draft or published; the matches of a published one are void.

    With *number*, only if it is that round.
    """
    taken: list[str] = []

    def act(now: Tournament) -> Sequence[TournamentFact]:
        _require_last(now, number)
        facts = rounds.annul(now, reason)
        taken[:] = now.rounds[-1].matches
        return facts

    done = execute_as_organiser(tournament_id, act, actor, expected=expected)
    for match_id in taken:
        tables.void(match_id, reason, actor)
    return done


@transaction.atomic
def take_back(
    *,
    tournament_id: str,
    facts: Sequence[TournamentFact],
    matches: Sequence[str],
    reason: str,
    expected: int,
    actor: Actor,
) -> Committed:
    """Take back what follows from a result that was corrected: *facts* as they were planned, and their matches.

    Whoever may rule on matches may: arbiters and organisers.
    """

    def act(now: Tournament) -> Sequence[TournamentFact]:
        if not actor.judge(now.club):
            why = Phrase("that is for arbiters and organisers of the club")
            raise NotAllowed(act=Phrase("take back a round"), why=why)
        return facts

    done = execute(tournament_id, act, actor, expected=expected)
    for match_id in matches:
        tables.void(match_id, reason, actor)
    return done


@transaction.atomic
def start_table(*, tournament_id: str, entrants: Sequence[str], actor: Actor) -> Committed:
    """In an open stage a table sits down to play; officials and its own players may start it."""
    match_id = str(new_id())

    def act(now: Tournament) -> Sequence[TournamentFact]:
        tables.require_at(actor, now, entrants)
        facts = rounds.start_table(now, results_of(now), entrants, match_id)
        tables.require_people(now, entrants)
        return facts

    done = execute(tournament_id, act, actor)
    now = tournaments.load(tournament_id).state
    tables.open_at(tournament_id, now, now.rounds[-1].tables[-1], actor)
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

    def act(now: Tournament) -> Sequence[TournamentFact]:
        return rounds.decide_tie(now, results_of(now), number, table, order, reason)

    return execute_as_organiser(tournament_id, act, actor, expected=expected)


@transaction.atomic
def finish(*, tournament_id: str, actor: Actor, abandon: bool = False, expected: int | None = None) -> Committed:
    """End the tournament; rounds to come and tables without a result are refused, with *abandon* these are void."""
    open_tables: list[str] = []

    def act(now: Tournament) -> Sequence[TournamentFact]:
        results = results_of(now)
        facts = lifecycle.finish(now, results, abandon=abandon)
        open_tables[:] = tables.without_result(now, results)
        return facts

    done = execute_as_organiser(tournament_id, act, actor, expected=expected)
    for match_id in open_tables:
        tables.void(match_id, "", actor)
    return done


@transaction.atomic
def reopen(*, tournament_id: str, actor: Actor, reason: str, expected: int | None = None) -> Committed:
    """Let a finished tournament run again, without those who were erased meanwhile."""

    def act(now: Tournament) -> Sequence[TournamentFact]:
        players = [player for entry in now.entries.values() for player in entry.players]
        lock_players(players)
        return lifecycle.reopen(now, reason, erased_players(players))

    done = execute_as_organiser(tournament_id, act, actor, expected=expected)
    now = tournaments.load(tournament_id).state
    for fact in done.events:
        if isinstance(fact, Withdrawn):
            tables.leave(now, fact.entrant, "", actor)
    return done


def give_penalty(
    *, tournament_id: str, entrant: str, points: str, reason: str, actor: Actor, expected: int | None = None
) -> Committed:
    """Take points off an entrant's score."""
    return execute_as_organiser(
        tournament_id, lambda now: lifecycle.give_penalty(now, entrant, points, reason), actor, expected=expected
    )


def withdraw_penalty(
    *, tournament_id: str, number: int, reason: str, actor: Actor, expected: int | None = None
) -> Committed:
    """A penalty counts no longer."""
    return execute_as_organiser(
        tournament_id, lambda now: lifecycle.withdraw_penalty(now, number, reason), actor, expected=expected
    )


def _require_last(now: Tournament, number: int | None) -> None:
    if number is None:
        return
    if now.round(number) is None:
        raise Unknown(kind=Phrase("round of this tournament"), id=number)
    if number != now.rounds[-1].number:
        raise RoundsLeft(why=Phrase("only the last round, {last}, can be changed", last=now.rounds[-1].number))
