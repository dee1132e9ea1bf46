"""The state of one game of Rummikub: a frozen value, and the same while moves are made.

What is known of the racks is kept as it is known: `racks` holds the tiles that are known to be on each rack, `unknown`
how many more each has. A full record knows all racks, an open one none of them, and both are judged by the same rules.
"""

from enum import IntEnum
from typing import NamedTuple

from games.rummikub.options import Options
from games.rummikub.sets import TileSet
from games.rummikub.tiles import ALL, TOTAL, size


class Phase(IntEnum):
    """The phase: what happens next."""

    DEAL = 0  # the deal is due
    TURN = 1  # the seat on turn acts
    DUE = 2  # the seat on turn is dealt what it draws
    REVEAL = 3  # the game is over; racks that the record does not know are shown
    OVER = 4


class Position(NamedTuple):
    """Tiles are bags (see `tiles`): `unseen` is all that is neither on the table nor known to be on a rack."""

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
    idle: int  # turns in a row that began with an empty pool and laid nothing
    due: int  # tiles to be dealt now
    returned: int  # bag of lost tiles that enter the pool after the penalty is drawn
    reason: str | None  # "out" or "stuck" once over

    def held(self, seat: int) -> int:
        """How many tiles are on the rack of *seat*."""
        return size(self.racks[seat]) + self.unknown[seat]


class Draft:
    """A position that moves change: with lists where the position has tuples. One that refused a move is worthless."""

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

    def __init__(self, start: Position) -> None:
        options, phase, starter, seat, table, racks, unknown, unseen, pool, opened, idle, due, returned, reason = start
        self.options, self.phase, self.starter, self.seat = options, phase, starter, seat
        self.table, self.racks, self.unknown, self.opened = [*table], [*racks], [*unknown], [*opened]
        self.unseen, self.pool, self.idle, self.due = unseen, pool, idle, due
        self.returned, self.reason = returned, reason

    def position(self) -> Position:
        """The position that it has become."""
        racks, unknown, opened = tuple(self.racks), tuple(self.unknown), tuple(self.opened)
        return Position(
            self.options,
            self.phase,
            self.starter,
            self.seat,
            tuple(self.table),
            racks,
            unknown,
            self.unseen,
            self.pool,
            opened,
            self.idle,
            self.due,
            self.returned,
            self.reason,
        )


def undealt(options: Options) -> Position:
    """The position before the deal."""
    none = (0,) * options.seats
    return Position(options, Phase.DEAL, 0, 0, (), none, none, ALL, TOTAL, (False,) * options.seats, 0, 0, 0, None)
