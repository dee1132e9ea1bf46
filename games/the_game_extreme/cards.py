"""Cards, piles and sets of cards.

A card is its number, 2 to 99. A set of cards is one integer with bit *c* set if card *c* is in it. Every number exists
once, so union, difference and membership are integer arithmetic on a frozen value (rules 1). A pile is a string of
bytes, from its row card to its top.
"""

from collections.abc import Iterable, Iterator

LOWEST, HIGHEST = 2, 99
CARDS = range(LOWEST, HIGHEST + 1)
TOTAL = len(CARDS)
BITS: tuple[int, ...] = tuple(1 << card if card in CARDS else 0 for card in range(1000))  # 0: there is no such card
ALL = sum(BITS)
BYTES = tuple(bytes([card]) for card in range(HIGHEST + 1))  # each card as piles hold it

PILES = ("A1", "A2", "D1", "D2")
STARTS = (1, 1, 100, 100)  # the row cards: two piles rise from 1, two fall from 100 (rules 2)
JUMPS = (-10, -10, 10, 10)  # how far back a card may lie, exactly


def members(cards: int) -> Iterator[int]:
    """The cards of a set, lowest first."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def card_set(cards: Iterable[int]) -> int:
    """The set of *cards*, without numbers that are not cards."""
    made = 0
    for card in cards:
        made |= BITS[card]
    return made


def is_forward(card: int, top: int, pile: int) -> bool:
    """Whether *card* follows *top* in the direction of *pile*."""
    return card > top if pile < 2 else card < top


def cards_text(cards: Iterable[int]) -> str:
    """Cards as records write them: `12 44`."""
    return " ".join(map(str, cards))
