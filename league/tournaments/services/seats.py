"""Seats of a match changed by an official, with an eye on the other tables of its round."""

from collections.abc import Sequence
from uuid import UUID

from league.common.actor import Actor
from league.eventlog.types import Committed
from league.matches import repository as match_repository
from league.matches.domain.setup import Names
from league.matches.services import setup as match_setup
from league.tournaments.repository import find_tournament
from league.tournaments.services import tables


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
        if (tournament := find_tournament(match.opened.tournament)) is not None:
            tables.require_at_no_other_table(tournament, match_id, new)
    return match_setup.change_seats(
        match_id=match_id,
        players=players,
        absent=absent,
        reason=reason,
        expected=expected,
        actor=actor,
        names=names,
    )
