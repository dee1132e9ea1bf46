"""The rest of a turn, thought ahead: which cards in which order would end it without a loss."""

from functools import lru_cache
from typing import NamedTuple

from games.the_game_extreme.moves import PLAYS, Play
from games.the_game_extreme.options import Options
from games.the_game_extreme.orders import NO_JUMP, ONE_PILE, SKULL, STOP, THREE
from games.the_game_extreme.position import NOWHERE, Position

PILES = range(4)
_ENOUGH = 20_000  # turns begun; what is not decided by then stays open


class RestOfTurn(NamedTuple):
    """A turn under way, as far as the seat on turn decides on it."""

    options: Options
    hand: tuple[int, ...]
    tops: tuple[int, ...]
    played: int
    least: int
    laid: int  # orders of this turn
    focus: int

    @property
    def shown(self) -> int:
        """The orders on top of the piles."""
        orders = self.options.orders
        one, two, three, four = self.tops
        return orders[one] | orders[two] | orders[three] | orders[four]

    @property
    def complete(self) -> bool:
        """Whether the turn may end here without a loss (rules 5)."""
        if self.played < self.least and not self.laid & STOP:
            return False
        return not self.shown & SKULL and (not self.laid & THREE or self.played == 3)

    def plays(self) -> list[tuple[int, Play]]:
        """The legal plays (rules 4), none after a STOP, with the numbers that each passes over. -10 for a jump back."""
        if self.laid & STOP:
            return []
        jumps = not self.shown & NO_JUMP
        found: list[tuple[int, Play]] = []
        for pile in PILES if self.focus == NOWHERE else (self.focus,):
            top, direction = self.tops[pile], 1 if pile < 2 else -1
            for card in self.hand:
                ahead = (card - top) * direction
                if ahead > 0 or (jumps and ahead == -10):
                    found.append((ahead, PLAYS[card, pile]))
        return found

    def after(self, play: Play) -> "RestOfTurn":
        """The turn after a legal play."""
        card, pile = play.card, play.pile
        order = self.options.orders[card]
        bound = self.focus != NOWHERE or bool(self.shown & ONE_PILE)
        later = RestOfTurn(
            self.options,
            tuple(each for each in self.hand if each != card),
            (*self.tops[:pile], card, *self.tops[pile + 1 :]),
            self.played + 1,
            self.least,
            self.laid | order,
            pile if bound or order == ONE_PILE else NOWHERE,
        )
        if later.focus == NOWHERE or self.options.whole_turn or later.shown & ONE_PILE:
            return later
        return later._replace(focus=NOWHERE)


def rest_of_turn(position: Position, hand: tuple[int, ...]) -> RestOfTurn:
    """The rest of the turn that is under way, for a seat with *hand*."""
    tops = tuple(lies[-1] for lies in position.piles)
    return RestOfTurn(position.options, hand, tops, position.played, position.least, position.laid, position.focus)


@lru_cache(maxsize=1024)
def is_completable(turn: RestOfTurn) -> bool | None:
    """Whether some plays end the turn without a loss. None if that is too much to find out.

    Short turns are tried first: what keeps a turn from ending well is often cured by a card or two.
    """
    begun, level = 0, [turn]
    while level:
        if any(each.complete for each in level):
            return True
        later: dict[tuple[object, ...], RestOfTurn] = {}
        for each in level:
            if each.laid & THREE and each.played >= 3:
                continue
            for _, play in each.plays():
                after = each.after(play)
                later[after[1:]] = after  # one of those that are equal; the options always are
            if begun + len(later) > _ENOUGH:
                return None
        begun += len(later)
        level = list(later.values())
    return False
