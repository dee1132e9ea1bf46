"""Announcements of appends: a signal in the process that wrote, and a notification to every other one.

Both may be lost with a process, so listeners must also look by themselves, every second or so. Notifications are not
part of the transaction that wrote, since PostgreSQL lets transactions that notify commit one at a time.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection
from django.dispatch import Signal
from psycopg.conninfo import conninfo_to_dict

from league.eventlog import statements

appended = Signal()
"""Events were committed. Sent with `appended`, an `Appended`, once for each append and not for a replay."""

CHANNEL = "ludex_news"
_OF_DJANGO = {"context", "cursor_factory", "prepare_threshold"}  # parameters that are not of the address


def notify(streams: Sequence[str]) -> None:
    """Tell every process that these streams were written to."""
    statements.execute("SELECT pg_notify(%s, each) FROM unnest(%s::text[]) AS each", CHANNEL, list(streams))


async def listen() -> AsyncIterator[str]:
    """The names of streams that were written to; an empty one first, once it listens. Raises `psycopg.Error`."""
    async with await psycopg.AsyncConnection.connect(**_address(), autocommit=True) as line:
        await line.execute(f"LISTEN {CHANNEL}")
        yield ""
        async for note in line.notifies():
            yield note.payload


def _address() -> dict[str, Any]:
    """Of the database itself: a pooler that lends connections for a transaction passes nothing on."""
    if settings.LISTEN_URL:
        return dict(conninfo_to_dict(settings.LISTEN_URL))
    return {name: value for name, value in connection.get_connection_params().items() if name not in _OF_DJANGO}
