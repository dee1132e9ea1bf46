"""Random games: `played(b"seed", seats=3)`."""

from typing import Any, NamedTuple

from games.chance import Chance
from games.engine import CHANCE, Level
from games.ralph import ENGINE
from tests.games.ralph.positions import table


class Game(NamedTuple):
    """The current position, and every step: the position before, the seat, the move."""

    state: Any
    steps: list[Any]


def played(seed, seats=2, level=Level.FULL, *, moves=1000, at_random=False, **options) -> Game:
    """A game, or its first *moves*, played by the engine's bot or, *at_random*, with any legal moves."""
    state, steps = ENGINE.setup(table(seats, level, **options)), []
    while (turn := ENGINE.turn(state)) and len(steps) < moves:
        chance = Chance(seed, str(len(steps)))
        seat = chance.pick(sorted(turn))
        if seat == CHANCE:
            move = ENGINE.draw(state, chance)
        elif at_random:
            move = chance.pick(list(ENGINE.legal(state, seat)))
        else:
            move = ENGINE.suggest(state, seat, chance)
        steps.append((state, seat, move))
        state = ENGINE.apply(state, seat, move)
    return Game(state, steps)
