"""Exact answers to whether a player can move and what the best move is (see docs/solver.md).

`any_play` finds a legal play if there is one, `best_play` one with the most tiles, `opening_play` a first play of 30
points or more. All are pure functions of a rack (a bag of tiles) and the sets on the table.
"""

from collections.abc import Sequence

from games.rummikub.moves import Play
from games.rummikub.options import Options
from games.rummikub.sets import TileSet
from games.rummikub.solver import search, turning
from games.rummikub.solver.glance import glance
from games.rummikub.solver.opening import opening_play, table_opening
from games.rummikub.solver.pool import Pool

__all__ = ["any_play", "best_play", "opening_play"]


def any_play(rack: int, table: Sequence[TileSet], *, opened: bool, options: Options) -> Play | None:
    """A legal play of the *rack*, if there is one. *opened*: whether the player had opened before this turn."""
    if not opened:
        return opening_play(rack)
    seen = glance(rack, table)
    if seen is not None:
        return seen
    found = search.find_any(Pool.of(rack, table), options)
    return turning.make_play(table, found[1], options) if found else None


def best_play(rack: int, table: Sequence[TileSet], *, opened: bool, options: Options) -> Play | None:
    """A legal play with the most tiles of the *rack*, if there is one."""
    if not opened:
        return table_opening(rack, table, options) if options.same_turn_after_opening else opening_play(rack)
    found = search.find_best(Pool.of(rack, table), options)
    return turning.make_play(table, found[1], options) if found else None
