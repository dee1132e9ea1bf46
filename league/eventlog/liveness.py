"""When each part of the service was last seen at work, so that somebody notices when one is missing.

Parts note themselves. `worker` and `beat` do while they run, `broker` when a message has come through, `projections`
when every row was up to the log. `backup`, `drill` and `audit` do when they have ended well.
"""

import contextlib
import time
from collections.abc import Mapping

from django.db import DatabaseError, connection, models

PARTS = ("worker", "beat", "broker", "projections", "backup", "drill", "audit")
PAUSE = 4.0  # seconds between two notes of a part that is always at work

_NOTE = """
INSERT INTO league_seen_part (name, seen) VALUES (%s, clock_timestamp())
ON CONFLICT (name) DO UPDATE SET seen = excluded.seen
"""
_AGES = "SELECT name, greatest(extract(epoch FROM clock_timestamp() - seen), 0)::float8 FROM league_seen_part"

_noted: dict[str, float] = {}  # when this process last noted a part


class SeenPart(models.Model):
    name = models.CharField(max_length=20, primary_key=True)
    seen = models.DateTimeField()

    class Meta:
        db_table = "league_seen_part"

    def __str__(self) -> str:
        return f"{self.name} was seen at {self.seen}"


def note(part: str) -> None:
    """Note that a part is at work, unless this process did just before."""
    if is_due(part):
        note_now(part)
        _noted[part] = time.monotonic()


def is_due(part: str) -> bool:
    """Whether this process has not noted the part for a while."""
    return time.monotonic() - _noted.get(part, float("-inf")) >= PAUSE


def note_quietly(part: str) -> None:
    """Note a part that has something else to do, even while the database is away."""
    with contextlib.suppress(DatabaseError):
        note(part)


def note_now(part: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, [part])


def ages() -> Mapping[str, float | None]:
    """Seconds since each part was last seen. None for one that never was."""
    with connection.cursor() as cursor:
        cursor.execute(_AGES)
        found = dict(cursor.fetchall())
    return {part: found.get(part) for part in PARTS}
