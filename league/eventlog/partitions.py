"""The partitions of the log: each stream lies whole in one of them, found by the hash of its name."""

from typing import NamedTuple

from django.db import connection

FEWEST, MOST = 1, 64  # each one adds about 2 µs to every append, whose link check opens them all

_SIZES = """
SELECT relid::regclass::text, pg_table_size(relid), pg_indexes_size(relid)
FROM pg_partition_tree('eventlog.event') WHERE isleaf ORDER BY length(relid::regclass::text), 1
"""


class Partition(NamedTuple):
    """The name of its table, and bytes on disk."""

    name: str
    table_bytes: int
    index_bytes: int


def sizes() -> tuple[Partition, ...]:
    """Every partition, and what it takes."""
    with connection.cursor() as cursor:
        cursor.execute(_SIZES)
        return tuple(Partition._make(row) for row in cursor.fetchall())


def spread_events(number: int) -> int:
    """Move all events into *number* partitions, `FEWEST` to `MOST`; return how many events.

    Every row keeps its bytes. Needs as much free space as the log takes, and whoever reads or appends waits until it is
    done.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT eventlog.spread(%s)", [number])
        moved: int = cursor.fetchone()[0]
    return moved
