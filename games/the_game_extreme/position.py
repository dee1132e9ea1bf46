"""The state of one game of The Game: Extreme: a frozen value, and the same while moves are made.

Hands are kept as they are known: `hands` holds the cards that are known to be in each, `unknown` how many more each
has. A full record knows all hands, an open one none, and both are judged by the same rules.
"""

from enum import IntEnum
from typing import NamedTuple

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
    due: int  # cards to be dealt now
    reason: str | None  # once over: `won` or why it was lost

    @property
    def stock(self) -> int:
        """How many cards the draw pile has: what is unseen and in no hand."""
        return _stock(self)

    def held(self, seat: int) -> int:
        """How many cards *seat* has in hand."""
        return _held(self, seat)

    @property
    def left(self) -> int:
        """How many cards have not been laid."""
        return _left(self)


class Draft:
    """A position that moves change: with lists where the position has tuples. One that refused a move is worthless."""

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

    def __init__(self, position: Position) -> None:
        self.options, self.phase, self.starter, self.seat = position[:4]
        self.piles, self.shown = [*position.piles], position.shown
        self.hands, self.unknown, self.unseen = [*position.hands], [*position.unknown], position.unseen
        self.played, self.least, self.laid, self.focus = position.played, position.least, position.laid, position.focus
        self.stopped, self.due, self.reason = position.stopped, position.due, position.reason

    @property
    def stock(self) -> int:
        """How many cards the draw pile has."""
        return _stock(self)

    def held(self, seat: int) -> int:
        """How many cards *seat* has in hand."""
        return _held(self, seat)

    @property
    def left(self) -> int:
        """How many cards have not been laid."""
        return _left(self)

    def position(self) -> Position:
        """The position that it has become."""
        return Position(
            self.options,
            self.phase,
            self.starter,
            self.seat,
            tuple(self.piles),
            self.shown,
            tuple(self.hands),
            tuple(self.unknown),
            self.unseen,
            self.played,
            self.least,
            self.laid,
            self.focus,
            self.stopped,
            self.due,
            self.reason,
        )


def _stock(state: Position | Draft) -> int:
    return state.unseen.bit_count() - sum(state.unknown)


def _held(state: Position | Draft, seat: int) -> int:
    return state.hands[seat].bit_count() + state.unknown[seat]


def _left(state: Position | Draft) -> int:
    return TOTAL + len(state.piles) - sum(map(len, state.piles))


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
