"""The worker's run, cut or paused at every statement that it sends: sealing, projecting and signing end as if nothing
had been.

By default some of the statements; all of them with LUDEX_FAULTS.
"""

import os
import signal
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from league.matches.services import play as match_play
from tests.builders.evenings import started
from tests.faults.afterwards import rows
from tests.faults.proxy import Cut, Proxy, kill, pause
from tests.faults.servers import Copies
from tests.paths import CASES
from tests.waiting import until
from verify import merkle
from verify.heads import Statement, root_of
from verify.signed_notes import Checkpoint, Note

STEP = 1 if os.environ.get("LUDEX_FAULTS") else 29
KILLED = -signal.SIGKILL
ENOUGH = 60  # statements of a second worker that finds the first one paused; by then it goes round in circles
HELD_UP = "SELECT count(*) > 0 FROM pg_stat_activity WHERE datname = %s AND wait_event_type = 'Lock'"
LOG = {
    "ledger": "SELECT position, stream, seq FROM eventlog.ledger ORDER BY 1",
    "inbox": "SELECT * FROM eventlog.inbox",
    "projections": "SELECT name, position, fault FROM eventlog.projection ORDER BY 1",
}
# Blinds are drawn anew in each run, so the tree is compared with the leaves of its own run.
LEAVES = """
SELECT stream, hash, blind FROM eventlog.ledger JOIN eventlog.event USING (stream, seq) ORDER BY position
"""
TILES = "SELECT level, number, root FROM eventlog.tile ORDER BY 1, 2"
TREE = "SELECT size, frontier FROM eventlog.tree"
SIGNED = "SELECT size, root, note FROM eventlog.checkpoint ORDER BY size DESC LIMIT 1"


class Bench:
    """A database with an unprojected log, copies of it, and the process that follows them."""

    def __init__(self, address, folder):
        self.address, self.folder = address, folder
        self.original = psycopg.conninfo.conninfo_to_dict(address)["dbname"]
        self.copy = f"{self.original}_copy"
        self.proxy = Proxy(address, folder)
        self.copies = Copies(folder)
        self.threads = ThreadPoolExecutor(2)

    def anew(self):
        """Make the copy from the original again."""
        (self.folder / "witness").unlink(missing_ok=True)
        with psycopg.connect(self.address, dbname="postgres", autocommit=True) as connection:
            copy, original = sql.Identifier(self.copy), sql.Identifier(self.original)
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(copy))
            connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(copy, original))

    def work(self):
        """Let the process follow the copy; how that ended."""
        return self.copies.do("follow", self.proxy.url(self.copy))

    @cached_property
    def other(self):
        """A second process, with the keys of the first."""
        return Copies(self.folder)

    def at_work(self, copies):
        """Let a process follow the copy, and do not wait; how that ended is in the future's result."""
        return self.threads.submit(copies.do, "follow", self.proxy.url(self.copy))

    def held_up(self):
        """Whether somebody waits for a lock in the copy."""
        with psycopg.connect(self.address) as connection:
            return connection.execute(HELD_UP, [self.copy]).fetchone()[0]

    def state(self):
        """Everything that following the log has made."""
        address = psycopg.conninfo.make_conninfo(self.address, dbname=self.copy)
        with psycopg.connect(address) as connection:
            log = {name: connection.execute(query).fetchall() for name, query in LOG.items()}
            tree = tree_state(connection)
        return {**log, **tree, **rows(address)}

    def close(self):
        self.copies.close()
        if "other" in self.__dict__:
            self.other.close()
        self.threads.shutdown()
        self.proxy.close()
        with psycopg.connect(self.address, dbname="postgres", autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(self.copy)))


def tree_state(connection):
    """Tiles, tree and newest checkpoint, each with whether it is that of the events."""
    found = connection.execute(LEAVES).fetchall()
    leaves = [merkle.event_leaf(hash_, blind) for _, hash_, blind in found]
    last = {stream: leaf for (stream, _, _), leaf in zip(found, leaves, strict=True)}
    [(size, frontier)] = connection.execute(TREE).fetchall()
    [(signed, root, note)] = connection.execute(SIGNED).fetchall()
    return {
        "tiles": [
            (level, number, level > 0 or root == merkle.full(leaves[256 * number : 256 * number + 256]))
            for level, number, root in connection.execute(TILES).fetchall()
        ],
        "tree": (size, frontier == merkle.tree_peaks(leaves)),
        "signed": (signed, root == merkle.root(merkle.tree_peaks(leaves[:signed]))),
        "heads": signed == len(leaves)
        and Statement.read(Checkpoint.read(Note.read(note).text).more).heads == root_of(last),
    }


@pytest.fixture
def bench(committed_db):
    from django.db import connections

    evening = started(4)
    for table in evening.draw():
        evening.report(table)
    source = (CASES / "rummikub-38-whole-game-2p-full-out.rec").read_bytes()  # with the rest more than a tile of events
    match_play.import_record(club_id=evening.club, source=source, actor=evening.actor)
    connections.close_all()
    with tempfile.TemporaryDirectory(prefix="ludex-") as folder:
        bench = Bench(committed_db, Path(folder))
        yield bench
        bench.close()


@pytest.mark.parametrize("then", [pytest.param(kill, id="killed"), pytest.param(lambda pid: None, id="cut off")])
def test_wherever_the_worker_is_stopped_the_next_run_ends_in_the_same_state(bench, then):
    bench.anew()
    assert bench.work() == 0
    expected = bench.state()
    assert (expected["tree"][1], expected["signed"][1], expected["heads"]) == (True, True, True)
    stopped = 0
    for number in range(1, 10_000, STEP):
        bench.anew()
        bench.proxy.arm(number, Cut.AFTER, then)
        first = bench.work()
        was_stopped = bench.proxy.done
        bench.proxy.disarm()
        second = bench.work() if first == KILLED else first

        assert second == 0
        assert bench.state() == expected
        if not was_stopped:
            break
        stopped += 1
    assert stopped >= 200 // STEP


def test_wherever_the_worker_is_paused_a_second_one_and_then_both_end_in_the_same_state(bench):
    bench.anew()
    assert bench.work() == 0
    expected = bench.state()
    paused = []
    for number in range(2, 10_000, 2 * STEP):
        bench.anew()
        bench.proxy.arm(number, None, lambda pid: (pause(pid), paused.append(pid)))
        first = bench.at_work(bench.copies)
        until(lambda first=first: bench.proxy.done or first.done(), "at the statement")
        if not bench.proxy.done:
            break
        second = bench.at_work(bench.other)
        until(
            lambda second=second, due=number + ENOUGH: second.done() or bench.proxy.passed > due or bench.held_up(),
            "going on beside the paused worker",
        )
        os.kill(paused[-1], signal.SIGCONT)

        assert (first.result(), second.result()) == (0, 0)
        assert bench.state() == expected
    assert len(paused) >= 100 // STEP
