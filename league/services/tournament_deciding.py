"""Deciding on a tournament and writing down what was decided: what every command on tournaments shares."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from games.errors import Phrase
from league.domain.actor import Actor, require_organiser
from league.domain.tournament.facts import TournamentFact, written
from league.domain.tournament.state import Tournament, evolve
from league.projections.tournaments_hot import tournaments
from league.services.streams import Done, decide

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
