"""Leagues in a list."""

from typing import Any
from uuid import UUID

from league.common.listing import Listing
from league.seasons.models import League


def list_leagues(*, club: UUID | None = None, game: str | None = None) -> Listing:
    """Leagues, the newest first, as the projection last saw them."""
    wanted = {"club": club, "game": game}
    rows = League.objects.filter(**{field: value for field, value in wanted.items() if value is not None})
    return Listing(rows, ("-created_at", "-id"), lambda found: [_league(row) for row in found])


def _league(row: League) -> dict[str, Any]:
    return {
        "id": str(row.pk),
        "club": str(row.club),
        "name": row.name,
        "game": row.game,
        "seasons": row.seasons,
        "revision": row.revision,
    }
