"""Can a player move, and what is the best move? Exact answers, with the move itself (see docs/solver.md).

`any_play` finds a legal play if there is one, `best_play` one that lays the most tiles, `opening_play` a first play of
30 points or more. All are pure functions of a rack (a bag of tiles) and the sets on the table.
"""

from collections.abc import Sequence

from games.rummikub.moves import Play
from games.rummikub.options import House
from games.rummikub.sets import TileSet
from games.rummikub.solver import search, turning
from games.rummikub.solver.glance import glance
from games.rummikub.solver.opening import opening_play, opening_with_table
from games.rummikub.solver.pool import Pool

__all__ = ["any_play", "best_play", "opening_play"]


def any_play(rack: int, table: Sequence[TileSet], *, opened: bool, house: House) -> Play | None:
    """A legal play of the *rack*, None if there is none; *opened*: whether the player had opened before this turn."""
    if not opened:
        return opening_play(rack)
    seen = glance(rack, table)
    if seen is not None:
        return seen
    found = search.any_found(Pool.of(rack, table), house)
    return turning.play(table, found[1], house) if found else None


def best_play(rack: int, table: Sequence[TileSet], *, opened: bool, house: House) -> Play | None:
    """A legal play that lays the most tiles of the *rack*, None if there is none."""
    if not opened:
        return opening_with_table(rack, table, house) if house.same_turn_after_opening else opening_play(rack)
    found = search.best_found(Pool.of(rack, table), house)
    return turning.play(table, found[1], house) if found else None
