"""Games without the seats that have left the match."""

import pytest

from games.engine import Level, Score, Stated, Table
from games.errors import FormError, ResultDiffers, RuleViolation
from games.records.absent_seats import judge
from games.records.record import RecordError
from games.records.replay import replay, settings
from games.registry import engine

HEAD = "ludex: 1\ngame: rummikub\nrules: 1\nlog: score\nseats: 4\nrounds: 1\n"


def judged(points, absent, game="rummikub", seats=4, **extra):
    rules = engine(game)
    table = Table(seats, Level.SCORE, settings(rules, {}))
    return judge(rules, table, Stated(points, "out", {"absent": absent, **extra}))


def test_only_the_present_seats_are_judged():
    assert judged((5, 0, -2, -3), "1") == Score((5, 0, -2, -3), (0,), "out")
    assert judged((0, 5, 0, -5), "0 2") == Score((0, 5, 0, -5), (1,), "out")
    assert judged(None, "2", racks="3 0 10") == Score((-3, 13, 0, -10), (1,), "out")


@pytest.mark.parametrize(
    ("points", "absent", "refusal", "said"),
    [
        ((5, 0, -2, -3), "4", FormError, "is not a seat from 0 to 3."),
        ((5, 0, -2, -3), "x", FormError, "is not a seat from 0 to 3."),
        ((5, -2, -3, 0), "3 3", FormError, "absent: seat 3 is listed twice."),
        ((5, 0, -5, 0), "1 3 1", FormError, "absent: seat 1 is listed twice."),
        ((5, -5, 0, 0), "1 2 3", ResultDiffers, "the game cannot be played with 1 seats"),
        ((5, -1, -2, -2), "1", ResultDiffers, "seat 1 was absent, so it must have 0 points"),
        ((5, 0, -2, -2), "1", RuleViolation, "-?1"),
    ],
)
def test_impossible_results_are_refused(points, absent, refusal, said):
    with pytest.raises(refusal, match=said):
        judged(points, absent)


def test_the_seat_that_moved_first_is_one_of_those_that_were_there():
    rules = engine("rummikub")
    table = Table(4, Level.SCORE, settings(rules, {}))
    row = {"absent": "1", "racks": "4 4 11"}

    assert judge(rules, table, Stated(None, "stuck", {**row, "starter": "2"})).points == (3, 0, 4, -7)
    assert judge(rules, table, Stated(None, "stuck", {**row, "starter": "0"})).points == (4, 0, 3, -7)
    with pytest.raises(ResultDiffers, match="seat 1 was absent, so it did not move first"):
        judge(rules, table, Stated(None, "stuck", {**row, "starter": "1"}))


def test_without_a_stated_result_there_is_none():
    assert judged(None, "2") is None


def test_a_wrong_absent_seat_is_reported_at_its_line():
    with pytest.raises(RecordError, match="absent: '9' is not a seat from 0 to 3\\.") as found:
        replay(f"{HEAD}\n== 1.1\npoints: 5 0 -2 -3\nreason: out\nabsent: 9\n")

    assert found.value.line == 11


def test_a_record_names_absent_seats_and_a_seat_that_left_wins_no_match():
    games = [("40 -10 -10 -20", ""), *[("0 -5 -5 10", "absent: 0\n")] * 3]
    blocks = [f"\n== 1.{at}\npoints: {row}\nreason: out\n{more}" for at, (row, more) in enumerate(games, 1)]
    text = "".join([HEAD, *blocks])

    found = replay(text)

    assert (found.totals.points, found.totals.wins, found.totals.winners) == ((40, -25, -25, 10), (1, 0, 0, 3), (3,))
