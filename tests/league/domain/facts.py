"""Histories of matches in few words."""

from games.registry import engine
from games.replay import settings
from league.domain import match
from league.domain.events import GameOpened, MatchOpened, MovePlayed

SEED = bytes(range(32))
DEAL = "deal 0 | r10 b10 k10 o1 o2 o3 o4 o5 o6 o7 o8 o9 b1 b2 | r1 r2 r3 r4 r5 r6 r7 r8 r9 k1 k2 k3 k4 k5"


def opened(game="rummikub", seats=2, level="full", dealing="table", **options):
    rules = engine(game)
    sealed = match.seal(SEED) if dealing == "server" else None
    chosen = {**settings(rules, {}), **options}
    return MatchOpened(game, rules.meta.rules, level, chosen, (None,) * seats, dealing, club="c", seed_hash=sealed)


def begun(*moves):
    """A match of two whose first game is under way: `begun((-1, DEAL), (0, "draw"))`."""
    return [opened(), GameOpened(1, 1), *(MovePlayed(seat, move) for seat, move in moves)]
