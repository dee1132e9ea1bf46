"""A copy of the database, from which readers without an account get pages and lists (`REPLICA_URL`).

PostgreSQL sends a replica what is committed, a moment later. So it is read only while it keeps up: once a second a
process asks whether it has all that the writer has. A request reads from one of the two, never from both, so nothing
new is put beside something old.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections

ALIAS = "replica"
WROTE = "wrote"  # the cookie of somebody who has just sent something
LOOK = 1.0  # seconds between two looks
PATIENCE = 0.1  # seconds that a look waits for what is on its way
PAUSE = 0.01  # seconds
REST = 5.0  # seconds for which a replica that fell behind or failed isn't asked

# A replica that was promoted keeps the position that it had then.
_HAS = "SELECT pg_is_in_recovery() AND coalesce(pg_last_wal_replay_lsn() >= %s::pg_lsn, false)"

_next_look = float("-inf")  # when to look again
_keeps_up = False


def exists() -> bool:
    return ALIAS in settings.DATABASES


def keeps_up() -> bool:
    """Whether the replica had all that the writer had, at most `LOOK` ago."""
    global _next_look, _keeps_up
    if time.monotonic() >= _next_look:
        _keeps_up = has_caught_up(PATIENCE)
        _next_look = time.monotonic() + (LOOK if _keeps_up else REST)
    return _keeps_up


def rest() -> None:
    """Leave the replica alone for a while."""
    global _next_look, _keeps_up
    _next_look, _keeps_up = time.monotonic() + REST, False


def has_caught_up(patience: float) -> bool:
    """Whether the replica has all that the writer has now, or gets it within so many seconds.

    False if one of them doesn't answer, and if the replica has become a writer itself.
    """
    until = time.monotonic() + patience
    try:
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute("SELECT pg_current_wal_lsn()")
            [position] = cursor.fetchone()
        while not _has(position):
            if time.monotonic() >= until:
                return False
            time.sleep(PAUSE)
    except Error:
        return False
    return True


@contextmanager
def redirect_statements() -> Iterator[None]:
    """Every statement of this thread goes to the replica, which refuses all that write."""
    writer = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connections[ALIAS]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = writer


def _has(position: str) -> bool:
    with connections[ALIAS].cursor() as cursor:
        cursor.execute(_HAS, [position])
        has: bool = cursor.fetchone()[0]
    return has
