"""The options of a game: players, games and deck."""

from typing import NamedTuple

from games import decks
from games.engine import Option, Table, deck_option, whole_number
from games.errors import FormError, Phrase, gettext_noop
from games.toy_story_4.cards import CardSet, card_set
from games.toy_story_4.manifest import DECKS

FEWEST, MOST = 2, 4
OPTIONS = (
    deck_option(DECKS),
    Option("games", 1, whole_number(1, 100), gettext_noop("Games in the match.")),
    Option(
        "most_seats",
        MOST,
        whole_number(FEWEST, 5),
        gettext_noop("Maximum number of players (the rule sheet gives none)."),
    ),
)


class Options(NamedTuple):
    seats: int
    cards: CardSet

    @classmethod
    def from_table(cls, table: Table) -> "Options":
        """Raises `FormError` for too few or too many seats."""
        check_seats(table)
        deck = table.deck or decks.resolve(DECKS, str(table.options["deck"]))
        return cls(table.seats, card_set(deck))


def check_seats(table: Table) -> None:
    """Raise `FormError` for too few or too many seats."""
    most = int(table.options["most_seats"])
    if not FEWEST <= table.seats <= most:
        what = Phrase(
            "seats: Toy Story 4 is for {least} to {most} players, not {seats}.",
            least=FEWEST,
            most=most,
            seats=table.seats,
        )
        raise FormError(what=what, culprit="seats")
