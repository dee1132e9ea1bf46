"""How long events have waited for a place in the log and for a checkpoint, measured from the events themselves.

An event without a note in the inbox is one that nobody would ever seal. So what waits is not read from the inbox:
events since the last checkpoint are compared with the ledger. Older ones that were hidden are found by the audit.

An imported event has a time of the past. It waits since it was stored.
"""

from datetime import timedelta

from league.eventlog import statements
from verify.heads import Statement

MOST = 20_000  # events compared; where more have come since the last checkpoint, the first of them is late anyway
BEFORE = timedelta(minutes=1)  # for which a transaction may have been open while a checkpoint was signed
UNSIGNED = timedelta(hours=1)  # how far to look back in a shard without checkpoints

PROMISED = timedelta(minutes=5)  # until a checkpoint covers an event. It is signed every ten seconds.

_SIZES = """
SELECT shard.id, shard.size - coalesce(max(checkpoint.size), 0), coalesce(max(checkpoint.size), 0) FROM eventlog.shard
LEFT JOIN eventlog.checkpoint ON checkpoint.shard = shard.id GROUP BY shard.id, shard.size
"""
_SEALED = """
SELECT extract(epoch FROM clock_timestamp() - coalesce(ledger.imported, event.at))::float8
FROM eventlog.ledger JOIN eventlog.event USING (stream, seq) WHERE ledger.shard = %s AND ledger.position = %s
"""
_NOTED = """
SELECT max(extract(epoch FROM clock_timestamp() - oldest.at))::float8 FROM eventlog.shard CROSS JOIN LATERAL (
    SELECT coalesce(inbox.imported, event.at) AS at FROM eventlog.inbox
    JOIN eventlog.event ON event.stream = inbox.stream AND event.seq = inbox.first
    WHERE inbox.shard = shard.id ORDER BY inbox.id LIMIT 1
) AS oldest
"""
_STORED = """
SELECT max(extract(epoch FROM clock_timestamp() - coalesce(noted.imported, recent.at)))::float8
FROM eventlog.shard
CROSS JOIN LATERAL (
    SELECT event.stream, event.seq, event.at FROM eventlog.event
    WHERE event.shard = shard.id AND event.at >= coalesce(
        (SELECT max(checkpoint.at) FROM eventlog.checkpoint WHERE checkpoint.shard = shard.id) - %s::interval,
        statement_timestamp() - %s::interval) -- which an index can take, unlike clock_timestamp()
    ORDER BY event.at LIMIT %s::integer
) AS recent
LEFT JOIN LATERAL (
    SELECT position FROM eventlog.ledger WHERE ledger.stream = recent.stream AND ledger.seq = recent.seq
    OFFSET 0 -- one by one, as in tree.py
) AS sealed ON true
LEFT JOIN eventlog.inbox AS noted ON noted.shard = shard.id AND noted.stream = recent.stream
    AND recent.seq BETWEEN noted.first AND noted.last
WHERE sealed.position IS NULL
"""


def signing_backlog() -> tuple[int, float]:
    """How many events with a place no checkpoint covers, and for how many seconds the first event has waited for one.

    The first may be one without a place.
    """
    events, age = 0, sealing_delay()
    for shard, unsigned, signed in statements.fetch(_SIZES):
        events += max(unsigned, 0)
        for (seconds,) in statements.fetch(_SEALED, shard, signed):
            age = max(age, seconds)
    return events, age


def sealing_delay() -> float:
    """For how many seconds the first event without a place in the log has waited, whether it was noted or not."""
    ((noted,),) = statements.fetch(_NOTED)
    ((stored,),) = statements.fetch(_STORED, BEFORE, UNSIGNED, MOST)
    return max(noted or 0.0, stored or 0.0, 0.0)


def wait_time(stated: Statement) -> timedelta:
    """How long the oldest new event of a checkpoint had waited when it was signed."""
    if stated.signed is None or stated.oldest is None:
        return timedelta(0)
    return timedelta(microseconds=stated.signed - stated.oldest)
