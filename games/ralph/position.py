"""The state of one game of Ralph: a frozen value, and a draft while moves are made."""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from games.ralph.layout import NO_HOLE, AnyRow, Rows, freeze
from games.ralph.options import HAND, Options


class Phase(IntEnum):
    """What is due: the deal, the seats' cards, or an answer from the seat whose card is being resolved."""

    DEAL = 0
    CHOOSE = 1
    AS = 2  # which character is the joker?
    AT = 3  # at which card does the new row begin?
    ADOPT = 4  # which of the joker-only rows?
    CLOSE = 5  # which side closes the hole?
    OVER = 6


class Position(NamedTuple):
    """Sets of cards are integers (see `cards`). A seat that has not chosen has 0 in `chosen`."""

    options: Options
    phase: Phase
    round: int  # 1 to 12
    dealt: tuple[int, ...] | None  # by seat: the set of cards dealt, if known
    seen: int  # the set of all cards that were turned up (jokers put back too) or revealed
    chosen: tuple[int, ...]  # by seat: the cards of this round
    queue: tuple[int, ...]  # revealed cards still to be resolved, in order, starting with the one being resolved
    hole: tuple[int, int]  # indexes of the row and of its gap to close, or NO_HOLE
    rows: Rows
    won: tuple[int, ...]  # by seat: the set of cards taken
    burned: int  # the set of jokers that could not be placed
    last: tuple[int, ...]  # by seat: the cards of the last round that was resolved, if any

    @property
    def acting(self) -> int:
        """The seat whose card is being resolved."""
        return self.chosen.index(self.queue[0])

    @property
    def waiting(self) -> tuple[int, ...]:
        """The cards chosen in this round that have not been placed yet."""
        if self.phase == Phase.CLOSE:
            return self.queue[1:]
        return self.queue or tuple(card for card in self.chosen if card)

    def hand(self, seat: int) -> int | None:
        """The set of cards in the hand of *seat*, without its chosen card. None if unknown."""
        return None if self.dealt is None else self.dealt[seat] & ~self.seen & ~(1 << self.chosen[seat])

    def held(self, seat: int) -> int:
        """The number of cards in the hand of *seat*."""
        if self.phase in (Phase.DEAL, Phase.OVER):
            return 0
        return HAND + 1 - self.round - (self.chosen[seat] != 0)


class Draft:
    """A position while moves change it, with lists in place of tuples. It is worthless once it has refused a move.

    The stacks of a row become lists when it first changes. `hands` are the cards left by seat, without the chosen ones,
    or None if `dealt` is.
    """

    __slots__ = (*Position._fields, "hands")

    options: Options
    phase: Phase
    round: int
    dealt: tuple[int, ...] | None
    seen: int
    chosen: list[int]
    queue: list[int]
    hole: tuple[int, int]
    rows: list[AnyRow]
    won: list[int]
    burned: int
    last: Sequence[int]
    hands: list[int] | None

    def __init__(self, position: Position) -> None:
        options, phase, round_, dealt, seen, chosen, queue, hole, rows, won, burned, last = position
        self.options, self.phase, self.round, self.dealt, self.seen = options, phase, round_, dealt, seen
        self.chosen, self.queue, self.hole = [*chosen], [*queue], hole
        self.rows, self.won, self.burned, self.last = [*rows], [*won], burned, last
        self.hands = None
        if dealt is not None:
            self.hands = [hand & ~seen & ~(1 << card) for hand, card in zip(dealt, chosen, strict=True)]

    @property
    def acting(self) -> int:
        """The seat whose card is being resolved."""
        return self.chosen.index(self.queue[0])

    def position(self) -> Position:
        fixed = self.options, self.phase, self.round, self.dealt, self.seen
        lists = tuple(self.chosen), tuple(self.queue), self.hole, freeze(self.rows), tuple(self.won)
        return Position(*fixed, *lists, self.burned, tuple(self.last))


def undealt(options: Options) -> Position:
    none = (0,) * options.seats
    return Position(options, Phase.DEAL, 1, None, 0, none, (), NO_HOLE, (), none, 0, ())
