"""Seats of a match changed by an official, with an eye on the other tables of its round."""

from collections.abc import Sequence
from uuid import UUID

from games.errors import Phrase
from league.common.actor import Actor
from league.errors import Unknown
from league.eventlog.types import Committed
from league.matches import repository as match_repository
from league.matches.services import setup as match_setup
from league.standings.types import Outcome
from league.tournaments.domain.tournament import Round, Tournament
from league.tournaments.errors import EntrantRefused
from league.tournaments.repository import tournaments
from league.tournaments.results import match_results


def change_seats(
    *,
    match_id: str,
    players: Sequence[UUID | None],
    absent: Sequence[UUID] = (),
    reason: str,
    expected: int,
    actor: Actor,
    command_id: UUID | None = None,
) -> Committed:
    """Seat *players* as `league.matches.services.setup.change_seats` does, but nobody from another table of the round.

    In an open stage, where a round is a whole evening, that is any table without a result. Raises `EntrantRefused`.
    """
    match = match_repository.load(match_id).state
    if match.opened.tournament is not None and not match.over:
        new = {str(player) for player in players if player} - set(match.opened.seats)
        _require_free(match.opened.tournament, match_id, new)
    return match_setup.change_seats(
        match_id=match_id,
        players=players,
        absent=absent,
        reason=reason,
        expected=expected,
        actor=actor,
        command_id=command_id,
    )


def _require_free(tournament_id: str, match_id: str, players: set[str]) -> None:
    try:
        tournament = tournaments.load(tournament_id).state
    except Unknown:  # a match that names one has not always got it
        return
    for round_ in tournament.published:
        if match_id in round_.matches:
            _require_at_no_other_table(tournament, round_, match_id, players)


def _require_at_no_other_table(tournament: Tournament, round_: Round, match_id: str, players: set[str]) -> None:
    results = match_results(tournament)
    evening = tournament.stages[round_.stage].rules.format == "open"
    for table in round_.tables:
        known = results[table.match or ""]
        if table.match == match_id or known.outcome == Outcome.VOID or (evening and known.over):
            continue
        there = {player for seat, player in enumerate(known.players) if player and seat not in known.absent}
        for player in sorted(players & there):
            why = Phrase("the player sits at table {table} of the same round", table=table.number)
            raise EntrantRefused(entrant=player, why=why)
