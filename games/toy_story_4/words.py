"""The moves of Toy Story 4 in words: a message for the catalogue, and what fills it."""

from collections.abc import Mapping

from games.errors import gettext_noop
from games.toy_story_4.cards import COLOURS, LEFT, RIGHT
from games.toy_story_4.moves import START, Box, Deal, Move, Refill, Skip, Take
from games.toy_story_4.position import Position

_WHERE = {
    ("yellow", LEFT): gettext_noop("on the left of the yellow shelf"),
    ("yellow", RIGHT): gettext_noop("on the right of the yellow shelf"),
    ("yellow", START): gettext_noop("as the first of the yellow shelf"),
    ("green", LEFT): gettext_noop("on the left of the green shelf"),
    ("green", RIGHT): gettext_noop("on the right of the green shelf"),
    ("green", START): gettext_noop("as the first of the green shelf"),
    ("blue", LEFT): gettext_noop("on the left of the blue shelf"),
    ("blue", RIGHT): gettext_noop("on the right of the blue shelf"),
    ("blue", START): gettext_noop("as the first of the blue shelf"),
}


def describe(before: Position, move: Move) -> tuple[str, Mapping[str, object]]:
    """The message id and its parameters: cards by their ids, seats as numbers, places as words to translate."""
    match move:
        case Deal():
            rows = " | ".join(" ".join(row) for row in move.rows)
            return gettext_noop("The rows are laid out: {rows}; seat {seat} starts."), {
                "rows": rows,
                "seat": move.starter,
            }
        case Refill():
            return gettext_noop("A new row: {cards}."), {"cards": " ".join(move.cards)}
        case Take():
            message = gettext_noop("Puts {card} {where}.")
            if move.down:
                message = gettext_noop("Puts {card} face down {where}.")
            shelf = move.shelf or COLOURS[before.house.cards.by_id[move.card].colour]
            return message, {"card": move.card, "where": (_WHERE[shelf, move.place],)}
        case Box():
            return gettext_noop("Puts {card} into the box: there is no other move."), {"card": move.card}
        case Skip():
            return gettext_noop("Skips the turn: there is no move."), {}
