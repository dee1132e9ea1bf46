import json
from pathlib import Path

import pytest

from league.eventlog import upcasters
from league.eventlog.errors import BrokenUpcasters, UnknownEvent
from tests.league import toys

GOLDEN = Path(__file__).parent / "golden"
EVER_STORED = [(toys.NOTED, 1), (toys.MOVED, 1), (toys.MOVED, 2), (toys.MOVED, 3)]


@pytest.mark.parametrize(("kind", "schema"), EVER_STORED)
def test_every_stored_schema_is_read_as_the_current_one(kind, schema):
    golden = json.loads((GOLDEN / f"{kind}.{schema}.json").read_text())

    read = upcasters.upcast(kind, schema, golden["stored"])

    assert read == (upcasters._current[kind], golden["read"])


@pytest.mark.parametrize(("kind", "schema"), [("toy.unheard_of", 1), (toys.NOTED, 2), (toys.NOTED, 0)])
def test_an_unknown_kind_or_schema_is_never_skipped(kind, schema):
    with pytest.raises(UnknownEvent, match=f"“{kind}” events with schema {schema}"):
        upcasters.upcast(kind, schema, {})


@pytest.mark.parametrize(
    ("current", "steps", "reason"),
    [
        ({"toy.new": 2}, {}, "no upcaster leads from schema 1 to 2"),
        ({"toy.new": 3}, {("toy.new", 2): dict}, "no upcaster leads from schema 1 to 2"),
        ({"toy.new": 0}, {}, "schema numbers start at 1, not 0"),
        ({"toy.new": 1}, {("toy.new", 1): dict}, "the upcaster from schema 1 does not lead to a registered schema"),
        ({}, {("toy.new", 1): dict}, "the upcaster from schema 1 does not lead to a registered schema"),
        ({toys.NOTED: 1}, {}, "it is already registered"),
    ],
)
def test_unreadable_kinds_are_refused_at_start_up(current, steps, reason):
    with pytest.raises(BrokenUpcasters, match=reason):
        upcasters.register(current, steps)


def test_a_refused_registration_leaves_nothing_behind():
    with pytest.raises(BrokenUpcasters):
        upcasters.register({"toy.good": 1, "toy.bad": 2})

    with pytest.raises(UnknownEvent):
        upcasters.upcast("toy.good", 1, {})
