"""The state of one game of Riff Raff: a frozen value, and a draft while moves are made."""

from enum import IntEnum
from functools import cache
from typing import NamedTuple

from games.engine import PositionDraft
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
        return tuple(map(size, self.supplies))

    def has_played(self, seat: int, card: int) -> bool:
        """Whether *seat* has played *card* in this cycle, including this round once all cards are shown."""
        return bool(self.used[seat] >> card & 1)


class Draft(PositionDraft):
    """A position while moves change it."""

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

    def position(self) -> Position:
        return Position(*self.values())


@cache
def highest(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with the highest of *cards*."""
    top = max(cards)
    return tuple([seat for seat, card in enumerate(cards) if card == top])


@cache
def equals(cards: tuple[int, ...], captain: int) -> tuple[int, ...]:
    """Seats other than the captain's that share one of *cards*. With four players there is at most one such group."""
    others = [*cards[:captain], *cards[captain + 1 :]]
    return tuple([seat for seat, card in enumerate(cards) if seat != captain and others.count(card) > 1])


def start_position(options: Options) -> Position:
    """The position before the first round: the oldest player is captain (rules 2)."""
    none = (0,) * options.seats
    supplies = (options.sets * SET,) * options.seats
    return Position(options, Phase.CHOOSE, 1, options.oldest, supplies, (0,) * AREAS, 0, none, none, (), None)
