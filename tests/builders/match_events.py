"""Short histories of matches."""

import msgspec

from games.records.replay import settings
from games.registry import engine
from league.matches.domain import match
from league.matches.domain.events import GameOpened, MatchOpened, MovePlayed
from league.matches.domain.match import MoveRequest

SEED = bytes(range(32))


def opened(game="rummikub", seats=2, level="full", dealing="table", **options):
    rules = engine(game)
    sealed = match.seal(SEED) if dealing != "table" else None
    chosen = {**settings(rules, {}), **options}
    return MatchOpened(game, rules.meta.rules, level, chosen, (None,) * seats, dealing, club="c", seed_hash=sealed)


def begun(*moves):
    """A match of two in its first game: `begun((-1, DEAL), (0, "draw"))`."""
    return [opened(), GameOpened(1, 1), *(MovePlayed(seat, move) for seat, move in moves)]


def played_out(seed=SEED):
    """The events of a two-player match in which both draw until the pool is empty."""
    course = match.open_match(opened(dealing="server"), seed)
    facts = list(course.events)
    while not course.match.over:
        (seat,) = course.match.turn
        move = "draw" if course.match.position.pool else "pass"
        course = match.play(course.match, [MoveRequest(seat, move)], seed)
        facts += course.events
    return facts


def change_last(facts, kind, **fields):
    """The number of the last fact of a kind, and the facts with other fields in it."""
    at = max(place for place, each in enumerate(facts) if isinstance(each, kind))
    return at + 1, [*facts[:at], msgspec.structs.replace(facts[at], **fields), *facts[at + 1 :]]
