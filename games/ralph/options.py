"""The options of a game: seats, variant, deck and the switch of a ruling."""

from functools import lru_cache
from typing import NamedTuple

from games.decks import Deck, resolve
from games.engine import Level, Option, Table, deck_option, flag, one_of, whole_number
from games.errors import Phrase, gettext_noop
from games.ralph import errors
from games.ralph.cards import JOKERS, RANK, bag
from games.ralph.manifest import DECKS

HAND = 12  # cards, and so rounds
SEATS = range(2, 7)
STANDARD, SIMPLIFIED = "standard", "simplified"

OPTIONS = (
    Option("games", 1, whole_number(1, 100), gettext_noop("Games in the match.")),
    Option(
        "variant", STANDARD, one_of(STANDARD, SIMPLIFIED), gettext_noop("The full deck, or the deck without jokers.")
    ),
    deck_option(DECKS),
    Option(
        "close_empty_columns",
        False,
        flag,
        gettext_noop("Whether to close up a column left empty by a captured row or stack (ruling A6)."),
        (False, True),
    ),
)


class Options(NamedTuple):
    """The agreed settings as the rules need them. `deck` is the set of all cards in the box, jokers too."""

    seats: int
    level: Level
    simplified: bool
    deck: int
    close_empty_columns: bool

    @classmethod
    def from_table(cls, table: Table) -> "Options":
        """The options of a table. Raises `WrongSeatCount` or `BadDeck`."""
        chosen = table.options
        deck = table.deck or resolve(DECKS, str(chosen["deck"]))
        simplified = chosen["variant"] == SIMPLIFIED
        return _options(table.seats, table.level, simplified, deck, bool(chosen["close_empty_columns"]))

    @property
    def cards(self) -> int:
        """The set of cards in play, without the jokers in the simplified game."""
        return self.deck & ~JOKERS if self.simplified else self.deck

    @property
    def size(self) -> int:
        return self.cards.bit_count()


@lru_cache(maxsize=64)
def _options(seats: int, level: Level, simplified: bool, deck: Deck, close_empty_columns: bool) -> Options:
    suits = deck.content["suits"].items()
    cards = bag(number << 3 | RANK[suit] for suit, numbers in suits for number in numbers)
    made = Options(seats, level, simplified, cards, close_empty_columns)
    if seats not in SEATS or made.size < HAND * seats + 2:
        most = Phrase("two to five players without jokers") if simplified else Phrase("two to six players")
        raise errors.WrongSeatCount(why=Phrase("it is for {most}, not {seats}", seats=seats, most=most))
    return made
