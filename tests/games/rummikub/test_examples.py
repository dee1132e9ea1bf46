"""The worked examples of the rules, section 12, by their numbers."""

import pytest

from games.engine import Score, Stated, Table
from games.errors import RuleViolation
from games.records.series import totals
from games.rummikub import ENGINE, scoring, tiles
from games.rummikub import errors as rummikub_errors
from games.rummikub.options import Options
from tests.games.rummikub.positions import after, at, rack_of, table_of


def test_1_a_group_of_thirty_opens():
    start = at(rack="r10 b10 k10 o1", opened=False)

    position = after(start, "0 play +r10,b10,k10")

    assert (position.opened[0], table_of(position), position.racks[0]) == (True, ["r10,b10,k10"], rack_of("o1"))


def test_2_a_joker_in_the_opening_counts_what_it_stands_for():
    start = at(rack="r9 J r11 o1", opened=False)

    position = after(start, "0 play +r9,J,r11")

    assert position.opened[0]


def test_3_twenty_seven_points_do_not_open():
    start = at(rack="b4 b5 b6 k4 r4 o4 o1", opened=False)

    with pytest.raises(rummikub_errors.OpeningBelow30, match="27 points"):
        after(start, "0 play +b4,b5,b6 +k4,r4,o4")


def test_4_the_opening_may_not_touch_the_table():
    start = at(table="b4,b5,b6", rack="b7 k10 r10 o10 o1", opened=False)

    with pytest.raises(rummikub_errors.OpeningTouchesTable, match="b4,b5,b6"):
        after(start, "0 play -b4,b5,b6 +b4,b5,b6,b7 +k10,r10,o10")


def test_5_a_run_and_a_group_are_extended():
    start = at(table="b4,b5,b6 r8,k8,o8", rack="b3 b8 o1")

    position = after(start, "0 play -b4,b5,b6 -r8,k8,o8 +b3,b4,b5,b6 +r8,k8,o8,b8")

    assert table_of(position) == ["b3,b4,b5,b6", "r8,k8,o8,b8"]


def test_6_the_fourth_tile_of_a_group_may_be_taken():
    start = at(table="r4,b4,k4,o4", rack="b3 b5 b6 o1")

    position = after(start, "0 play -r4,b4,k4,o4 +r4,k4,o4 +b3,b4,b5,b6")

    assert table_of(position) == ["b3,b4,b5,b6", "r4,k4,o4"]


def test_6_a_second_tile_of_the_group_may_not_be_taken():
    start = at(table="r4,b4,k4,o4", rack="b3 b5 b6 r5 r6 o1")

    with pytest.raises(rummikub_errors.SetShort, match="k4,o4"):
        after(start, "0 play -r4,b4,k4,o4 +k4,o4 +b3,b4,b5,b6 +r4,r5,r6")


def test_7_a_joker_is_replaced_and_laid_in_a_new_set():
    start = at(table="r8,b8,J", rack="k8 r12 r13 o1")

    position = after(start, "0 play -r8,b8,J +r8,b8,k8 +J,r12,r13")

    assert table_of(position) == ["J,r12,r13", "r8,b8,k8"]


def test_8_a_joker_may_not_slide_to_the_other_end():
    start = at(table="J,b4,b5", rack="b3 o1")

    with pytest.raises(
        rummikub_errors.JokerNotNewSet, match="must go into a new set, but b3,b4,b5,J contains the old set J,b4,b5\\."
    ):
        after(start, "0 play -J,b4,b5 +b3,b4,b5,J")


def test_9_a_freed_joker_needs_a_tile_from_the_rack():
    start = at(table="J,b4,b5 r6,r7,r8,r9,r10", rack="b3 o1")

    with pytest.raises(rummikub_errors.JokerNoRackTile, match="r9,r10,J"):
        after(start, "0 play -J,b4,b5 -r6,r7,r8,r9,r10 +b3,b4,b5 +r6,r7,r8 +r9,r10,J")


def test_10_a_joker_is_freed_when_its_neighbours_move_away():
    start = at(table="k1,k2,J r1,b1,o1 r2,b2,o2", rack="r7 b7 o1")

    position = after(start, "0 play -k1,k2,J -r1,b1,o1 -r2,b2,o2 +r1,b1,o1,k1 +r2,b2,o2,k2 +r7,b7,J")

    assert table_of(position) == ["r1,b1,o1,k1", "r2,b2,o2,k2", "r7,b7,J"]


def test_10_a_kept_joker_does_not_hinder_an_extension():
    start = at(table="b4,b5,J", rack="b3 b7 o1")

    position = after(start, "0 play -b4,b5,J +b3,b4,b5,J,b7")

    assert table_of(position) == ["b3,b4,b5,J,b7"]


def test_11_a_restored_table_costs_one_tile():
    start = at(rack="r1 r2", pool=20)

    position = after(start, "0 timeout", f"* {tiles.names(start.unseen)[0]}")

    assert (position.held(0), position.pool) == (3, 19)


def test_11_a_broken_table_costs_three_tiles_and_the_lost_ones_enter_the_pool():
    start = at(table="r5,r6,r7 b1,b2,b3", rack="k1 k2", pool=20)
    drawn = " ".join(tiles.names(start.unseen)[:3])

    due = after(start, "0 broken -r5,r6,r7 -b1,b2,b3 +b1,b2,b3 !r5,r6,r7")
    position = after(due, f"* {drawn}")

    assert (due.due, position.held(0), position.pool, table_of(position)) == (3, 5, 20 - 3 + 3, ["b1,b2,b3"])


def test_12_the_winner_gains_what_the_others_hold():
    assert scoring.final_score([0, 5, 16, 3], "out", winner=0) == Score((24, -5, -16, -3), (0,), "out")


def test_12_a_caught_joker_costs_thirty():
    assert tiles.rack_value(rack_of("J o4")) == 34


def test_13_a_stuck_game_is_settled_above_the_lowest_rack():
    assert scoring.final_score([10, 24, 17, 40], "stuck") == Score((51, -14, -7, -30), (0,), "stuck")


def test_13_equal_lowest_racks_share_and_the_seat_nearest_the_starter_gets_the_odd_point():
    assert scoring.final_score([10, 10, 25], "stuck", starter=0) == Score((8, 7, -15), (0, 1), "stuck")
    assert scoring.final_score([10, 10, 25], "stuck", starter=1) == Score((7, 8, -15), (0, 1), "stuck")


def test_14_the_sample_table_of_the_rule_sheet():
    table = Table(4, options={option.key: option.default for option in ENGINE.meta.options})
    rows = [(24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47), (-10, -25, 41, -6)]
    scores = {(1, game): ENGINE.judge(table, Stated(row, "out")) for game, row in enumerate(rows, 1)}

    found = totals(ENGINE.meta, 4, ENGINE.games(table), scores)

    assert (found.points, found.wins, found.winners) == ((-24, -54, 45, 33), (1, 0, 2, 1), (2,))


def test_a_row_that_does_not_add_up_is_refused():
    with pytest.raises(RuleViolation, match="add up to 1") as refused:
        scoring.result_score(Options(seats=2), Stated((5, -4), "out"))

    assert refused.value.code == "rummikub.score_sum"
