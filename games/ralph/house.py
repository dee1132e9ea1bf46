"""What a table agrees on before a game: seats, variant, deck and the switch of a ruling."""

from functools import lru_cache
from typing import NamedTuple

from games.decks import Deck, resolve
from games.engine import Level, Option, Table, deck_option, flag, one_of, whole
from games.errors import gettext_noop
from games.ralph import faults
from games.ralph.cards import JOKER, RANK, bag
from games.ralph.manifest import DECKS

HAND = 12  # cards, and so rounds
SEATS = range(2, 7)
STANDARD, SIMPLIFIED = "standard", "simplified"

OPTIONS = (
    Option("games", 1, whole(1, 100), gettext_noop("Games in the match.")),
    Option("variant", STANDARD, one_of(STANDARD, SIMPLIFIED), gettext_noop("The whole deck, or one without jokers.")),
    deck_option(DECKS),
    Option(
        "close_empty_columns",
        False,
        flag,
        gettext_noop("Whether a column that a captured row or stack leaves empty is closed up (ruling A6)."),
    ),
)


class House(NamedTuple):
    """The agreed settings as the rules need them; `deck` is the set of all cards of the box, jokers too."""

    seats: int
    level: Level
    simplified: bool
    deck: int
    close_empty_columns: bool

    @classmethod
    def of(cls, table: Table) -> "House":
        """The house of a table whose options are complete; Players, BadDeck."""
        chosen = table.options
        simplified = chosen["variant"] == SIMPLIFIED
        deck = table.deck or resolve(DECKS, str(chosen["deck"]))
        made = cls(table.seats, table.level, simplified, _cards(deck), bool(chosen["close_empty_columns"]))
        if table.seats not in SEATS or made.size < HAND * table.seats + 2:
            most = "two to five without jokers" if simplified else "two to six"
            raise faults.Players(why=f"{table.seats} seats; it is for {most}")
        return made

    @property
    def cards(self) -> int:
        """The set of cards that are shuffled: without the jokers in the simplified game."""
        return self.deck & _NATURALS if self.simplified else self.deck

    @property
    def size(self) -> int:
        """How many cards are shuffled."""
        return self.cards.bit_count()


@lru_cache(maxsize=64)
def _cards(deck: Deck) -> int:
    return bag(number << 3 | RANK[suit] for suit, numbers in deck.content["suits"].items() for number in numbers)


_NATURALS = bag(number << 3 | rank for number in range(1, 1000) for rank in RANK.values() if rank != JOKER)
