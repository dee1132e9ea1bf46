"""Events without a game, enough to test the log."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

from django.db import connection

from league.eventlog import store, upcasters
from league.eventlog.hash_chain import link, microseconds
from league.eventlog.types import NewEvent

NOTED = "toy.noted"  # one schema
MOVED = "toy.moved"  # three schemas

ANNA = UUID(int=1)


def noted(number=0, text="so be it"):
    return NewEvent(NOTED, 1, {"number": number, "text": text})


def write(stream, *facts, at=None):
    """Append one or more events to the end of *stream* and return its new head."""
    facts = facts or (noted(),)
    return store.append(store.head(stream), facts, actor=ANNA, command_id=uuid4(), at=at).head


def write_raw(stream, kind, schema, payload):
    """Append what another version of the code might have: correctly linked, but unchecked."""
    head, at, command_id = store.head(stream), datetime.now(UTC), uuid4()
    hash_ = link(
        head.hash,
        stream=stream,
        seq=head.seq + 1,
        shard=0,
        kind=kind,
        schema=schema,
        payload=payload,
        private_commit=None,
        actor=None,
        command_id=command_id,
        at=microseconds(at),
    )
    place, columns = (stream, head.seq + 1, 0), (None, None, command_id, at)
    assert store.insert(connection, place, [(kind, schema, payload)], columns, [hash_])


def register(monkeypatch):
    """Register the toys' kinds for one test."""
    monkeypatch.setattr(upcasters, "_current", dict(upcasters._current))
    monkeypatch.setattr(upcasters, "_upcasters", dict(upcasters._upcasters))
    upcasters.register(
        {NOTED: 1, MOVED: 3},
        {
            (MOVED, 1): lambda old: dict(zip(("from", "to"), old["move"].split("-"), strict=True)),
            (MOVED, 2): lambda old: {**old, "seat": 0},
        },
    )
