"""The state of one game of Rummikub: a frozen value, and a draft while moves are made.

`racks` has the known tiles of each rack, `unknown` the number of its other tiles. A full record knows all racks, an
open record none of them, and the same rules apply to both.
"""

from enum import IntEnum
from typing import NamedTuple

from games.engine import PositionDraft
from games.rummikub.options import Options
from games.rummikub.sets import TileSet
from games.rummikub.tiles import ALL, TOTAL, size


class Phase(IntEnum):
    """The phase: what happens next."""

    DEAL = 0  # the deal is due
    TURN = 1  # a seat acts
    DUE = 2  # a seat is dealt the tiles it draws
    REVEAL = 3  # the game is over, and unknown racks are shown
    OVER = 4


class Position(NamedTuple):
    """Tiles are bags (see `tiles`). `unseen` has all that are neither on the table nor known to be on a rack."""

    options: Options
    phase: Phase
    starter: int
    seat: int
    table: tuple[TileSet, ...]
    racks: tuple[int, ...]
    unknown: tuple[int, ...]
    unseen: int
    pool: int  # how many tiles
    opened: tuple[bool, ...]
    idle: int  # turns in a row that began with an empty pool and played nothing
    due: int  # tiles to be dealt now
    returned: int  # bag of lost tiles that enter the pool after the penalty is drawn
    reason: str | None  # "out" or "stuck" once over

    def held(self, seat: int) -> int:
        """The number of tiles on the rack of *seat*."""
        return size(self.racks[seat]) + self.unknown[seat]


class Draft(PositionDraft):
    """A position while moves change it."""

    __slots__ = Position._fields

    options: Options
    phase: Phase
    starter: int
    seat: int
    table: list[TileSet]
    racks: list[int]
    unknown: list[int]
    unseen: int
    pool: int
    opened: list[bool]
    idle: int
    due: int
    returned: int
    reason: str | None

    def position(self) -> Position:
        return Position(*self.values())


def undealt(options: Options) -> Position:
    none = (0,) * options.seats
    return Position(options, Phase.DEAL, 0, 0, (), none, none, ALL, TOTAL, (False,) * options.seats, 0, 0, 0, None)
