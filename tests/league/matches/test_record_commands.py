"""`manage.py replay` and `manage.py simulate`. None of these tests may touch a database: none is marked for one."""

import io
import json
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command

from games.records.reader import MAX_SIZE
from tests.games.records.texts import text
from tests.paths import ROOT

GOOD = text("* deal 0", "0 play +r10,b10,k10", "1 draw", log="open", seats="Анна | Dan")
BAD = text("* deal 0", "0 play +r10,b10,k10 +b4,b5,b7", log="open")


def run(*words):
    """Exit status, standard output and standard error of a command."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*map(str, words), stdout=out, stderr=err)
    except SystemExit as stop:
        return stop.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.fixture
def file(tmp_path):
    def write(content, name="match.rec"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_a_good_record_is_summarised_in_a_line(file):
    path = file(text("points: 5 -5", "reason: out", "== 1.2", "points: 3 -3", "reason: stuck", log="score"))

    assert run("replay", path) == (0, f"{path}: rummikub, 2 games, 0 moves, points 8 -8, won by seat 0\n", "")


def test_a_faulty_record_is_named_with_line_code_and_culprit_and_others_are_still_replayed(file):
    bad, good = file(BAD, "bad.rec"), file(GOOD, "good.rec")

    assert run("replay", bad, good) == (
        1,
        f"{good}: rummikub, 1 game, 3 moves\n",
        f"{bad}: line 9: rummikub.set_run: b4,b5,b7 is not a run: 6 is missing.\n",
    )


def test_json_is_one_object_per_line_and_file(file):
    good, bad = file(GOOD, "good.rec"), file(BAD, "bad.rec")

    status, out, err = run("replay", "--json", good, bad)

    first, second = map(json.loads, out.splitlines())
    assert (status, err) == (1, "")
    assert first == {
        "file": str(good),
        "ok": True,
        "game": "rummikub",
        "rules": "1",
        "games": [{"round": 1, "game": 1, "points": None, "winners": None, "reason": None, "moves": 3}],
        "match": {"points": [0, 0], "wins": [0, 0], "winners": []},
        "position": {
            "turn": 0,
            "due": 0,
            "starter": 0,
            "table": ["r10,b10,k10"],
            "racks": [11, 15],
            "tiles": [None, None],
            "unknown": [11, 15],
            "pool": 77,
            "opened": [True, False],
            "idle": 0,
            "over": False,
            "reason": None,
        },
        "error": None,
    }
    assert (second["ok"], second["games"][0]["moves"], second["position"]["turn"]) == (False, 1, 0)
    assert second["error"] == {
        "line": 9,
        "column": 22,
        "code": "rummikub.set_run",
        "message": "b4,b5,b7 is not a run: 6 is missing.",
        "params": {"set": "b4,b5,b7", "why": "6 is missing"},
        "rule": "4 Sets, run (§Sets)",
    }


def test_json_of_a_finished_match_has_points_wins_and_winners(file):
    path = file(text("points: 5 -5", "reason: out", "== 1.2", "racks: 4 0", "reason: out", log="score"))

    _, out, _ = run("replay", "--json", path)

    found = json.loads(out)
    assert found["games"] == [
        {"round": 1, "game": 1, "points": [5, -5], "winners": [0], "reason": "out", "moves": 0},
        {"round": 1, "game": 2, "points": [-4, 4], "winners": [1], "reason": "out", "moves": 0},
    ]
    assert found["match"] == {"points": [1, -1], "wins": [1, 1], "winners": [0]}


def test_json_of_an_unreadable_record_has_only_the_error(file):
    path = file(b"\x89PNG\r\n")

    status, out, _ = run("replay", "--json", path)

    assert status == 1
    assert json.loads(out) == {
        "file": str(path),
        "ok": False,
        "game": None,
        "rules": None,
        "games": [],
        "match": None,
        "position": None,
        "error": {
            "line": 1,
            "column": None,
            "code": "record.encoding",
            "message": "Byte 1 (0x89) is not UTF-8.",
            "params": {"what": "Byte 1 (0x89) is not UTF-8.", "culprit": "0x89"},
            "rule": None,
        },
    }


@pytest.mark.parametrize(
    ("at", "position"), [(0, (None, 106)), (1, (0, 78)), (2, (1, 78)), (3, (0, 77)), (99, (0, 77))]
)
def test_a_record_can_be_replayed_up_to_any_move(file, at, position):
    _, out, _ = run("replay", "--json", "--at", at, file(GOOD))

    found = json.loads(out)["position"]
    assert (found["turn"], found["pool"]) == position


def test_faults_after_the_last_requested_move_are_ignored(file):
    assert run("replay", "--at", "1", file(BAD))[0] == 0


def test_steps_show_each_move_and_the_position_after_it(file):
    path = file(GOOD)

    status, out, _ = run("replay", "--step", "--at", "2", path)

    assert (status, out) == (
        0,
        f"""
== 1.1

1. * deal 0
Chance: Racks are dealt. Seat 0 starts.
      no sets
      pool: 78
    > seat 0, 14 tiles, no initial meld: ?
      seat 1, 14 tiles, no initial meld: ?
    tiles to draw: 0
    first player: seat 0
    unknown tiles, by seat: 14 14
    turns passed in a row: 0
    over: no

2. 0 play +r10,b10,k10
Анна: Plays r10,b10,k10.
      [r10 b10 k10]
      pool: 78
      seat 0, 11 tiles: ?
    > seat 1, 14 tiles, no initial meld: ?
    tiles to draw: 0
    first player: seat 0
    unknown tiles, by seat: 11 14
    turns passed in a row: 0
    over: no
{path}: rummikub, 1 game, 2 moves
""",
    )


def test_the_position_after_so_many_moves_is_drawn(file):
    path = file(GOOD)

    status, out, _ = run("replay", "--at", "2", path)

    assert (status, out.splitlines()[:4], out.splitlines()[-1]) == (
        0,
        [
            "      [r10 b10 k10]",
            "      pool: 78",
            "      seat 0, 11 tiles: ?",
            "    > seat 1, 14 tiles, no initial meld: ?",
        ],
        f"{path}: rummikub, 1 game, 2 moves",
    )


def test_steps_continue_as_long_as_the_rules_allow(file):
    path = file(BAD)

    status, out, err = run("replay", "--step", path)

    assert (status, out.count("\n1. "), out.count("\n2. ")) == (1, 1, 0)
    assert err.startswith(f"{path}: line 9: rummikub.set_run")


def test_a_record_can_come_from_the_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))

    assert run("replay", "-") == (0, "-: rummikub, 1 game, 3 moves\n", "")


def test_an_unreadable_file_is_named(tmp_path):
    missing = tmp_path / "missing.rec"

    status, out, err = run("replay", missing, tmp_path)

    assert (status, out) == (1, "")
    assert err == (
        f"{missing}: record.unreadable: The file cannot be read: No such file or directory.\n"
        f"{tmp_path}: record.unreadable: The file cannot be read: Is a directory.\n"
    )


def test_a_file_of_a_hundred_megabytes_is_refused_unread(tmp_path):
    path = tmp_path / "huge.rec"
    with path.open("wb") as file:
        file.truncate(100_000_000)  # a hole: takes no room

    _, _, err = run("replay", path)

    assert err == f"{path}: line 1: record.too_large: The record is larger than {MAX_SIZE} bytes.\n"


@pytest.mark.parametrize("at", ["-1", "x", "1.5"])
def test_an_invalid_number_of_moves_is_refused(file, at):
    with pytest.raises(CommandError, match=f"--at: '{at}' is not a number of moves. Enter a whole number, 0 or more."):
        call_command("replay", f"--at={at}", str(file(GOOD)))


def test_a_simulated_match_is_printed_and_replays(file):
    status, out, err = run("simulate", "rummikub", "--players", 3, "--rounds", 1, "--seed", 7)

    path = file(out)
    assert (status, err) == (0, "")
    assert run("replay", path)[1].startswith(f"{path}: rummikub, 3 games, ")
    assert out.splitlines()[:6] == ["ludex: 1", "game: rummikub", "rules: 1", "log: full", "seats: 3", "rounds: 1"]


def test_simulated_matches_are_written_to_a_folder(tmp_path):
    out = tmp_path / "some" / "folder"

    run("simulate", "rummikub", "--seed", "../x", "--count", 2, "--out", out, "--log", "open", "--option", "rounds=1")

    names = sorted(path.name for path in out.iterdir())
    assert names == ["rummikub-.._x-1.rec", "rummikub-.._x-2.rec"]
    assert run("replay", *(out / name for name in names))[0] == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["go"], "There is no game 'go'. Known games:"),
        (["rummikub", "--players", "9"], "it is for two to four players, not 9"),
        (["rummikub", "--players", "0"], "it is for two to four players, not 0"),
        (["rummikub", "--rounds", "x"], "rounds: 'x' is not a whole number from 1 to 100."),
        (["rummikub", "--option", "clock=1"], "clock is not a key of this record. Known keys:"),
        (["rummikub", "--option", "seats=3"], "seats is not a key of this record. Known keys:"),
        (["rummikub", "--option", "time_limit"], "time_limit: '' is not a whole number"),
        (["rummikub", "--count", "2"], "--out DIR"),
        (["rummikub", "--count", "0", "--out", "x"], "--count"),
        (["rummikub", "--out", "/dev/null/x"], "--out: /dev/null/x: Not a directory."),
    ],
)
def test_an_impossible_simulation_is_refused(words, message):
    with pytest.raises(CommandError) as refused:
        call_command("simulate", *words)

    assert message in str(refused.value)


def test_a_closed_pipe_is_not_an_error():
    command = [sys.executable, str(ROOT / "manage.py"), "simulate", "rummikub"]

    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        said = process.stderr.read()

    assert (process.returncode, said) == (1, b"")


def test_steps_of_a_record_of_results_show_each_result(file):
    path = file(text("== 1.1", "points: 5 -5", "reason: out", "== 1.2", "points: -4 4", "reason: out", log="score"))

    status, out, _ = run("replay", "--step", path)

    assert (status, out.splitlines()[:5]) == (
        0,
        [
            "",
            "== 1.1",
            "Result: seat 0 won (a rack is empty), points 5 -5",
            "",
            "== 1.2",
        ],
    )
