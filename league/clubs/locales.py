"""The time zone and the language of a club.

Zones are those of IANA that the system knows, such as Europe/Moscow. A club that never chose one has UTC.
"""

from datetime import UTC, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import msgspec
from django.conf import settings

from league.clubs.errors import UnknownLanguage, UnknownZone

DEFAULT_ZONE = "UTC"
NOT_PLACES = {"Factory", "localtime"}  # what a system calls zones as well
AREAS = {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}


class ClubLocale(msgspec.Struct, frozen=True):
    """Where pages of a club take their clock and their words from. Without a language they have their reader's."""

    zone: str = DEFAULT_ZONE
    language: str | None = None

    def require_known(self) -> None:
        """Raise `UnknownZone` or `UnknownLanguage` unless both are known here."""
        if self.zone not in _zones():
            raise UnknownZone(zone=self.zone)
        known = [code for code, _ in settings.LANGUAGES]
        if self.language is not None and self.language not in known:
            raise UnknownLanguage(language=self.language, known=", ".join(known))


DEFAULT_LOCALE = ClubLocale()


@cache
def _zones() -> frozenset[str]:
    return frozenset({DEFAULT_ZONE, *available_timezones()} - NOT_PLACES)


@cache
def zone_choices() -> tuple[str, ...]:
    """The zones to choose from: UTC, and those named after a place."""
    return (DEFAULT_ZONE, *sorted(name for name in _zones() if name.partition("/")[0] in AREAS))


def find_zone(name: str) -> tzinfo:
    """The zone with this name. UTC if this system no longer knows it."""
    try:
        return UTC if name == DEFAULT_ZONE else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def local_moments(local: datetime, zone: tzinfo) -> list[datetime]:
    """The moments, in UTC, at which clocks in *zone* show the time *local*, which has no zone itself.

    That is one, but none if clocks go forward over it, and two if they go back over it:

    >>> local_moments(datetime(2026, 11, 1, 1, 30), ZoneInfo("America/New_York"))
    [datetime(2026, 11, 1, 5, 30, tzinfo=UTC), datetime(2026, 11, 1, 6, 30, tzinfo=UTC)]
    """
    either = {local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)}
    return sorted(each for each in either if each.astimezone(zone).replace(tzinfo=None, fold=0) == local)
