"""The state of one game of The Game: Extreme: a frozen value, and a draft while moves are made.

`hands` has the known cards of each hand, `unknown` the number of its other cards. A full record knows all hands, an
open record none of them, and the same rules apply to both.
"""

from enum import IntEnum
from typing import NamedTuple

from games.engine import PositionDraft
from games.the_game_extreme.cards import ALL, STARTS, TOTAL
from games.the_game_extreme.options import Options

NOBODY = NOWHERE = -1


class Phase(IntEnum):
    """The phase: what happens next."""

    DEAL = 0  # the deal is due
    TURN = 1  # the seat on turn plays or ends its turn
    DUE = 2  # the seat on turn is dealt what it draws
    OVER = 3


class Position(NamedTuple):
    """Sets of cards (see `cards`) and of orders (see `orders`) are numbers."""

    options: Options
    phase: Phase
    starter: int
    seat: int
    piles: tuple[bytes, ...]  # A1 A2 D1 D2, each from its row card to its top
    shown: int  # orders on top of the piles
    hands: tuple[int, ...]
    unknown: tuple[int, ...]
    unseen: int  # all cards that are neither on a pile nor known to be in a hand
    played: int  # cards played in this turn
    least: int  # cards that must be played in this turn: 2, or 1 if the draw pile was empty when it began
    laid: int  # orders played in this turn
    focus: int  # the pile that ONE_PILE binds the turn to, or NOWHERE
    stopped: int  # the seat whose STOP has just ended its turn, or NOBODY
    due: int  # cards to be drawn now
    reason: str | None  # once over: `won`, or why it was lost


class Draft(PositionDraft):
    """A position while moves change it."""

    __slots__ = Position._fields

    options: Options
    phase: Phase
    starter: int
    seat: int
    piles: list[bytes]
    shown: int
    hands: list[int]
    unknown: list[int]
    unseen: int
    played: int
    least: int
    laid: int
    focus: int
    stopped: int
    due: int
    reason: str | None

    def position(self) -> Position:
        return Position(*self.values())


def draw_pile(state: Position | Draft) -> int:
    """The number of cards in the draw pile: those unseen and in no hand."""
    return state.unseen.bit_count() - sum(state.unknown)


def cards_held(state: Position | Draft, seat: int) -> int:
    """The number of cards in the hand of *seat*."""
    return state.hands[seat].bit_count() + state.unknown[seat]


def cards_left(state: Position | Draft) -> int:
    """The number of cards that have not been played."""
    return TOTAL + len(state.piles) - sum(map(len, state.piles))


def undealt(options: Options) -> Position:
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
