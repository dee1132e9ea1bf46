"""Looking at what would be without a chance that it comes to be: the database refuses every write meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def read_only() -> Iterator[None]:
    """Nothing is written in here, whatever the code tries; an open transaction can write again afterwards."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL transaction_read_only = on")
        yield
