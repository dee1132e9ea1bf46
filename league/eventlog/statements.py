"""Statements that are run for every event, past Django's cursor: what it does around one takes as long as the server.

The server plans them once on a connection. An array of many values, or a long text, gets a plan of its own, though:
one that was made for few, or for a small table, may compare all with all.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import psycopg
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

FEW = 100  # values of an array
SHORT = 100_000  # characters of a text
CHUNK = 1000  # rows that come at a time


def fetch(statement: str, *values: Any, binary: bool = False) -> list[tuple[Any, ...]]:
    """The rows that the statement gives, which are read quicker as *binary* ones. Raises as Django's cursor does."""
    with _run(statement, values, binary) as cursor:
        return cursor.fetchall()


def stream(statement: str, *values: Any) -> Iterator[tuple[Any, ...]]:
    """The rows that the statement gives, binary ones, while the server still makes others of them.

    The connection can run nothing else until the last one. Raises as Django's cursor does.
    """
    database = _connected()
    with database.wrap_database_errors, psycopg.Cursor(database.connection) as cursor:
        yield from cursor.stream(statement, values, binary=True, size=CHUNK)


def execute(statement: str, *values: Any) -> int:
    """Run a statement that gives no rows; how many it wrote. Raises as Django's cursor does."""
    with _run(statement, values) as cursor:
        return cursor.rowcount


def records(rows: Sequence[Any]) -> str:
    """Structs or dictionaries as an argument of `jsonb_to_recordset(%s::text::jsonb)`."""
    return msgspec.json.encode(rows).decode()


@contextmanager
def read_only() -> Iterator[None]:
    """Let the database refuse every write inside. An open transaction can write again afterwards."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL transaction_read_only = on")
        yield


@contextmanager
def one_moment() -> Iterator[None]:
    """A transaction in which all statements see the same rows. Inside another one, they see what that one sees."""
    alone = not connection.in_atomic_block
    with transaction.atomic():
        if alone:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def is_read_only() -> bool:
    """Whether the database refuses to write, as a replica does."""
    return bool(fetch("SELECT current_setting('transaction_read_only') = 'on'")[0][0])


@contextmanager
def _run(statement: str, values: tuple[Any, ...], binary: bool = False) -> Iterator[psycopg.Cursor[tuple[Any, ...]]]:
    few = all(
        len(value) <= (FEW if isinstance(value, list) else SHORT) for value in values if isinstance(value, list | str)
    )
    database = _connected()
    with database.wrap_database_errors, psycopg.Cursor(database.connection) as cursor:
        cursor.execute(statement, values, prepare=few, binary=binary)
        yield cursor


def _connected() -> BaseDatabaseWrapper:
    """Django's connection, ready for a statement."""
    database = connections[DEFAULT_DB_ALIAS]
    database.ensure_connection()
    database.validate_no_broken_transaction()
    return database
