"""The state of one game: a frozen value, and the same while moves are made.

Nothing in it is a secret, since the order of the deck is not drawn yet.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from games.toy_story_4.cards import COLOURS, Card, Row
from games.toy_story_4.options import House
from games.toy_story_4.shelves import Lying, Shelf


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


_new = tuple.__new__  # makes a shelf at a fraction of the cost of its own constructor


class Draft:
    """A position that moves change: with lists where the position has tuples. One that refused a move is worthless.

    `seats` and `cards` (by id) are those of the house, at hand.
    """

    __slots__ = (*Position._fields, "cards", "seats")

    house: House
    phase: Phase
    starter: int
    seat: int
    bonus: int
    rows: list[list[Card]]
    unseen: int
    discard: list[Card]
    pool: list[Card]
    shelves: list[Lying | None]
    collections: list[list[Card]]
    box: list[Card]
    left: int
    seats: int
    cards: Mapping[str, Card]

    def __init__(self, now: Position) -> None:
        self.house, self.phase, self.starter, self.seat, self.bonus, *_, self.left = now
        self.seats, self.cards = now.house.seats, now.house.cards.by_id
        self.rows = [*map(list, now.rows)]
        self.unseen = now.unseen
        self.discard, self.pool, self.box = [*now.discard], [*now.pool], [*now.box]
        self.shelves = [None if shelf is None else shelf[:] for shelf in now.shelves]
        self.collections = [*map(list, now.collections)]

    def position(self) -> Position:
        """The position that it has become."""
        return Position(
            self.house,
            self.phase,
            self.starter,
            self.seat,
            self.bonus,
            tuple(map(tuple, self.rows)),
            self.unseen,
            tuple(self.discard),
            tuple(self.pool),
            tuple([None if shelf is None else _new(Shelf, shelf) for shelf in self.shelves]),
            tuple(map(tuple, self.collections)),
            tuple(self.box),
            self.left,
        )


def undealt(house: House) -> Position:
    """The position before the deal."""
    shelves = (None,) * (house.seats * len(COLOURS))
    collections = ((),) * house.seats
    return Position(house, Phase.DEAL, 0, 0, 0, (), house.cards.all, (), (), shelves, collections, (), 0)
