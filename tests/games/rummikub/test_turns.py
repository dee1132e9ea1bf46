"""The order of play: deals, draws, idle turns, and the end."""

import pytest

from games.engine import Level
from games.errors import FormError
from games.rummikub import ENGINE
from games.rummikub.options import Options
from games.rummikub.position import Phase, undealt
from tests.games.rummikub.positions import after, at, refused

ALL_OF_ONES = "b1 r1 k1 o1 b1 r1 k1 o1"


@pytest.mark.parametrize("line", ["* b1", "0 draw", "0 play +b1,b2,b3", "1 reveal b1"])
def test_a_game_begins_with_a_deal(line):
    code = "rummikub.reveal" if "reveal" in line else "rummikub.turn"

    assert refused(undealt(Options()), line).code == code


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        ("deal 2", "there is no seat 2"),
        ("deal 0 | b1", "it lists 1 racks for 2 seats"),
        (
            f"deal 0 | {ALL_OF_ONES} b2 b3 b4 b5 b6 b7 | r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 k2",
            "seat 1 gets 13 tiles, not 14",
        ),
        (
            f"deal 0 | {ALL_OF_ONES} b2 b3 b4 b5 b6 b7 | b1 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 k2 k3",
            "more of these tiles are dealt than the game has:",
        ),
    ],
)
def test_a_deal_gives_fourteen_tiles_to_each_seat(deal, why):
    found = refused(undealt(Options()), f"* {deal}")

    assert (found.code, why in found.message) == ("rummikub.deal", True)


@pytest.mark.parametrize("line", ["* deal", "* deal x", "* deal -1", "* deal 0 1", "* deal 1000"])
def test_a_deal_names_the_starting_seat(line):
    with pytest.raises(FormError):
        after(undealt(Options()), line)


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
def test_moves_out_of_turn_are_refused(line, code):
    assert refused(at(rack="b4 o1"), line).code == code


@pytest.mark.parametrize("line", ["0 draw", "0 play +b4,b5,b6", "0 b1", "* deal 0", "1 b1"])
def test_a_draw_is_followed_only_by_its_drawn_tiles(line):
    assert refused(at(rack="b4 b5 b6 o1"), "0 draw", line).code == "rummikub.turn"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("* b1 b2", "1 must be drawn, not 2"),
        ("* b4", "the pool does not have b4"),
    ],
)
def test_a_draw_gives_the_due_number_of_tiles_from_the_pool(line, why):
    start = at(rack="b4 o1", others=("b4",))

    found = refused(start, "0 draw", line)

    assert (found.code, found.params["why"]) == ("rummikub.draw", why)


def test_an_empty_pool_is_passed_and_not_drawn_from():
    start = at(rack="b4 o1", others=("b5",), pool=0)

    assert refused(start, "0 draw").code == "rummikub.draw_empty_pool"
    assert after(start, "0 pass").seat == 1


def test_as_many_idle_turns_as_seats_end_the_game():
    start = at(rack="b4", others=("o1", "k1"), pool=0)

    two = after(start, "0 pass", "1 timeout")
    position = after(two, "2 pass")

    assert (two.phase, two.idle) == (Phase.TURN, 2)
    assert (position.phase, position.reason) == (Phase.OVER, "stuck")


def test_a_laid_tile_ends_the_idle_turns():
    start = at(table="b1,b2,b3", rack="b4 k2", others=("o1", "k1"), pool=0, idle=2)

    assert after(start, "0 play -b1,b2,b3 +b1,b2,b3,b4").idle == 0


def test_the_turn_that_draws_the_last_tile_is_no_idle_turn():
    start = at(rack="b4", others=("o1",), pool=1)

    assert after(start, "0 draw", "* b1").idle == 0


@pytest.mark.parametrize("level", [Level.FULL, Level.OPEN])
@pytest.mark.parametrize("line", ["0 draw", "1 play +b1,b2,b3", "1 pass", "* b1", "* deal 0", "0 timeout"])
def test_nothing_follows_the_end(level, line):
    over = after(at(rack="b4 b5 b6", others=("r1",), level=level), "0 play +b4,b5,b6")
    code = "record.syntax" if line == "* b1" and level == Level.OPEN else "rummikub.game_over"

    assert (over.phase, refused(over, line).code) == (Phase.OVER, code)


def test_a_turn_has_the_time_limit_of_the_options_and_a_deal_has_none():
    start = at(rack="b1", time_limit=45)

    assert [ENGINE.turn_seconds(each) for each in (undealt(Options()), start)] == [None, 45]
    assert [str(move) for move in ENGINE.choices(start, 0)][-1] == "timeout"
