"""The state of one game of Riff Raff: a frozen value."""

from enum import IntEnum
from typing import NamedTuple

from games.riff_raff.house import House
from games.riff_raff.items import SET, size
from games.riff_raff.moves import AREAS


class Phase(IntEnum):
    """What comes next."""

    CHOOSE = 0  # seats choose cards, face down
    CAPTAIN = 1  # the old captain names the new one among the highest
    ORDER = 2  # the new captain orders other equal cards
    LOAD = 3  # seats load, the first of the queue now
    OVER = 4


class Position(NamedTuple):
    """Supplies, areas and what is out are bags (see `items`); `ship` holds area 1 first."""

    house: House
    phase: Phase
    round: int
    captain: int
    supply: tuple[int, ...]
    ship: tuple[int, ...]
    out: int  # caught items
    used: tuple[int, ...]  # by seat: a bit for each card played in this cycle of ten rounds
    cards: tuple[int, ...]  # by seat: the card of this round, 0 before it is chosen
    queue: tuple[int, ...]  # seats that have not loaded yet in this round
    reason: str | None  # "empty" or "rounds" once over

    @property
    def left(self) -> tuple[int, ...]:
        """Items in front of each seat."""
        return tuple(map(size, self.supply))

    @property
    def highest(self) -> tuple[int, ...]:
        """Seats with the highest card of this round."""
        most = max(self.cards)
        return tuple(seat for seat, card in enumerate(self.cards) if card == most)

    @property
    def equals(self) -> tuple[int, ...]:
        """Seats beside the captain that share a card; with four players there is one such group at most."""
        others = [seat for seat in range(self.house.seats) if seat != self.captain]
        cards = [self.cards[seat] for seat in others]
        return tuple(seat for seat in others if cards.count(self.cards[seat]) > 1)


def start(house: House) -> Position:
    """The position before the first round: the oldest player is captain (rules 2)."""
    seats, none = house.seats, (0,) * house.seats
    supply = (house.sets * SET,) * seats
    return Position(house, Phase.CHOOSE, 1, house.oldest, supply, (0,) * AREAS, 0, none, none, (), None)
