"""The state of one game of Riff Raff: a frozen value, and the same while moves are made."""

from enum import IntEnum
from functools import cache
from typing import NamedTuple

from games.riff_raff.items import SET, size
from games.riff_raff.moves import AREAS
from games.riff_raff.options import Options


class Phase(IntEnum):
    """The phase: what happens next."""

    CHOOSE = 0  # seats choose cards, face down
    CAPTAIN = 1  # the old captain names the new one among the highest
    ORDER = 2  # the new captain orders other equal cards
    LOAD = 3  # seats load, the first of the queue now
    OVER = 4


class Position(NamedTuple):
    options: Options
    phase: Phase
    round: int
    captain: int
    supplies: tuple[int, ...]  # the bag in front of each seat
    areas: tuple[int, ...]  # the bag on each area of the ship, area 1 first
    out: int  # the bag of caught items
    used: tuple[int, ...]  # by seat, a bit for each card played in this cycle of ten rounds
    cards: tuple[int, ...]  # by seat, the card of this round; 0 before it is chosen
    queue: tuple[int, ...]  # seats that have not loaded yet in this round
    reason: str | None  # "empty" or "rounds" once over

    @property
    def left(self) -> tuple[int, ...]:
        """Items in front of each seat."""
        return tuple(map(size, self.supplies))

    def has_played(self, seat: int, card: int) -> bool:
        """Whether *seat* has played *card* in this cycle, the card of this round too once all are shown."""
        return bool(self.used[seat] >> card & 1)

    @property
    def highest(self) -> tuple[int, ...]:
        """Seats with the highest card of this round."""
        return highest(self.cards)

    @property
    def equals(self) -> tuple[int, ...]:
        """Seats beside the captain that share a card. With four players there is one such group at most."""
        return equals(self.cards, self.captain)


class Draft:
    """A position that moves change: with lists where the position has tuples. One that refused a move is worthless."""

    __slots__ = Position._fields

    options: Options
    phase: Phase
    round: int
    captain: int
    supplies: list[int]
    areas: list[int]
    out: int
    used: list[int]
    cards: list[int]
    queue: list[int]
    reason: str | None

    def __init__(self, position: Position) -> None:
        self.options, self.phase, self.round, self.captain, supplies, areas, self.out, used, cards, queue, reason = (
            position
        )
        self.supplies, self.areas, self.used, self.cards = [*supplies], [*areas], [*used], [*cards]
        self.queue, self.reason = [*queue], reason

    def position(self) -> Position:
        """The position that it has become."""
        return Position(
            self.options,
            self.phase,
            self.round,
            self.captain,
            tuple(self.supplies),
            tuple(self.areas),
            self.out,
            tuple(self.used),
            tuple(self.cards),
            tuple(self.queue),
            self.reason,
        )


@cache
def highest(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Seats with the highest of *cards*."""
    top = max(cards)
    return tuple([seat for seat, card in enumerate(cards) if card == top])


@cache
def equals(cards: tuple[int, ...], captain: int) -> tuple[int, ...]:
    """Seats beside the captain that share one of *cards*."""
    others = [*cards[:captain], *cards[captain + 1 :]]
    return tuple([seat for seat, card in enumerate(cards) if seat != captain and others.count(card) > 1])


def start_position(options: Options) -> Position:
    """The position before the first round: the oldest player is captain (rules 2)."""
    none = (0,) * options.seats
    supplies = (options.sets * SET,) * options.seats
    return Position(options, Phase.CHOOSE, 1, options.oldest, supplies, (0,) * AREAS, 0, none, none, (), None)
