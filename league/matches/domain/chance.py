"""What chance drew from."""

from collections.abc import Sequence

from league.matches.domain.events import MatchEvent, SeedRevealed


def drawing_seeds(facts: Sequence[MatchEvent]) -> list[bytes | None]:
    """The seed that chance drew from for each event, if it was revealed: the next one that was."""
    found: list[bytes | None] = []
    seed: bytes | None = None
    for fact in reversed(facts):
        seed = bytes.fromhex(fact.seed) if isinstance(fact, SeedRevealed) else seed
        found.append(seed)
    return found[::-1]
