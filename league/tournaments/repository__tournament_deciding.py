"""Deciding on a tournament and writing down what was decided: what every command on tournaments shares."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from games.errors import Phrase
from league.common.actor import Actor, require_organiser
from league.eventlog.repository__streams import Done, decide
from league.tournaments.domain.events import TournamentFact, written
from league.tournaments.domain.tournament import Tournament, evolve
from league.tournaments.repository import tournaments

Act: TypeAlias = Callable[[Tournament], Sequence[TournamentFact]]
RUN = Phrase("run a tournament")


def decided(tournament_id: str, act: Act, actor: Actor, *, expected: int | None = None) -> Done:
    """Do what *act* decides; it is for the act to say who may."""
    return decide(tournaments, tournament_id, act, written=written, evolve=evolve, actor=actor, expected=expected)


def organised(tournament_id: str, act: Act, actor: Actor, *, expected: int | None = None) -> Done:
    """Do what *act* decides, if an organiser of the club asks. Raises `NotAllowed`."""

    def allowed(now: Tournament) -> Sequence[TournamentFact]:
        require_organiser(actor, now.club, RUN)
        return act(now)

    return decided(tournament_id, allowed, actor, expected=expected)
