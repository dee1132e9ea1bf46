"""A minimal card game for tests of decks: two colours with three numbers each."""

from collections.abc import Mapping

from games.decks import BadDeck, Content, DeckRules, Total
from games.engine import Meta, deck_option
from games.rummikub.game import Rummikub

COLOURS = ("red", "blue")
EACH = 3


class Manifest(BadDeck):
    code = "lotto.manifest"
    rule = "1"


def canonical(content: Content) -> Content:
    if unknown := sorted(set(content) - set(COLOURS)):
        raise ValueError(f"{unknown[0]} is no colour")
    for colour in COLOURS:
        if len(content.get(colour, ())) != EACH:
            raise ValueError(f"{colour} has {len(content.get(colour, ()))} cards, not {EACH}")
    return {colour: sorted(content[colour]) for colour in COLOURS}


def add(content: Content, row: Mapping[str, str]) -> Content:
    colour, number = row["colour"], row["number"]
    if colour not in COLOURS:
        raise ValueError(f"{colour} is no colour")
    if not number.isdecimal():
        raise ValueError(f"{number} is not a number")
    return {**content, colour: [*content.get(colour, ()), int(number)]}


def totals(content: Content) -> list[Total]:
    return [Total(colour, len(content.get(colour, ())), EACH) for colour in COLOURS]


DECKS = DeckRules(
    game="lotto",
    default="lotto-house-1",
    package=__name__,
    error=Manifest,
    columns=("colour", "number"),
    canonical=canonical,
    add=add,
    totals=totals,
)


class Lotto(Rummikub):
    """The rules of Rummikub at a table with a deck."""

    decks = DECKS
    meta = Meta("lotto", "Lotto", "1", range(2, 5), (deck_option(DECKS),))
