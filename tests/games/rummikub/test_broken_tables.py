"""Tables that cannot be restored: lost tiles, drawn tiles and refusals."""

import pytest

from games.engine import CHANCE
from games.rummikub import ENGINE
from tests.games.rummikub.positions import after, at, refused


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("0 broken -r1,r2,r3", "what was taken off"),
        ("0 broken !r1", "what was taken off"),
        ("0 broken -r1,r2,r3 +r1,r2,r3 !r1", "what was taken off"),
        ("0 broken -r1,r2,r4 !r1,r2,r4", "not on the table"),
        ("0 broken -r1,r2,r3 +r1,r2 !r3", "too short"),
        ("0 broken -r1,r2,r3 +r1,r2,r3,b4", "what was taken off"),  # own tiles go back to the rack
    ],
)
def test_a_broken_table_keeps_valid_sets_and_loses_the_other_moved_tiles(line, why):
    found = refused(at(table="r1,r2,r3", rack="b4 o1"), line)

    assert (found.code, why in found.message) == ("rummikub.broken_table", True)


def test_a_broken_table_draws_three_before_the_lost_tiles_enter_the_pool():
    start = at(table="r1,r2,r3", rack="b4", others=("o1",), pool=3)

    due = after(start, "0 broken -r1,r2,r3 !r3,r1,r2")

    assert refused(due, "* r1 b1 b1").code == "rummikub.draw"
    assert refused(due, "* b1 b1").code == "rummikub.draw"
    position = after(due, "* b1 b1 b2")
    assert (position.held(0), position.pool, position.table, position.seat) == (4, 3, (), 1)


@pytest.mark.parametrize(("pool", "due"), [(2, 2), (1, 1)])
def test_a_penalty_takes_at_most_what_the_pool_has(pool, due):
    start = at(table="r1,r2,r3", rack="b4", others=("o1",), pool=pool)

    assert after(start, "0 broken -r1,r2,r3 !r1,r2,r3").due == due


def test_lost_tiles_refill_an_empty_pool_and_end_the_idle_turns():
    start = at(table="r1,r2,r3", rack="b4", others=("o1", "k1"), pool=0, idle=1)

    position = after(start, "0 broken -r1,r2,r3 !r1,r2,r3")

    assert (position.pool, position.idle, position.seat, position.held(0)) == (3, 0, 1, 1)


def test_a_broken_table_that_lost_nothing_is_an_idle_turn_when_the_pool_is_empty():
    start = at(table="r1,r2,r3,r4,r5,r6", rack="b4", others=("o1", "k1"), pool=0, idle=1)

    position = after(start, "0 broken -r1,r2,r3,r4,r5,r6 +r1,r2,r3 +r4,r5,r6")

    assert (position.idle, position.seat) == (2, 1)


def test_a_seat_that_has_not_opened_cannot_break_the_table_unless_it_may_use_it():
    line = "0 broken -r1,r2,r3 !r1,r2,r3"

    assert refused(at(table="r1,r2,r3", rack="b4", opened=False), line).code == "rummikub.broken_unopened"
    assert after(at(table="r1,r2,r3", rack="b4", opened=False, same_turn_after_opening=True), line).due == 3


def test_the_lost_tiles_of_a_broken_table_are_named_once():
    error = refused(at("b4,b5,b6"), "0 broken -b4,b5,b6 !b4 !b5,b6")

    assert (error.code, error.message) == ("record.syntax", "'!b5,b6': lost tiles may be listed only once.")


def test_several_due_tiles_are_not_listed():
    due = after(at("b4,b5,b6"), "0 broken -b4,b5,b6 !b4,b5,b6")

    assert (due.due, list(ENGINE.legal(due, CHANCE))) == (3, [])
