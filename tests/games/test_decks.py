"""Deck manifests of an invented game. Each game tests its own decks."""

import json
from dataclasses import replace

import pytest

from games import decks
from games.decks import Deck, Status, Total
from games.engine import Table
from games.records.reader import read
from games.records.replay import open_table, resolve_deck
from tests.games.lotto import DECKS, Lotto, Manifest

# printf '%s' '{"content":{"blue":[4,5,6],"red":[1,2,3]},"game":"lotto"}' | sha256sum
HOUSE_HASH = "sha256:db7253407f9e3e0e367d4f2392bef3c09e5ef8cf1483012b86113425926f26a3"
ROWS = [["colour", "number"], ["red", "3"], ["blue", "9"], [], ["red", "1"], ["red", "2"], ["blue", "8"], ["blue", "7"]]
HEAD = "ludex: 1\ngame: rummikub\nrules: 1\nlog: full\nseats: 2\n\n"


def club(**changes):
    content = {"red": [1, 2, 3], "blue": [7, 8, 9], **changes}
    return decks.deck(DECKS, "club-4", content)


def refusal(act, *arguments, **named):
    with pytest.raises(Manifest) as refused:
        act(*arguments, **named)
    return refused.value.message


def test_decks_of_a_game_are_found_in_its_folder():
    found = decks.game_decks(DECKS)

    assert dict(found) == {"lotto-house-1": decks.default_deck(DECKS)}
    assert decks.default_deck(DECKS).status == Status.HOUSE


def test_two_decks_with_one_id_are_refused():
    twice = replace(DECKS, package="tests.games.lotto.twice")

    message = refusal(decks.game_decks, twice)

    assert message == "The deck lotto-house-1 cannot be used: two files have this id."


def test_a_game_need_not_raise_doubts_about_decks():
    assert DECKS.doubts(decks.default_deck(DECKS).content) == ()


def test_the_hash_is_the_sha_256_of_game_and_content_in_canonical_json():
    assert decks.default_deck(DECKS).reference == f"lotto-house-1 {HOUSE_HASH}"


def test_the_hash_does_not_depend_on_order_status_note_or_id():
    other = decks.deck(
        DECKS, "other", {"red": [3, 1, 2], "blue": [6, 5, 4]}, status=Status.VERIFIED, note="counted twice"
    )

    assert other.hash == HOUSE_HASH


def test_the_hash_depends_on_every_card():
    assert club(blue=[7, 8, 10]).hash != club().hash


def test_a_deck_read_from_its_own_manifest_is_the_same_deck():
    deck = club()

    again = decks.deck_from_json(DECKS, json.dumps(deck.manifest()))

    assert (again, again.status, again.note, again.content) == (deck, deck.status, deck.note, deck.content)


def test_a_deck_typed_in_row_by_row_equals_its_manifest():
    assert decks.deck_from_rows(DECKS, "club-4", ROWS) == club()


def test_running_totals_are_shown_while_a_deck_is_typed_in():
    running = [(each.row, each.totals) for each in decks.enter_rows(DECKS, "club-4", ROWS)]

    assert running[0] == (2, [Total("red", 1, 3), Total("blue", 0, 3)])
    assert running[2] == (5, [Total("red", 2, 3), Total("blue", 1, 3)])
    assert running[-1] == (8, [Total("red", 3, 3), Total("blue", 3, 3)])


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (["green", "4"], "green is no colour"),
        (["red"], "there is 1 cell, not 2 (colour, number)"),
        (["red", "four"], "four is not a number"),
    ],
)
def test_a_wrong_row_is_named(row, why):
    message = refusal(decks.deck_from_rows, DECKS, "club-4", [["red", "1"], row])

    assert message == f"The deck club-4 cannot be used: row 2: {why}."


def test_an_incomplete_deck_is_refused():
    message = refusal(decks.deck_from_rows, DECKS, "club-4", ROWS[:-1])

    assert message == "The deck club-4 cannot be used: blue has 2 cards, not 3."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1]", "The deck in this text cannot be used: a manifest is a JSON object."),
        ("{}", "The deck in this text cannot be used: manifest_id is missing or not text."),
        ('{"manifest_id": 7}', "The deck in this text cannot be used: manifest_id is missing or not text."),
        (
            '{"red": [], "red": []}',
            "The deck in this text cannot be used: it cannot be read as JSON: red appears twice.",
        ),
        ('{"red": NaN}', "The deck in this text cannot be used: it cannot be read as JSON: NaN is not a number."),
        ('{"manifest_id": "x", "game": "go"}', "The deck x cannot be used: it is for the game go, not lotto."),
        (
            '{"manifest_id": "x", "game": "lotto", "status": "sure"}',
            "The deck x cannot be used: status sure is not one of house, club, verified.",
        ),
        (
            '{"manifest_id": "x", "game": "lotto", "note": "a\\u0000b"}',
            "The deck x cannot be used: note must be a single line of up to 500 characters.",
        ),
        ('{"manifest_id": "x", "game": "lotto", "green": []}', "The deck x cannot be used: green is no colour."),
        (
            '{"manifest_id": "-", "game": "lotto"}',
            (
                "The deck '-' cannot be used: an id has up to 64 letters, digits or . _ - and starts with a "
                "letter or digit."
            ),
        ),
    ],
)
def test_the_refusal_of_a_manifest_names_the_error(text, message):
    assert refusal(decks.deck_from_json, DECKS, text) == message


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, b"\xff", b"\x00{}"])
def test_text_that_is_not_json_is_refused(text):
    message = refusal(decks.deck_from_json, DECKS, text)

    assert message.startswith("The deck in this text cannot be used: it cannot be read as JSON: ")


def test_a_known_status_overrides_the_one_in_the_manifest():
    text = json.dumps({**club().manifest(), "status": "verified"})

    assert decks.deck_from_json(DECKS, text, status=Status.CLUB).status == Status.CLUB


@pytest.mark.parametrize("text", ["lotto-house-1", f"lotto-house-1 {HOUSE_HASH}", f"lotto-house-1   {HOUSE_HASH}"])
def test_a_reference_finds_its_deck(text):
    assert decks.resolve(DECKS, decks.reference(text)) == decks.default_deck(DECKS)


@pytest.mark.parametrize("text", ["", "two words", "x sha256:", "x sha256:XYZ", f"{HOUSE_HASH}", "x" * 65])
def test_text_that_names_no_deck_is_no_reference(text):
    with pytest.raises(ValueError, match="a deck id, optionally followed by sha256: and the digits of its hash"):
        decks.reference(text)


def test_an_unknown_deck_is_refused_by_name():
    message = refusal(decks.resolve, DECKS, "club-4", lambda game, name, pin: None)

    assert (
        message
        == "The deck club-4 cannot be used: it is not known here (decks that come with the game: lotto-house-1)."
    )


def test_a_club_deck_is_looked_up_by_game_id_and_hash():
    deck, asked = club(), []

    def lookup(*question: object) -> Deck:
        asked.append(question)
        return deck

    assert decks.resolve(DECKS, "club-4", lookup) is deck
    assert decks.resolve(DECKS, deck.reference, lookup) is deck
    assert asked == [("lotto", "club-4", None), ("lotto", "club-4", deck.hash)]


@pytest.mark.parametrize("name", ["lotto-house-1", "club-4"])
def test_a_deck_with_a_different_hash_is_refused(name):
    message = refusal(decks.resolve, DECKS, f"{name} sha256:00", lambda *_: club())

    assert message.startswith(f"The deck {name} cannot be used: its hash is ")


def test_a_table_gets_and_pins_the_deck_that_its_option_names():
    table = resolve_deck(Lotto(), Table(2, options={"deck": "club-4"}), lambda *_: club())

    assert (table.deck, dict(table.options)) == (club(), {"deck": club().reference})


def test_a_table_of_a_game_without_decks_is_unchanged():
    record = read(HEAD)

    _, table = open_table(record)

    assert table.deck is None
