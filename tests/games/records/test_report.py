import pytest

from games.engine import EVERYTHING, Labels
from games.records.reader import read
from games.records.replay import examine, open_table, replay, steps
from games.records.report import (
    last_position,
    move_in_words,
    position_in_words,
    replay_json,
    result_in_words,
    summary,
)
from tests.games.records.texts import error, text

TWO = text("points: 5 -5", "reason: out", "== 1.2", "racks: 4 0", "reason: out", log="score")
OPEN = text("* deal 0", "0 play +r10,b10,k10", "1 draw", log="open")


def test_a_match_is_summarised_in_a_line():
    assert summary(replay(TWO)) == "rummikub, 2 games, 0 moves, points 1 -1, won by seat 0"
    assert summary(replay(OPEN)) == "rummikub, 1 game, 3 moves"


def test_tied_winners_are_named_together():
    source = text("points: 0 0", "reason: stuck", "== 1.2", "points: 0 0", "reason: stuck", log="score")

    assert summary(replay(source)) == "rummikub, 2 games, 0 moves, points 0 0, shared by seats 0, 1"


def test_a_replayed_file_has_its_games_match_and_position():
    found = replay_json("two.rec", replay(TWO), None)

    assert found["games"] == [
        {"round": 1, "game": 1, "points": [5, -5], "winners": [0], "reason": "out", "moves": 0},
        {"round": 1, "game": 2, "points": [-4, 4], "winners": [1], "reason": "out", "moves": 0},
    ]
    assert (found["file"], found["ok"], found["match"], found["error"]) == (
        "two.rec",
        True,
        {"points": [1, -1], "wins": [1, 1], "winners": [0]},
        None,
    )


def test_a_faulty_file_reports_line_code_and_rule_of_its_error():
    found = examine(text("* deal 0", "0 play +r10,b10,k10 +b4,b5,b7", log="open"))

    shown = replay_json("bad.rec", found, found.error)

    assert (shown["ok"], shown["position"]["turn"]) == (False, 0)
    assert shown["error"] == {
        "line": 9,
        "column": 22,
        "code": "rummikub.set_run",
        "message": "b4,b5,b7 is not a run: 6 is missing.",
        "params": {"set": "b4,b5,b7", "why": "6 is missing"},
        "rule": "4 Sets, run (§Sets)",
    }


def test_a_file_that_could_not_be_opened_has_an_error_without_a_line():
    cause = error("ludex: 2\n").cause

    shown = replay_json("gone.rec", None, cause)

    assert (shown["game"], shown["games"], shown["match"], shown["position"]) == (None, [], None, None)
    assert (shown["error"]["line"], shown["error"]["code"], shown["error"]["rule"]) == (None, "record.version", None)


def test_a_match_without_games_has_the_position_before_the_deal():
    found = replay(text())

    assert last_position(found) == found.engine.setup(found.table)


def test_moves_are_described_in_words():
    record = read(OPEN)
    rules, table = open_table(record)
    before = rules.setup(table)
    told = []
    for ply, after in steps(rules, table, record.games[0]):
        told.append(move_in_words(rules, before, ply.seat, rules.parse(ply.move)))
        before = after

    assert told == ["Racks are dealt. Seat 0 starts.", "Plays r10,b10,k10.", "Draws a tile."]


def test_nested_messages_are_part_of_the_message():
    source = text("* deal 0", "0 fail skull", game="the_game_extreme", log="open", rounds=None)
    found = replay(source)

    told = move_in_words(found.engine, found.engine.setup(found.table), 0, found.engine.parse("fail skull"))

    assert told == "Cannot complete the turn: the skull cannot be covered."


def test_a_position_in_words_has_a_line_for_each_value():
    found = replay(OPEN)

    told = position_in_words(found.engine.view(last_position(found), EVERYTHING), found.engine.labels)

    assert told == [
        "to move: seat 0",
        "tiles to draw: 0",
        "first player: seat 0",
        "table: r10,b10,k10",
        "tiles on racks, by seat: 11 15",
        "racks: – –",
        "unknown tiles, by seat: 11 15",
        "tiles in the pool: 77",
        "initial meld made: yes no",
        "turns passed in a row: 0",
        "over: no",
    ]


def test_a_nested_view_is_described_in_words():
    view = {"over": True, "by_name": {"r": [1, 2], "s": False}, "rows": [[1, 2], []], "empty": {}, "none": None}

    assert position_in_words(view, Labels()) == ["over: yes", "by name: r 1 2, s no", "rows: 1 2 | –"]


@pytest.mark.parametrize(
    ("game", "points", "reason", "words", "short"),
    [
        ("rummikub", "5 -5", "out", "Anna won (a rack is empty), points 5 -5", "points 5 -5"),
        ("rummikub", "0 0", "stuck", "Anna and Boris share the win (nobody can play), points 0 0", "points 0 0"),
        (
            "the_game_extreme",
            "21 21",
            "min_cards",
            "lost (not enough cards can be played), 21 cards left",
            "lost, 21 cards left",
        ),
        ("the_game_extreme", "1 1", "gave_up", "lost (the team conceded), 1 card left", "lost, 1 card left"),
        ("the_game_extreme", "0 0", "won", "won (all cards played)", "won"),
    ],
)
def test_a_result_in_words_says_who_won_and_what_was_left(game, points, reason, words, short):
    source = text(
        "== 1.1", f"points: {points}", f"reason: {reason}", game=game, log="score", seats="Anna | Boris", rounds=None
    )
    found = replay(source)

    assert result_in_words(found.engine, found.games[0].score, ("Anna", "Boris")) == words
    assert short in summary(found)


def test_a_team_that_plays_several_games_wins_some_of_them():
    lines = ["== 1.1", "points: 0", "reason: won", "", "== 1.2", "points: 3", "reason: skull"]
    source = text(*lines, game="the_game_extreme", log="score", seats="1", rounds=None, games="2")

    assert summary(replay(source)) == "the_game_extreme, 2 games, 0 moves, 1 of 2 games won"


def test_the_reason_for_the_end_of_a_game_has_the_words_of_the_game():
    labels = Labels(reasons={"out": "a rack is empty"})

    assert position_in_words({"reason": "out"}, labels) == ["reason: a rack is empty"]
