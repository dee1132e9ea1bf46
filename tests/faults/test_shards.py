"""An evening in each of four shards with two workers, one of which is killed: the other takes its shards over."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from types import SimpleNamespace

import psycopg
import pytest

from deploy.child_process import die_with_parent
from league.eventlog.projections import registry, runner
from league.integrity.audit import audit
from tests.api.clients import API
from tests.builders.evenings_by_requests import Evening
from tests.e2e.client import Scorekeeper
from tests.faults.afterwards import caught_up, rows
from tests.paths import ROOT
from tests.waiting import LONGEST, until
from tests.web_servers import WebServer

SHARDS = range(4)
_SEALED = "SELECT id, size FROM eventlog.shard ORDER BY id"
_STREAMS = """
SELECT DISTINCT club.shard = event.shard FROM eventlog.event
JOIN eventlog.event AS first ON first.stream = event.stream AND first.seq = 1
JOIN league_club AS club ON club.id::text = first.payload::json ->> 'club'
"""


class Organiser(Scorekeeper):
    """A keeper who can be the client of an evening."""

    def post(self, address, sent, **_):
        return self._ask("POST", address, json.dumps(sent).encode())

    def get(self, address, asked=None):
        return self._ask("GET", address, None)

    def _ask(self, method, address, data):
        headers = {"Content-Type": "application/json", "Authorization": f"Token {self.token}"}
        request = urllib.request.Request(self.url.removesuffix(API) + address, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=LONGEST) as answer:
            body = answer.read()
            return SimpleNamespace(status_code=answer.status, content=body, json=lambda: json.loads(body))


@pytest.fixture
def environment(committed_db, tmp_path):
    own = {"DATABASE_URL": committed_db, "CELERY_BROKER_URL": "pgmq://localhost", "LUDEX_VAR": str(tmp_path)}
    more = {"LUDEX_SHARDS": "4", "WORKER_CONCURRENCY": "1", "SECRET_KEY": "of these parts", "DB_POOL_SIZE": "2"}
    return {**os.environ, "DJANGO_SETTINGS_MODULE": "deploy.settings", "DB_POOL": "true", **own, **more}


@pytest.fixture
def start(environment):
    """`start(part, NAME=value)` starts a part of the service."""
    running = []

    def started(part, **more):
        running.append(
            subprocess.Popen(
                [sys.executable, "-m", "deploy.processes", part],
                cwd=ROOT,
                env=environment | more,
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGTERM),
            )
        )
        return running[-1]

    yield started
    for process in running:
        process.kill()
        process.wait()


@pytest.fixture
def server(environment):
    server = WebServer(environment)
    server.start()
    yield server
    server.kill()


def begin_evening(database, url, shard):
    """An evening of four, in the shard."""
    keeper = Organiser(url)
    with psycopg.connect(database) as connection:
        connection.execute("INSERT INTO eventlog.shard (id, size) VALUES (%s, 0) ON CONFLICT DO NOTHING", [shard])
        connection.execute("UPDATE league_club SET shard = %s WHERE id = %s", [shard, keeper.club])
    evening = Evening(organiser=keeper, club=keeper.club)
    evening.enter("Анна", "Boris", "Clara", "Dan")
    evening.do("start/")
    return evening


def test_a_worker_that_is_killed_is_replaced_in_its_shards(committed_db, server, start):
    start("beat")
    doomed = start("worker", WORKER_SHARDS="0,1")
    start("worker", WORKER_SHARDS="2,3")
    evenings = [begin_evening(committed_db, server.url, shard) for shard in SHARDS]
    tables = [(evening, table) for evening in evenings for table in evening.draw()]
    for evening, table in tables:
        evening.report(table)
    until(lambda: caught_up(committed_db), "caught up with both workers")

    again = [(evening, table) for evening in evenings for table in evening.draw()]
    for number, (evening, table) in enumerate(again):
        if number == 1:
            doomed.kill()
        evening.report(table, winner=1)
    until(lambda: caught_up(committed_db), "caught up without the worker that was killed")

    with psycopg.connect(committed_db) as connection:
        sealed = dict(connection.execute(_SEALED).fetchall())
        assert connection.execute(_STREAMS).fetchall() == [(True,)]
    assert [*sealed] == [*SHARDS]
    assert min(sealed.values()) > 20
    before = rows(committed_db)
    for name in registry.names():
        runner.rebuild(name)
    assert audit().findings == ()
    assert rows(committed_db) == before
