"""The state of one game: a frozen value. Nothing in it is a secret, since the order of the deck is not drawn yet."""

from enum import IntEnum
from typing import NamedTuple

from games.toy_story_4.cards import COLOURS, Row
from games.toy_story_4.house import House
from games.toy_story_4.shelves import Shelf


class Phase(IntEnum):
    """What comes next."""

    DEAL = 0  # nature deals
    NORMAL = 1  # a seat takes a card from a row
    REFILL = 2  # nature fills the row that is empty
    FINAL = 3  # a seat takes a card from the pool, or skips
    OVER = 4


class Position(NamedTuple):
    """`shelves` has all seats' shelves in one row, by seat and colour; `unseen` is the set of the cards in the deck."""

    house: House
    phase: Phase
    starter: int
    seat: int  # who acts next, after nature where nature is due
    bonus: int  # bonus turns that this seat has still to make; where there are any, the next turn is one
    rows: tuple[Row, ...]  # empty in the final round
    unseen: int
    discard: Row  # empty in the final round
    pool: Row  # of the final round
    shelves: tuple[Shelf | None, ...]
    collections: tuple[Row, ...]
    box: Row
    left: int  # final round: turns to come after the present one

    def own(self, seat: int) -> tuple[Shelf | None, ...]:
        """The shelves of *seat*, by colour."""
        start = seat * len(COLOURS)
        return self.shelves[start : start + len(COLOURS)]


def undealt(house: House) -> Position:
    """The position before the deal."""
    shelves = (None,) * (house.seats * len(COLOURS))
    collections = ((),) * house.seats
    return Position(house, Phase.DEAL, 0, 0, 0, (), house.cards.all, (), (), shelves, collections, (), 0)
