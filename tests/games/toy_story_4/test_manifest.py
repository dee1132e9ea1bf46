"""Decks of this game: the house deck, decks entered by clubs, and refusals."""

import json

import pytest

from games import decks
from games.engine import Table
from games.records.replay import resolve_deck
from games.toy_story_4 import ENGINE
from games.toy_story_4.cards import SPECIALS, card_set
from games.toy_story_4.errors import BadManifest
from games.toy_story_4.manifest import COLUMNS, DECKS, doubts

HOUSE = decks.default_deck(DECKS)


def cards():
    return [dict(card) for card in HOUSE.content["cards"]]


def rows():
    """The house deck as rows to type in."""
    table = [list(COLUMNS)]
    for card in cards():
        toy = card["kind"] == "toy"
        shown, special = (card["toy"], card["special"]) if toy else (card["side"], card["bonus_toy"])
        table.append([card["id"], card["kind"], card["colour"], shown, str(card["points"]), special or ""])
    return table


def refusal(act, *arguments):
    with pytest.raises(BadManifest) as refused:
        act(*arguments)
    assert refused.value.code == "toy_story_4.manifest"
    return refused.value.message.removeprefix("The deck club-1 cannot be used: ").removesuffix(".")


def made(given):
    return decks.deck(DECKS, "club-1", {"cards": given})


def changed(name, **change):
    return [{**card, **change} if card["id"] == name else card for card in cards()]


def test_the_bundled_deck_is_as_the_rules_describe_it():
    found = card_set(HOUSE)

    by_colour = [
        (sum(card.side is None for card in own), sum(card.side == "left" for card in own), len(own))
        for own in ([card for card in found.cards if card.colour == colour] for colour in range(3))
    ]
    assert (len(found.cards), found.points, HOUSE.status) == (84, 195, "house")
    assert by_colour == [(20, 4, 28), (20, 4, 28), (21, 4, 28)]


def test_the_bundled_deck_raises_no_doubts():
    assert doubts(HOUSE.content) == []


def test_a_deck_typed_in_row_by_row_equals_its_manifest():
    assert decks.deck_from_rows(DECKS, "club-1", rows()).hash == HOUSE.hash


def test_the_order_of_cards_does_not_matter():
    assert made(cards()[::-1]).hash == HOUSE.hash


def test_a_key_without_a_value_may_be_left_out():
    given = [{key: each for key, each in card.items() if each is not None} for card in cards()]

    assert made(given).hash == HOUSE.hash


def test_running_totals_are_shown_while_a_deck_is_typed_in():
    running = [each.totals for each in decks.enter_rows(DECKS, "club-1", rows())]

    assert running[0] == [("toys", 0, 61), ("edges", 1, 23), ("yellow", 0, None), ("green", 0, None), ("blue", 1, None)]
    assert running[-1] == [
        ("toys", 61, 61),
        ("edges", 23, 23),
        ("yellow", 28, None),
        ("green", 28, None),
        ("blue", 28, None),
    ]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("Y-x-1,toy,red,x,1,", "Y-x-1: colour 'red' is not one of yellow, green, blue"),
        ("Y-x-1,boy,yellow,x,1,", "Y-x-1: kind 'boy' is neither toy nor edge"),
        ("Y-x-1,toy,yellow,x,-1,", "Y-x-1: points '-1' is not a whole number from 0 to 99"),
        ("Y-x-1,toy,yellow,x,100,", "Y-x-1: points 100 is not a whole number from 0 to 99"),
        ("Y-x-1,toy,yellow,x,²,", "Y-x-1: points '²' is not a whole number from 0 to 99"),
        ("Y-x-1,toy,yellow,,1,", "Y-x-1: '' is not a valid toy name (lower-case letters, digits and _ -)"),
        ("Y-x-1,toy,yellow,Buzz!,1,", "Y-x-1: 'Buzz!' is not a valid toy name (lower-case letters, digits and _ -)"),
        (
            "Y-x-1,toy,yellow,x,1,fly",
            f"Y-x-1: special 'fly' is not one of {', '.join(SPECIALS)}",
        ),
        ("Y-x-1,edge,yellow,top,1,", "Y-x-1: side 'top' is neither left nor right"),
        ("Y-x-1,edge,yellow,left,1,A b", "Y-x-1: 'A b' is not a valid toy name (lower-case letters, digits and _ -)"),
        ("Y x,toy,yellow,x,1,", "Y x: 'Y x' is not a valid id (up to 32 letters, digits and . _ -)"),
        (",toy,yellow,x,1,", "the card: '' is not a valid id (up to 32 letters, digits and . _ -)"),
        ("B-EL-1,toy,yellow,x,1,", "B-EL-1 appears 2 times"),
    ],
)
def test_a_wrong_row_is_named(row, why):
    given = [["B-EL-1", "edge", "blue", "left", "1", ""], row.split(",")]

    assert refusal(decks.deck_from_rows, DECKS, "club-1", given) == f"row 2: {why}"


def test_an_incomplete_deck_is_refused():
    assert refusal(decks.deck_from_rows, DECKS, "club-1", rows()[:-1]) == "it has 60 cards of kind toy, not 61"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ({}, "cards is missing or not a list"),
        ({"cards": {}}, "cards is missing or not a list"),
        ({"cards": [], "toys": []}, "a manifest of this game has no key toys"),
        ({"cards": []}, "it has 0 cards of kind toy, not 61"),
        ({"cards": [3]}, "card 1 is not an object"),
        ({"cards": [{"id": 7}]}, "card 1: 7 is not a valid id (up to 32 letters, digits and . _ -)"),
        ({"cards": [{"id": "a", "kind": ["toy"]}]}, "a: kind ['toy'] is neither toy nor edge"),
        ({"cards": [{"id": "a", "kind": "toy", "side": "left"}]}, "a: a card of kind toy has no key side"),
        (
            {"cards": [{"id": "a", "kind": "toy", "colour": "blue", "toy": "x", "points": True}]},
            "a: points True is not a whole number from 0 to 99",
        ),
        (
            {"cards": [{"id": "a", "kind": "toy", "colour": ["blue"], "toy": "x", "points": 1}]},
            "a: colour ['blue'] is not one of yellow, green, blue",
        ),
    ],
)
def test_a_manifest_of_another_form_is_refused(content, why):
    assert refusal(decks.deck, DECKS, "club-1", content) == why


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (cards()[1:], "it has 22 cards of kind edge, not 23"),
        ([*cards(), {**cards()[-1], "id": "more"}], "it has 62 cards of kind toy, not 61"),
        (changed("Y-woody-1", id="Y-woody-2"), "Y-woody-2 appears 2 times"),
        (
            [{**card, "side": "left"} if card["id"].startswith("B-ER") else card for card in cards()],
            "there is no blue right edge",
        ),
        (
            [{**card, "colour": "blue"} if card["kind"] == "toy" else card for card in cards()],
            "there is no yellow toy",
        ),
        (
            [{**card, "special": None} if card.get("special") == "no_edge" else card for card in cards()],
            "no toy has the special no_edge",
        ),
        (
            [{**card, "bonus_toy": None} if card["kind"] == "edge" else card for card in cards()],
            "no colour has a bullseye, a bonus_next_bullseye toy and an edge showing bullseye (special case 2)",
        ),
    ],
)
def test_a_deck_of_another_game_is_refused(given, why):
    assert refusal(made, given) == why


def test_an_edge_with_a_toy_that_its_colour_lacks_raises_a_doubt():
    deck = made(changed("Y-EL-2", bonus_toy="buzz"))

    assert doubts(deck.content) == ["Y-EL-2 shows buzz, but there is no yellow toy with that name"]


def test_a_match_is_played_with_the_deck_that_it_names():
    richer = decks.deck(DECKS, "club-1", {"cards": changed("Y-woody-1", points=50)})
    table = resolve_deck(ENGINE, Table(2, options={"deck": "club-1", "most_seats": 4}), lambda *_: richer)

    found = ENGINE.setup(table).options.cards

    assert (found.deck, found.points) == (richer, 195 - 2 + 50)


def test_a_manifest_survives_its_text():
    again = decks.deck_from_json(DECKS, json.dumps(HOUSE.manifest()))

    assert (again, again.content) == (HOUSE, HOUSE.content)
