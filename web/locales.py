"""Pages of a club have its name in the head and times by its clocks, and its language if their reader asks for none.

`guard`, which every page has, uses this, so that a page, a time typed into it and the key under which it is kept for
all agree. Pages of no club have times in UTC, and say so. Those with matches of any club have the zone of all clubs, if
they share one.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext, trans_real

from league.club_data.locales import Owned, OwnerClub, owner_club
from league.clubs.locales import find_zone, local_moments
from league.clubs.queries import common_zone
from league.common.translation import named_moment_text

OWNERS: Mapping[str, Owned] = {  # by what an address has
    "club_id": "club",
    "deck_id": "deck",
    "league_id": "league",
    "match_id": "match",
    "player_id": "player",
    "series_id": "series",
    "tournament_id": "tournament",
}
BIG_SCREEN = "screen"
CLUB = "ludex.club"  # where a request has the club of its page
PAPER = "-paper"  # the end of the names of pages to be printed


class TimeIsTwice(BadRequest):
    """Clocks showed the time twice. `choices`: each of the moments, and what it is called."""

    def __init__(self, text: str, choices: list[tuple[datetime, str]]) -> None:
        super().__init__(text)
        self.choices = choices


@contextmanager
def use_locale_of(request: HttpRequest, values: Mapping[str, Any]) -> Iterator[None]:
    """Use the zone and the language of the club of the page whose address has these *values*."""
    owners = ((OWNERS[name], id_) for name, id_ in values.items() if name in OWNERS)
    kind, id_ = next(owners, (None, None))
    if kind is None or id_ is None:
        yield
        return
    with use_club_locale(request, kind, id_):
        yield


@contextmanager
def use_club_locale(request: HttpRequest, kind: Owned, id_: UUID | str) -> Iterator[None]:
    """Use the name, the zone and the language of the club of a thing of this *kind*."""
    found = owner_club(kind, id_)
    language = None if _prefers_language(request) else found.language
    with (
        timezone.override(find_zone(found.zone)),
        translation.override(language or translation.get_language()),
    ):
        before, request.META[CLUB] = request.META.get(CLUB), found
        try:
            yield
        finally:  # the page of a problem is nobody's
            request.META[CLUB] = before


def club_of(request: HttpRequest) -> OwnerClub | None:
    """The club of the page that is being made."""
    found: OwnerClub | None = request.META.get(CLUB)
    return found if found and found.id else None


@contextmanager
def use_common_zone() -> Iterator[None]:
    """Use the zone of all clubs, on a page that shows matches of any club. If they have several, it is UTC."""
    with timezone.override(find_zone(common_zone())):
        yield


def _prefers_language(request: HttpRequest) -> bool:
    """Whether the reader has chosen a language, or the browser asks for one, which doesn't count for what hangs."""
    if request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) in dict(settings.LANGUAGES):
        return True
    name = (request.resolver_match and request.resolver_match.url_name) or ""
    if name == BIG_SCREEN or name.endswith(PAPER):
        return False
    asked = trans_real.parse_accept_lang_header(request.headers.get("Accept-Language", "").lower())
    return any(_is_known(code) for code, _ in asked)


def _is_known(code: str) -> bool:
    try:
        return bool(translation.get_supported_language_variant(code))
    except LookupError:
        return False


def read_moment(text: str) -> datetime:
    """A time in ISO 8601, by the clocks of the page unless it has an offset.

    Raises `ValueError`, `OverflowError`; `BadRequest` for a time that was skipped, `TimeIsTwice`.
    """
    given = datetime.fromisoformat(text)
    if given.tzinfo is not None:
        return given.astimezone(UTC)
    zone = timezone.get_current_timezone()
    found = local_moments(given, zone)
    words = {"time": date_format(given, "DATETIME_FORMAT"), "zone": str(zone)}
    if not found:
        skipped = gettext("{time} doesn’t exist in {zone}, because the clocks went forward. Choose another time.")
        raise BadRequest(skipped.format(**words))
    if len(found) > 1:
        twice = gettext("{time} happened twice in {zone}, because the clocks went back. Which one do you mean?")
        raise TimeIsTwice(twice.format(**words), [(each, _distinct_text(each)) for each in found])
    return found[0]


def _distinct_text(at: datetime) -> str:
    return f"{named_moment_text(at)} ({date_format(at.astimezone(UTC), 'H:i')} UTC)"
