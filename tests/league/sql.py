"""SQL that tests run directly, as anybody with a connection could."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.db import connection


def execute(statement, values=()):
    """The rows, or the number of affected rows if there are none to fetch."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall() if cursor.description else cursor.rowcount


@contextmanager
def statements() -> Iterator[list[str]]:
    """Collect all statements sent to the database meanwhile, through Django's cursors or not."""
    said: list[str] = []
    execute = psycopg.Cursor.execute

    def noted(self, query, *args, **kwargs):
        said.append(query if isinstance(query, str) else str(query))
        return execute(self, query, *args, **kwargs)

    psycopg.Cursor.execute = noted
    try:
        yield said
    finally:
        psycopg.Cursor.execute = execute
