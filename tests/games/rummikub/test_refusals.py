"""What a turn is refused for, and in which order; each code has a record of its own in `refusals/` besides."""

from itertools import product

import pytest

from games.engine import CHANCE, Level
from games.errors import FormError, Refused
from games.rummikub import ENGINE, faults
from games.rummikub.house import House
from games.rummikub.position import Phase, undealt
from games.rummikub.sets import Judged
from games.rummikub.tiles import NAMES
from tests.games.rummikub.positions import after, at, table_of

ALL_OF_ONES = "b1 r1 k1 o1 b1 r1 k1 o1"


def refused(position, *lines):
    with pytest.raises(Refused) as found:
        after(position, *lines)
    return found.value


@pytest.mark.parametrize(
    ("sets", "fault"),
    [
        ("b4,b5", faults.SetShort),
        ("b4", faults.SetShort),
        ("J,J", faults.SetShort),
        ("b4,r4,b4", faults.SetGroup),
        ("b4,r4,k4,o4,J", faults.SetGroup),
        ("b4,b4,J", faults.SetGroup),
        ("group:b4,b5,b6", faults.SetGroup),
        ("b4,b5,b7", faults.SetRun),
        ("b4,b6,b5", faults.SetRun),
        ("b6,b5,b4", faults.SetRun),
        ("b4,b5,b5,b6", faults.SetRun),
        ("b4,r5,b6", faults.SetRun),
        ("b4,r4,k5", faults.SetRun),
        ("b4,J,b5", faults.SetRun),
        ("b1,J,b4", faults.SetRun),
        ("b12,b13,b1,b3", faults.SetRun),
        ("run:b4,r4,k4", faults.SetRun),
        ("b12,b13,b1", faults.SetRange),
        ("b13,J,b2", faults.SetRange),
        ("b12,b13,J", faults.SetRange),
        ("J,b1,b2", faults.SetRange),
        ("run:J,J,b2", faults.SetRange),
        ("run:b12,J,J", faults.SetRange),
    ],
)
def test_what_is_no_set_is_refused_by_what_is_wrong_with_it(sets, fault):
    rack = "b1 b2 b3 b4 b4 b5 b5 b6 b7 b12 b13 r4 r5 k4 k5 o4 J J"

    assert type(refused(at(rack=rack), f"0 play +{sets}")) is fault


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
def test_what_is_not_written_as_a_set_has_no_form(sets):
    assert refused(at(rack="b4 b5 b6 J J"), f"0 play +{sets}").code == "record.syntax"


def test_a_run_of_all_thirteen_numbers_is_a_set():
    thirteen = [f"b{number}" for number in range(1, 14)]

    now = after(at(rack=f"{' '.join(thirteen)} o1"), f"0 play +{','.join(thirteen)}")

    assert len(now.table) == 1


def test_two_jokers_and_one_tile_are_what_their_kind_says():
    start = at(rack="J J b5 o1", opened=False)

    assert "opens with 15 points" in str(refused(start, "0 play +group:J,J,b5"))
    assert "opens with 12 points" in str(refused(start, "0 play +run:J,J,b5"))
    assert "opens with 18 points" in str(refused(start, "0 play +run:b5,J,J"))


def test_equal_tiles_of_the_game_are_interchangeable_and_there_are_two_of_each():
    rack = "b1 r1 k1 b1 r1 k1 o1"

    now = after(at(rack=rack), "0 play +b1,r1,k1 +b1,r1,k1")

    assert table_of(now) == ["b1,r1,k1", "b1,r1,k1"]


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
def test_a_table_tile_that_vanishes_or_never_lay_there_is_named(move, tiles):
    start = at(table="r1,r2,r3 run:J,J,k9", rack="b4 b5 b6 r4")

    found = refused(start, f"0 play {move}")

    assert (found.code, found.params["tiles"]) == ("rummikub.conservation", tiles)


def test_a_group_lies_there_in_any_order():
    now = after(at(table="r8,k8,o8", rack="b8 o1"), "0 play -o8,r8,k8 +b8,o8,r8,k8")

    assert table_of(now) == ["b8,o8,r8,k8"]


def test_more_tiles_than_there_are_vanish_nowhere():
    found = refused(at(rack="b1"), "0 play " + " ".join(["+b1,b2,b3"] * 200))

    assert (found.code, found.params["tiles"]) == ("rummikub.conservation", "600 tiles")


def test_jokers_by_the_hundred_are_refused_too():
    found = refused(at(rack="b1 J"), "0 play +b1" + ",J" * 12 + (" +r1" + ",J" * 12) * 30)

    assert found.code == "rummikub.conservation"


def test_a_pure_rearrangement_is_refused():
    start = at(table="b1,b2,b3,b4,b5,b6", rack="o1")

    assert refused(start, "0 play -b1,b2,b3,b4,b5,b6 +b1,b2,b3 +b4,b5,b6").code == "rummikub.no_rack_tile"


def test_sets_that_stay_may_be_named_and_opening_does_not_use_them():
    start = at(table="b4,b5,b6", rack="r10 k10 o10 o1", opened=False)

    now = after(start, "0 play -b4,b5,b6 +b4,b5,b6 +r10,k10,o10")

    assert (now.opened[0], table_of(now)) == (True, ["b4,b5,b6", "r10,k10,o10"])


def test_several_sets_open_together():
    now = after(at(rack="b4 b5 b6 r5 k5 o5 o1", opened=False), "0 play +b4,b5,b6 +r5,k5,o5")

    assert now.opened == (True, False)


def test_each_seat_opens_for_itself():
    start = after(at(rack="r10 k10 o10 o1", others=("b4 b5 b6 o2",), opened=False), "0 play +r10,k10,o10")

    assert refused(start, "1 play +b4,b5,b6").code == "rummikub.opening_below_30"


def test_the_table_may_be_used_in_the_opening_turn_where_that_was_agreed():
    start = at(table="b4,b5,b6", rack="b7 k10 r10 o10 o1", opened=False, same_turn_after_opening=True)

    now = after(start, "0 play -b4,b5,b6 +b4,b5,b6,b7 +k10,r10,o10")

    assert (now.opened[0], len(now.table)) == (True, 2)


def test_tiles_of_the_table_do_not_count_towards_thirty_where_it_may_be_used():
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
def test_the_first_fault_is_reported(line, code):
    start = at(table="r1,r2,r3", rack="b4 b5 b12 b13 r4 J", opened=False)

    assert refused(start, line).code == code


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 draw", "rummikub.turn"),
        ("2 draw", "rummikub.turn"),
        ("* draw", "rummikub.turn"),
        ("* b1", "rummikub.turn"),
        ("* deal 0", "rummikub.turn"),
        ("0 deal 0", "rummikub.turn"),
        ("0 b1", "rummikub.turn"),
        ("0 reveal b4", "rummikub.reveal"),
        ("0 pass", "rummikub.pass_pool_left"),
    ],
)
def test_what_is_not_due_is_refused(line, code):
    assert refused(at(rack="b4 o1"), line).code == code


@pytest.mark.parametrize("line", ["0 draw", "0 play +b4,b5,b6", "0 b1", "* deal 0", "1 b1"])
def test_nothing_but_a_draw_follows_a_draw(line):
    assert refused(at(rack="b4 b5 b6 o1"), "0 draw", line).code == "rummikub.turn"


@pytest.mark.parametrize("line", ["* b1", "0 draw", "0 play +b1,b2,b3", "1 reveal b1"])
def test_nothing_but_a_deal_begins_a_game(line):
    code = "rummikub.reveal" if "reveal" in line else "rummikub.turn"

    assert refused(undealt(House()), line).code == code


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("* b1 b2", "1 are due, not 2"),
        ("* b4", "b4 is not in the pool"),
    ],
)
def test_a_draw_gives_what_is_due_and_in_the_pool(line, why):
    start = at(rack="b4 o1", others=("b4",))

    found = refused(start, "0 draw", line)

    assert (found.code, found.params["why"]) == ("rummikub.draw", why)


def test_an_empty_pool_is_passed_and_not_drawn_from():
    start = at(rack="b4 o1", others=("b5",), pool=0)

    assert refused(start, "0 draw").code == "rummikub.draw_empty_pool"
    assert after(start, "0 pass").seat == 1


@pytest.mark.parametrize("level", [Level.FULL, Level.OPEN])
@pytest.mark.parametrize("line", ["0 draw", "1 play +b1,b2,b3", "1 pass", "* b1", "* deal 0", "0 timeout"])
def test_nothing_follows_the_end(level, line):
    over = after(at(rack="b4 b5 b6", others=("r1",), level=level), "0 play +b4,b5,b6")
    code = "record.syntax" if line == "* b1" and level == Level.OPEN else "rummikub.game_over"

    assert (over.phase, refused(over, line).code) == (Phase.OVER, code)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("0 broken -r1,r2,r3", "what was taken off"),
        ("0 broken !r1", "what was taken off"),
        ("0 broken -r1,r2,r3 +r1,r2,r3 !r1", "what was taken off"),
        ("0 broken -r1,r2,r4 !r1,r2,r4", "does not lie on the table"),
        ("0 broken -r1,r2,r3 +r1,r2 !r3", "too short"),
        ("0 broken -r1,r2,r3 +r1,r2,r3,b4", "what was taken off"),  # own tiles go back to the rack
    ],
)
def test_a_broken_table_has_valid_sets_and_loses_what_else_was_moved(line, why):
    found = refused(at(table="r1,r2,r3", rack="b4 o1"), line)

    assert (found.code, why in found.message) == ("rummikub.broken_table", True)


def test_a_broken_table_draws_three_before_the_lost_tiles_enter_the_pool():
    start = at(table="r1,r2,r3", rack="b4", others=("o1",), pool=3)

    due = after(start, "0 broken -r1,r2,r3 !r3,r1,r2")

    assert refused(due, "* r1 b1 b1").code == "rummikub.draw"
    assert refused(due, "* b1 b1").code == "rummikub.draw"
    now = after(due, "* b1 b1 b2")
    assert (now.held(0), now.pool, now.table, now.seat) == (4, 3, (), 1)


@pytest.mark.parametrize(("pool", "due"), [(2, 2), (1, 1)])
def test_a_penalty_takes_what_there_is(pool, due):
    start = at(table="r1,r2,r3", rack="b4", others=("o1",), pool=pool)

    assert after(start, "0 broken -r1,r2,r3 !r1,r2,r3").due == due


def test_lost_tiles_refill_an_empty_pool_and_end_the_idle_turns():
    start = at(table="r1,r2,r3", rack="b4", others=("o1", "k1"), pool=0, idle=1)

    now = after(start, "0 broken -r1,r2,r3 !r1,r2,r3")

    assert (now.pool, now.idle, now.seat, now.held(0)) == (3, 0, 1, 1)


def test_a_broken_table_that_lost_nothing_is_an_idle_turn_when_the_pool_is_empty():
    start = at(table="r1,r2,r3,r4,r5,r6", rack="b4", others=("o1", "k1"), pool=0, idle=1)

    now = after(start, "0 broken -r1,r2,r3,r4,r5,r6 +r1,r2,r3 +r4,r5,r6")

    assert (now.idle, now.seat) == (2, 1)


def test_a_seat_that_has_not_opened_breaks_no_table_unless_it_may_use_it():
    line = "0 broken -r1,r2,r3 !r1,r2,r3"

    assert refused(at(table="r1,r2,r3", rack="b4", opened=False), line).code == "rummikub.broken_unopened"
    assert after(at(table="r1,r2,r3", rack="b4", opened=False, same_turn_after_opening=True), line).due == 3


def test_as_many_idle_turns_as_seats_end_the_game():
    start = at(rack="b4", others=("o1", "k1"), pool=0)

    two = after(start, "0 pass", "1 timeout")
    now = after(two, "2 pass")

    assert (two.phase, two.idle) == (Phase.TURN, 2)
    assert (now.phase, now.reason) == (Phase.OVER, "stuck")


def test_a_laid_tile_ends_the_idle_turns():
    start = at(table="b1,b2,b3", rack="b4 k2", others=("o1", "k1"), pool=0, idle=2)

    assert after(start, "0 play -b1,b2,b3 +b1,b2,b3,b4").idle == 0


def test_the_turn_that_draws_the_last_tile_is_no_idle_turn():
    start = at(rack="b4", others=("o1",), pool=1)

    assert after(start, "0 draw", "* b1").idle == 0


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        ("deal 2", "there is no seat 2"),
        ("deal 0 | b1", "it names 1 racks for 2 seats"),
        (
            f"deal 0 | {ALL_OF_ONES} b2 b3 b4 b5 b6 b7 | r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 k2",
            "seat 1 gets 13 tiles, not 14",
        ),
        (
            f"deal 0 | {ALL_OF_ONES} b2 b3 b4 b5 b6 b7 | b1 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 k2 k3",
            "b1 is dealt more often",
        ),
    ],
)
def test_a_deal_gives_fourteen_tiles_to_each_seat(deal, why):
    found = refused(undealt(House()), f"* {deal}")

    assert (found.code, why in found.message) == ("rummikub.deal", True)


@pytest.mark.parametrize("line", ["* deal", "* deal x", "* deal -1", "* deal 0 1", "* deal 1000"])
def test_a_deal_names_who_starts(line):
    with pytest.raises(FormError):
        after(undealt(House()), line)


def test_the_lost_tiles_of_a_broken_table_are_named_once():
    fault = refused(at("b4,b5,b6"), "0 broken -b4,b5,b6 !b4 !b5,b6")

    assert (fault.code, fault.message) == ("record.syntax", "'!b5,b6': the lost tiles are named once.")


def test_several_tiles_that_are_due_are_not_listed():
    due = after(at("b4,b5,b6"), "0 broken -b4,b5,b6 !b4,b5,b6")

    assert (due.due, list(ENGINE.legal(due, CHANCE))) == (3, [])


def test_of_the_sets_that_were_judged_some_thousands_are_remembered():
    judged = Judged()

    again = [judged[",".join(row)] for row in (*product(NAMES[:26], repeat=3), ("b4", "b5", "b6"))]

    assert (again[-1].value, len(judged) < 17_000, len(again)) == (15, True, 26**3 + 1)
