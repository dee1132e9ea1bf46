"""Matches as lists show them."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from games.registry import engines
from league.clubs.queries import names_of
from league.common.listing import RowList
from league.matches.models import MatchRow


def list_matches(
    *,
    club: UUID | None = None,
    series: UUID | None = None,
    tournament: UUID | None = None,
    game: str | None = None,
    status: str | None = None,
    outcome: str | None = None,
) -> RowList:
    """Matches, the newest first, as the projection last saw them."""
    wanted = {
        "club": club,
        "series": series,
        "tournament": tournament,
        "game": game,
        "status": status,
        "outcome": outcome,
    }
    rows = MatchRow.objects.filter(**{field: value for field, value in wanted.items() if value is not None})
    return RowList(rows, ("-opened_at", "-id"), match_rows)


def match_rows(rows: Iterable[MatchRow]) -> list[dict[str, Any]]:
    """Matches as lists show them."""
    rows = list(rows)
    names = names_of([seat for row in rows for seat in row.seats if seat is not None])
    return [
        {
            "id": str(row.pk),
            "club": str(row.club),
            "series": None if row.series is None else str(row.series),
            "game": row.game,
            "game_name": gettext(list(engines()[row.game].values())[-1].meta.name),
            "level": row.level,
            "status": row.status,
            "outcome": row.outcome,
            "tournament": None if row.tournament is None else str(row.tournament),
            "revision": row.revision,
            "opened_at": row.opened_at,
            "seats": [
                {"seat": seat, "player": player and str(player), "name": player and names.get(str(player))}
                for seat, player in enumerate(row.seats)
            ],
        }
        for row in rows
    ]
