"""The broker loses its messages or its queue; messages come twice and backwards; there are two beats."""

import signal
import subprocess
import sys

import psutil
import psycopg
import pytest

from deploy.child_process import die_with_parent
from tests.paths import ROOT
from tests.waiting import LONGEST

EMPTIED = "SELECT pgmq.purge_queue('celery')"
DROPPED = "SELECT pgmq.drop_queue('celery')"
TWICE_AND_BACKWARDS = """
INSERT INTO pgmq.q_celery (vt, message, headers)
SELECT clock_timestamp(), message, headers FROM pgmq.q_celery ORDER BY msg_id DESC
"""
ONCE_MORE = "UPDATE pgmq.q_celery SET vt = clock_timestamp()"  # what a worker has taken is there for any to take
TICKS = "SELECT queue_visible_length FROM pgmq.metrics('webhooks')"
WAITING = "SELECT count(*) FROM pgmq.q_celery"
MANY = 12  # messages


def execute(service, statement):
    """The first value of the first row, or none."""
    with psycopg.connect(service.database_url, autocommit=True) as connection:
        done = connection.execute(statement)
        return done.fetchone()[0] if done.description else None


@pytest.fixture
def second_beat(service, tmp_path):
    """A beat beside the one that the service has."""
    words = ["beat", "--loglevel=warning", f"--schedule={tmp_path / 'beat'}", "--pidfile="]
    beat = subprocess.Popen(
        [sys.executable, "-m", "celery", "--quiet", "--app", "tasks", *words],
        cwd=ROOT,
        env={**service.environment, "DATABASE_URL": service.database_url, "SECRET_KEY": "unused"},
        preexec_fn=die_with_parent(signal.SIGTERM),
    )
    yield beat
    beat.terminate()
    beat.wait(LONGEST)


@pytest.mark.parametrize("loss", [pytest.param(EMPTIED, id="emptied"), pytest.param(DROPPED, id="dropped")])
def test_an_emptied_or_dropped_queue_costs_time_but_no_data(service, load, loss, check):
    with load:
        load.go_on()

        execute(service, loss)

        load.go_on()

    check(service, load)


def test_messages_that_arrive_twice_in_reverse_or_during_their_own_handling_change_nothing(service, load, check):
    worker = psutil.Process(service.pids()["worker"])
    with load:
        worker.suspend()
        service.until(lambda: execute(service, WAITING) >= MANY, "sending what a stopped worker does not take")
        assert execute(service, TICKS) <= 1
        execute(service, TWICE_AND_BACKWARDS)
        worker.resume()
        for _ in range(20):
            execute(service, ONCE_MORE)
            load.go_on(1)

    check(service, load)
    service.until(lambda: execute(service, WAITING) < MANY, "done with its messages")


def test_two_beats_do_nothing_twice(service, load, second_beat, check):
    with load:
        load.go_on(30)
        running = second_beat.poll() is None

    check(service, load)
    assert running
