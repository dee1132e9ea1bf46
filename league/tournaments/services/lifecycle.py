"""The life of a tournament: drafting, opening, starting, rounds and stages, finishing."""

import secrets
from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import transaction

from games.errors import Phrase
from league.clubs.models import erased_players
from league.clubs.players import lock_players
from league.clubs.quotas import require_room_for_tournaments
from league.clubs.services import get_club
from league.common.actor import Actor, require_organiser
from league.common.exact import Number
from league.common.ids import new_id
from league.errors import NotAllowed, Unknown
from league.eventlog.repository import retry_conflicts
from league.eventlog.types import Committed
from league.tournaments.domain import lifecycle, stages
from league.tournaments.domain.draw import latecomers, rounds
from league.tournaments.domain.events import TournamentEvent, Withdrawn
from league.tournaments.domain.settings.model import Settings
from league.tournaments.domain.tournament import Tournament
from league.tournaments.errors import NotDueYet
from league.tournaments.models import TournamentRow
from league.tournaments.repository import RUN, load_as_organiser, tournaments
from league.tournaments.results import match_results
from league.tournaments.services import tables


@transaction.atomic
def create(*, club_id: UUID, name: str, game: str, settings: Settings, actor: Actor) -> Committed:
    """Draft a tournament.

    Raises `Unknown`, `NotAllowed`, `BadName`, `BadSettings`, `BadOption`, `UnknownGame`, `TooManyTournaments`.
    """
    home = get_club(club_id)
    club = str(home.id)
    require_organiser(actor, club, RUN)
    require_room_for_tournaments(TournamentRow.objects.filter(club=club_id).count() + 1)
    events = lifecycle.create(club, name, game, settings)
    return tournaments.create(events, actor=actor, shard=home.shard)


@retry_conflicts
def open_registration(*, tournament_id: str, actor: Actor, expected: int | None = None) -> Committed:
    """Let entrants register."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    return tournaments.append(tournament, lifecycle.open_registration(tournament.state), actor=actor)


@retry_conflicts
def start(
    *, tournament_id: str, actor: Actor, absent: stages.Absent | None = None, expected: int | None = None
) -> Committed:
    """Seed the field and begin the first stage. *absent*: what happens to entrants who are not checked in."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    events = stages.start(tournament.state, secrets.token_hex(16), absent)
    return tournaments.append(tournament, events, actor=actor)


@retry_conflicts
def open_stage(
    *,
    tournament_id: str,
    actor: Actor,
    early: bool = False,
    reason: str = "",
    decided: Sequence[str] = (),
    expected: int | None = None,
) -> Committed:
    """Freeze the qualification, unless that was done, and begin the next stage."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    results, order = match_results(tournament.state), list(map(str, decided))
    events = stages.open_next(tournament.state, results, early=early, reason=reason, decided=order)
    return tournaments.append(tournament, events, actor=actor)


@retry_conflicts
def freeze_qualification(
    *,
    tournament_id: str,
    actor: Actor,
    early: bool = False,
    reason: str = "",
    decided: Sequence[str] = (),
    expected: int | None = None,
) -> Committed:
    """Decide who qualifies from the current stage. *decided* is the order of the entrants tied at the cut."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    results, order = match_results(tournament.state), list(map(str, decided))
    events = stages.freeze(tournament.state, results, early=early, reason=reason, decided=order)
    return tournaments.append(tournament, events, actor=actor)


@retry_conflicts
def annul_stage(*, tournament_id: str, actor: Actor, reason: str, expected: int | None = None) -> Committed:
    """Annul the last stage, of which no round is left."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    return tournaments.append(tournament, stages.annul(tournament.state, reason), actor=actor)


@retry_conflicts
def draw_round(
    *,
    tournament_id: str,
    actor: Actor,
    unfinished: bool = False,
    anew: bool = False,
    reason: str = "",
    expected: int | None = None,
) -> Committed:
    """Draft the next round, or with *anew* redraw the draft. An evening of an open stage begins at once.

    *unfinished*: although results are missing, for a *reason*.
    """
    tournament = load_as_organiser(tournament_id, actor, expected)
    results, seed = match_results(tournament.state), secrets.token_hex(16)
    events = rounds.draw(tournament.state, results, seed, unfinished=unfinished, anew=anew, reason=reason)
    return tournaments.append(tournament, events, actor=actor)


def change_draft(
    *,
    tournament_id: str,
    tables_of: Mapping[int, Sequence[Sequence[str]]],
    out: Mapping[int, Sequence[str]],
    actor: Actor,
    reason: str = "",
    expected: int,
    number: int | None = None,
    balance: bool = False,
) -> Committed:
    """Change the draft by hand: tables and byes by group. With *number*, only if it is that round.

    *balance*: choose the seats at new tables so that first moves balance.
    """
    tournament = load_as_organiser(tournament_id, actor, expected)
    _require_last(tournament.state, number)
    events = rounds.change(tournament.state, match_results(tournament.state), tables_of, out, reason, balance=balance)
    return tournaments.append(tournament, events, actor=actor)


@retry_conflicts
@transaction.atomic
def publish_round(
    *, tournament_id: str, actor: Actor, expected: int | None = None, number: int | None = None
) -> Committed:
    """Let everybody see the draft, and open a match at each of its tables. With *number*, only if it is that round."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    _require_last(tournament.state, number)
    draft = tournament.state.draft
    drafted = draft.tables if draft else []
    events = rounds.publish(tournament.state, match_results(tournament.state), [str(new_id()) for _ in drafted])
    tables.require_players(tournament.state, [entrant for table in drafted for entrant in table.seats])
    committed = tournaments.append(tournament, events, actor=actor)
    published = tournaments.load(tournament_id).state
    for table in published.rounds[-1].tables:
        tables.open_match(tournament_id, published, table, actor)
    return committed


@retry_conflicts
@transaction.atomic
def annul_round(
    *, tournament_id: str, actor: Actor, reason: str = "", expected: int | None = None, number: int | None = None
) -> Committed:
    """Annul the last round, draft or published, and make the matches of a published one void.

    With *number*, only if it is that round.
    """
    tournament = load_as_organiser(tournament_id, actor, expected)
    _require_last(tournament.state, number)
    committed = tournaments.append(tournament, rounds.annul(tournament.state, reason), actor=actor)
    for match_id in tournament.state.rounds[-1].matches:
        tables.void(match_id, reason, actor)
    return committed


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
    """Annul what follows from a result that was corrected: *events* as they were planned, and their matches.

    Arbiters may as well as organisers, since both rule on matches.
    """
    tournament = tournaments.load(tournament_id, expected=expected)
    if not actor.judge(tournament.state.club):
        why = Phrase("only the club’s arbiters and organisers can do this")
        raise NotAllowed(act=Phrase("undo a round"), why=why)
    committed = tournaments.append(tournament, events, actor=actor)
    for match_id in matches:
        tables.void(match_id, reason, actor)
    return committed


@retry_conflicts
@transaction.atomic
def start_table(*, tournament_id: str, entrants: Sequence[str], actor: Actor) -> Committed:
    """Open a table of an open stage, in this order of seats. Officials and the players at it may.

    In a Swiss or a fixed series, organisers let latecomers play in the last round against those who have a bye in it.
    Their seats are drawn. Nobody sits down who plays at another table of the round for somebody else.
    """
    tournament = tournaments.load(tournament_id)
    state, match = tournament.state, str(new_id())
    if state.stage is None or state.stage.rules.format == "open":
        tables.require_starter(actor, state, entrants)
        events = rounds.start_table(state, match_results(state), entrants, match)
    else:
        require_organiser(actor, state.club, RUN)
        events = latecomers.add_table(state, match_results(state), entrants, secrets.token_hex(16), match)
    tables.require_players(state, entrants)
    committed = tournaments.append(tournament, events, actor=actor)
    started = tournaments.load(tournament_id).state
    tables.open_match(tournament_id, started, started.rounds[-1].tables[-1], actor)
    tables.require_at_no_other_table(started, match, tables.players_by_seat(started, entrants))
    return committed


@retry_conflicts
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
    """Decide the order of finish at a knockout table that ended in a tie."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    events = rounds.decide_tie(
        tournament.state, match_results(tournament.state), number, table, order=order, reason=reason
    )
    return tournaments.append(tournament, events, actor=actor)


@retry_conflicts
@transaction.atomic
def finish(*, tournament_id: str, actor: Actor, abandon: bool = False, expected: int | None = None) -> Committed:
    """End the tournament. With *abandon* although rounds or results are missing: tables without one are void."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    events = lifecycle.finish(tournament.state, match_results(tournament.state), abandon=abandon)
    committed = tournaments.append(tournament, events, actor=actor)
    for match_id in tournaments.load(tournament_id).state.voided:
        tables.void(match_id, "", actor)
    return committed


@retry_conflicts
@transaction.atomic
def reopen(*, tournament_id: str, actor: Actor, reason: str, expected: int | None = None) -> Committed:
    """Reopen a finished tournament, without entrants who were erased in the meantime.

    What finishing it did is undone: tables that it made void are as they were, and the draft of a round is back.
    """
    tournament = load_as_organiser(tournament_id, actor, expected)
    players = [player for entry in tournament.state.entries.values() for player in entry.players]
    lock_players(players)
    events = lifecycle.reopen(tournament.state, reason, erased_players(players))
    committed = tournaments.append(tournament, events, actor=actor)
    for match_id in tournament.state.voided:
        tables.reinstate(match_id, reason, actor)
    reopened = tournaments.load(tournament_id).state
    for event in events:
        if isinstance(event, Withdrawn):
            tables.leave(reopened, event.entrant, "", actor)
    return committed


@retry_conflicts
def give_penalty(
    *, tournament_id: str, entrant: str, points: Number, reason: str, actor: Actor, expected: int | None = None
) -> Committed:
    """Take points off an entrant's score."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    events = lifecycle.give_penalty(tournament.state, entrant, points, reason)
    return tournaments.append(tournament, events, actor=actor)


@retry_conflicts
def withdraw_penalty(
    *, tournament_id: str, number: int, reason: str, actor: Actor, expected: int | None = None
) -> Committed:
    """Annul a penalty."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    return tournaments.append(tournament, lifecycle.withdraw_penalty(tournament.state, number, reason), actor=actor)


def _require_last(tournament: Tournament, number: int | None) -> None:
    if number is None:
        return
    if tournament.round(number) is None:
        raise Unknown(kind=Phrase("tournament round"), id=number)
    if number != tournament.rounds[-1].number:
        raise NotDueYet(why=Phrase("only the last round, {last}, can be changed", last=tournament.rounds[-1].number))
