"""The state of one game of The Game: Extreme: a frozen value.

Hands are kept as they are known: `hands` holds the cards that are known to be in each, `unknown` how many more each
has. A full record knows all hands, an open one none, and both are judged by the same rules.
"""

from enum import IntEnum
from typing import NamedTuple

from games.the_game_extreme.cards import ALL, STARTS, TOTAL
from games.the_game_extreme.options import Options

NOBODY = NOWHERE = -1


class Phase(IntEnum):
    """What comes next."""

    DEAL = 0  # nature deals
    TURN = 1  # the seat on turn plays or ends its turn
    DUE = 2  # nature gives the seat on turn what it draws
    OVER = 3


class Position(NamedTuple):
    """Sets of cards are numbers (see `cards`), sets of orders too (see `orders`)."""

    options: Options
    phase: Phase
    starter: int
    seat: int
    piles: tuple[bytes, ...]  # A1 A2 D1 D2, each from its row card to its top
    shown: int  # orders on top of the piles
    hands: tuple[int, ...]
    unknown: tuple[int, ...]
    unseen: int  # all cards that are neither laid nor known to be in a hand
    played: int  # cards laid in this turn
    least: int  # as many must be laid in this turn: 2, or 1 if the draw pile was empty when it began
    laid: int  # orders laid in this turn
    focus: int  # the pile that ONE_PILE binds the turn to, or NOWHERE
    stopped: int  # the seat whose STOP has just ended its turn, or NOBODY
    due: int  # cards that nature has to give now
    reason: str | None  # once over: `won` or why it was lost

    @property
    def stock(self) -> int:
        """How many cards the draw pile has: what is unseen and in no hand."""
        return self.unseen.bit_count() - sum(self.unknown)

    def held(self, seat: int) -> int:
        """How many cards *seat* has in hand."""
        return self.hands[seat].bit_count() + self.unknown[seat]

    @property
    def left(self) -> int:
        """How many cards have not been laid."""
        return TOTAL + len(self.piles) - sum(map(len, self.piles))


def undealt(options: Options) -> Position:
    """The position before the deal."""
    none = (0,) * options.seats
    return Position(
        options,
        Phase.DEAL,
        starter=0,
        seat=0,
        piles=tuple(bytes([start]) for start in STARTS),
        shown=0,
        hands=none,
        unknown=none,
        unseen=ALL,
        played=0,
        least=2,
        laid=0,
        focus=NOWHERE,
        stopped=NOBODY,
        due=0,
        reason=None,
    )
