"""A few events that wait are sealed by one statement, which does all that sealing takes, or nothing.

It knows the plain case alone: all that waits are a few events in order, and the tree covers the ledger and fills no
tile with them. Everything else, and every error, is left to the sealer.
"""

from collections.abc import Sequence
from functools import cache

from league.eventlog import statements, store, tree
from league.eventlog.store import SHARD

FEW = 128  # events, half a tile: of more, most fill one

# Without parameters, so that PostgreSQL plans it once for each connection, whatever the values were at first.
#
# All parts see the log as it was when the statement began, but the lease has the newest size. Where another sealer was
# done in between, the tree that is seen is not of that size, and nothing happens.
_SEAL = """
WITH RECURSIVE waiting AS MATERIALIZED (
    SELECT id, stream, first, last FROM eventlog.inbox WHERE shard = {shard} ORDER BY id LIMIT {few} + 1
), total AS MATERIALIZED (
    SELECT sum(last - first + 1) AS events FROM waiting
), lease AS MATERIALIZED (
    SELECT size FROM eventlog.shard
    WHERE id = {shard} AND (SELECT events FROM total) <= {few}
    FOR UPDATE SKIP LOCKED
), early AS (
    SELECT FROM (
        SELECT stream, first, lag(last) OVER (PARTITION BY stream ORDER BY id) AS before FROM waiting
    ) AS note
    WHERE first > 1 AND before IS DISTINCT FROM first - 1 AND NOT EXISTS (
        SELECT FROM eventlog.ledger CROSS JOIN lease
        WHERE ledger.stream = note.stream AND ledger.seq = note.first - 1 AND ledger.position < lease.size
    )
), stand AS MATERIALIZED (
    SELECT lease.size, tree.frontier, total.events
    FROM total CROSS JOIN lease JOIN eventlog.tree ON tree.shard = {shard} AND tree.size = lease.size
    WHERE mod(lease.size, {width}) + total.events < {width} AND NOT EXISTS (SELECT FROM early)
), leaves AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY waiting.id, event.seq) AS number, waiting.stream, event.*
    FROM stand CROSS JOIN waiting CROSS JOIN LATERAL (
        SELECT seq, kind, schema, payload, actor, command_id, at, hash FROM eventlog.event
        WHERE event.stream = waiting.stream AND event.seq BETWEEN waiting.first AND waiting.last
        OFFSET 0 -- one by one: PostgreSQL does not reckon that partitions are passed over
    ) AS event
), batch AS MATERIALIZED (
    SELECT size, frontier, events, hashes FROM stand CROSS JOIN (
        SELECT count(*) AS found, array_agg(sha256('\\x00' || hash) ORDER BY number) AS hashes FROM leaves
    ) AS each
    WHERE found = events
), grown AS ( -- `merkle.push`, leaf by leaf: a row for each node, and for each leaf that finds its place
    SELECT 1 AS number, size AS rest, frontier AS peaks, hashes[1] AS hash FROM batch
    UNION ALL
    SELECT
        CASE WHEN odd THEN number ELSE number + 1 END,
        CASE WHEN odd THEN rest / 2 ELSE size + number END,
        CASE WHEN odd THEN trim_array(peaks, 1) ELSE array_append(peaks, hash) END,
        CASE WHEN odd THEN sha256('\\x01' || peaks[cardinality(peaks)] || hash) ELSE hashes[number + 1] END
    FROM grown CROSS JOIN batch CROSS JOIN LATERAL (SELECT mod(rest, 2) = 1 AS odd) AS each
    WHERE hash IS NOT NULL
), sealed AS (
    INSERT INTO eventlog.ledger (shard, position, stream, seq)
    SELECT {shard}, size + number - 1, stream, seq FROM batch CROSS JOIN leaves
), forgotten AS (
    DELETE FROM eventlog.inbox WHERE EXISTS (SELECT FROM batch) AND id = ANY(ARRAY(SELECT id FROM waiting))
), counted AS (
    UPDATE eventlog.shard SET size = batch.size + events FROM batch WHERE id = {shard}
), covered AS (
    UPDATE eventlog.tree SET size = batch.size + events, frontier = peaks
    FROM batch CROSS JOIN grown WHERE tree.shard = {shard} AND hash IS NULL
)
SELECT
    batch.size IS NULL AND NOT EXISTS (SELECT FROM waiting) AND EXISTS (
        SELECT FROM eventlog.shard JOIN eventlog.tree ON tree.shard = shard.id AND tree.size = shard.size
        WHERE shard.id = {shard}
    ),
    batch.size + number - 1, stream, seq, kind, schema, payload, actor, command_id, at, hash
FROM (VALUES (1)) AS once LEFT JOIN (batch CROSS JOIN leaves) ON true ORDER BY number
"""


def seal(most: int) -> Sequence[store.Row] | None:
    """Seal all that waits, if that is a plain case of at most *most* events; these, as `store.batch` takes them.

    None of them if nothing waits. None if it did nothing and there may be something to do.
    """
    rows = statements.fetch(_statement(min(most, FEW), tree.WIDTH), binary=True)
    (idle, position, *_), *_ = rows
    if position is not None:
        return [row for _, *row in rows]
    return () if idle else None


@cache
def _statement(few: int, width: int) -> str:
    return _SEAL.format(shard=SHARD, few=few, width=width)
