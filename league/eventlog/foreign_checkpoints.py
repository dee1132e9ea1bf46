"""Checkpoints of other logs, as they came with clubs that were imported from there."""

from typing import NamedTuple
from uuid import UUID

from django.db import connection

_KEPT = """
SELECT club, events, line::jsonb ->> 'note', line::jsonb -> 'keys' -> -1 ->> 'key'
FROM eventlog.foreign_checkpoint WHERE %s::uuid IS NULL OR club = %s ORDER BY club, events, line LIMIT %s
"""


class ForeignCheckpoint(NamedTuple):
    """A checkpoint that covers the first `events` events of a club, with the public key that signed it."""

    club: UUID
    events: int
    note: str
    key: str


def list_foreign_checkpoints(club: UUID | None, limit: int) -> list[ForeignCheckpoint]:
    """At most *limit* checkpoints that came with clubs, or with this one; all were checked when they came."""
    with connection.cursor() as cursor:
        cursor.execute(_KEPT, [club, club, limit])
        return [ForeignCheckpoint(*row) for row in cursor.fetchall()]
