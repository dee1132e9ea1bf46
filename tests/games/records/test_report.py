from games.engine import EVERYTHING
from games.records.reader import read
from games.records.replay import examine, open_table, replay, steps
from games.records.report import last_position, move_in_words, position_in_words, replay_json, summary
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

    told = position_in_words(found.engine.view(last_position(found), EVERYTHING))

    assert told == [
        "turn: 0",
        "due: 0",
        "starter: 0",
        "table: r10,b10,k10",
        "racks: 11 15",
        "tiles: – –",
        "unknown: 11 15",
        "pool: 77",
        "opened: yes no",
        "idle: 0",
        "over: no",
    ]


def test_a_nested_view_is_described_in_words():
    view = {"over": True, "by_name": {"r": [1, 2], "s": False}, "rows": [[1, 2], []], "empty": {}, "none": None}

    assert position_in_words(view) == ["over: yes", "by name: r 1 2, s no", "rows: 1 2 | –"]
