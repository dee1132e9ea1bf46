"""Tournaments by id: loaded, changed and remembered."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from games.errors import Phrase
from league.common.actor import Actor, require_organiser
from league.eventlog import store
from league.eventlog.repository import Repository
from league.eventlog.types import Committed, StoredEvent
from league.tournaments.domain import events
from league.tournaments.domain.events import TournamentEvent
from league.tournaments.domain.tournament import Tournament, evolve, replay

Act: TypeAlias = Callable[[Tournament], Sequence[TournamentEvent]]
RUN = Phrase("run a tournament")


def decode(stored: StoredEvent) -> TournamentEvent:
    return events.decode(stored.kind, stored.payload)


tournaments: Repository[Tournament, TournamentEvent] = Repository(
    "tournament-",
    Phrase("tournament"),
    decode=decode,
    encode=events.encode,
    start=replay,
    evolve=evolve,
    size=64,
)


def execute(tournament_id: str, act: Act, actor: Actor, *, expected: int | None = None) -> Committed:
    """Do what *act* decides. It is for the act to check who may."""
    return tournaments.execute(tournament_id, act, actor=actor, expected=expected)


def execute_as_organiser(tournament_id: str, act: Act, actor: Actor, *, expected: int | None = None) -> Committed:
    """Do what *act* decides, if an organiser of the club asks. Raises `NotAllowed`."""

    def allowed(tournament: Tournament) -> Sequence[TournamentEvent]:
        require_organiser(actor, tournament.club, RUN)
        return act(tournament)

    return execute(tournament_id, allowed, actor, expected=expected)


def tournaments_with_player(player: str) -> list[str]:
    """The tournaments in which somebody ever had a place, by the log itself: lists may be behind it."""
    streams = store.saying(tournaments.prefix, ("entrant.entered", "entrant.replaced"), player)
    return [stream.removeprefix(tournaments.prefix) for stream in streams]
