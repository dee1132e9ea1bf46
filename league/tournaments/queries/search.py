"""Tournaments by name, and the tables of running rounds by who sits there or by number."""

from collections.abc import Collection
from functools import lru_cache
from uuid import UUID

import msgspec

from league.clubs.merges import other_ids
from league.clubs.queries import names_of
from league.common.actor import Actor
from league.common.names import name_key
from league.common.read_models import Id
from league.matches.models import MatchRow
from league.tournaments.models import TournamentMatch
from league.tournaments.queries.list import TournamentOverview, list_tournaments

SEARCHED = 1000  # tournaments, the newest ones


class FoundTable(msgspec.Struct, frozen=True):
    """A table of the round that is played now."""

    match: Id
    tournament: TournamentOverview
    table: int
    names: list[str]


def find_tournaments(text: str, actor: Actor, most: int) -> list[TournamentOverview]:
    """Tournaments with *text* in their names that *actor* may see, the newest first."""
    listing, wanted = list_tournaments(actor), name_key(text)
    named = listing.rows.order_by(*listing.ordering).values_list("id", "name")[:SEARCHED]
    ids = [id_ for id_, name in named if wanted in _key(name)][:most]
    rows = {row.pk: row for row in listing.rows.filter(id__in=ids)}
    return [*listing.serialize([rows[id_] for id_ in ids if id_ in rows])]


def find_tables(
    actor: Actor, most: int, *, players: Collection[str] = (), number: int | None = None
) -> list[FoundTable]:
    """Tables of running rounds at which one of *players* sits, or which have this *number*."""
    if number is None and not players:
        return []
    running = {UUID(each.id): each for each in list_tournaments(actor, phase="running").first(SEARCHED)}
    places = TournamentMatch.objects.filter(tournament__in=running)
    if number is not None:
        places = places.filter(table=number)
    else:
        ids = [*map(UUID, {*players} | other_ids(players))]
        matches = MatchRow.objects.filter(tournament__in=running, seats__overlap=ids)
        places = places.filter(match__in=matches.values("id"))
    now = [each for each in places.order_by("tournament", "table") if each.round == running[each.tournament].rounds]
    return _found_tables(now[:most], running)


@lru_cache(maxsize=4 * SEARCHED)
def _key(name: str) -> str:
    """The key of a name. Without this, those of 1,000 tournaments take half the time of a search."""
    return name_key(name)


def _found_tables(places: Collection[TournamentMatch], running: dict[UUID, TournamentOverview]) -> list[FoundTable]:
    seats = dict(MatchRow.objects.filter(id__in=[each.match for each in places]).values_list("id", "seats"))
    names = names_of([seat for found in seats.values() for seat in found if seat is not None])
    return [
        FoundTable(
            str(each.match),
            running[each.tournament],
            each.table,
            [names.get(str(seat), "–") for seat in seats.get(each.match, ()) if seat is not None],
        )
        for each in places
    ]
