"""News of streams, told by the database to every process that listens: which stream was written to.

They are no part of the transaction that wrote: PostgreSQL lets transactions that notify commit one at a time. So news
may be lost with a process, and whoever listens must also look by itself, every second or so.
"""

from collections.abc import AsyncIterator, Sequence

import psycopg
from django.db import connection

CHANNEL = "ludex_news"
_OF_DJANGO = {"context", "cursor_factory", "prepare_threshold"}  # parameters that are not of the address


def notify(streams: Sequence[str]) -> None:
    """Tell everybody that these streams were written to."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, each) FROM unnest(%s::text[]) AS each", [CHANNEL, list(streams)])


async def listen() -> AsyncIterator[str]:
    """The names of streams as news of them arrive; first an empty one, once it listens. Raises `psycopg.Error`."""
    params = {name: value for name, value in connection.get_connection_params().items() if name not in _OF_DJANGO}
    async with await psycopg.AsyncConnection.connect(**params, autocommit=True) as line:
        await line.execute(f"LISTEN {CHANNEL}")
        yield ""
        async for note in line.notifies():
            yield note.payload
