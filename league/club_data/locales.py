"""The time zone and language of the club to which something belongs."""

from collections.abc import Mapping
from typing import Literal
from uuid import UUID

from django.db import connection

from league.clubs.locales import ClubLocale

Owned = Literal["club", "player", "series", "deck", "match", "tournament", "league"]

# The first event of a stream names the club. The projections might not know yet what was made just now.
_CLUB_OF_STREAM = "SELECT (payload::json ->> 'club')::uuid FROM eventlog.event WHERE stream = '{}-' || %s AND seq = 1"
_CLUB_OF: Mapping[Owned, str] = {
    "club": "%s",
    "player": "SELECT club_id FROM league_player WHERE id = %s",
    "series": "SELECT club_id FROM league_series WHERE id = %s",
    "deck": "SELECT club_id FROM league_deck WHERE id = %s",
    "match": _CLUB_OF_STREAM.format("match"),
    "tournament": _CLUB_OF_STREAM.format("tournament"),
    "league": _CLUB_OF_STREAM.format("league"),
}


def club_locale(kind: Owned, id_: UUID | str) -> ClubLocale:
    """The zone and language of the club of a thing of this *kind*; the defaults if there is no such thing."""
    statement = f"SELECT zone, language FROM league_club WHERE id = ({_CLUB_OF[kind]})"  # noqa: S608 - from above alone
    with connection.cursor() as cursor:
        cursor.execute(statement, [str(id_)])
        row = cursor.fetchone()
    return ClubLocale(*row) if row else ClubLocale()
