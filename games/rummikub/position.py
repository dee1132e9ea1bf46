"""The state of one game of Rummikub: a frozen value.

What is known of the racks is kept as it is known: `racks` holds the tiles that are known to be on each rack, `unknown`
how many more each has. A full record knows all racks, an open one none of them, and both are judged by the same rules.
"""

from enum import IntEnum
from typing import NamedTuple

from games.rummikub.house import House
from games.rummikub.sets import TileSet
from games.rummikub.tiles import ALL, TOTAL, size


class Phase(IntEnum):
    """What comes next."""

    DEAL = 0  # nature deals
    TURN = 1  # the seat on turn acts
    DUE = 2  # nature gives the seat on turn what it draws
    REVEAL = 3  # the game is over; racks that the record does not know are shown
    OVER = 4


class Position(NamedTuple):
    """Tiles are bags (see `tiles`): `unseen` is all that is neither on the table nor known to be on a rack."""

    house: House
    phase: Phase
    starter: int
    seat: int
    table: tuple[TileSet, ...]
    racks: tuple[int, ...]
    unknown: tuple[int, ...]
    unseen: int
    pool: int  # how many tiles
    opened: tuple[bool, ...]
    idle: int  # turns in a row that began with an empty pool and laid nothing
    due: int  # tiles that nature has to give now
    returned: int  # bag of lost tiles that enter the pool after the penalty is drawn
    reason: str | None  # "out" or "stuck" once over

    def held(self, seat: int) -> int:
        """How many tiles are on the rack of *seat*."""
        return size(self.racks[seat]) + self.unknown[seat]


def undealt(house: House) -> Position:
    """The position before the deal."""
    none = (0,) * house.seats
    return Position(house, Phase.DEAL, 0, 0, (), none, none, ALL, TOTAL, (False,) * house.seats, 0, 0, 0, None)
