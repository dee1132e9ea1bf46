import threading
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, transaction

from league.eventlog import sealer, store
from league.eventlog.errors import ProjectionFaulted, UnknownProjection
from league.eventlog.projections import registry, runner
from tests.league.sql import execute
from tests.league.toys import noted, write, write_raw

pytestmark = pytest.mark.usefixtures("toy_kinds")


class Totals:
    """The sum of the numbers noted in each stream, and in which order the streams first came."""

    name = "totals"
    version = 1
    tables = ()

    def __init__(self):
        self.refuses = None  # a number that it cannot take
        self.batches = []

    def reset(self):
        execute("DELETE FROM totals")

    def apply(self, events):
        self.batches.append(len(events))
        for event in events:
            number = event.payload["number"]
            if number == self.refuses:
                raise ArithmeticError(f"{number} is too much")
            execute(
                "INSERT INTO totals (stream, place, total) SELECT %s, count(*), %s FROM totals"
                " ON CONFLICT (stream) DO UPDATE SET total = totals.total + excluded.total",
                [event.stream, number],
            )


def rows():
    return execute("SELECT stream, place, total FROM totals ORDER BY place")


def standing():
    """How the only projection stands, but for its age."""
    [found] = runner.status()
    return found.name, found.position, found.behind, found.fault


@pytest.fixture
def totals(db, monkeypatch):
    """One projection and no other; the events of this test alone."""
    return make_totals(monkeypatch)


@pytest.fixture
def committed_totals(committed_db, monkeypatch):
    """The same where commits are commits."""
    return make_totals(monkeypatch)


def make_totals(monkeypatch):
    monkeypatch.setattr(registry, "_projectors", {})
    execute("CREATE TABLE totals (stream text PRIMARY KEY, place int, total int)")
    projector = Totals()
    registry.register(projector)
    return projector


def test_a_projection_catches_up_with_sealed_events(totals):
    write("match-1", noted(1), noted(2))
    write("match-2", noted(10))
    sealer.seal()
    write("match-1", noted(100))

    applied = [runner.catch_up("totals"), runner.catch_up("totals")]

    assert applied == [3, 0]
    assert rows() == [("match-1", 0, 3), ("match-2", 1, 10)]


def test_catching_up_with_all_seals_first(totals):
    write("match-1", noted(1))

    applied = [runner.catch_up_all(), runner.catch_up_all()]

    assert applied == [{"totals": 1}, {"totals": 0}]
    assert rows() == [("match-1", 0, 1)]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_batches_of_any_size_give_the_same_rows(totals, monkeypatch, size):
    monkeypatch.setattr(runner, "BATCH", size)
    for number in range(7):
        write(f"match-{number % 2}", noted(number))
    sealer.seal()

    assert runner.catch_up("totals") == 7
    assert rows() == [("match-0", 0, 12), ("match-1", 1, 9)]
    assert max(totals.batches) == min(size, 7)


def test_an_unknown_projection_is_named():
    with pytest.raises(UnknownProjection, match="“nobody”"):
        runner.catch_up("nobody")


def test_a_projection_name_can_be_used_once(totals):
    with pytest.raises(ValueError, match="“totals” already"):
        registry.register(Totals())


@pytest.mark.parametrize("batch", [1, 2, 1000])
def test_a_failing_event_stops_the_projection_right_before_it(totals, monkeypatch, batch):
    monkeypatch.setattr(runner, "BATCH", batch)
    write("match-1", noted(1), noted(2), noted(3), noted(4))
    sealer.seal()
    totals.refuses = 3

    applied = [runner.catch_up("totals"), runner.catch_up("totals")]

    assert applied == [2, 0]
    assert rows() == [("match-1", 0, 3)]
    assert standing() == ("totals", 2, 2, "ArithmeticError: 3 is too much")


def test_other_projections_continue_when_one_has_failed(totals):
    other = Totals()
    other.name = "others"
    other.apply = lambda events: None
    registry.register(other)
    write("match-1", noted(1), noted(2))
    totals.refuses = 1

    applied = runner.catch_up_all()

    assert applied == {"totals": 0, "others": 2}
    assert [(status.name, status.behind, status.fault is None) for status in runner.status()] == [
        ("totals", 2, False),
        ("others", 0, True),
    ]


def test_an_unknown_event_is_a_fault_and_is_not_skipped(totals):
    write("match-1", noted(1))
    write_raw("match-1", "toy.unheard_of", 1, b"{}")
    write("match-1", noted(2))

    runner.catch_up_all()

    assert rows() == [("match-1", 0, 1)]
    assert (
        runner.status()[0].fault == "UnknownEvent: No reader is registered for “toy.unheard_of” events with schema 1."
    )


def test_a_failing_statement_is_a_fault_too(totals):
    write("match-1", noted(1), noted(2**40))

    runner.catch_up_all()

    assert rows() == [("match-1", 0, 1)]
    assert "integer out of range" in runner.status()[0].fault


@pytest.mark.parametrize("fault", [OperationalError("deadlock detected"), MemoryError()])
def test_a_failure_of_database_or_machine_is_not_a_fault_of_the_projection(totals, fault):
    def interrupted(events):
        raise fault

    write("match-1", noted(1))
    sealer.seal()
    apply, totals.apply = totals.apply, interrupted
    with pytest.raises(type(fault)):
        runner.catch_up("totals")
    totals.apply = apply

    assert (runner.status()[0].fault, runner.catch_up("totals")) == (None, 1)


def test_a_rebuild_gives_identical_rows(totals):
    for number in range(9):
        write(f"match-{number % 4}", noted(number))
        runner.catch_up_all()
    incremental = rows()
    execute("UPDATE totals SET total = 0")
    write("match-1", noted(0))

    applied = runner.rebuild("totals")

    assert (applied, rows()) == (10, incremental)
    assert runner.catch_up("totals") == 0


def test_a_rebuild_repairs_a_failed_projection(totals):
    write("match-1", noted(1), noted(2))
    totals.refuses = 2
    runner.catch_up_all()
    totals.refuses = None

    runner.rebuild("totals")

    assert rows() == [("match-1", 0, 3)]
    assert standing() == ("totals", 2, 0, None)


def test_a_failing_rebuild_leaves_the_rows_unchanged(totals):
    write("match-1", noted(1), noted(2))
    runner.catch_up_all()
    totals.refuses = 2

    with pytest.raises(ProjectionFaulted) as faulted:
        runner.rebuild("totals")

    assert faulted.value.params == {"name": "totals", "position": 1, "reason": "ArithmeticError: 2 is too much"}
    assert rows() == [("match-1", 0, 3)]
    assert standing() == ("totals", 2, 0, "at position 1, anew: ArithmeticError: 2 is too much")


def test_a_new_version_is_built_from_the_whole_log(totals):
    write("match-1", noted(1))
    runner.catch_up_all()
    execute("UPDATE totals SET total = 0")
    totals.version = 2
    write("match-1", noted(2))

    assert runner.catch_up_all() == {"totals": 2}
    assert rows() == [("match-1", 0, 3)]


def test_readers_never_see_half_a_rebuild(committed_totals, committed_db):
    write("match-1", noted(1))
    write("match-2", noted(2))
    runner.catch_up_all()
    seen = []
    apply = committed_totals.apply

    def apply_and_look(events):
        with psycopg.connect(committed_db) as reader:
            seen.append(reader.execute("SELECT stream, place, total FROM totals ORDER BY place").fetchall())
        apply(events)

    committed_totals.apply = apply_and_look
    runner.rebuild("totals")

    assert seen == [rows()] == [[("match-1", 0, 1), ("match-2", 1, 2)]]


def test_while_one_process_catches_up_another_returns_at_once(committed_totals):
    write("match-1", noted(1))
    sealer.seal()
    runner.catch_up("totals")
    write("match-1", noted(2))
    sealer.seal()

    def elsewhere():
        try:
            return runner.catch_up("totals")
        finally:
            connection.close()

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        execute("SELECT FROM eventlog.projection FOR UPDATE")
        while_taken = pool.submit(elsewhere).result()

    assert (while_taken, runner.catch_up("totals")) == (0, 1)


def test_many_processes_at_once_apply_each_event_once(committed_totals):
    def write_and_catch_up(stream):
        for number in range(10):
            write(stream, noted(number))
            runner.catch_up_all()
        connection.close()

    threads = [threading.Thread(target=write_and_catch_up, args=[f"match-{number}"]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    runner.catch_up_all()

    assert sorted((stream, total) for stream, _, total in rows()) == [(f"match-{number}", 45) for number in range(4)]


def test_a_process_that_dies_during_a_batch_leaves_nothing_behind(committed_totals):
    write("match-1", noted(1), noted(2))
    sealer.seal()
    apply = committed_totals.apply

    def apply_and_die(events):
        apply(events)
        execute("SELECT pg_terminate_backend(pg_backend_pid())")

    committed_totals.apply = apply_and_die
    with pytest.raises(OperationalError):
        runner.catch_up("totals")
    connection.close()
    committed_totals.apply = apply

    assert (rows(), runner.catch_up("totals"), rows()) == ([], 2, [("match-1", 0, 3)])


def test_a_lost_announcement_is_made_up_for(totals):
    for number in range(3):
        write("match-1", noted(number))  # nobody listens

    assert runner.catch_up_all() == {"totals": 3}
    assert store.read_from(3, 1).events == ()


def test_the_command_names_an_unknown_projection_and_rebuilds_nothing(totals):
    output = StringIO()

    with pytest.raises(CommandError, match="“nobody”"):
        call_command("rebuild", "totals", "nobody", stdout=output)

    assert output.getvalue() == ""
    call_command("rebuild", "totals", stdout=output)
    assert output.getvalue() == "totals: rebuilt.\n"
