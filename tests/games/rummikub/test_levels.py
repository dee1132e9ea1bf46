"""What is known and checked at each level of recording."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import EVERYTHING, PUBLIC, Stated
from games.errors import ResultDiffers
from games.records.record import RecordError
from games.records.replay import replay
from games.rummikub import ENGINE
from games.rummikub.options import Options
from games.rummikub.position import Phase
from games.rummikub.scoring import final_score, result_score
from tests.games.records.texts import error, fault_of, text

ONES = "b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 J"
TENS = "r10 k10 o10 r11 k11 o11 r12 k12 o12 r13 k13 o13 r9 J"
OPENING = ("* deal 0", "0 play +r10,k10,o10")
FOUR_SETS = "+r10,k10,o10 +r11,k11,o11 +r12,k12,o12 +r13,k13,o13"


def last(source):
    return replay(source).games[-1]


def test_a_full_record_knows_every_rack():
    state = last(text(f"* deal 1 | {ONES} | {TENS}", f"1 play {FOUR_SETS}", "0 draw", "* r1")).state

    assert (ENGINE.view(state, EVERYTHING)["tiles"], state.unknown) == (
        [["b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b10", "b11", "b12", "b13", "r1", "J"], ["r9", "J"]],
        (0, 0),
    )


def test_racks_may_be_dealt_in_any_order_of_tiles():
    mixed = " ".join(reversed(ONES.split()))

    one, other = (last(text(f"* deal 0 | {rack} | {TENS}")).state for rack in (ONES, mixed))

    assert one == other


def test_a_full_record_without_racks_counts_them():
    lines = ["* deal 0", f"0 play {FOUR_SETS}", "1 draw", "* b5", "0 play -r10,k10,o10 +r10,k10,o10,b10"]
    ending = ["1 timeout", "* b6", "0 play +b12,b13,J"]  # one tile is left

    assert fault_of(text(*lines, *ending)) == (15, "rummikub.not_on_rack")


def test_a_full_record_without_racks_knows_what_was_drawn():
    lines = ["* deal 0", "0 draw", "* b7", f"1 play {FOUR_SETS}"]
    out = [*lines, "0 draw", "* b8", "1 play -r10,k10,o10 -r11,k11,o11 +r10,k10,o10,b10 +r11,k11,o11,b11"]
    rest = "r1 r2 r3 r4 r5 r6 r7 k1 k2 k3 k4 k5 k6 k7"

    assert last(text(*out)).state.phase == Phase.REVEAL
    assert last(text(*out, f"0 reveal {rest} b7 b8")).score.points == (-(56 + 15), 71)
    assert fault_of(text(*out, f"0 reveal {rest} b7 b9")) == (15, "rummikub.reveal")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([f"* deal 0 | {ONES} | {TENS}"], (8, "record.syntax")),
        (["* deal 0", "0 draw", "* b7"], (10, "record.syntax")),
        (["* deal 0", "* b7"], (9, "record.syntax")),
        (["* deal 0", "0 draw", "0 draw"], (10, "rummikub.turn")),
        ([*OPENING, "1 play +b1,b2,b3", "1 draw"], (10, "rummikub.opening_below_30")),
    ],
)
def test_an_open_record_contains_nothing_hidden(lines, expected):
    assert fault_of(text(*lines, log="open")) == expected


def test_an_open_record_keeps_counts():
    state = last(text(*OPENING, "1 draw", "0 timeout", "1 draw", log="open")).state

    view = ENGINE.view(state, PUBLIC)
    assert (view["racks"], view["pool"], view["tiles"]) == ([12, 16], 75, [None, None])


def test_an_open_record_refuses_more_tiles_than_a_rack_holds():
    many = "+b1,b2,b3,b4,b5,b6,b7,b8,b9,b10,b11,b12,b13 +r1,k1,o1"

    found = error(text("* deal 0", f"0 play {many}", log="open"))

    assert (found.cause.code, found.cause.params["tiles"]) == ("rummikub.not_on_rack", "2 more than it holds")


def test_an_open_record_refuses_a_third_copy_of_a_tile():
    source = text("* deal 0", "0 play +r10,k10,o10 +r10,k10,b10", "1 play +r10,r11,r12", log="open")

    found = error(source)

    assert (found.line, found.cause.code, found.cause.params["tiles"]) == (10, "rummikub.conservation", "r10")


OUT = (
    "* deal 0",
    f"0 play {FOUR_SETS}",
    "1 draw",
    "0 play -r10,k10,o10 -r11,k11,o11 +r10,k10,o10,b10 +r11,k11,o11,b11",
)
FIFTEEN = "b1 b2 b3 b4 b5 r1 r2 r3 r4 r5 k1 k2 k3 k4 J"


def test_an_open_game_without_shown_racks_is_over_and_unscored():
    found = last(text(*OUT, log="open"))

    assert (found.score, ENGINE.view(found.state, PUBLIC)["over"], ENGINE.turn(found.state)) == (None, True, {1})


def test_a_shown_rack_settles_an_open_game():
    found = last(text(*OUT, f"1 reveal {FIFTEEN}", "points: 70 -70", "reason: out", log="open"))

    assert (found.score.points, found.score.winners, found.score.reason) == ((70, -70), (0,), "out")


def test_racks_are_shown_in_any_order():
    lines = ["* deal 0", f"0 play {FOUR_SETS}", "1 draw", "2 draw"]
    lines.append("0 play -r10,k10,o10 -r11,k11,o11 +r10,k10,o10,b10 +r11,k11,o11,b11")
    one, other = f"1 reveal {FIFTEEN}", "2 reveal b1 b2 b3 b4 b5 r1 r2 r3 r4 r5 k1 k2 k3 k4 J"

    scores = [last(text(*lines, *order, seats="3", log="open")).score for order in ([one, other], [other, one])]

    assert [score.points for score in scores] == [(140, -70, -70)] * 2


def test_points_before_the_racks_are_shown_are_refused_and_a_reason_is_not():
    assert fault_of(text(*OUT, "reason: out", "points: 70 -70", log="open")) == (13, "rummikub.reveal")
    assert last(text(*OUT, "reason: out", log="open")).score is None
    assert fault_of(text(*OUT, "reason: stuck", log="open")) == (12, "record.result")


@pytest.mark.parametrize(
    "lines",
    [
        [f"1 reveal {FIFTEEN} k5"],  # one too many
        ["1 reveal b1"],  # too few
        ["1 reveal"],
        [f"1 reveal {FIFTEEN.replace('b1', 'r10', 1).replace('b2', 'r10')}"],  # a third r10
        ["0 reveal b1"],  # is empty
        ["0 reveal"],
        ["2 reveal b1"],
        ["* reveal b1"],
        [f"1 reveal {FIFTEEN}", f"1 reveal {FIFTEEN}"],  # was shown
        [f"1 reveal {FIFTEEN}", "0 reveal"],
    ],
)
def test_an_impossible_rack_cannot_be_shown(lines):
    assert fault_of(text(*OUT, *lines, log="open")) == (11 + len(lines), "rummikub.reveal")


def test_a_full_record_shows_no_racks():
    assert fault_of(text(f"* deal 0 | {ONES} | {TENS}", f"0 reveal {ONES}")) == (9, "rummikub.reveal")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["points: 24 -5 -16 -3", "reason: out"], ((24, -5, -16, -3), (0,))),
        (["reason: out", "racks: 0 5 16 3"], ((24, -5, -16, -3), (0,))),
        (["reason: out", "racks: | b5 | r13 r3 | k1 k2"], ((24, -5, -16, -3), (0,))),
        (["reason: stuck", "racks: 10 24 17 40"], ((51, -14, -7, -30), (0,))),
        (["reason: stuck", "racks: J | r13 r11 | r12 r5 | J k10"], ((-13, -7, 43, -23), (2,))),
        (["reason: stuck", "points: 5 5 -15 5"], ((5, 5, -15, 5), (0, 1, 3))),
        (["reason: stuck", "points: 8 7 -5 -10"], ((8, 7, -5, -10), (0, 1))),
        (["reason: stuck", "points: 0 1 1 -2"], ((0, 1, 1, -2), (0, 1, 2))),  # two points for three: seat 1 moved first
        (["reason: stuck", "points: 1 1 0 -2", "starter: 0"], ((1, 1, 0, -2), (0, 1, 2))),
        (["reason: stuck", "racks: 10 10 25 30", "starter: 1"], ((17, 18, -15, -20), (0, 1))),
        (["reason: stuck", "racks: 10 10 25 30", "starter: 2"], ((18, 17, -15, -20), (0, 1))),
        (["reason: stuck", "racks: 10 10 25 31"], ((18, 18, -15, -21), (0, 1))),  # nobody needs to be asked
        (["reason: stuck", "points: 0 0 0 0"], ((0, 0, 0, 0), (0, 1, 2, 3))),
        (["reason: stuck", "racks: 10 10 25 30", "points: 18 17 -15 -20"], ((18, 17, -15, -20), (0, 1))),
        (["reason: stuck", "racks: 10 10 25 30", "points: 17 18 -15 -20"], ((17, 18, -15, -20), (0, 1))),
        (["points: 784 -782 -1 -1", "reason: stuck"], ((784, -782, -1, -1), (0,))),
        (["points: 24 -5 -16 -3"], None),
        (["reason: out"], None),
        ([], None),
    ],
)
def test_a_result_without_moves_has_points_and_winners(lines, expected):
    score = last(text("== 1.1", *lines, seats="4", log="score")).score

    assert (score and (score.points, score.winners)) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["points: 24 -5 -16 -2", "reason: out"], (9, "rummikub.score_sum")),
        (["points: 0 0 0 0", "reason: out"], (9, "record.result")),
        (["points: 21 3 -16 -8", "reason: out"], (9, "record.result")),
        (["points: 24 0 -16 -8", "reason: out"], (9, "record.result")),
        (["points: 789 -5 -781 -3", "reason: out"], (9, "record.result")),
        (["points: 24 -5 -16 -3", "reason: won"], (10, "record.result")),
        (["reason: out", "racks: 1 5 16 3"], (10, "record.result")),
        (["reason: out", "racks: 0 0 16 3"], (10, "record.result")),
        (["reason: stuck", "racks: 0 5 16 3"], (10, "record.result")),
        (["reason: stuck", "racks: 400 400 1 1"], (10, "record.result")),
        (
            ["points: 785 -783 -1 -1", "reason: stuck"],
            (9, "record.result"),
        ),  # with the winner's rack, more than there is
        (["points: 788 -788 0 0", "reason: stuck"], (9, "record.result")),
        (["points: 8 7 -15 0", "reason: stuck"], (9, "record.result")),
        (["points: 2 0 0 -2", "reason: stuck"], (9, "record.result")),
        (["points: 1 0 1 -2", "reason: stuck", "starter: 1"], (9, "record.result")),
        (["points: 17 18 -15 -20", "reason: stuck", "racks: 10 10 25 30", "starter: 0"], (9, "record.result")),
        (["reason: stuck", "racks: 10 10 25 30"], (10, "record.result")),
        (["reason: stuck", "racks: 10 10 25 30", "starter: 4"], (11, "record.syntax")),
        (["reason: stuck", "racks: 10 10 25 30", "starter: -1"], (11, "record.syntax")),
        (["points: 24 -5 -16 -3", "reason: out", "starter: x"], (11, "record.syntax")),
        (["points: 24 -5 -16 -3", "reason: out", "racks: 0 5 16 4"], (9, "record.result")),
        (["points: 15 20 -15 -20", "reason: stuck", "racks: 10 10 25 30"], (9, "record.result")),
        (["reason: out", "racks: 0 5 16"], (10, "record.syntax")),
        (["reason: out", "racks: 5 | 0"], (10, "record.syntax")),
        (["reason: out", "racks: 0 5 16 x"], (10, "record.syntax")),
        (["reason: out", "racks: 0 5 16 -3"], (10, "record.syntax")),
        (["reason: out", "racks: | b5 | b14 | r3"], (10, "record.syntax")),
        (["reason: out", "racks: | b5 | b5 | b5"], (10, "rummikub.reveal")),
        (["reason: out", "racks: | J J J | b1 | b2"], (10, "rummikub.reveal")),
    ],
)
def test_an_impossible_result_is_refused_at_its_line(lines, expected):
    assert fault_of(text("== 1.1", *lines, seats="4", log="score")) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["points: 70 -70"], None),
        (["points: 71 -71"], (13, "record.result")),
        (["points: 70 -71"], (13, "rummikub.score_sum")),
        (["reason: stuck"], (13, "record.result")),
        (["points: 70 -70 0"], (13, "record.syntax")),
    ],
)
def test_a_stated_result_must_match_the_moves(lines, expected):
    source = text(*OUT, f"1 reveal {FIFTEEN}", *lines, log="open")

    assert (fault_of(source) if expected else replay(source).error) == expected


def test_only_a_play_is_subject_to_the_time_limit():
    play = "0 play +r10,k10,o10"

    assert fault_of(text("* deal 0", f"{play} @61", log="open")) == (9, "rummikub.time")
    assert last(text("* deal 0", f"{play} @60", "1 draw @86400", "0 timeout @90", log="open")).moves == 4
    assert last(text("* deal 0", f"{play} @90", log="open", time_limit="90")).moves == 2


def test_the_time_limit_is_checked_last():
    assert fault_of(text("* deal 0", "0 play +r10,k10,b9 @61", log="open")) == (9, "rummikub.set_run")


def test_a_view_shows_a_seat_only_its_rack_until_the_game_is_over():
    state = last(text(f"* deal 0 | {ONES} | {TENS}")).state

    seen = {viewer: ENGINE.view(state, viewer)["tiles"] for viewer in (0, 1, PUBLIC, EVERYTHING)}

    ones, tens = seen[EVERYTHING]
    assert (len(ones), len(tens)) == (14, 14)
    assert (seen[0], seen[1], seen[PUBLIC]) == ([ones, None], [None, tens], [None, None])


@pytest.mark.parametrize("row", ["3 0 -3", "10 5 -15", "2 0 0 -2", "7 -7 0", "20 -20 0"])
def test_tied_winners_of_a_stuck_game_cannot_have_shares_that_differ_by_more_than_one(row):
    seats = len(row.split())

    with pytest.raises(RecordError) as found:
        replay(text("== 1.1", f"points: {row}", "reason: stuck", seats=str(seats), log="score"))

    assert "the lowest racks of a stuck game share what the others lose" in found.value.cause.message


@given(st.lists(st.integers(1, 9), min_size=2, max_size=4), st.data())
def test_a_stuck_game_accepts_exactly_the_rows_that_some_starter_gives(values, data):
    rows = {final_score(values, "stuck", starter=seat).points for seat in range(len(values))}
    losses = [min(values) - value for value in values]
    total, winners = -sum(losses), [seat for seat, loss in enumerate(losses) if loss == 0]
    cuts = sorted(data.draw(st.lists(st.integers(0, total), min_size=len(winners) - 1, max_size=len(winners) - 1)))
    for seat, (low, high) in zip(winners, pairwise([0, *cuts, total]), strict=True):
        losses[seat] = high - low

    accepted = True
    try:
        found = result_score(Options(seats=len(values)), Stated(tuple(losses), "stuck"))
    except ResultDiffers:
        accepted = False

    assert accepted == (tuple(losses) in rows)
    assert not accepted or found.winners == tuple(winners)


def test_the_starter_is_asked_for_where_equal_racks_cannot_share_evenly():
    with pytest.raises(ResultDiffers) as found:
        result_score(Options(seats=3), Stated(None, "stuck", {"racks": "4 4 11"}))

    assert found.value.params["key"] == "starter"
    assert found.value.message == (
        "The stated result is wrong: the lowest racks are equal and cannot share 7 points evenly: state which "
        "seat moved first (starter)."
    )
