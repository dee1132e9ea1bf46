"""Standings row by row, as the projection wrote them: reading some costs the same, however many there are."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from games.errors import Phrase
from league.common.actor import Actor
from league.common.listing import RowList
from league.common.read_models import Id
from league.errors import Unknown
from league.tournaments.domain.tournament import HIDDEN
from league.tournaments.models import TournamentRow, TournamentStanding
from league.tournaments.queries.detail import names_by_id


class StandingPlace(msgspec.Struct, frozen=True, kw_only=True):
    place: Annotated[int, Meta(description="In the order of the table; no two have the same.")]
    rank: int
    shared: bool
    entrant: Id
    name: str | None
    score: Annotated[str, Meta(description="Exact: `3`, `5/2`.")]
    tiebreaks: Annotated[list[str], Meta(description="Exact, in the order of the chain.")]
    penalty: str
    counts: dict[str, int]
    best: Annotated[int | None, Meta(description="Final rank that can still be reached.")]
    worst: int | None


def standing_list(tournament_id: UUID, actor: Actor, *, stage: int = 0, group: int = 0) -> RowList:
    """The standings of a stage, or of one group of it, best first. Raises `Unknown`."""
    _require_visible(tournament_id, actor)
    table = TournamentStanding.objects.filter(tournament=tournament_id, stage=stage, group=group)
    return RowList(table, ("place",), _places, "tournaments")


def leader_list(tournament_id: UUID, actor: Actor) -> RowList:
    """The standings of the last stage that has any, its groups side by side, best first. Raises `Unknown`."""
    _require_visible(tournament_id, actor)
    rows = TournamentStanding.objects.filter(tournament=tournament_id)
    last = rows.order_by("-stage").values("stage")[:1]
    return RowList(rows.filter(stage=last), ("place", "group"), _places, "tournaments")


def _require_visible(tournament_id: UUID, actor: Actor) -> None:
    row = TournamentRow.objects.filter(id=tournament_id).only("club", "phase").first()
    if row is None or (row.phase in HIDDEN and not actor.official(str(row.club))):
        raise Unknown(kind=Phrase("tournament"), id=tournament_id)


def _places(page: Sequence[TournamentStanding]) -> list[StandingPlace]:
    names = names_by_id([str(row.entrant) for row in page])
    return [
        StandingPlace(
            place=row.place, rank=row.rank, entrant=str(row.entrant), name=names.get(str(row.entrant)), **row.row
        )
        for row in page
    ]
