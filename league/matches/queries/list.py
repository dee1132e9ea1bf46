"""Matches as lists show them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, TypeAlias
from uuid import UUID

import msgspec
from django.utils.translation import gettext
from msgspec import Meta

from games.registry import engines
from league.clubs.merges import ids_of_person
from league.clubs.queries import names_of
from league.common.listing import RowList
from league.common.read_models import Id, Moment
from league.eventlog import store
from league.matches import outcomes, repository
from league.matches.models import MatchRow
from league.standings.types import MatchResult, Outcome

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
    player: UUID | None = None,
) -> RowList:
    """Matches, the newest first: found as the projection last saw them, shown as they stand now.

    *player*: those in which this person has a seat, under any of their ids.
    """
    wanted = {
        "club": club,
        "series": series,
        "tournament": tournament,
        "game": game,
        "status": status,
        "outcome": outcome,
    }
    rows = MatchRow.objects.filter(**{field: value for field, value in wanted.items() if value is not None})
    if player is not None:
        rows = rows.filter(seats__overlap=ids_of_person(player))
    return RowList(rows, ("-opened_at", "-id"), listed_matches, "matches")


def listed_matches(rows: Iterable[MatchRow]) -> list[ListedMatch]:
    """The matches of these rows, with their seats and results straight from the log."""
    rows = list(rows)
    results = outcomes.match_results([str(row.pk) for row in rows])
    names = names_of([seat for found in results.values() for seat in found.players if seat is not None])
    return [_listed_match(row, results[str(row.pk)], names) for row in rows]


def _listed_match(row: MatchRow, found: MatchResult, names: Mapping[str, str]) -> ListedMatch:
    return ListedMatch(
        id=str(row.pk),
        club=str(row.club),
        series=_text(row.series),
        game=row.game,
        game_name=gettext(list(engines()[row.game].values())[-1].meta.name),
        level=row.level,
        status=MatchRow.Status.OVER if found.over else MatchRow.Status.RUNNING,
        outcome=found.outcome.value,
        tournament=_text(row.tournament),
        revision=found.revision,
        opened_at=row.opened_at,
        seats=match_seats(found.players, names),
    )


def match_seats(players: Sequence[str | None], names: Mapping[str, str]) -> list[MatchSeat]:
    """Seats in order, with players by id and name."""
    return [MatchSeat(seat, player, names.get(player or "")) for seat, player in enumerate(players)]


def _text(id_: UUID | None) -> str | None:
    return None if id_ is None else str(id_)


def unfinished_hands(account_id: UUID) -> list[str]:
    """The matches that aren't played to their end, in any club, in which only this account sees the hand of a seat.

    From the log: organisers can change who is which player, and rows lag behind. A forfeit or a void match is listed
    too, since the ruling can be lifted.
    """
    account, prefix = str(account_id), repository.matches.prefix
    streams = store.streams_mentioning(prefix, ("match.opened", "seats.changed", "level.chosen"), account)
    known = {
        stream: outcomes.fold(history) for stream, history in store.read_many(streams, without=outcomes.MOVES).items()
    }
    return sorted(
        stream.removeprefix(prefix)
        for stream, each in known.items()
        if not each.sheet.ended and account in (each.opening.accounts or ())
    )
