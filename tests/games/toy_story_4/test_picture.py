"""The table of Toy Story 4 drawn: rows, shelves, collections, and what a step marks."""

import pytest

from games.engine import EVERYTHING, PUBLIC
from games.picture import Change, Hue, changes
from games.toy_story_4 import ENGINE
from tests.games.toy_story_4.positions import after, at


def picture_of(position, to=EVERYTHING):
    return ENGINE.picture(ENGINE.view(position, to))


def groups(position, zone, to=EVERYTHING):
    [found] = [each for each in picture_of(position, to).zones if each.key == zone]
    return {group.key: group.pieces for group in found.groups}


def test_rows_lie_in_the_middle_with_their_ends_lifted():
    position = at("Y-woody-1 G-t05-1 B-EL-1", discard="B-t07-1")

    middle = picture_of(position).zones[0]

    first = middle.groups[0]
    assert (middle.title, first.key, first.title) == ("The ends of the rows may be taken", "row:1", "Row 1")
    assert [(piece.key, piece.lifted) for piece in first.pieces] == [
        ("Y-woody-1", True),
        ("G-t05-1", False),
        ("B-EL-1", True),
    ]
    assert [(group.key, group.title, len(group.pieces)) for group in middle.groups[1:]] == [
        ("row:2", "Row 2", 6),
        ("row:3", "Row 3", 6),
        ("discard", "Discarded", 1),
    ]
    assert middle.note == "68 cards in the deck"


@pytest.mark.parametrize(
    ("card", "face", "hue", "symbol", "sign", "words"),
    [
        ("Y-woody-1", "2", Hue.YELLOW, "toy-woody", "", "Woody (yellow), 2 points"),
        ("G-t05-1", "4", Hue.GREEN, "toy-t05", "2+", "Drum (green), 4 points, needs two toys on its shelf"),
        ("Y-EL-3", "2", Hue.YELLOW, "edge-left", "", "left edge (yellow), 2 points"),
        (
            "Y-ER-1",
            "1",
            Hue.YELLOW,
            "edge-right toy-bullseye",
            "+1",
            "right edge (yellow), 1 point, bonus turn for Bullseye",
        ),
    ],
)
def test_a_card_has_its_points_toy_and_property(card, face, hue, symbol, sign, words):
    [drawn] = [piece for _, _, piece in picture_of(at(card)).pieces() if piece.key == card]

    assert (drawn.face, drawn.hue, drawn.symbol, drawn.caption, drawn.sign, drawn.alt) == (
        face, hue, symbol, "", sign, words,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("face", "symbol", "words"),
    [
        ({"kind": "toy", "toy": "bo_peep", "special": None}, "", "Bo peep (blue), 9 points"),
        (
            {"kind": "edge", "side": "left", "bonus_toy": "bo_peep"},
            "edge-left",
            "left edge (blue), 9 points, bonus turn for Bo peep",
        ),
    ],
)
def test_a_toy_of_a_box_of_ones_own_is_written(face, symbol, words):
    view = dict(ENGINE.view(at("Y-woody-1"), PUBLIC))
    view["faces"] = view["faces"] | {"Y-woody-1": {"colour": "blue", "points": 9, **face}}

    [drawn] = [piece for _, _, piece in ENGINE.picture(view).pieces() if piece.key == "Y-woody-1"]

    assert (drawn.symbol, drawn.caption, drawn.alt) == (symbol, "Bo peep", words)


def test_shelves_lie_from_left_to_right_and_a_face_down_edge_shows_its_side_only():
    position = at(yellow="#G-t07-1 Y-woody-1", blue="B-woody-1 #B-EL-1")

    shelves = groups(position, "shelves:0", PUBLIC)

    assert [(piece.key, piece.symbol, piece.hidden) for piece in shelves["yellow"]] == [
        ("yellow#", "edge-left", True),
        ("Y-woody-1", "toy-woody", False),
    ]
    assert [(piece.key, piece.symbol, piece.hidden) for piece in shelves["blue"]] == [
        ("B-woody-1", "toy-woody", False),
        ("blue#", "edge-right", True),
    ]
    assert shelves["green"] == []


@pytest.mark.parametrize("viewer", [0, 1, PUBLIC])
def test_a_collection_lies_face_down(viewer):
    position = at(collected="Y-woody-1 Y-t05-1")

    own = next(zone for zone in picture_of(position, viewer).zones if zone.seat == 0)

    assert own.title == "2 cards collected"
    assert [(piece.face, piece.symbol, piece.hidden) for piece in own.groups[-1].pieces] == [("", "", True)] * 2


def test_a_card_goes_from_a_row_to_a_shelf():
    before = at("Y-woody-1 G-t05-1 B-EL-1", yellow="Y-t09-1")

    found = changes(picture_of(before), picture_of(after(before, "0 take Y-woody-1 right")))

    assert found["shelves:0"].marks == {"Y-woody-1": Change.NEW}
    assert {group: [piece.key for piece in pieces] for group, pieces in found["middle"].gone.items()} == {
        "row:1": ["Y-woody-1"]
    }
    assert found["middle"].following["Y-woody-1"] == "G-t05-1"


def test_a_complete_shelf_is_collected_and_gives_a_bonus_turn():
    before = at("Y-ER-3 G-t05-1 B-EL-1", yellow="Y-EL-3 Y-woody-1")

    drawn = picture_of(before)
    now = picture_of(after(before, "0 take Y-ER-3 right"))

    found = changes(drawn, now)["shelves:0"]
    assert found.marks == dict.fromkeys(["#0", "#1", "#2"], Change.NEW)
    assert {group: [piece.key for piece in pieces] for group, pieces in found.gone.items()} == {
        "yellow": ["Y-EL-3", "Y-woody-1"]
    }
    assert now.zones[1].title == "3 cards collected, 1 bonus turn"
    assert now.zones[0].title == "Bonus turn: any card of a row may be taken"
    assert all(piece.lifted for group in now.zones[0].groups for piece in group.pieces)


def test_the_cards_left_lie_in_one_pool_in_the_final_round():
    position = at(pool="Y-woody-1 G-t05-1", yellow="Y-t09-1", left=1)

    middle = picture_of(position).zones[0]

    assert [(group.key, group.title, [piece.key for piece in group.pieces]) for group in middle.groups] == [
        ("pool", "Cards left", ["Y-woody-1", "G-t05-1"])
    ]
    assert middle.title == "Final round: any card may be taken, but no shelf started"
    assert middle.note == "0 cards in the deck, 81 cards in the box"


def test_each_seat_has_its_points_at_the_end():
    position = after(at(pool="Y-t10-1", yellow="Y-EL-3 Y-t09-1"), "0 take Y-t10-1 right")

    middle, *seats = picture_of(position).zones
    assert (middle.title, [zone.note for zone in seats]) == (None, ["3 points", "0 points"])


def paths(position):
    return {str(move): ENGINE.path(position, 0, move) for move in ENGINE.legal(position, 0)}


def test_a_card_is_touched_and_then_an_end_of_a_shelf_or_one_to_start():
    found = paths(at("Y-woody-1 G-t05-1 B-t09-1", "Y-t06-1 B-t10-1", "Y-t07-1 Y-t08-1", blue="B-t09-2"))

    assert found["take Y-woody-1 start"] == ("middle/Y-woody-1", "shelves:0/yellow/")
    assert found["take B-t09-1 left"] == ("middle/B-t09-1", "shelves:0/blue/<")
    assert found["take B-t09-1 right"] == ("middle/B-t09-1", "shelves:0/blue/>")


def test_a_card_for_the_box_is_touched_where_it_lies_even_face_down():
    rows = ("G-woody-2 B-t09-1 G-t09-2", "G-t06-1 B-t10-1 G-t06-2", "Y-t05-1 B-woody-1 Y-t06-1")

    found = paths(at(*rows, green="#Y-t09-1 G-woody-1 G-t09-1 G-t08-1"))

    assert found["box Y-t09-1"] == ("shelves:0/green#",)
    assert found["box G-woody-1"] == ("shelves:0/G-woody-1",)
    assert ENGINE.path(at(pool=""), 0, ENGINE.parse("skip")) == ()
