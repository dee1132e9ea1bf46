"""The state of one game: a frozen value, and a draft while moves are made.

It holds no secret, since the order of the deck is not drawn yet.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from games.toy_story_4.cards import COLOURS, Card, Row
from games.toy_story_4.options import Options
from games.toy_story_4.shelves import Lying, Shelf


class Phase(IntEnum):
    """The phase: what happens next."""

    DEAL = 0  # the deal is due
    NORMAL = 1  # a seat takes a card from a row
    REFILL = 2  # an empty row is to be filled
    FINAL = 3  # a seat takes a card from the pool, or skips
    OVER = 4


class Position(NamedTuple):
    """`shelves` has all shelves in one row, by seat and colour. `unseen` is the set of cards in the deck."""

    options: Options
    phase: Phase
    starter: int
    seat: int  # the next to act, after a deal or refill that is due
    bonus: int  # bonus turns left for this seat; the next turn is one of them
    rows: tuple[Row, ...]  # empty in the final round
    unseen: int
    discard: Row  # empty in the final round
    pool: Row  # of the final round
    shelves: tuple[Shelf | None, ...]
    collections: tuple[Row, ...]
    box: Row
    left: int  # final round: turns after the current one

    def own(self, seat: int) -> tuple[Shelf | None, ...]:
        """The shelves of *seat*, by colour."""
        start = seat * len(COLOURS)
        return self.shelves[start : start + len(COLOURS)]


class Draft:
    """A position while moves change it, with lists in place of tuples. It is worthless once it has refused a move.

    `seats` and `cards` (by id) are those of the options.
    """

    __slots__ = (*Position._fields, "cards", "seats")

    options: Options
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

    def __init__(self, position: Position) -> None:
        self.options, self.phase, self.starter, self.seat, self.bonus, *_, self.left = position
        self.seats, self.cards = position.options.seats, position.options.cards.by_id
        self.rows = [*map(list, position.rows)]
        self.unseen = position.unseen
        self.discard, self.pool, self.box = [*position.discard], [*position.pool], [*position.box]
        self.shelves = [None if shelf is None else shelf[:] for shelf in position.shelves]
        self.collections = [*map(list, position.collections)]

    def position(self) -> Position:
        return Position(
            self.options,
            self.phase,
            self.starter,
            self.seat,
            self.bonus,
            tuple(map(tuple, self.rows)),
            self.unseen,
            tuple(self.discard),
            tuple(self.pool),
            tuple([None if shelf is None else Shelf(*shelf) for shelf in self.shelves]),
            tuple(map(tuple, self.collections)),
            tuple(self.box),
            self.left,
        )


def undealt(options: Options) -> Position:
    shelves = (None,) * (options.seats * len(COLOURS))
    collections = ((),) * options.seats
    return Position(options, Phase.DEAL, 0, 0, 0, (), options.cards.all, (), (), shelves, collections, (), 0)
