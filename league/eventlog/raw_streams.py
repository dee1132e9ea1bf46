"""Streams as raw rows: read to be kept elsewhere, and stored again bit for bit."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from psycopg.pq import Format

from league.eventlog import store
from league.eventlog.errors import StreamMovedOn
from league.eventlog.hash_chain import link, microseconds

# One statement, so that all streams are seen at one moment. What has no position yet comes last, in the order in which
# the sealer will take it.
_OF_CLUB = """
SELECT event.stream, event.seq, kind, schema, payload, private_commit, actor, command_id, at, hash
FROM eventlog.event
LEFT JOIN eventlog.ledger ON ledger.stream = event.stream AND ledger.seq = event.seq
LEFT JOIN eventlog.inbox ON ledger.position IS NULL
    AND inbox.stream = event.stream AND event.seq BETWEEN inbox.first AND inbox.last
WHERE event.stream IN (SELECT stream FROM eventlog.event WHERE seq = 1 AND payload::jsonb ->> 'club' = %s)
ORDER BY ledger.position NULLS LAST, inbox.id, event.seq
"""

_HASHES = "SELECT stream, seq, hash FROM eventlog.event WHERE stream = ANY(%s::text[])"


class Row(NamedTuple):
    """A stored event. `payload` is the text that was hashed."""

    stream: str
    seq: int
    kind: str
    schema: int
    payload: str
    private_commit: bytes | None
    actor: UUID | None
    command_id: UUID
    at: datetime
    hash: bytes

    def linked_to(self, previous: bytes, shard: int) -> bytes:
        """The hash that it must have behind *previous* in a stream of this shard."""
        columns = self._asdict() | {"shard": shard, "payload": self.payload.encode(), "at": microseconds(self.at)}
        del columns["hash"]
        return link(previous, **columns)


def read_club(club: str) -> list[Row]:
    """The events of every stream whose first event names the club, in the order of its shard."""
    with connection.cursor() as cursor:
        cursor.cursor.format = Format.BINARY
        cursor.execute(_OF_CLUB, [club])
        return [Row._make((*row[:8], row[8].astimezone(UTC), row[9])) for row in cursor.fetchall()]


def hashes(streams: Sequence[str]) -> dict[tuple[str, int], bytes]:
    """The hashes of the events that these streams have here, by stream and number."""
    with connection.cursor() as cursor:
        cursor.execute(_HASHES, [list(streams)])
        return {(stream, seq): bytes(hash_) for stream, seq, hash_ in cursor.fetchall()}


def restore(rows: Sequence[Row], shard: int) -> None:
    """Store the rows in this order and in this shard, within `store.importing()`.

    Raises `LinkRefused`, and `StreamMovedOn` if there is such an event already.
    """
    for row in rows:
        body = (row.kind, row.schema, row.payload.encode())
        columns = (row.private_commit, row.actor, row.command_id, row.at)
        if not store.insert(connection, (row.stream, row.seq, shard), [body], columns, [row.hash]):
            raise StreamMovedOn(stream=row.stream, expected=row.seq - 1, actual=row.seq)
