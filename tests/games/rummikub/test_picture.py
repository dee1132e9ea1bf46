"""The table of Rummikub drawn: where sets lie, what jokers stand for, who sees which rack, what a step marks."""

import pytest

from games.engine import EVERYTHING, PUBLIC
from games.picture import Change, Hue, changes
from games.rummikub import ENGINE
from tests.games.rummikub.positions import after, at


def picture_of(position, to=EVERYTHING):
    return ENGINE.picture(ENGINE.view(position, to))


def marks(before, after_, zone):
    return dict(changes(before, after_)[zone].marks)


def gone(before, after_, zone):
    return {group: [piece.key for piece in pieces] for group, pieces in changes(before, after_)[zone].gone.items()}


def test_runs_lie_by_colour_and_start_and_then_groups_by_number():
    position = at(table="r8,k8,o8 k3,k4,k5 b9,b10,b11 r1,k1,b1 J,b6,b7 b4,b5,b6")

    [table] = [zone for zone in picture_of(position).zones if zone.key == "sets"]

    assert [group.key for group in table.groups] == [
        "run:b4,b5,b6#1",
        "run:J,b6,b7#1",
        "run:b9,b10,b11#1",
        "run:k3,k4,k5#1",
        "group:b1,r1,k1#1",
        "group:r8,k8,o8#1",
    ]
    assert table.note == "6 sets, 18 tiles on the table, 88 tiles in the pool"


@pytest.mark.parametrize(
    ("laid", "stands", "hue", "words"),
    [
        ("b4,J,b6", "5", Hue.BLUE, "joker as blue 5"),
        ("o8,o9,J", "10", Hue.ORANGE, "joker as orange 10"),
        ("r7,J,b7,o7", "7", Hue.BLACK, "joker as black 7"),
        ("r7,J,o7", "7", None, "joker as 7"),
    ],
)
def test_a_joker_shows_what_it_stands_for_as_far_as_that_is_certain(laid, stands, hue, words):
    [joker] = [piece for _, _, piece in picture_of(at(table=laid)).pieces() if piece.face == "★"]

    assert (joker.key, joker.stands, joker.hue, joker.alt) == ("J#1", stands, hue, words)


def test_two_jokers_with_one_tile_are_a_run_or_a_group_as_laid():
    run, group = (picture_of(at(table=laid)).zones[0].groups[0] for laid in ("run:J,J,b5", "group:J,J,b5"))

    assert [piece.alt for piece in run.pieces] == ["joker as blue 3", "joker as blue 4", "blue 5"]
    assert [piece.alt for piece in group.pieces] == ["blue 5", "joker as 5", "joker as 5"]


def test_a_rack_is_drawn_for_its_seat_and_as_backs_for_others():
    position = at(rack="b3 r12 r12 J", others=("k1 k2",), opened=False)

    picture = picture_of(position, to=0)

    own, other = picture.zones[1:]
    assert [(piece.key, piece.face, piece.hue) for piece in own.groups[0].pieces] == [
        ("b3#1", "3", Hue.BLUE),
        ("r12#1", "12", Hue.RED),
        ("r12#2", "12", Hue.RED),
        ("J#1", "★", None),
    ]
    assert [(piece.key, piece.face, piece.hidden) for piece in other.groups[0].pieces] == [
        ("#0", "", True),
        ("#1", "", True),
    ]
    assert (own.title, own.seat, other.title, other.seat) == (
        "4 tiles, not opened yet",
        0,
        "2 tiles, not opened yet",
        1,
    )
    assert picture.turn == {0}


def test_racks_are_no_secret_after_the_game():
    position = after(at(rack="b3 b4 b5", others=("k1 k2",)), "0 play +b3,b4,b5")

    assert [piece.alt for zone, _, piece in picture_of(position, PUBLIC).pieces() if zone.key == "rack:1"] == [
        "black 1",
        "black 2",
    ]


def test_tiles_from_the_rack_are_new_and_those_from_other_sets_moved():
    before = at(table="b3,b4,b5,b6 r6,k6,o6", rack="k5 k4 o1", others=("o13",))

    drawn, now = (
        picture_of(before),
        picture_of(after(before, "0 play -b3,b4,b5,b6 -r6,k6,o6 +b3,b4,b5 +b6,r6,o6 +k4,k5,k6")),
    )

    assert marks(drawn, now, "sets") == {
        "b6#1": Change.MOVED,
        "k4#1": Change.NEW,
        "k5#1": Change.NEW,
        "k6#1": Change.MOVED,
    }
    assert gone(drawn, now, "rack:0") == {"rack": ["k4#1", "k5#1"]}
    assert now.zones[1].title == "1 tile ✓ opened"


def test_an_equal_tile_that_lies_elsewhere_is_not_marked():
    before = at(table="b4,b5,b6", rack="b3 b4 b5 o1", others=("o13",))

    drawn, now = picture_of(before), picture_of(after(before, "0 play +b3,b4,b5"))

    assert [group.key for group in now.zones[0].groups] == ["run:b3,b4,b5#1", "run:b4,b5,b6#1"]
    assert marks(drawn, now, "sets") == {"b3#1": Change.NEW, "b4#1": Change.NEW, "b5#1": Change.NEW}


def test_a_freed_joker_moved():
    before = at(table="b4,J,b6", rack="b5 r9 r10 o1", others=("o13",))

    drawn, now = picture_of(before), picture_of(after(before, "0 play -b4,J,b6 +b4,b5,b6 +r9,r10,J"))

    assert marks(drawn, now, "sets") == {
        "b5#1": Change.NEW,
        "r9#1": Change.NEW,
        "r10#1": Change.NEW,
        "J#1": Change.MOVED,
    }


def test_a_draw_is_announced_and_marks_the_new_tile():
    before = at(rack="b1 b2", others=("o13",))
    due = after(before, "0 draw")

    drawn, now = picture_of(due), picture_of(after(due, "* b1"))

    assert drawn.zones[0].note == "0 sets, 0 tiles on the table, 103 tiles in the pool, 1 tile to draw"
    assert marks(drawn, now, "rack:0") == {"b1#2": Change.NEW}


def test_turns_passed_are_counted():
    position = after(at(rack="b1 b2", others=("o13",), pool=0), "0 pass")

    assert picture_of(position).zones[0].note == (
        "0 sets, 0 tiles on the table, 0 tiles in the pool, 1 turn passed in a row"
    )
