"""What the worker and operators do with the log: bring projections up to it, and spread it over partitions."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import connection

from league.eventlog import liveness
from league.eventlog.projections import runner

FEWEST, MOST = 1, 64  # each one adds about 2 µs to every append, whose link check opens them all

_SIZES = """
SELECT relid::regclass::text, pg_table_size(relid), pg_indexes_size(relid)
FROM pg_partition_tree('eventlog.event') WHERE isleaf ORDER BY length(relid::regclass::text), 1
"""


class Partition(NamedTuple):
    """A part of the log's table, with its bytes on disk. A stream lies whole in one, found by the hash of its name."""

    name: str
    table_bytes: int
    index_bytes: int


def catch_up_projections(first: Sequence[int] = ()) -> None:
    """Seal what was committed and bring every projection up to it, in the shards *first* and then in all others.

    Safe to run twice at once. Shards that somebody else is at are left to them.
    """
    runner.catch_up_all(first)
    if liveness.is_due("projections") and all(each.current or each.fault for each in runner.status()):
        liveness.note("projections")


def projection_lag(name: str) -> runner.Lag:
    """How far a projection is. Read it before the rows, so that these are at least as new."""
    return runner.lag(name)


def rows_age() -> float:
    """For how many seconds some projection has lacked something that was committed."""
    return max((each.age for each in runner.status()), default=0.0)


def partitions() -> tuple[Partition, ...]:
    with connection.cursor() as cursor:
        cursor.execute(_SIZES)
        return tuple(Partition._make(row) for row in cursor.fetchall())


def spread_events(number: int) -> int:
    """Move all events into *number* partitions, `FEWEST` to `MOST`. Returns how many events.

    Every row keeps its bytes. It needs as much free space as the log takes. Readers and writers wait until it is done.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT eventlog.spread(%s)", [number])
        moved: int = cursor.fetchone()[0]
    return moved
