"""What one account may write, so that nobody fills a log that forgets nothing.

Requests are counted where they arrive, by pages and the API alike (`deploy/sign_in.py`). What clubs may hold is counted
here, by the services.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.conf import settings

from games.errors import gettext_noop
from league.clubs.errors import ClubIsFull, TooManyTournaments

WRITES = "write"

# By scope. Each names the setting that an operator raises.
TEXTS: Mapping[str, str] = {
    WRITES: gettext_noop(
        "This account has sent too many changes. Try again later, or ask the operator of this service to raise "
        "QUOTA_WRITES."
    ),
    "clubs": gettext_noop(
        "This account has founded as many clubs as it may. Try again tomorrow, or ask the operator of this service to "
        "raise QUOTA_CLUBS."
    ),
    "tournaments": gettext_noop(
        "This account has created as many tournaments as it may. Try again tomorrow, or ask the operator of this "
        "service to raise QUOTA_TOURNAMENTS."
    ),
    "matches": gettext_noop(
        "This account has opened as many matches as it may. Try again tomorrow, or ask the operator of this service to "
        "raise QUOTA_MATCHES."
    ),
}


@contextmanager
def take_back_if_refused(limits: Sequence[Any]) -> Iterator[None]:
    """If the work inside raises, *limits* no longer count what it was to create."""
    try:
        yield
    except Exception:
        for limit in limits:
            limit.take_back()
        raise


def require_room_for_players(count: int) -> None:
    """Raise `ClubIsFull` if a club may not have so many players."""
    if count > settings.CLUB_PLAYERS:
        raise ClubIsFull(count=settings.CLUB_PLAYERS)


def require_room_for_tournaments(count: int) -> None:
    """Raise `TooManyTournaments` if a club may not have so many tournaments."""
    if count > settings.CLUB_TOURNAMENTS:
        raise TooManyTournaments(count=settings.CLUB_TOURNAMENTS)
