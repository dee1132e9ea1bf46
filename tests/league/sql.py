"""What tests say to the database themselves, as anybody with a connection could."""

from django.db import connection


def execute(statement, values=()):
    """The rows, or the number of rows that were touched where there are none to fetch."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall() if cursor.description else cursor.rowcount
