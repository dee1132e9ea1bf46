"""Cards and sets of cards.

A card is a number: 8 * its printed number + the rank of its suit, Ralph 4, Vanellope 3, KnowsMore 2, Yesss 1, joker 0.
So cards sorted from the greatest are in the order in which they are resolved (rules 4.2), and no card is 0. A *set* of
cards is one integer with bit *c* set if card *c* is in it, since no card exists twice.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from games.errors import FormError, Phrase, quote

SUITS = "RVKYJ"  # in the order of equal numbers (rules 4.2)
CHARACTERS = SUITS[:-1]
JOKER = 0  # the rank of the jokers
LARGEST = 999  # number in any deck
RANK = {"R": 4, "V": 3, "K": 2, "Y": 1, "J": JOKER}
SUIT = "JYKVR"  # by rank
NOBODY = JOKER  # the owner of a joker-only row
_CARD = re.compile(r"([RVKYJ])([1-9][0-9]{0,2})")


class _Cards(dict[str, int]):
    """Cards by name, each read on first use."""

    def __missing__(self, name: str) -> int:
        found = _CARD.fullmatch(name)
        if found is None:
            what = Phrase(
                "{name} is not a card. A card is one of the letters {known} followed by a number.",
                name=quote(name),
                known=SUITS,
            )
            raise FormError(what=what, culprit=name)
        read = self[name] = int(found[2]) << 3 | RANK[found[1]]
        return read


card: Callable[[str], int] = _Cards().__getitem__
"""The card of a name such as `R12`; FormError for anything else."""


@lru_cache(maxsize=8192)
def name(card: int) -> str:
    """`R12`."""
    return f"{SUIT[card & 7]}{card >> 3}"


def names(cards: Iterable[int]) -> list[str]:
    """`["R12", "J7"]`, in the given order."""
    return [name(each) for each in cards]


def bag(cards: Iterable[int]) -> int:
    """The set of *cards*."""
    made = 0
    for each in cards:
        made |= 1 << each
    return made


JOKERS = bag(number << 3 | JOKER for number in range(1, LARGEST + 1))  # every joker that a deck may have


def members(cards: int) -> Iterator[int]:
    """The cards of a set, lowest first."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def sort_by_suit(cards: int) -> list[int]:
    """The cards of a set as a hand is held: by suit, then by number."""
    return sorted(members(cards), key=lambda each: (-(each & 7), each))
