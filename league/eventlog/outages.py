"""Faults that pass by themselves: the database is away, takes no writes, or the clocks are wrong."""

from django.db import DatabaseError, InterfaceError, OperationalError
from django.utils.translation import gettext
from psycopg.errors import ReadOnlySqlTransaction

from league.eventlog.errors import ClockIsOff

PASSING = (DatabaseError, InterfaceError, ClockIsOff)  # among which such faults are


def outage_text(fault: Exception) -> str | None:
    """What to tell somebody whose request failed so, in the reader's language; None if trying again is of no use.

    Nothing was stored, or whether it was is unknown: what had an Idempotency-Key is safe to repeat.
    """
    if isinstance(fault, ClockIsOff):
        return gettext("The service’s clocks are out of sync. Nothing was saved. Try again later.")
    if isinstance(fault.__cause__, ReadOnlySqlTransaction):
        return gettext("Nothing can be saved right now. Try again.")
    if isinstance(fault, OperationalError | InterfaceError):
        return gettext("The database is not responding right now. Try again.")
    return None
