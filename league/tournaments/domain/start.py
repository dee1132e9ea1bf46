"""The start: who is there is seeded, and the first stage begins."""

import hashlib

from games.errors import Phrase
from league.tournaments.domain.entries import promote_waiting
from league.tournaments.domain.events import TournamentEvent, TournamentStarted, Withdrawn
from league.tournaments.domain.lifecycle import require_phase
from league.tournaments.domain.stages import open_first
from league.tournaments.domain.tournament import Tournament, evolve
from league.tournaments.errors import TooFewEntrants


def start(tournament: Tournament, lot: str) -> list[TournamentEvent]:
    """Seed the field and begin the first stage; *lot* (hexadecimal) decides between equal seeds and all later lots.

    Where check-in is asked for, who is not there has not come, and those on the waiting list who are get the places.
    NobodyLeft if no entrant is there.
    """
    require_phase(tournament, ("draft", "open"), Phrase("start"))
    events: list[TournamentEvent] = []
    if tournament.settings.check_in:
        for entry in tournament.active:
            if not entry.checked_in:
                events.append(Withdrawn(entry.id, no_show=True))
                tournament = evolve(tournament, events[-1])
        for event in promote_waiting(tournament, starting=True):
            events.append(event)
            tournament = evolve(tournament, event)
    if not tournament.active:
        raise TooFewEntrants()
    events.append(TournamentStarted(_seeding(tournament, lot), lot))
    tournament = evolve(tournament, events[-1])
    return [*events, *open_first(tournament)]


def _seeding(tournament: Tournament, lot: str) -> tuple[str, ...]:
    """Entrants by seed, those without one last; equals by lot."""

    def key(entrant: str) -> tuple[bool, int, bytes]:
        seed = tournament.entries[entrant].seed
        return seed is None, seed or 0, lot_digest(lot, entrant)

    return tuple(sorted((entry.id for entry in tournament.active), key=key))


def lot_digest(lot: str, entrant: str) -> bytes:
    """What decides between equals: nobody can choose it, anybody can work it out."""
    return hashlib.sha256(f"{lot} {entrant}".encode()).digest()
