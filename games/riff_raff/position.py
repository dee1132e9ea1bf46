"""The state of one game of Riff Raff: a frozen value.

What all seats or areas have is one number, so that a move is a few additions: bags are in rows (see `items`), cards of
the round take four bits a seat, cards played in this cycle sixteen. The properties give all of it by seat or area.
"""

from collections import Counter
from enum import IntEnum
from functools import cache
from typing import NamedTuple

from games.riff_raff.house import House
from games.riff_raff.items import SET, bags, row, size
from games.riff_raff.moves import AREAS

CARD, PLAYED = 4, 16  # bits of a seat in `cards` and in `used`


class Phase(IntEnum):
    """What comes next."""

    CHOOSE = 0  # seats choose cards, face down
    CAPTAIN = 1  # the old captain names the new one among the highest
    ORDER = 2  # the new captain orders other equal cards
    LOAD = 3  # seats load, the first of the queue now
    OVER = 4


class Position(NamedTuple):
    house: House
    phase: Phase
    round: int
    captain: int
    supply: int  # a row of bags, by seat
    ship: int  # a row of bags, area 1 first
    out: int  # the bag of caught items
    used: int  # by seat, a bit for each card played in this cycle of ten rounds
    cards: int  # by seat, the card of this round; 0 before it is chosen
    queue: tuple[int, ...]  # seats that have not loaded yet in this round
    reason: str | None  # "empty" or "rounds" once over

    @property
    def supplies(self) -> tuple[int, ...]:
        """The bag in front of each seat."""
        return bags(self.supply, self.house.seats)

    @property
    def areas(self) -> tuple[int, ...]:
        """The bag on each area of the ship, area 1 first."""
        return bags(self.ship, AREAS)

    @property
    def left(self) -> tuple[int, ...]:
        """Items in front of each seat."""
        return tuple(map(size, self.supplies))

    @property
    def shown(self) -> tuple[int, ...]:
        """The card of each seat in this round, 0 before it is chosen."""
        return cards_of(self.cards, self.house.seats)

    def card(self, seat: int) -> int:
        """The card of *seat* in this round, 0 before it is chosen."""
        return self.cards >> CARD * seat & 0xF

    def has_played(self, seat: int, card: int) -> bool:
        """Whether *seat* has played *card* in this cycle, the card of this round too once all are shown."""
        return bool(self.used >> PLAYED * seat + card & 1)

    @property
    def highest(self) -> tuple[int, ...]:
        """Seats with the highest card of this round."""
        return highest(self.cards, self.house.seats)

    @property
    def equals(self) -> tuple[int, ...]:
        """Seats beside the captain that share a card; with four players there is one such group at most."""
        return equals(self.cards, self.house.seats, self.captain)


def cards_of(cards: int, seats: int) -> tuple[int, ...]:
    """By seat, the cards that are packed in one number."""
    return tuple(cards >> CARD * seat & 0xF for seat in range(seats))


@cache
def highest(cards: int, seats: int) -> tuple[int, ...]:
    """Seats with the highest card."""
    shown = cards_of(cards, seats)
    return tuple(seat for seat in range(seats) if shown[seat] == max(shown))


@cache
def equals(cards: int, seats: int, captain: int) -> tuple[int, ...]:
    """Seats beside the captain that share a card."""
    shown = cards_of(cards, seats)
    others = [seat for seat in range(seats) if seat != captain]
    counts = Counter(shown[seat] for seat in others)
    return tuple(seat for seat in others if counts[shown[seat]] > 1)


def start(house: House) -> Position:
    """The position before the first round: the oldest player is captain (rules 2)."""
    supply = row([house.sets * SET] * house.seats)
    return Position(house, Phase.CHOOSE, 1, house.oldest, supply, 0, 0, 0, 0, (), None)
