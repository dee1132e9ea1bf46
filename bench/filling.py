"""A long log in little time: rightly linked events, put past the triggers, each with its note in the inbox."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from league.eventlog.canonical import dump
from league.eventlog.link import EMPTY, links

LENGTH = 100  # events of a stream
KIND = "bench.moved"
ACTOR = UUID(int=1)
TYPES = ["text", "int4", "int2", "text", "int2", "text", "uuid", "uuid", "timestamptz", "bytea"]
COPY = """
COPY eventlog.event (stream, seq, shard, kind, schema, payload, actor, command_id, at, hash) FROM STDIN (FORMAT binary)
"""
# One after the other, as players move: the first of all streams, then the second of all.
NOTES = """
INSERT INTO eventlog.inbox (shard, stream, first, last)
SELECT 0, stream, seq, seq FROM eventlog.event
WHERE NOT EXISTS (SELECT FROM eventlog.ledger WHERE ledger.stream = event.stream AND ledger.seq = event.seq)
ORDER BY seq, stream
"""


def fill(events: int) -> None:
    """Add so many events, a multiple of `LENGTH`, in streams of that length; none has a position yet."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE eventlog.event DISABLE TRIGGER event_is_linked")
        with cursor.cursor.copy(COPY) as copy:
            copy.set_types(TYPES)
            for _ in range(events // LENGTH):
                for row in stream():
                    copy.write_row(row)
        cursor.execute("ALTER TABLE eventlog.event ENABLE ALWAYS TRIGGER event_is_linked")
        cursor.execute(NOTES)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE eventlog.event, eventlog.inbox")


def stream() -> Iterator[tuple[Any, ...]]:
    """The rows of a stream of its own."""
    name, command_id, at = f"match-{uuid4()}", uuid4(), datetime.now(UTC)
    payloads = [
        dump({"clock": seq * 1000, "move": f"R5 R6 R{seq % 13 + 1} b10", "seat": seq % 4}) for seq in range(LENGTH)
    ]
    bodies = [(KIND, 1, payload) for payload in payloads]
    hashes = links(EMPTY, bodies, stream=name, first=1, shard=0, actor=ACTOR, command_id=command_id, at=at)
    for seq, (payload, hash_) in enumerate(zip(payloads, hashes, strict=True), 1):
        yield name, seq, 0, KIND, 1, payload.decode(), ACTOR, command_id, at, hash_
