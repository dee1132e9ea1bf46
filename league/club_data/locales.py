"""The club to which something belongs, with its time zone and language."""

from collections.abc import Mapping
from typing import Literal
from uuid import UUID

import msgspec
from django.db import connection

from league.clubs.locales import DEFAULT_ZONE

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


class OwnerClub(msgspec.Struct, frozen=True):
    """The club of a thing. Without an id there is no such thing, and the locale is the default one."""

    id: str = ""
    name: str = ""
    zone: str = DEFAULT_ZONE
    language: str | None = None


def owner_club(kind: Owned, id_: UUID | str) -> OwnerClub:
    """The club of a thing of this *kind*."""
    statement = f"SELECT id::text, name, zone, language FROM league_club WHERE id = ({_CLUB_OF[kind]})"  # noqa: S608 - from above alone
    with connection.cursor() as cursor:
        cursor.execute(statement, [str(id_)])
        row = cursor.fetchone()
    return OwnerClub(*row) if row else OwnerClub()
