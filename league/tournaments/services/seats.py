"""Seats of a match changed by an official, with an eye on the other tables of its round."""

from collections.abc import Sequence
from uuid import UUID

from games.errors import Phrase
from league.clubs.merges import other_ids
from league.common.actor import Actor
from league.eventlog.types import Committed
from league.matches import repository as match_repository
from league.matches.domain.setup import Names
from league.matches.services import setup as match_setup
from league.tournaments.domain.results import seated_players
from league.tournaments.domain.tournament import Round, Tournament
from league.tournaments.errors import EntrantRefused
from league.tournaments.repository import find_tournament
from league.tournaments.results import match_results


def change_seats(
    *,
    match_id: str,
    players: Sequence[UUID | None],
    absent: Sequence[UUID] = (),
    reason: str,
    expected: int,
    actor: Actor,
    names: Names | None = None,
) -> Committed:
    """Seat *players* as `league.matches.services.setup.change_seats` does, but nobody from another table of the round.

    In an open stage, where a round is a whole evening, that is any table without a result. Raises `EntrantRefused`.
    """
    match = match_repository.load(match_id).state
    if not match.over:
        new = {str(player) for player in players if player} - set(match.opened.seats)
        _require_free(match.opened.tournament, match_id, new | other_ids(new))
    return match_setup.change_seats(
        match_id=match_id,
        players=players,
        absent=absent,
        reason=reason,
        expected=expected,
        actor=actor,
        names=names,
    )


def _require_free(tournament_id: str | None, match_id: str, players: set[str]) -> None:
    tournament = find_tournament(tournament_id)
    if tournament is None:
        return
    for round_ in tournament.published:
        if match_id in round_.matches:
            _require_at_no_other_table(tournament, round_, match_id, players)


def _require_at_no_other_table(tournament: Tournament, round_: Round, match_id: str, players: set[str]) -> None:
    own = {table.number for table in round_.tables if table.match == match_id}
    for number, there in seated_players(tournament, round_, match_results(tournament)):
        for player in sorted(set[str]() if number in own else players & there):
            why = Phrase("the player sits at table {table} of the same round", table=number)
            raise EntrantRefused(entrant=player, why=why)
