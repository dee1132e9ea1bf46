"""Matches as lists show them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, TypeAlias
from uuid import UUID

import msgspec
from django.utils.translation import gettext
from msgspec import Meta

from games.registry import engines
from league.clubs.queries import names_of
from league.common.listing import RowList
from league.common.read_models import Id, Moment
from league.matches.models import MatchRow
from league.standings.types import Outcome

OUTCOMES = tuple(each.value for each in Outcome if each != Outcome.BYE)
MatchOutcome: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": [*OUTCOMES]})]


class MatchSeat(msgspec.Struct, frozen=True):
    seat: int
    player: Id | None
    name: str | None


class ListedMatch(msgspec.Struct, frozen=True, kw_only=True):
    id: Id
    club: Id
    series: Id | None
    game: str
    game_name: str
    level: str
    status: str
    outcome: MatchOutcome
    tournament: Id | None
    revision: int
    opened_at: Moment
    seats: list[MatchSeat]


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
    return RowList(rows, ("-opened_at", "-id"), listed_matches)


def listed_matches(rows: Iterable[MatchRow]) -> list[ListedMatch]:
    rows = list(rows)
    names = names_of([seat for row in rows for seat in row.seats if seat is not None])
    return [
        ListedMatch(
            id=str(row.pk),
            club=str(row.club),
            series=_text(row.series),
            game=row.game,
            game_name=gettext(list(engines()[row.game].values())[-1].meta.name),
            level=row.level,
            status=row.status,
            outcome=row.outcome,
            tournament=_text(row.tournament),
            revision=row.revision,
            opened_at=row.opened_at,
            seats=match_seats([_text(player) for player in row.seats], names),
        )
        for row in rows
    ]


def match_seats(players: Sequence[str | None], names: Mapping[str, str]) -> list[MatchSeat]:
    """Seats in order, with players by id and name."""
    return [MatchSeat(seat, player, names.get(player or "")) for seat, player in enumerate(players)]


def _text(id_: UUID | None) -> str | None:
    return None if id_ is None else str(id_)
