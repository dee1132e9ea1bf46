"""The cards of the game: what is printed on each, and the whole set that a deck describes (rules 1)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from games.decks import Deck
from games.engine import JSON
from games.errors import gettext_noop

COLOURS = (gettext_noop("yellow"), gettext_noop("green"), gettext_noop("blue"))
BLUE = 2
LEFT, RIGHT = "left", "right"
SIDES = (LEFT, RIGHT)
BULLSEYE = "bullseye"

FIRST_TOY = "first_toy"  # no toy may lie on the shelf yet (§Sp3)
MIN_TWO_TOYS = "min_two_toys"  # two other toys must lie on it (§Sp4)
THREE_SHELVES = "three_shelves"  # its player must have three shelves (§Sp5)
BONUS_NEXT_BULLSEYE = "bonus_next_bullseye"  # a bonus turn when Bullseye is laid next to it (§Sp6)
MUST_EDGE = "must_edge"  # one neighbour must become an edge (§Sp7)
NO_EDGE = "no_edge"  # no edge may lie next to it (§Sp8)
SPECIALS = (FIRST_TOY, MIN_TWO_TOYS, THREE_SHELVES, BONUS_NEXT_BULLSEYE, MUST_EDGE, NO_EDGE)


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A toy (`toy` and perhaps `special`) or an edge of a shelf (`side` and perhaps `bonus_toy`).

    `bit` is the card's own bit in sets of cards (integers), and `colour` an index of `COLOURS`. A card is equal only to
    itself. `card_set` makes the cards of a deck once.
    """

    id: str
    bit: int
    colour: int
    toy: str | None
    side: str | None
    points: int
    special: str | None
    bonus_toy: str | None


Row: TypeAlias = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardSet:
    """All cards of a deck, equal if the decks are. `all` has every card's bit, and `points` is their sum."""

    deck: Deck
    cards: Row = field(compare=False, repr=False)
    by_id: Mapping[str, Card] = field(compare=False, repr=False)
    all: int = field(compare=False, repr=False)
    points: int = field(compare=False, repr=False)

    def members(self, bits: int) -> Iterator[Card]:
        """The cards of the set *bits*, in the order of the deck."""
        return (card for card in self.cards if card.bit & bits)


@lru_cache(maxsize=1_024)
def card_set(deck: Deck) -> CardSet:
    """The cards of a checked deck."""
    cards = tuple(
        Card(
            id=each["id"],
            bit=1 << place,
            colour=COLOURS.index(each["colour"]),
            toy=each.get("toy"),
            side=each.get("side"),
            points=each["points"],
            special=each.get("special"),
            bonus_toy=each.get("bonus_toy"),
        )
        for place, each in enumerate(deck.content["cards"])
    )
    by_id = {card.id: card for card in cards}
    return CardSet(deck, cards, by_id, (1 << len(cards)) - 1, sum(card.points for card in cards))


def ids(cards: Iterable[Card]) -> list[JSON]:
    """The ids of *cards*, in their order."""
    return [card.id for card in cards]


def face(card: Card) -> dict[str, JSON]:
    """What is printed on a card, in the words of a manifest."""
    kind: dict[str, JSON] = (
        {"kind": "toy", "toy": card.toy, "special": card.special}
        if card.side is None
        else {"kind": "edge", "side": card.side, "bonus_toy": card.bonus_toy}
    )
    return {"colour": COLOURS[card.colour], "points": card.points, **kind}
