"""Results without moves (rules 9), and results stated after moves."""

import pytest

from games.engine import Score
from games.records.record import RecordError
from games.records.replay import replay

HEAD = "ludex: 1\ngame: riff_raff\nrules: 1\nlog: score\nseats: {seats}\n\n"


def judged(result: str, seats=3):
    return replay(HEAD.format(seats=seats) + result).games[0].score


def test_a_seat_without_items_wins():
    assert judged("points: 2 0 5\nreason: empty\n") == Score((2, 0, 5), (1,), "empty")


def test_the_fewest_items_share_the_win_after_the_last_round():
    assert judged("left: 2 3 2\nreason: rounds\nrounds: 10\n") == Score((2, 3, 2), (0, 2), "rounds")


def test_points_and_items_left_are_the_same():
    assert judged("points: 2 3 2\nleft: 2 3 2\nreason: rounds\n") == Score((2, 3, 2), (0, 2), "rounds")


@pytest.mark.parametrize(
    "result", ["points: 2 3 2\n", "reason: rounds\n", "left: 2 0 2\nrounds: 8\n", "reason: empty\nrounds: 8\n"]
)
def test_an_incomplete_result_has_no_score(result):
    assert judged(result) is None


def test_two_players_have_up_to_twenty_rounds_and_32_items():
    assert judged("points: 16 16\nreason: rounds\nrounds: 20\n", seats=2) == Score((16, 16), (0, 1), "rounds")


@pytest.mark.parametrize(
    ("points", "rounds", "seats", "possible"),
    [
        ("0 2 5", 4, 3, True),
        ("0 1 5", 4, 3, True),
        ("16 0", 10, 2, True),  # twelve items with six yard cards, four with the others
        ("16 0", 9, 2, False),
        ("2 0", 8, 2, False),
    ],
)
def test_a_supply_is_empty_no_sooner_than_its_seat_can_have_loaded_it(points, rounds, seats, possible):
    result = f"points: {points}\nreason: empty\nrounds: {rounds}\n"

    if possible:
        assert judged(result, seats=seats).reason == "empty"
    else:
        with pytest.raises(RecordError, match="can have loaded at most"):
            judged(result, seats=seats)


@pytest.mark.parametrize(
    ("result", "line", "code", "why"),
    [
        (
            "points: 2 1 5\nreason: empty\n",
            7,
            "record.result",
            "when a supply is empty, exactly one seat has nothing left, not",
        ),
        (
            "points: 0 0 5\nreason: empty\n",
            7,
            "record.result",
            "when a supply is empty, exactly one seat has nothing left, not",
        ),
        (
            "points: 0 3 5\nreason: rounds\n",
            7,
            "record.result",
            "seat 0 has nothing left, so the game did not end with the last round",
        ),
        ("points: 9 9 9\nreason: rounds\n", 7, "record.result", "27 items are left, but the game has only 24"),
        ("points: -1 9 9\nreason: rounds\n", 7, "record.result", "-1 is not a number of items"),
        ("points: 2 3 2\nleft: 2 3 3\n", 7, "record.result", "the points are 2 3 2, but the items left are 2 3 3"),
        (
            "points: 2 3 2\nreason: rounds\nrounds: 11\n",
            9,
            "record.result",
            "11 rounds were played, but a game has 1 to 10",
        ),
        (
            "points: 2 3 2\nreason: rounds\nrounds: 9\n",
            9,
            "record.result",
            "the game ended after round 9, but the last round is 10",
        ),
        (
            "points: 0 3 5\nreason: empty\nrounds: 3\n",
            9,
            "record.result",
            "seat 0 has 0 items left, but can have loaded at most 6 in 3 rounds",
        ),
        (
            "points: 0 3 1\nreason: empty\nrounds: 3\n",
            9,
            "record.result",
            "seat 0 has 0 items left, but can have loaded at most 6 in 3 rounds",
        ),
        ("points: 2 3 2\nrounds: ten\n", 8, "record.syntax", "rounds: 'ten' is not a number of rounds."),
        (
            "points: 2 3 2\nleft: 2 3\n",
            8,
            "record.syntax",
            "left: '2 3' is not valid. Enter the number of items left for each of the",
        ),
        ("points: 2 3 2\nracks: 2 3 2\n", 8, "record.unknown_key", "racks is not a key of this record. Known keys:"),
        ("points: 2 3 2\nreason: out\n", 8, "record.result", "'out' is not one of empty, rounds"),
    ],
)
def test_an_impossible_result_is_refused_at_its_line(result, line, code, why):
    with pytest.raises(RecordError) as error:
        judged(result)

    assert (error.value.line, error.value.cause.code) == (line, code)
    assert why in str(error.value.cause)


def test_a_stated_winner_that_differs_from_the_moves_is_refused():
    moves = HEAD.replace("score", "open").format(seats=3) + "0 3\n1 2\n2 1\n0 load rat\n\npoints: 7 8 8\n"

    with pytest.raises(RecordError) as error:
        replay(moves)

    assert (error.value.line, error.value.cause.code) == (12, "record.result")
