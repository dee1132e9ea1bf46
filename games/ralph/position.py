"""The state of one game of Ralph: a frozen value."""

from enum import IntEnum
from typing import NamedTuple

from games.ralph.house import HAND, House
from games.ralph.layout import NO_HOLE, Rows


class Phase(IntEnum):
    """What comes next: the deal, the seats' cards, or an answer of the seat whose card is being resolved."""

    DEAL = 0
    CHOOSE = 1
    AS = 2  # which character is the joker?
    AT = 3  # at which card does the new row begin?
    ADOPT = 4  # which of the joker-only rows?
    CLOSE = 5  # which side closes the hole?
    OVER = 6


class Position(NamedTuple):
    """Sets of cards are integers (see `cards`); a seat that has not chosen has 0 in `chosen`."""

    house: House
    phase: Phase
    round: int  # 1 to 12
    dealt: tuple[int, ...] | None  # by seat: the set of cards dealt; None where the record does not know them
    seen: int  # the set of all cards that the table has seen: turned up (put back jokers too) or revealed
    chosen: tuple[int, ...]  # by seat: the cards of this round
    queue: tuple[int, ...]  # revealed cards that are still to be resolved, in order; the first is being resolved
    hole: tuple[int, int]  # index of the row, and of its gap, to close; or NO_HOLE
    rows: Rows
    won: tuple[int, ...]  # by seat: the set of cards taken
    burned: int  # the set of jokers that could not be placed

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
        """The set of cards in the hand of *seat*, without the card it has chosen; None where that is not known."""
        return None if self.dealt is None else self.dealt[seat] & ~self.seen & ~(1 << self.chosen[seat])

    def held(self, seat: int) -> int:
        """How many cards are in the hand of *seat*."""
        if self.phase in (Phase.DEAL, Phase.OVER):
            return 0
        return HAND + 1 - self.round - (self.chosen[seat] != 0)


def undealt(house: House) -> Position:
    """The position before the deal."""
    none = (0,) * house.seats
    return Position(house, Phase.DEAL, 1, None, 0, none, (), NO_HOLE, (), none, 0)
