"""The rest of a turn, thought ahead: which cards in which order would end it without a loss."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.the_game_extreme.cards import JUMPS, forward
from games.the_game_extreme.house import House
from games.the_game_extreme.moves import Play
from games.the_game_extreme.orders import Order
from games.the_game_extreme.position import NOWHERE, Position

PILES = range(4)
_ENOUGH = 20_000  # turns begun; what is not decided by then stays open


class Ahead(NamedTuple):
    """A turn under way, as far as the seat on turn decides on it."""

    house: House
    hand: tuple[int, ...]
    tops: tuple[int, ...]
    played: int
    least: int
    laid: int  # orders of this turn
    focus: int

    @property
    def shown(self) -> int:
        """The orders on top of the piles."""
        orders = self.house.orders
        one, two, three, four = self.tops
        return orders[one] | orders[two] | orders[three] | orders[four]

    @property
    def complete(self) -> bool:
        """Whether the turn may end here without a loss (rules 5)."""
        if self.played < self.least and not self.laid & Order.STOP:
            return False
        return not self.shown & Order.SKULL and (not self.laid & Order.THREE or self.played == 3)

    def plays(self) -> Iterator[Play]:
        """The legal plays; none after a STOP (rules 4)."""
        if self.laid & Order.STOP:
            return
        jumps = not self.shown & Order.NO_JUMP
        for card in self.hand:
            for pile in PILES if self.focus == NOWHERE else (self.focus,):
                top = self.tops[pile]
                if forward(card, top, pile) or (jumps and card == top + JUMPS[pile]):
                    yield Play(card, pile)

    def after(self, play: Play) -> "Ahead":
        """The turn after a legal play."""
        card, pile = play.card, play.pile
        order = self.house.orders[card]
        bound = self.focus != NOWHERE or bool(self.shown & Order.ONE_PILE)
        later = Ahead(
            self.house,
            tuple(each for each in self.hand if each != card),
            (*self.tops[:pile], card, *self.tops[pile + 1 :]),
            self.played + 1,
            self.least,
            self.laid | order,
            pile if bound or order == Order.ONE_PILE else NOWHERE,
        )
        if later.focus == NOWHERE or self.house.whole_turn or later.shown & Order.ONE_PILE:
            return later
        return later._replace(focus=NOWHERE)


def ahead(now: Position, hand: tuple[int, ...]) -> Ahead:
    """The rest of the turn that is under way, for a seat with *hand*."""
    tops = tuple(lies[-1] for lies in now.piles)
    return Ahead(now.house, hand, tops, now.played, now.least, now.laid, now.focus)


@lru_cache(maxsize=1024)
def completable(turn: Ahead) -> bool | None:
    """Whether some plays end the turn without a loss; None if that is too much to find out.

    Short turns are tried first: what keeps a turn from ending well is often cured by a card or two.
    """
    begun, level = 0, [turn]
    while level:
        if any(each.complete for each in level):
            return True
        later: dict[tuple[object, ...], Ahead] = {}
        for each in level:
            if each.laid & Order.THREE and each.played >= 3:
                continue
            for play in each.plays():
                after = each.after(play)
                later[after[1:]] = after  # one of those that are the same; the house is, always
            if begun + len(later) > _ENOUGH:
                return None
        begun += len(later)
        level = list(later.values())
    return False
