"""Projections catch up with the log."""

import pytest
from django.db import OperationalError

from league.eventlog import sealer
from league.eventlog.projections import registry, runner
from tests.league.sql import execute, statements
from tests.league.toys import noted, write, write_raw

pytestmark = [pytest.mark.usefixtures("toy_kinds"), pytest.mark.django_db]


class Sum:
    """The sum of all numbers noted, in a table of its own."""

    version = 1

    def __init__(self, name):
        self.name = name
        self.refuses = None  # a number that it cannot take

    def reset(self):
        execute(f"UPDATE {self.name} SET total = 0")

    def apply(self, events):
        for event in events:
            execute(f"UPDATE {self.name} SET total = total + %s", [event.payload["number"]])
            if event.payload["number"] == self.refuses:
                raise ArithmeticError("too much")

    @property
    def total(self):
        return execute(f"SELECT total FROM {self.name}")[0][0]


@pytest.fixture
def sums(monkeypatch):
    """Two projections that have applied one event, and no other projection."""
    monkeypatch.setattr(registry, "_projectors", {})
    both = Sum("first"), Sum("second")
    for each in both:
        execute(f"CREATE TABLE {each.name} AS SELECT 0 AS total")
        registry.register(each)
    write("match-1", noted(1))
    runner.catch_up_all()
    return both


def faults():
    return {status.name: status.fault for status in runner.status()}


def test_every_projection_applies_new_events(sums):
    write("match-1", noted(2), noted(3))

    applied = runner.catch_up_all()

    assert applied == {"first": 2, "second": 2}
    assert [each.total for each in sums] == [6, 6]


def test_a_batch_is_read_once_for_all_projections(sums):
    write("match-1", noted(2), noted(3))

    with statements() as done:
        runner.catch_up_all()

    assert sum("FROM eventlog.ledger" in each and "payload" in each for each in done) == 1


def test_without_new_events_none_is_read_and_no_projection_advances(sums):
    with statements() as done:
        assert runner.catch_up_all() == {"first": 0, "second": 0}

    assert not [each for each in done if "UPDATE eventlog.projection" in each or "payload" in each]


def test_a_projection_that_cannot_apply_an_event_stops_there_and_others_continue(sums):
    sums[0].refuses = 3
    write("match-1", noted(2), noted(3), noted(4))

    applied = runner.catch_up_all()

    assert applied == {"first": 1, "second": 3}
    assert [each.total for each in sums] == [3, 10]
    assert faults() == {"first": "ArithmeticError: too much", "second": None}
    assert runner.catch_up_all() == {"first": 0, "second": 0}


def test_a_projection_behind_the_others_catches_up(sums):
    write("match-1", noted(2))
    sealer.seal_all()
    runner.catch_up("second")
    write("match-1", noted(3))

    assert runner.catch_up_all() == {"first": 2, "second": 1}
    assert [each.total for each in sums] == [6, 6]


def test_a_projection_with_a_new_version_is_rebuilt(sums):
    sums[0].version = 2
    write("match-1", noted(2))

    assert runner.catch_up_all() == {"first": 2, "second": 1}
    assert [each.total for each in sums] == [3, 3]


def test_a_projection_with_a_new_version_is_rebuilt_even_if_it_had_stopped(sums):
    sums[0].refuses = 2
    write("match-1", noted(2))
    runner.catch_up_all()
    sums[0].refuses, sums[0].version = None, 2

    assert runner.catch_up_all() == {"first": 2, "second": 0}
    assert [each.total for each in sums] == [3, 3]


def test_more_events_than_a_batch_are_applied_in_several_batches(sums, monkeypatch):
    monkeypatch.setattr(runner, "BATCH", 2)
    write("match-1", noted(2), noted(3), noted(4), noted(5), noted(6))

    assert runner.catch_up_all() == {"first": 5, "second": 5}
    assert [each.total for each in sums] == [21, 21]


def test_an_unreadable_event_stops_every_projection_before_it(sums):
    write("match-1", noted(2))
    write_raw("match-1", "toy.unheard_of", 1, b"{}")

    assert runner.catch_up_all() == {"first": 1, "second": 1}
    assert [each.total for each in sums] == [3, 3]
    assert [fault.partition(":")[0] for fault in faults().values()] == ["UnknownEvent", "UnknownEvent"]


@pytest.mark.parametrize("lack", [OperationalError, MemoryError])
def test_a_machine_failure_is_retried_and_is_not_a_fault_of_the_projection(sums, monkeypatch, lack):
    def lacking(events):
        raise lack("not now")

    write("match-1", noted(2))
    with monkeypatch.context() as patched:
        patched.setattr(sums[1], "apply", lacking)
        with pytest.raises(lack, match="not now"):
            runner.catch_up_all()

    assert faults() == {"first": None, "second": None}
    assert [each.total for each in sums] == [1, 1]
    assert runner.catch_up_all() == {"first": 1, "second": 1}
    assert [each.total for each in sums] == [3, 3]
