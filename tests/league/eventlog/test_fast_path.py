"""Few events are taken in by all projections in one go, and nothing else about them changes."""

import pytest
from django.db import OperationalError

from league.eventlog import sealer
from league.eventlog.projections import fast_path, registry, runner
from tests.league.sql import execute, statements
from tests.league.toys import noted, write, write_raw

pytestmark = [pytest.mark.usefixtures("toy_kinds"), pytest.mark.django_db]


class Sum:
    """The sum of all numbers noted, in a table of its own."""

    version = 1

    def __init__(self, name):
        self.name = name
        self.refuses = None  # a number that it cannot take
        self.batches = []

    def reset(self):
        execute(f"UPDATE {self.name} SET total = 0")

    def apply(self, events):
        self.batches.append(len(events))
        for event in events:
            execute(f"UPDATE {self.name} SET total = total + %s", [event.payload["number"]])
            if event.payload["number"] == self.refuses:
                raise ArithmeticError("too much")

    @property
    def total(self):
        return execute(f"SELECT total FROM {self.name}")[0][0]


@pytest.fixture
def sums(monkeypatch):
    """Two projections that know of one event, and no other projection."""
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


def test_all_take_in_few_events_after_one_reading(sums):
    write("match-1", noted(2), noted(3))

    with statements() as done:
        applied = runner.catch_up_all()

    assert applied == {"first": 2, "second": 2}
    assert [each.total for each in sums] == [6, 6]
    assert sum("FROM eventlog.ledger" in each and "payload" in each for each in done) == 1


def test_while_there_is_nothing_new_no_projection_is_locked(sums):
    with statements() as done:
        assert runner.catch_up_all() == {"first": 0, "second": 0}

    assert not [each for each in done if "eventlog.projection" in each and "FOR UPDATE" in each]


def test_one_that_cannot_take_an_event_stops_there_and_the_other_goes_on(sums):
    sums[0].refuses = 3
    write("match-1", noted(2), noted(3), noted(4))

    applied = runner.catch_up_all()

    assert applied == {"first": 1, "second": 3}
    assert [each.total for each in sums] == [3, 10]
    assert faults() == {"first": "ArithmeticError: too much", "second": None}
    assert runner.catch_up_all() == {"first": 0, "second": 0}


def test_one_that_is_behind_the_others_catches_up_by_itself(sums):
    write("match-1", noted(2))
    sealer.seal_all()
    runner.catch_up("second")
    write("match-1", noted(3))

    assert runner.catch_up_all() == {"first": 2, "second": 1}
    assert [each.total for each in sums] == [6, 6]


def test_one_whose_version_is_new_is_made_anew(sums):
    sums[0].version = 2
    write("match-1", noted(2))

    assert runner.catch_up_all() == {"first": 2, "second": 1}
    assert [each.total for each in sums] == [3, 3]


def test_many_events_are_taken_in_one_projection_at_a_time(sums, monkeypatch):
    monkeypatch.setattr(fast_path, "FEW", 2)
    write("match-1", noted(2), noted(3), noted(4))

    assert runner.catch_up_all() == {"first": 3, "second": 3}
    assert [each.total for each in sums] == [10, 10]


def test_an_event_that_nobody_can_read_stops_every_projection_before_it(sums):
    write("match-1", noted(2))
    write_raw("match-1", "toy.unheard_of", 1, b"{}")

    assert runner.catch_up_all() == {"first": 1, "second": 1}
    assert [each.total for each in sums] == [3, 3]
    assert [fault.partition(":")[0] for fault in faults().values()] == ["UnknownEvent", "UnknownEvent"]


@pytest.mark.parametrize("lack", [OperationalError, MemoryError])
def test_a_lack_of_the_machine_is_no_fault_of_a_projection_and_is_tried_again(sums, monkeypatch, lack):
    def lacking(events):
        raise lack("not now")

    write("match-1", noted(2))
    with monkeypatch.context() as patched:
        patched.setattr(sums[1], "apply", lacking)
        with pytest.raises(lack, match="not now"):
            runner.catch_up_all()

    assert [each.total for each in sums] == [1, 1]
    assert runner.catch_up_all() == {"first": 1, "second": 1}
    assert [each.total for each in sums] == [3, 3]
