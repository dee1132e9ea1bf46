"""Refusals of a turn and their order. Each code also has a record in `refusals/`."""

from itertools import product

import pytest

from games.rummikub import errors as rummikub_errors
from games.rummikub.sets import Judged
from games.rummikub.tiles import NAMES
from tests.games.rummikub.positions import after, at, refused, table_of


@pytest.mark.parametrize(
    ("sets", "error"),
    [
        ("b4,b5", rummikub_errors.SetShort),
        ("b4", rummikub_errors.SetShort),
        ("J,J", rummikub_errors.SetShort),
        ("b4,r4,b4", rummikub_errors.SetGroup),
        ("b4,r4,k4,o4,J", rummikub_errors.SetGroup),
        ("b4,b4,J", rummikub_errors.SetGroup),
        ("group:b4,b5,b6", rummikub_errors.SetGroup),
        ("b4,b5,b7", rummikub_errors.SetRun),
        ("b4,b6,b5", rummikub_errors.SetRun),
        ("b6,b5,b4", rummikub_errors.SetRun),
        ("b4,b5,b5,b6", rummikub_errors.SetRun),
        ("b4,r5,b6", rummikub_errors.SetRun),
        ("b4,r4,k5", rummikub_errors.SetRun),
        ("b4,J,b5", rummikub_errors.SetRun),
        ("b1,J,b4", rummikub_errors.SetRun),
        ("b12,b13,b1,b3", rummikub_errors.SetRun),
        ("run:b4,r4,k4", rummikub_errors.SetRun),
        ("b12,b13,b1", rummikub_errors.SetRange),
        ("b13,J,b2", rummikub_errors.SetRange),
        ("b12,b13,J", rummikub_errors.SetRange),
        ("J,b1,b2", rummikub_errors.SetRange),
        ("run:J,J,b2", rummikub_errors.SetRange),
        ("run:b12,J,J", rummikub_errors.SetRange),
    ],
)
def test_the_refusal_of_a_wrong_set_names_the_error(sets, error):
    rack = "b1 b2 b3 b4 b4 b5 b5 b6 b7 b12 b13 r4 r5 k4 k5 o4 J J"

    assert type(refused(at(rack=rack), f"0 play +{sets}")) is error


@pytest.mark.parametrize(
    "sets",
    [
        "b4,J,J",
        "J,b4,J",
        "J,J,b4",
        "",
        "b4,",
        "x4,b5,b6",
        "B4,b5,b6",
        "b04,b5,b6",
        "b14,b5,b6",
        "set:b4,b5,b6",
        "b4 b5",
    ],
)
def test_malformed_sets_are_refused(sets):
    assert refused(at(rack="b4 b5 b6 J J"), f"0 play +{sets}").code == "record.syntax"


def test_a_run_of_all_thirteen_numbers_is_a_set():
    thirteen = [f"b{number}" for number in range(1, 14)]

    position = after(at(rack=f"{' '.join(thirteen)} o1"), f"0 play +{','.join(thirteen)}")

    assert len(position.table) == 1


def test_two_jokers_and_one_tile_are_what_the_set_says():
    start = at(rack="J J b5 o1", opened=False)

    assert "’s initial meld is worth 15 points, but it needs at least 30." in str(
        refused(start, "0 play +group:J,J,b5")
    )
    assert "’s initial meld is worth 12 points, but it needs at least 30." in str(refused(start, "0 play +run:J,J,b5"))
    assert "’s initial meld is worth 18 points, but it needs at least 30." in str(refused(start, "0 play +run:b5,J,J"))


def test_equal_tiles_of_the_game_are_interchangeable_and_there_are_two_of_each():
    rack = "b1 r1 k1 b1 r1 k1 o1"

    position = after(at(rack=rack), "0 play +b1,r1,k1 +b1,r1,k1")

    assert table_of(position) == ["b1,r1,k1", "b1,r1,k1"]


@pytest.mark.parametrize(
    ("move", "tiles"),
    [
        ("+b4,b5,b6", "b6"),
        ("+b4,b5,J", "J"),
        ("+b4,b4,b5", "b4"),
        ("-r1,r2,r3 +r1,r2,r3,r4", "r4"),
    ],
)
def test_a_tile_that_is_not_on_the_rack_is_named(move, tiles):
    found = refused(at(table="r1,r2,r3", rack="b4 b5"), f"0 play {move}")

    assert (found.code, found.params["tiles"]) == ("rummikub.not_on_rack", tiles)


@pytest.mark.parametrize(
    ("move", "tiles"),
    [
        ("-r1,r2,r3 +b4,b5,b6", "r1 r2 r3"),  # vanished
        ("-r1,r2,r3,r4", "r1,r2,r3,r4"),  # does not lie there
        ("-r3,r2,r1 +r1,r2,r3,r4", "r3,r2,r1"),  # a run lies in order
        ("-r1,r2,r3 -r1,r2,r3 +r1,r2,r3,r4", "r1,r2,r3"),  # lies there once
        ("-r1,r2,r3 +r1,r2 +b4,b5,b6", "r3"),
        ("-group:J,J,k9 +run:J,J,k9", "group:J,J,k9"),  # the kind belongs to it
    ],
)
def test_a_table_tile_that_vanishes_or_was_never_there_is_named(move, tiles):
    start = at(table="r1,r2,r3 run:J,J,k9", rack="b4 b5 b6 r4")

    found = refused(start, f"0 play {move}")

    assert (found.code, found.params["tiles"]) == ("rummikub.conservation", tiles)


def test_a_group_may_be_named_in_any_order():
    position = after(at(table="r8,k8,o8", rack="b8 o1"), "0 play -o8,r8,k8 +b8,o8,r8,k8")

    assert table_of(position) == ["b8,o8,r8,k8"]


def test_tiles_cannot_vanish_by_naming_more_than_there_are():
    found = refused(at(rack="b1"), "0 play " + " ".join(["+b1,b2,b3"] * 200))

    assert (found.code, found.params["tiles"]) == ("rummikub.conservation", "600 tiles")


def test_hundreds_of_jokers_are_refused_too():
    found = refused(at(rack="b1 J"), "0 play +b1" + ",J" * 12 + (" +r1" + ",J" * 12) * 30)

    assert found.code == "rummikub.conservation"


def test_a_pure_rearrangement_is_refused():
    start = at(table="b1,b2,b3,b4,b5,b6", rack="o1")

    assert refused(start, "0 play -b1,b2,b3,b4,b5,b6 +b1,b2,b3 +b4,b5,b6").code == "rummikub.no_rack_tile"


def test_unchanged_sets_may_be_named_and_opening_does_not_use_them():
    start = at(table="b4,b5,b6", rack="r10 k10 o10 o1", opened=False)

    position = after(start, "0 play -b4,b5,b6 +b4,b5,b6 +r10,k10,o10")

    assert (position.opened[0], table_of(position)) == (True, ["b4,b5,b6", "r10,k10,o10"])


def test_several_sets_open_together():
    position = after(at(rack="b4 b5 b6 r5 k5 o5 o1", opened=False), "0 play +b4,b5,b6 +r5,k5,o5")

    assert position.opened == (True, False)


def test_each_seat_opens_for_itself():
    start = after(at(rack="r10 k10 o10 o1", others=("b4 b5 b6 o2",), opened=False), "0 play +r10,k10,o10")

    assert refused(start, "1 play +b4,b5,b6").code == "rummikub.opening_below_30"


def test_the_table_may_be_used_in_the_opening_turn_if_agreed():
    start = at(table="b4,b5,b6", rack="b7 k10 r10 o10 o1", opened=False, same_turn_after_opening=True)

    position = after(start, "0 play -b4,b5,b6 +b4,b5,b6,b7 +k10,r10,o10")

    assert (position.opened[0], len(position.table)) == (True, 2)


def test_if_it_may_be_used_tiles_of_the_table_do_not_count_towards_thirty():
    start = at(table="b11,b12,b13", rack="b10 k9 r9 o9 o1", opened=False, same_turn_after_opening=True)

    found = refused(start, "0 play -b11,b12,b13 +b10,b11,b12,b13 +k9,r9,o9")

    assert (found.code, found.params["points"]) == ("rummikub.opening_below_30", 27)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("0 play +b4,b5,", "record.syntax"),
        ("0 play -r1,r2,r3 +b4,x5", "record.syntax"),
        ("1 play +b4,b5", "rummikub.turn"),
        ("0 play -b4,b5,b6 +b4,b9", "rummikub.conservation"),  # the table before the rack
        ("0 play -r1,r2,r3 +b4,b9", "rummikub.not_on_rack"),  # the rack before what vanishes
        ("0 play -r1,r2,r3 +b4,b5", "rummikub.conservation"),  # what vanishes before the sets
        ("0 play -r1,r2,r3 +r1,r2,r3 +b4,b5 +b12,b13,J", "rummikub.set_short"),  # sets from left to right
        ("0 play -r1,r2,r3 +r1,r2,r3 +b12,b13,J +b4,b5", "rummikub.set_range"),
        ("0 play -r1,r2,r3 +r1,r2,r3,r4 +b4,b5", "rummikub.set_short"),  # sets before the opening
        ("0 play -r1,r2,r3 +r1,r2,r3,r4", "rummikub.opening_touches_table"),
    ],
)
def test_the_first_error_is_reported(line, code):
    start = at(table="r1,r2,r3", rack="b4 b5 b12 b13 r4 J", opened=False)

    assert refused(start, line).code == code


def test_some_thousands_of_judged_sets_are_remembered():
    judged = Judged()

    again = [judged[",".join(row)] for row in (*product(NAMES[:26], repeat=3), ("b4", "b5", "b6"))]

    assert (again[-1].value, len(judged) < 17_000, len(again)) == (15, True, 26**3 + 1)
