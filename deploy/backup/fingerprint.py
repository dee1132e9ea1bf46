"""What can be counted in a database, to compare it with a copy."""

import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec
import psycopg
from psycopg import sql

CHUNK = 2000  # heads of streams looked up at a time

# Unlogged tables are worth nothing after a crash, and are in no backup.
_TABLES = """
SELECT nspname, relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE relkind IN ('r', 'p') AND NOT relispartition AND relpersistence = 'p'
AND nspname !~ '^pg_' AND nspname <> 'information_schema' ORDER BY 1, 2
"""
_MIGRATIONS = "SELECT app || '.' || max(name) FROM django_migrations GROUP BY app ORDER BY 1"
_HEADS = "SELECT DISTINCT ON (stream) stream, seq, hash FROM eventlog.event ORDER BY stream, seq DESC"
_KNOWN = """
SELECT count(*) FROM unnest(%s::text[], %s::int[], %s::bytea[]) AS head (stream, seq, hash)
JOIN eventlog.event USING (stream, seq, hash)
"""


class Facts(msgspec.Struct, frozen=True):
    """Rows of every table, streams and events of the log, and a SHA-256 over the last hash of every stream."""

    rows: dict[str, int]
    migrations: list[str]
    streams: int
    events: int
    heads: str


def is_empty(connection: psycopg.Connection) -> bool:
    """Whether nobody has made a table in this database."""
    return connection.execute(_TABLES).fetchone() is None


def number(answer: psycopg.Cursor[tuple[Any, ...]]) -> int:
    [(only,)] = answer.fetchall()
    return int(only)


def look(connection: psycopg.Connection) -> Facts:
    """Count everything, as the open transaction sees it."""
    rows = {}
    for schema, table in connection.execute(_TABLES).fetchall():
        name = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(schema, table))
        rows[f"{schema}.{table}"] = number(connection.execute(name))
    digest, streams = hashlib.sha256(), 0
    for stream, seq, link in _heads(connection):
        digest.update(f"{stream} {seq} {link.hex()}\n".encode())
        streams += 1
    migrations = [name for (name,) in connection.execute(_MIGRATIONS)]
    return Facts(rows, migrations, streams, rows["eventlog.event"], digest.hexdigest())


def streams_that_differ(copy: psycopg.Connection, source: psycopg.Connection) -> int:
    """How many streams of the *copy* do not continue in the *source*. 0 if the copy is a true, older one."""
    differ, waiting = 0, []
    for head in _heads(copy):
        waiting.append(head)
        if len(waiting) == CHUNK:
            differ += _unknown(waiting, source)
            waiting = []
    return differ + (_unknown(waiting, source) if waiting else 0)


def _heads(connection: psycopg.Connection) -> Iterator[tuple[str, int, bytes]]:
    with connection.transaction(), connection.cursor("heads") as cursor:
        cursor.itersize = CHUNK
        yield from cursor.execute(_HEADS)


def _unknown(heads: list[tuple[str, int, bytes]], source: psycopg.Connection) -> int:
    columns = [list(column) for column in zip(*heads, strict=True)]
    return len(heads) - number(source.execute(_KNOWN, columns))
