"""A dispute over a joker, from the wrong move to a ruling and new standings, by requests to a running service."""

import json

from games.records.reader import read
from tests.e2e.disputing import CONTESTED, FOLDER, HOUSE_RULE, STATEMENT, Evening, games
from tests.processes import python


def moves(record):
    """The moves of each game of a record."""
    return [[(ply.seat, ply.move) for ply in game.plies] for game in read(record).games]


def test_a_wrong_joker_move_ends_in_a_ruling_and_new_standings(live_ludex, tmp_path):
    evening = Evening(live_ludex.url)
    played, after = games("as-played"), games("after-the-ruling")
    kept = next(number for number, ply in enumerate(played[0].plies) if ply.move == CONTESTED)
    evening.play(played)
    evening.report_other()
    assert evening.standings()[0][1] == "Boris"
    assert evening.draw() == 2
    assert evening.pairs(2) == {frozenset({"Boris", "Clara"}), frozenset({"Anna", "Dan"})}

    # Anna appeals; the official takes it in hand and looks at the move.
    revision = evening.contested()
    appeal = evening.appeal(revision)
    live_ludex.until(lambda: evening.waiting() == [appeal], "the list of what waits")
    evening.command(f"appeals/{appeal}/take/", {})
    assert evening.olga.get(f"matches/{evening.match}/appeals/{appeal}/")["statement"] == STATEMENT
    looked = evening.olga.get(f"matches/{evening.match}/moves/{revision}/")
    assert looked["verdict"]["legal"]
    assert ("joker_triplet_needs_both", "rummikub.joker_triplet") in {
        (each["option"], (each["verdict"]["refusal"] or {}).get("code")) for each in looked["rulings"]
    }
    line = {"revision": revision, "start": "before", "moves": [{"seat": 1, "move": "draw"}]}
    assert evening.olga.post(f"matches/{evening.match}/forks/", line)["steps"][0]["verdict"]["legal"]

    # What would change is told before; then it is ruled, and play goes on from the position before the move.
    ruling = {"kind": "annul", "annul_from": revision, "reason": HOUSE_RULE, "policy": "recompute"}
    ruled = evening.command(f"appeals/{appeal}/rule/", ruling)
    assert ruled["outcome"] == "unplayed"
    assert [each["number"] for each in evening.olga.get(f"tournaments/{evening.tournament}/")["rounds"]] == [1]
    evening.play(after, after=kept)

    # The standings follow, and so does the next round.
    assert evening.standings()[0][1] == "Anna"
    assert evening.draw() == 2
    assert evening.pairs(2) == {frozenset({"Anna", "Clara"}), frozenset({"Boris", "Dan"})}
    record = evening.olga.raw("GET", f"matches/{evening.match}/record/").decode()
    assert moves(record) == moves((FOLDER / "after-the-ruling.rec").read_text())

    # Boris appeals the ruling; it stands. Now nobody can appeal it any more.
    further = evening.command(
        "appeals/", {"against": ruled["ruling"], "statement": "Nobody told us before the game."}, evening.boris
    )["appeal"]
    evening.command(f"appeals/{further}/take/", {})
    evening.command(f"appeals/{further}/rule/", {"kind": "upheld", "reason": "The rules hang on the wall."})
    states = [each["state"] for each in evening.anna.get(f"matches/{evening.match}/appeals/")["appeals"]]
    assert states == ["final", "final"]

    # Anybody can check all of it, without the service.
    file = tmp_path / "match.json"
    live_ludex.until(evening.signed, "signed by a checkpoint")
    file.write_bytes(evening.olga.raw("GET", f"matches/{evening.match}/evidence/"))
    key = evening.olga.get("checkpoints/keys/")[-1]["key"]
    checked = python("-m", "verify", file, "--key", key)
    assert (checked.returncode, checked.stdout.splitlines()[-1]) == (0, "right"), checked.stdout
    assert STATEMENT not in json.dumps(json.loads(file.read_bytes()))
    audit = live_ludex.manage("audit")
    assert (audit.returncode, audit.stdout.splitlines()[-1].endswith("0 findings.")) == (0, True)
