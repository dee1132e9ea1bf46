"""Processes that have grown too large are replaced, and nobody notices."""

import logging
import urllib.request

import psutil
import pytest
from celery.worker import state

from deploy.observability.memory import has_grown, resident_memory, stop_grown_worker
from tests.waiting import LONGEST, until
from tests.web_servers import WebServer


def test_a_process_knows_its_memory_and_reports_once_it_has_too_much(caplog):
    now = resident_memory()

    with caplog.at_level(logging.WARNING, "ludex.memory"):
        grown = [has_grown(most) for most in (1, 100_000, 0)]

    assert 20 < now < 20_000
    assert grown == [True, False, False]
    assert [record.getMessage().split(" to ")[0] for record in caplog.records] == ["This process has grown"]


@pytest.mark.parametrize(("most", "stops"), [(1, 0), (100_000, None)])
def test_a_worker_that_has_grown_stops_after_its_task(most, stops, monkeypatch):
    monkeypatch.setattr(state, "should_stop", None)

    stop_grown_worker(most, sender="a task")

    assert state.should_stop == stops


def test_a_web_process_that_has_grown_is_replaced_while_requests_are_answered():
    server = WebServer({"RECYCLE_MEMORY": "1"}, quiet=True)
    server.start()
    statuses = []

    def processes():
        return {each.pid for each in psutil.Process(server.process.pid).children()}

    def is_replaced():
        with urllib.request.urlopen(f"{server.url}/healthz", timeout=LONGEST) as answer:
            statuses.append(answer.status)
        return bool(processes() - first)

    first = processes()
    until(is_replaced, "replaced", process=server.process)
    server.kill()

    assert set(statuses) == {200}
