"""Decks of The Game: Extreme: which cards carry which orders."""

import json
from dataclasses import replace

import pytest

from games import decks
from games.decks import Status, Total
from games.records.replay import replay
from games.the_game_extreme import ENGINE
from games.the_game_extreme.orders import DECKS, BadManifest
from tests.games.records.texts import fault_of
from tests.games.the_game_extreme.box import HOUSE
from tests.games.the_game_extreme.positions import table

ORDERS = HOUSE.content["orders"]
CLUB = {**ORDERS, "STOP": [4, 27, 52, 76]}  # 4 instead of 3
HEAD = "ludex: 1\ngame: the_game_extreme\nrules: 1\nlog: open\nseats: 2\ndeck: {deck}\n\n* deal 0\n"


def club(orders=CLUB):
    return decks.deck(DECKS, "club-box", {"orders": orders})


def rows(orders):
    return [[str(card), name] for name, cards in orders.items() for card in cards]


def refusal(orders):
    with pytest.raises(BadManifest) as refused:
        club(orders)
    return refused.value.message.removeprefix("The deck club-box cannot be used: ")


def test_the_bundled_deck_is_even_and_says_that_it_is_not_the_printed_one():
    spread = [3 + 7 * i // 2 for i in range(28)]

    dealt = {name: spread[place::7] for place, name in enumerate(ORDERS)}

    assert (dict(ORDERS), HOUSE.status, HOUSE.note) == (dealt, Status.HOUSE, "evenly spread, NOT the printed deck")


def test_orders_are_read_from_the_deck_of_the_table_only():
    state = ENGINE.setup(replace(table(2), deck=club()))

    orders = ENGINE.view(state, 0)["orders"]

    assert (orders["stop"], state.options.orders[4], state.options.orders[3]) == ([4, 27, 52, 76], 1, 0)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"STOP": [3, 27, 52]}, "STOP is on 3 cards, not 4."),
        ({"STOP": [3, 27, 52, 76, 77]}, "STOP is on 5 cards, not 4."),
        ({"STOP": [3, 27, 52, 3]}, "3 already has STOP."),
        ({"STOP": [6, 27, 52, 76]}, "6 already has STOP."),
        ({"STOP": [1, 27, 52, 76]}, "1 is not a card: cards go from 2 to 99."),
        ({"STOP": [100, 27, 52, 76]}, "100 is not a card: cards go from 2 to 99."),
        ({"STOP": [True, 27, 52, 76]}, "'True' (STOP) is not a card number."),
        ({"STOP": [3.0, 27, 52, 76]}, "'3.0' (STOP) is not a card number."),
        ({"STOP": "3 27 52 76"}, "the cards of STOP are not a list."),
        ({"HALT": []}, "'HALT' is not one of the orders STOP, SKULL, THREE, SILENCE, NO_JUMP, ONE_PILE, DRAW_ONE."),
    ],
)
def test_a_deck_has_seven_orders_on_four_cards_each(change, why):
    assert refusal({**ORDERS, **change}) == why


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ({}, "orders is missing or not an object"),
        ({"orders": []}, "orders is missing or not an object"),
        ({"orders": {}}, "STOP is on 0 cards, not 4"),
        ({"orders": dict(ORDERS), "more": 1}, "'more' is not a valid key, only orders is"),
    ],
)
def test_a_manifest_with_missing_or_extra_orders_is_refused(content, why):
    with pytest.raises(BadManifest, match=why):
        decks.deck(DECKS, "club-box", content)


def test_a_deck_is_typed_in_card_by_card():
    assert decks.deck_from_rows(DECKS, "club-box", rows(CLUB)) == club()


def test_cards_without_an_order_may_be_typed_in_too():
    plain = [[card, ""] for card in ("2", "5", "99")]

    assert decks.deck_from_rows(DECKS, "club-box", [["Card", "Order"], *plain, *rows(CLUB)]) == club()


def test_totals_count_each_order_and_all_cards():
    *_, last = decks.enter_rows(DECKS, "club-box", [["4", "stop"], ["27", "Stop"], ["17", "no jump"]])

    assert [each for each in last.totals if each.have] == [
        Total("STOP", 2, 4),
        Total("NO_JUMP", 1, 4),
        Total("orders", 3, 28),
    ]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (["x", "STOP"], "'x' is not a card number"),
        (["1", "STOP"], "1 is not a card: cards go from 2 to 99"),
        (["7", "HALT"], "'HALT' is not one of the orders STOP, SKULL, THREE, SILENCE, NO_JUMP, ONE_PILE, DRAW_ONE"),
        (["4", "SKULL"], "4 already has STOP"),
        (["7", "STOP"], "STOP is on more than 4 cards: 7 would be one too many"),
    ],
)
def test_a_wrong_row_is_named(row, why):
    with pytest.raises(BadManifest) as refused:
        decks.deck_from_rows(DECKS, "club-box", [*rows({"STOP": CLUB["STOP"]}), row])

    assert refused.value.message == f"The deck club-box cannot be used: row 5: {why}."


def test_a_record_replays_with_the_club_deck_that_it_names():
    source = HEAD.format(deck=club().reference) + "0 4>A1\n1 9>A1\n"

    found = replay(source, decks=lambda game, name, pin: club())

    assert found.games[0].state.seat == 1  # 4 is a STOP there


@pytest.mark.parametrize(
    "deck", ["club-box", "tge-house-2", "tge-house-1 sha256:00", f"tge-house-1 {club().hash}", "ralph-house-1"]
)
def test_a_record_with_an_unknown_or_different_deck_is_refused_at_its_line(deck):
    assert fault_of(HEAD.format(deck=deck)) == (6, "the_game_extreme.manifest")


def test_the_bundled_manifest_is_read_from_its_json():
    text = json.dumps(HOUSE.manifest())

    assert decks.deck_from_json(DECKS, text) == HOUSE
