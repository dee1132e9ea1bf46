import json
import os
import signal
import subprocess
import sys

import psycopg
import pytest

from deploy.postgres.server import EmbeddedPostgres
from tests.paths import ROOT

STREAMS = ["match-1", "match-2", "match-3"]


@pytest.fixture
def server(tmp_path):
    """A server of this test's own, that writes to the disk what it has promised."""
    postgres = EmbeddedPostgres(tmp_path)
    postgres.start()
    postgres.create_database("ludex")
    yield postgres
    postgres.stop()
    postgres.remove()


def start(server, *words):
    environment = {**os.environ, "DATABASE_URL": server.url("ludex")}
    command = [sys.executable, *words]
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def run(server, *words):
    process = start(server, *words)
    output, errors = process.communicate()
    assert process.returncode == 0, errors
    return output


def test_killing_the_database_loses_no_acknowledged_event_and_breaks_no_chain(server):
    run(server, "manage.py", "migrate", "--skip-checks", "--verbosity", "0")
    writers = [start(server, "-m", "tests.league.eventlog.process", "write", name, "1000000") for name in STREAMS]
    seen = [[writer.stdout.readline() for _ in range(30)] for writer in writers]

    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
    seen = [lines + list(writer.stdout) for lines, writer in zip(seen, writers, strict=True)]
    for writer in writers:
        writer.communicate()
    server.start()

    acknowledged = {name: max(map(int, lines)) for name, lines in zip(STREAMS, seen, strict=True)}
    with psycopg.connect(server.url("ludex")) as connection:
        stored = dict(connection.execute("SELECT stream, max(seq) FROM eventlog.event GROUP BY stream").fetchall())
    report = json.loads(run(server, "-m", "tests.league.eventlog.process", "audit"))
    unanswered = {name: stored[name] - acknowledged[name] for name in STREAMS}
    assert set(unanswered.values()) <= {0, 1}
    assert report == {"events": sum(stored.values()), "findings": []}
