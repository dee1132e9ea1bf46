import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction

from league.eventlog import sealer, store
from league.eventlog.announcements import appended
from league.eventlog.audit.hash_chains import audit
from league.eventlog.errors import StreamMovedOn
from league.eventlog.types import Head
from tests.league.toys import ANNA, noted, write
from tests.paths import ROOT


def race(tasks):
    """Run the tasks in threads at once. Returns each result, or its `StreamMovedOn`."""
    line = threading.Barrier(len(tasks))

    def run(task):
        try:
            with connection.cursor():  # connected before the start
                line.wait()
            return task()
        except StreamMovedOn as moved:
            return moved
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def test_four_processes_that_write_fifty_events_each_form_one_chain(committed_db):
    command = [sys.executable, "-m", "tests.league.eventlog.process", "write", "match-1", "50"]
    writers = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(4)]

    acknowledged = [int(line) for writer in writers for line in writer.communicate()[0].split()]

    sealer.seal_all()
    assert [writer.returncode for writer in writers] == [0, 0, 0, 0]
    assert sorted(acknowledged) == list(range(1, 201))
    assert [event.seq for event in store.read("match-1").events] == list(range(1, 201))
    assert (audit().events, audit().findings) == (200, ())


@pytest.mark.parametrize("writers", [2, 16])
@pytest.mark.parametrize("length", [1, 5])
def test_of_several_writers_behind_the_same_event_one_wins(committed_db, writers, length):
    head = write("match-1")

    def attempt():
        return store.append(head, [noted()] * length, actor=ANNA, command_id=uuid4())

    outcomes = race([attempt] * writers)

    lost = [outcome for outcome in outcomes if isinstance(outcome, StreamMovedOn)]
    assert len(lost) == writers - 1
    assert {(moved.params["expected"], moved.params["actual"]) for moved in lost} == {(1, 1 + length)}
    assert store.head("match-1").seq == 1 + length
    assert audit().findings == ()


def test_writers_of_different_lengths_behind_the_same_event_do_not_mix(committed_db):
    head = write("match-1")

    def attempt(length):
        return store.append(head, [noted(length)] * length, actor=ANNA, command_id=uuid4())

    outcomes = race([lambda length=length: attempt(length) for length in (1, 2, 3, 4)])

    events = store.read("match-1", after=1).events
    assert sum(isinstance(outcome, StreamMovedOn) for outcome in outcomes) == 3
    assert [event.payload["number"] for event in events] == [len(events)] * len(events)
    assert audit().findings == ()


def test_a_command_sent_many_times_at_once_is_stored_once(committed_db):
    def attempt():
        return store.append(Head.empty("match-1"), [noted(1), noted(2)], actor=ANNA, command_id=UUID(int=42))

    outcomes = race([attempt] * 8)

    assert sorted(outcome.replayed for outcome in outcomes) == [False] + [True] * 7
    assert {outcome.head for outcome in outcomes} == {store.head("match-1")}
    assert store.head("match-1").seq == 2


def test_writers_to_different_streams_never_wait_for_each_other(committed_db):
    def write_unless_locked(stream):
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '1ms'")
        return write(stream, noted(), noted()).seq

    with transaction.atomic():
        write("match-1")
        others = race([lambda number=number: write_unless_locked(f"match-{number}") for number in range(2, 10)])

    assert others == [2] * 8


@pytest.mark.parametrize(("commits", "expected"), [(True, ["first"]), (False, ["second"])])
def test_a_writer_waits_for_an_uncommitted_one(committed_db, commits, expected):
    def second():
        return store.append(Head.empty("match-1"), [noted(0, "second")], actor=ANNA, command_id=uuid4())

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            write("match-1", noted(0, "first"))
            outcome = pool.submit(race, [second])
            transaction.set_rollback(not commits)
        outcome = outcome.result()[0]

    assert isinstance(outcome, StreamMovedOn) == commits
    assert [event.payload["text"] for event in store.read("match-1").events] == expected


@pytest.fixture
def failing_listener():
    def listener(**_):
        raise RuntimeError("The listener is broken.")

    appended.connect(listener)
    yield
    appended.disconnect(listener)


def test_a_failing_listener_loses_neither_the_append_nor_its_answer(committed_db, failing_listener, caplog):
    alone = write("match-1")
    with transaction.atomic():
        together = write("match-2")

    assert (store.head("match-1"), store.head("match-2")) == (alone, together)
    assert [record.exc_info[1].args for record in caplog.records] == [("The listener is broken.",)] * 2


def test_rolled_back_events_are_not_announced(committed_db):
    heard = []
    appended.connect(listener := lambda *, appended, **_: heard.append(appended.head.stream))
    try:
        with transaction.atomic():
            write("match-1")
            transaction.set_rollback(True)
        write("match-2")
    finally:
        appended.disconnect(listener)

    assert heard == ["match-2"]
