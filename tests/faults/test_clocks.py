"""Clocks that differ, are wrong and are corrected, with Debian's libfaketime."""

import json
import os
import uuid
from itertools import pairwise
from pathlib import Path

import psycopg
import pytest

from deploy.postgres.server import EmbeddedPostgres
from tests.faults.afterwards import events
from tests.faults.load import MOVES, Client
from tests.faults.servers import served
from tests.processes import python

FOUND = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
RIGHT = "+0s"
TIMES = "SELECT at FROM eventlog.event WHERE stream LIKE %s ORDER BY stream, seq"


@pytest.fixture(autouse=True, scope="module")
def _faketime():
    if not FOUND:
        tell = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        tell("Debian's package `libfaketime` is needed, by which a process has a clock of its own.")


class Clock:
    """The clock of processes that are started with `environment`; `set` says how wrong it is from now on."""

    def __init__(self, file):
        self.file = file
        self.set(RIGHT)
        self.environment = {
            "LD_PRELOAD": str(FOUND[0]),
            "FAKETIME_TIMESTAMP_FILE": str(file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    def set(self, offset):
        self.file.write_text(offset)


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """A PostgreSQL server of these tests' own, with the clock `clock`; `url` is a database on it."""
    folder = tmp_path_factory.mktemp("clock")
    postgres = EmbeddedPostgres(folder, throwaway=True)
    postgres.clock = Clock(folder / "now")
    with pytest.MonkeyPatch.context() as environment:
        for name, value in postgres.clock.environment.items():
            environment.setenv(name, value)
        postgres.start()
    postgres.create_database("ludex")
    run(postgres, {}, "manage.py", "migrate", "--skip-checks", "--verbosity", "0")
    yield postgres
    postgres.stop()
    postgres.remove()


def run(postgres, environment, *words):
    """The output of a program that works on the database."""
    everything = {**os.environ, **environment, "DATABASE_URL": postgres.url("ludex")}
    done = python(*words, environment=everything)
    done.check_returncode()
    return done.stdout


@pytest.fixture
def web():
    """Starts web servers."""
    servers = []

    def start(database, **environment):
        servers.append(served(database, **environment))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def times(address, stream="match-%"):
    """When the events of streams of this name happened, in their order."""
    with psycopg.connect(address) as connection:
        return [at for (at,) in connection.execute(TIMES, [stream])]


def test_servers_with_different_clocks_write_one_match_whose_time_never_runs_backwards(web, committed_db):
    ahead, behind = (web(committed_db, LD_PRELOAD=str(FOUND[0]), FAKETIME=offset) for offset in ("+3s", "-3s"))
    client = Client(ahead.url)
    opening = {"club": client.club, "game": "rummikub", "seats": [None] * 2, "dealing": "table"}
    match = client.write("/matches/", opening)
    revision = match["revision"]

    for number, move in enumerate(MOVES):
        client.url = f"{(behind, ahead)[number % 2].url}/api/v1"
        sent = {"revision": revision, "moves": [move]}
        revision = client.write(f"/matches/{match['id']}/moves/", sent)["revision"]

    found = times(committed_db)
    assert len(found) == revision
    assert all(before <= after for before, after in pairwise(found))


def test_nothing_is_stored_while_the_clocks_of_server_and_database_differ(web, database):
    client = Client(web(database.url("ludex")).url)
    opening = {"club": client.club, "game": "rummikub", "seats": [None] * 2, "dealing": "table"}
    for wrong in ("+1h", "-1h"):
        key, before = str(uuid.uuid4()), events(database.url("ludex"))

        database.clock.set(wrong)
        refused = client.ask("/matches/", opening, key)
        after = events(database.url("ludex"))
        database.clock.set(RIGHT)
        answered = client.ask("/matches/", opening, key)

        assert (refused[0], refused[1]["code"]) == (503, "unavailable")
        assert refused[1]["detail"] == "The service’s clocks are out of sync. Nothing was saved. Try again later."
        assert after == before
        assert (answered[0], answered[2]) == (201, False)
        assert sorted(events(database.url("ludex"))) == sorted([*before, answered[1]["id"]])


def test_events_written_by_a_clock_that_was_ahead_do_not_block_later_ones(database):
    clock, write = database.clock, ("-m", "tests.league.eventlog.process", "write", "match-1", "3")

    clock.set("+1h")
    first = run(database, clock.environment, *write).split()
    clock.set(RIGHT)
    second = run(database, clock.environment, *write).split()

    report = json.loads(run(database, {}, "-m", "tests.league.eventlog.process", "audit"))
    found = times(database.url("ludex"), "match-1")
    assert (first, second) == (["1", "2", "3"], ["4", "5", "6"])
    assert report["findings"] == []
    assert found[2:] == [found[2]] * 4
