"""The options of a game: seats, what is recorded, the deck and the switch of rules 10."""

from functools import lru_cache
from typing import NamedTuple

from games import decks
from games.decks import Deck
from games.engine import Level, Option, Table, deck_option, one_of, whole_number
from games.errors import gettext_noop
from games.the_game_extreme.orders import DECKS, orders_by_card

WHILE_VISIBLE, WHOLE_TURN = "while_visible", "whole_turn"
HANDS = (8, 7, 6, 6, 6)  # cards, by the number of seats from 1 (rules 2)

OPTIONS = (
    deck_option(DECKS),
    Option("games", 1, whole_number(1, 100), gettext_noop("Games in the match.")),
    Option(
        "one_pile_mode",
        WHILE_VISIBLE,
        one_of(WHILE_VISIBLE, WHOLE_TURN),
        gettext_noop("Whether ONE_PILE applies while it is visible or until the end of the turn (rules 10, A4)."),
        (WHILE_VISIBLE, WHOLE_TURN),
    ),
)


class Options(NamedTuple):
    """The agreed settings as the rules need them. `hand` is the size of a full hand."""

    seats: int
    level: Level
    hand: int
    whole_turn: bool
    deck: Deck
    orders: tuple[int, ...]  # by card, see `orders.by_card`

    @classmethod
    def from_table(cls, table: Table) -> "Options":
        return _options(
            table.seats,
            table.level,
            table.options["one_pile_mode"] == WHOLE_TURN,
            table.deck or decks.default_deck(DECKS),
        )


@lru_cache(maxsize=256)
def _options(seats: int, level: Level, whole_turn: bool, deck: Deck) -> Options:
    return Options(seats, level, HANDS[seats - 1], whole_turn, deck, orders_by_card(deck.content))
