"""Tournaments as lists show them."""

from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext

from games.registry import engines
from league.common.actor import NOBODY, Actor
from league.common.listing import RowList
from league.tournaments.domain.tournament import HIDDEN
from league.tournaments.models import TournamentRow


def list_tournaments(
    actor: Actor = NOBODY,
    *,
    club: UUID | None = None,
    game: str | None = None,
    phase: str | None = None,
    player: UUID | None = None,
) -> RowList:
    """Tournaments, the newest first; drafts only those of clubs of which *actor* is an official."""
    wanted = {"club": club, "game": game, "phase": phase}
    rows = TournamentRow.objects.filter(**{field: value for field, value in wanted.items() if value is not None})
    if player is not None:
        rows = rows.filter(players__contains=[player])
    own = [club_id for club_id in actor.roles if actor.official(club_id)]
    return RowList(
        rows.filter(~Q(phase__in=HIDDEN) | Q(club__in=own)),
        ("-created_at", "-id"),
        lambda found: [tournament_row(row) for row in found],
    )


def tournament_row(row: TournamentRow) -> dict[str, Any]:
    return {
        "id": str(row.pk),
        "club": str(row.club),
        "name": row.name,
        "game": row.game,
        "game_name": gettext(list(engines()[row.game].values())[-1].meta.name),
        "phase": row.phase,
        "entrants": row.entrants,
        "rounds": row.rounds,
        "revision": row.revision,
        "created_at": row.created_at,
    }
