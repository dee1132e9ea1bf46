"""The time zone and the language of a club.

Zones are those of IANA that the system knows, such as Europe/Moscow. A club that never chose one has UTC.
"""

from datetime import UTC, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import msgspec
from django.conf import settings

from league.clubs.errors import FarTime, RepeatedTime, SkippedTime, UnknownLanguage, UnknownZone

DEFAULT_ZONE = "UTC"
YEARS = (1971, 2199)  # of times that somebody types
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


class ZoneSet(msgspec.Struct, frozen=True):
    """The club goes by the clocks of `zone` from now on, and went by those of `before` until now.

    Days are counted by it, so the log has to know it. Before the first such event the club had one zone.
    """

    club: str
    zone: str
    before: str


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


def time_readings(local: datetime, zone: tzinfo) -> list[datetime]:
    """The moments, in UTC, that somebody can mean by the time *local*: two if clocks skip it or show it twice.

    A time that is skipped is read by the clocks before the change, and by those after it.
    """
    return sorted({local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)})


def read_local_time(given: datetime, zone_name: str) -> datetime:
    """The moment of a time by the clocks of a zone, unless it has an offset of its own.

    Raises `SkippedTime` and `RepeatedTime`, which name both readings, and `FarTime`.
    """
    if not YEARS[0] <= given.year <= YEARS[1]:
        raise FarTime(time=f"{given:%Y-%m-%d}", low=YEARS[0], high=YEARS[1])
    if given.tzinfo is not None:
        return given.astimezone(UTC)
    zone = find_zone(zone_name)
    found = time_readings(given, zone)
    if len(found) == 1:
        return found[0]
    error = RepeatedTime if local_moments(given, zone) else SkippedTime
    words = [each.astimezone(zone).isoformat(timespec="minutes") for each in found]
    raise error(given.isoformat(timespec="minutes"), zone_name, found, words)
