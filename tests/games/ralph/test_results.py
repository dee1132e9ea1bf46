"""Stated results: after moves, and of games known by their result only."""

import pytest

from games.engine import Score, Stated
from games.errors import Refused
from games.ralph import ENGINE
from tests.games.ralph.positions import table
from tests.games.records.texts import error, text

OPEN = {"game": "ralph", "log": "open", "rounds": None}
SCORE = {"game": "ralph", "log": "score", "rounds": None}


def refused(points, seats=2, variant="standard", **extra):
    with pytest.raises(Refused) as found:
        ENGINE.judge(table(seats, variant=variant), Stated(points, "end", extra))
    return found.value.code, found.value.message


def test_points_alone_are_a_result():
    assert ENGINE.judge(table(), Stated((12, 9))) == Score((12, 9), (0,), "end")


def test_there_is_no_result_without_points():
    assert ENGINE.judge(table(), Stated(None, "end", {"left": "3"})) is None


def test_everybody_may_have_won_nothing():
    assert ENGINE.judge(table(), Stated((0, 0), "end")) == Score((0, 0), (0, 1), "end")


def test_burned_jokers_are_listed_after_the_cards_left():
    assert ENGINE.judge(table(), Stated((12, 9), "end", {"left": "3 2", "rounds": "12"})) is not None


@pytest.mark.parametrize("points", [(1, 20), (20, 3), (-4, 20)])
def test_fewer_than_four_won_cards_are_impossible(points):
    code, message = refused(points)

    few = min(points)
    seat = points.index(few)
    why = f"seat {seat} cannot have won {few} cards: a capture takes at least 4"
    assert (code, message) == ("record.result", f"The stated result is wrong: {why}.")


@pytest.mark.parametrize(
    ("points", "seats", "variant", "extra", "why"),
    [
        ((20, 7), 2, "standard", {}, "27 cards were won, but only 26 were played"),
        (
            (20, 4),
            2,
            "standard",
            {"left": "1"},
            "24 cards won, 1 left on the table and 0 burned add up to 25, but 26 were played",
        ),
        (
            (20, 4),
            2,
            "standard",
            {"left": "1 2"},
            "24 cards won, 1 left on the table and 2 burned add up to 27, but 26 were played",
        ),
        ((20, 4), 2, "standard", {"left": "37"}, "37 cards cannot be left on the table: there is only room for 36"),
        ((5, 4), 2, "standard", {"left": "0 17"}, "17 jokers cannot have been burned: the game has 16"),
        ((20, 4), 2, "simplified", {"left": "1 1"}, "1 jokers cannot have been burned: the game has 0"),
        (
            (4, 5, 4, 0),
            4,
            "standard",
            {},
            "only 13 of 50 cards were won, but at most 36 can be left on the table",
        ),
    ],
)
def test_impossible_results_are_refused(points, seats, variant, extra, why):
    found = refused(points, seats, variant, **extra)

    assert found == ("record.result", f"The stated result is wrong: {why}.")


def test_the_smallest_possible_win_is_accepted():
    assert ENGINE.judge(table(4), Stated((4, 5, 5, 0), "end", {"left": "36"})) is not None
    assert ENGINE.judge(table(4), Stated((4, 5, 4, 0), "end", {"left": "36 1"})) is not None


@pytest.mark.parametrize("left", ["", "x", "1 2 3", "-1", "1,5", "1000"])
def test_cards_left_that_are_not_numbers_are_malformed(left):
    assert refused((12, 9), left=left)[0] == "record.syntax"


def test_any_number_of_rounds_but_twelve_is_refused():
    assert refused((12, 9), rounds="13") == ("ralph.round", "A game has 12 rounds, not 13.")
    assert refused((12, 9), rounds="many")[0] == "record.syntax"


def test_an_unknown_key_is_refused():
    assert refused((12, 9), racks="1 2")[0] == "record.unknown_key"


@pytest.mark.parametrize(
    ("lines", "at", "code"),
    [
        (["points: 3 20", "reason: end"], 7, "record.result"),
        (["points: 12 9", "reason: out"], 8, "record.result"),
        (["points: 12 9", "left: x"], 8, "record.syntax"),
        (["points: 12 9", "left: 40"], 8, "record.result"),
        (["points: 12 9", "reason: end", "rounds: 11"], 9, "ralph.round"),
        (["0 R5"], 7, "record.syntax"),
    ],
)
def test_an_error_in_a_score_sheet_is_reported_at_its_line(lines, at, code):
    found = error(text(*lines, **SCORE))

    assert (found.line, found.cause.code) == (at, code)


def test_points_of_an_unfinished_game_are_refused():
    found = error(text("* deal R1 V1", "0 R5", "points: 4 0", **OPEN))

    assert (found.line, found.cause.code) == (9, "record.result")


def test_a_match_has_the_agreed_number_of_games():
    assert ENGINE.games(table(games=3)) == [(1, 1), (1, 2), (1, 3)]
