"""Histories of matches in few words."""

from games.records.replay import settings
from games.registry import engine
from league.matches.domain import match
from league.matches.domain.events import GameOpened, MatchOpened, MovePlayed
from league.matches.domain.match import Ply

SEED = bytes(range(32))


def opened(game="rummikub", seats=2, level="full", dealing="table", **options):
    rules = engine(game)
    sealed = match.seal(SEED) if dealing == "server" else None
    chosen = {**settings(rules, {}), **options}
    return MatchOpened(game, rules.meta.rules, level, chosen, (None,) * seats, dealing, club="c", seed_hash=sealed)


def begun(*moves):
    """A match of two whose first game is under way: `begun((-1, DEAL), (0, "draw"))`."""
    return [opened(), GameOpened(1, 1), *(MovePlayed(seat, move) for seat, move in moves)]


def played_out(seed=SEED):
    """A two-player match in which everybody draws until nobody can: its facts."""
    course = match.open_match(opened(dealing="server"), seed)
    facts = list(course.facts)
    while not course.now.over:
        (seat,) = course.now.turn
        move = "draw" if course.now.position.pool else "pass"
        course = match.play(course.now, [Ply(seat, move)], seed)
        facts += course.facts
    return facts
