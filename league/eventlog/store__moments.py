"""Where streams ended at a moment of the past."""

from collections.abc import Sequence
from datetime import datetime

from django.db import connection

_ENDS_AT = """
SELECT each, (SELECT seq FROM eventlog.event WHERE stream = each AND at <= %s ORDER BY seq DESC LIMIT 1)
FROM unnest(%s::text[]) each
"""


def ends_at(streams: Sequence[str], at: datetime) -> dict[str, int]:
    """The number of the last event that each of *streams* had at the moment *at*, if it had any."""
    with connection.cursor() as cursor:
        cursor.execute(_ENDS_AT, [at, list(streams)])
        return {stream: seq for stream, seq in cursor.fetchall() if seq is not None}
