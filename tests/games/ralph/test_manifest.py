"""Decks: the house deck, decks entered by clubs, and decks fixed by records."""

import json

import pytest

from games import decks
from games.decks import Status, Total
from games.engine import Table
from games.ralph import ENGINE, cards
from games.ralph import errors as ralph_errors
from games.ralph.manifest import DECKS
from games.records.record import RecordError
from games.records.replay import replay, resolve_deck
from tests.games.ralph.positions import after, table

NUMBERS = [*range(1, 16), 20]
SUITS = dict.fromkeys("RVKYJ", NUMBERS)
ROWS = [["Suit", "Number"], *([suit.lower(), f"{number}"] for suit in "RVKYJ" for number in NUMBERS)]
HEAD = "ludex: 1\ngame: ralph\nrules: 1\nlog: open\nseats: 2\n"


def club(**suits):
    return decks.deck(DECKS, "club-1", {"suits": {**SUITS, **suits}})


def refusal(act, *arguments):
    with pytest.raises(ralph_errors.BadManifest) as refused:
        act(*arguments)
    return refused.value.message.removeprefix("The deck club-1 cannot be used: ")


def test_the_bundled_deck_has_sixteen_cards_in_each_of_five_suits():
    deck = decks.default_deck(DECKS)

    assert deck.content == {"suits": {suit: list(range(1, 17)) for suit in "RVKYJ"}}
    assert (deck.id, deck.status, DECKS.doubts(deck.content)) == ("ralph-house-1", Status.HOUSE, [])


def test_one_suit_may_have_the_numbers_of_another():
    same = decks.deck(DECKS, "club-1", {"suits": {"R": NUMBERS, "V": "=R", "K": "=R", "Y": "=R", "J": "=R"}})

    assert same == club()


def test_the_order_of_the_numbers_does_not_matter():
    assert club(R=NUMBERS[::-1]) == club()


def test_a_deck_typed_in_row_by_row_equals_its_manifest():
    assert decks.deck_from_rows(DECKS, "club-1", ROWS) == club()


def test_running_totals_are_shown_while_a_deck_is_typed_in():
    running = [each.totals for each in decks.enter_rows(DECKS, "club-1", ROWS[:19])]

    assert running[-1] == [
        Total("R", 16, 16),
        Total("V", 2, 16),
        Total("K", 0, 16),
        Total("Y", 0, 16),
        Total("J", 0, 16),
    ]


def test_numbers_of_the_examples_that_no_suit_has_cause_a_warning():
    numbers = [*range(20, 36)]

    assert DECKS.doubts(club(**dict.fromkeys("RVKYJ", numbers)).content) == [
        "no card has these numbers from the rule sheet’s examples: 2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 15"
    ]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ({}, "suits is missing or not an object."),
        ({"suits": []}, "suits is missing or not an object."),
        ({"suits": SUITS, "colour": 1}, "colour is not a valid key, only suits is."),
        ({"suits": {**SUITS, "X": NUMBERS}}, "X is not one of the suits R, V, K, Y, J."),
        ({"suits": {"R": NUMBERS}}, "V is missing or not a list of numbers."),
        ({"suits": {**SUITS, "K": 7}}, "K is missing or not a list of numbers."),
        (
            {"suits": {**SUITS, "K": "=X"}},
            "K is '=X', which is neither a list of numbers nor = followed by a suit that has one.",
        ),
        (
            {"suits": {**SUITS, "K": "=K"}},
            "K is '=K', which is neither a list of numbers nor = followed by a suit that has one.",
        ),
        (
            {"suits": {**SUITS, "K": "R"}},
            "K is 'R', which is neither a list of numbers nor = followed by a suit that has one.",
        ),
        (
            {"suits": {**SUITS, "K": "=RV"}},
            "K is '=RV', which is neither a list of numbers nor = followed by a suit that has one.",
        ),
        ({"suits": {**SUITS, "K": NUMBERS[1:]}}, "K has 15 cards, not 16."),
        ({"suits": {**SUITS, "K": [*NUMBERS[1:], 2]}}, "K2 appears twice."),
        ({"suits": {**SUITS, "K": [*NUMBERS[1:], 0]}}, "K has 0, which is not a whole number from 1 to 999."),
        ({"suits": {**SUITS, "K": [*NUMBERS[1:], 1000]}}, "K has 1000, which is not a whole number from 1 to 999."),
        ({"suits": {**SUITS, "K": [*NUMBERS[1:], "1"]}}, "K has 1, which is not a whole number from 1 to 999."),
        ({"suits": {**SUITS, "K": [*NUMBERS[1:], True]}}, "K has True, which is not a whole number from 1 to 999."),
        ({"suits": {**SUITS, "K": [*NUMBERS[1:], [1]]}}, "K has [1], which is not a whole number from 1 to 999."),
    ],
)
def test_an_impossible_manifest_is_refused(content, why):
    assert refusal(decks.deck, DECKS, "club-1", content) == why


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (["X", "1"], "row 2: X is not one of the suits R, V, K, Y, J."),
        (["", "1"], "row 2:  is not one of the suits R, V, K, Y, J."),
        (["R", "0"], "row 2: 0 is not a whole number from 1 to 999."),
        (["R", "1.5"], "row 2: 1.5 is not a whole number from 1 to 999."),
        (["R", "1"], "row 2: R1 appears twice."),
    ],
)
def test_a_wrong_row_is_named(row, why):
    assert refusal(decks.deck_from_rows, DECKS, "club-1", [["R", "1"], row]) == why


def test_a_suit_has_at_most_sixteen_cards():
    rows = [["R", str(number)] for number in range(1, 18)]

    assert (
        refusal(decks.deck_from_rows, DECKS, "club-1", rows) == "row 17: R17 would be card 17 of R, which has only 16."
    )


def test_a_game_is_played_with_the_cards_of_its_deck():
    at_table = resolve_deck(ENGINE, Table(2, options={**table().options, "deck": "club-1"}), lambda *_: club())
    start = after(ENGINE.setup(at_table), "* deal R20 V1")

    names = {str(move) for move in ENGINE.legal(start, 0)}

    assert ("K20" in names, "K16" in names, len(names)) == (True, False, 78)


@pytest.mark.parametrize("deck", ["club-1", "ralph-house-1 sha256:00", f"ralph-house-1 {club().hash}"])
def test_a_record_with_an_unknown_or_different_deck_is_refused_at_its_line(deck):
    with pytest.raises(RecordError) as error:
        replay(f"{HEAD}deck: {deck}\n\n* deal R1 V1\n")

    assert (error.value.line, error.value.cause.code) == (6, "ralph.manifest")


def test_the_manifest_file_names_its_game_and_status():
    deck = decks.default_deck(DECKS)

    manifest = json.loads(json.dumps(deck.manifest()))

    assert (manifest["game"], manifest["note"]) == (
        "ralph",
        "numbers assumed 1-16, not checked against a printed deck",
    )


def test_cards_of_three_digits_are_read_and_written():
    assert [cards.name(cards.card(name)) for name in ("R1", "J999", "Y100")] == ["R1", "J999", "Y100"]
