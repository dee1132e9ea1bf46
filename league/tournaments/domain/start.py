"""The start: who is there is seeded, and the first stage begins."""

import hashlib

from games.errors import Phrase
from league.tournaments.domain.entries import widen
from league.tournaments.domain.events import TournamentFact, TournamentStarted, Withdrawn
from league.tournaments.domain.lifecycle import require_phase
from league.tournaments.domain.stages import first_stage
from league.tournaments.domain.tournament import Tournament, evolve
from league.tournaments.errors import NobodyLeft


def start(now: Tournament, lot: str) -> list[TournamentFact]:
    """Seed the field and begin the first stage; *lot* (hexadecimal) decides between equal seeds and all later lots.

    Where check-in is asked for, who is not there has not come, and those on the waiting list who are get the places.
    NobodyLeft if no entrant is there.
    """
    require_phase(now, ("draft", "open"), Phrase("start"))
    facts: list[TournamentFact] = []
    if now.settings.check_in:
        for entry in now.active:
            if not entry.present:
                facts.append(Withdrawn(entry.id, no_show=True))
                now = evolve(now, facts[-1])
        for fact in widen(now, starting=True):
            facts.append(fact)
            now = evolve(now, fact)
    if not now.active:
        raise NobodyLeft()
    facts.append(TournamentStarted(_seeding(now, lot), lot))
    now = evolve(now, facts[-1])
    return [*facts, *first_stage(now)]


def _seeding(now: Tournament, lot: str) -> tuple[str, ...]:
    """Entrants by seed, those without one last; equals by lot."""

    def key(entrant: str) -> tuple[bool, int, bytes]:
        seed = now.entries[entrant].seed
        return seed is None, seed or 0, drawn_lot(lot, entrant)

    return tuple(sorted((entry.id for entry in now.active), key=key))


def drawn_lot(lot: str, entrant: str) -> bytes:
    """What decides between equals: nobody can choose it, anybody can work it out."""
    return hashlib.sha256(f"{lot} {entrant}".encode()).digest()
