"""A match written down over HTTP while parts of the service are killed."""

from games.records.reader import read
from tests.e2e.client import Scorekeeper
from tests.paths import CASES

GAME = read((CASES / "rummikub-38-whole-game-2p-full-out.rec").read_bytes()).games[0]
LINES = [f"{'*' if ply.seat < 0 else ply.seat} {ply.move}" for ply in GAME.plies]
KILLED = {30: "web", 70: "postgres", 110: "worker", 150: "beat", 190: "postgres"}


def test_no_acknowledged_move_is_lost_when_any_part_is_killed(live_ludex):
    keeper = Scorekeeper(live_ludex.url)
    match = keeper.open(2)
    revision = match["revision"]
    for number, line in enumerate(LINES):
        if number in KILLED:
            live_ludex.kill(KILLED[number])
        revision = keeper.move(match["id"], revision, line)

    events = keeper.get(f"/matches/{match['id']}/events/?limit=1000")
    found = keeper.get(f"/matches/{match['id']}/totals/")

    moves = [
        f"{'*' if e['payload']['seat'] < 0 else e['payload']['seat']} {e['payload']['move']}"
        for e in events
        if e["kind"] == "move.played"
    ]
    assert moves == LINES
    assert (found["points"], found["wins"], found["revision"]) == ([9, -9], [1, 0], revision)
    audit = live_ludex.manage("audit")
    assert (audit.returncode, audit.stdout.splitlines()[-1].endswith("0 findings.")) == (0, True)
