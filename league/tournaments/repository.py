"""Tournaments by id: loaded, changed and remembered."""

from games.errors import Phrase
from league.common.actor import Actor, require_organiser
from league.errors import Unknown
from league.eventlog import store
from league.eventlog.repository import Repository, Versioned
from league.eventlog.types import StoredEvent
from league.tournaments.domain import events
from league.tournaments.domain.events import TournamentEvent
from league.tournaments.domain.tournament import Tournament, evolve, replay

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


def find_tournament(id_: str | None) -> Tournament | None:
    """The tournament that a match names, which need not be in the log."""
    if id_ is None:
        return None
    try:
        return tournaments.load(id_).state
    except Unknown:
        return None


def load_as_organiser(tournament_id: str, actor: Actor, expected: int | None) -> Versioned[Tournament]:
    """The tournament, for an organiser of its club. Raises `NotAllowed`, `Unknown`, `StreamMovedOn`."""
    tournament = tournaments.load(tournament_id, expected=expected)
    require_organiser(actor, tournament.state.club, RUN)
    return tournament


def tournaments_with_player(player: str) -> list[str]:
    """The tournaments in which somebody ever had a place, by the log itself: lists may be behind it."""
    streams = store.streams_mentioning(tournaments.prefix, ("entrant.entered", "entrant.replaced"), player)
    return [stream.removeprefix(tournaments.prefix) for stream in streams]
