import threading

import psycopg
import pytest
from django.db import connection

from league.eventlog import sealer, store
from league.eventlog.errors import LedgerBroken
from tests.league.sql import execute
from tests.league.toys import noted, write


def ledger():
    return execute("SELECT shard, position, stream, seq FROM eventlog.ledger ORDER BY shard, position")


def inbox():
    return execute("SELECT stream, first, last FROM eventlog.inbox ORDER BY id")


@pytest.mark.django_db
def test_committed_events_get_positions_without_gaps():
    write("match-1", noted(), noted())
    write("match-2", noted())
    write("match-1", noted())

    sealed = [sealer.seal(), sealer.seal()]

    assert sealed == [range(4), range(0)]
    assert ledger() == [
        (0, 0, "match-1", 1),
        (0, 1, "match-1", 2),
        (0, 2, "match-2", 1),
        (0, 3, "match-1", 3),
    ]
    assert inbox() == []


@pytest.mark.django_db
def test_an_append_leaves_one_inbox_row_for_any_number_of_events():
    write("match-1", noted(), noted(), noted())
    write("match-1", noted())

    assert inbox() == [("match-1", 1, 3), ("match-1", 4, 4)]


@pytest.mark.django_db
def test_a_batch_contains_whole_appends(monkeypatch):
    monkeypatch.setattr(sealer, "BATCH", 3)
    for length in (2, 1, 5, 1):
        write("match-1", *[noted()] * length)

    assert [sealer.seal() for _ in range(4)] == [range(3), range(3, 8), range(8, 9), range(0)]


@pytest.mark.django_db
def test_everything_is_sealed_in_several_batches(monkeypatch):
    monkeypatch.setattr(sealer, "BATCH", 2)
    for _ in range(5):
        write("match-1")

    assert sealer.seal_all() == (range(2), range(2, 4), range(4, 5))
    assert [(position, seq) for _, position, _, seq in ledger()] == [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]


@pytest.mark.django_db
def test_an_event_is_never_sealed_before_its_predecessor():
    write("match-1", noted())
    write("match-1", noted())
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM eventlog.inbox WHERE first = 1")

    with pytest.raises(LedgerBroken, match="corrupted at position 0"):
        sealer.seal()

    assert (ledger(), inbox()) == ([], [("match-1", 2, 2)])


def test_while_one_process_seals_another_returns_at_once(committed_db):
    write("match-1")

    with psycopg.connect(committed_db) as other:
        other.execute("SELECT FROM eventlog.shard FOR UPDATE")
        while_taken = sealer.seal()

    assert (while_taken, sealer.seal()) == (range(0), range(1))


def test_several_sealers_and_writers_at_once_produce_one_ledger(committed_db):
    streams = [f"match-{number}" for number in range(4)]

    def work(stream):
        for _ in range(15):
            write(stream, noted(), noted())
            sealer.seal()
        connection.close()

    threads = [threading.Thread(target=work, args=[stream]) for stream in streams]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sealer.seal_all()

    assert [position for _, position, _, _ in ledger()] == list(range(120))
    for stream in streams:
        assert [seq for _, _, name, seq in ledger() if name == stream] == list(range(1, 31))
    assert inbox() == []


def test_a_sealer_that_dies_halfway_changes_nothing(committed_db):
    write("match-1")
    with psycopg.connect(committed_db) as dying:
        dying.execute("SELECT FROM eventlog.shard FOR UPDATE")
        dying.execute("INSERT INTO eventlog.ledger SELECT shard, 0, stream, 1 FROM eventlog.inbox")
        dying.execute("DELETE FROM eventlog.inbox")
        connection.cursor().execute("SELECT pg_terminate_backend(%s, 10000)", [dying.info.backend_pid])

        sealed = sealer.seal()
        dying.close()

    assert (sealed, store.read_from(0, 9).next) == (range(1), 1)
