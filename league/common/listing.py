"""What there is: clubs, players, matches, tournaments …, each as a query in a stated order and a way to write a row."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext

from games.decks import game_decks as of_house
from games.errors import Phrase
from games.registry import engines
from league.clubs import queries as club_queries
from league.clubs.models import Club, Series
from league.clubs.queries import names_of
from league.common.actor import NOBODY, Actor
from league.decks.models import Deck
from league.decks.queries import deck_rules as deck_rules
from league.errors import Unknown
from league.matches.models import MatchRow
from league.tournaments.domain.tournament import HIDDEN
from league.tournaments.models import Tournament


class Listing(NamedTuple):
    """Rows in the order of `ordering`, and how a page of them is written."""

    rows: QuerySet[Any]
    ordering: tuple[str, ...]
    written: Callable[[Sequence[Any]], Sequence[Any]]


class Lines(NamedTuple):
    """What is in no table, the newest first, each with its `revision`; and how a page of it is written."""

    rows: Sequence[Any]
    written: Callable[[Sequence[Any]], Sequence[Any]]
    ordering: tuple[str, ...] = ("-revision",)


def clubs() -> Listing:
    """All clubs by name."""
    return Listing(Club.objects.all(), ("name", "id"), _each(club))


def one_club(club_id: UUID) -> dict[str, Any]:
    """One club; Unknown if there is none such."""
    row = Club.objects.filter(id=club_id).first()
    if row is None:
        raise Unknown(kind=Phrase("club"), id=club_id)
    return club(row)


def club(row: Club) -> dict[str, Any]:
    return {"id": str(row.pk), "name": row.name}


def players(actor: Actor = NOBODY, *, club: UUID | None = None, name: str = "") -> Listing:
    """Players by name, as *actor* may see them; those of one club, or with *name* in their names."""
    return Listing(
        club_queries.find_players(club=club, name=name),
        ("name", "id"),
        lambda rows: club_queries.player_details(rows, actor),
    )


def series(*, club: UUID | None = None) -> Listing:
    """Series, the newest first."""
    rows = Series.objects.all() if club is None else Series.objects.filter(club=club)
    return Listing(rows, ("-created_at", "id"), _each(one_series))


def one_series(row: Series) -> dict[str, Any]:
    return {"id": str(row.pk), "club": str(row.club_id), "game": row.game, "name": row.name}


def decks(*, club: UUID | None = None, game: str | None = None) -> Listing:
    """Decks that clubs typed in, by game and name."""
    wanted = {"club": club, "game": game}
    rows = Deck.objects.filter(**{field: value for field, value in wanted.items() if value is not None})
    return Listing(rows, ("game", "name", "id"), _each(deck))


def deck(row: Deck) -> dict[str, Any]:
    return {
        "id": str(row.pk),
        "club": str(row.club_id),
        "game": row.game,
        "name": row.name,
        "hash": row.hash,
        "reference": f"{row.name} {row.hash}",
        "status": "verified" if row.verified else "club",
        "manifest": row.manifest,
    }


def house_decks(game: str) -> list[dict[str, Any]]:
    """The decks that come with a game. Raises `NoDecks`, `UnknownGame`."""
    return [
        {
            "id": None,
            "club": None,
            "game": each.game,
            "name": each.id,
            "hash": each.hash,
            "reference": each.reference,
            "status": each.status.value,
            "manifest": each.manifest(),
        }
        for each in of_house(deck_rules(game)).values()
    ]


def matches(
    *,
    club: UUID | None = None,
    series: UUID | None = None,
    tournament: UUID | None = None,
    game: str | None = None,
    status: str | None = None,
    outcome: str | None = None,
) -> Listing:
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
    return Listing(rows, ("-opened_at", "-id"), written_matches)


def tournaments(
    actor: Actor = NOBODY,
    *,
    club: UUID | None = None,
    game: str | None = None,
    phase: str | None = None,
    player: UUID | None = None,
) -> Listing:
    """Tournaments, the newest first; drafts only those of clubs of which *actor* is an official."""
    wanted = {"club": club, "game": game, "phase": phase}
    rows = Tournament.objects.filter(**{field: value for field, value in wanted.items() if value is not None})
    if player is not None:
        rows = rows.filter(players__contains=[player])
    own = [club_id for club_id in actor.roles if actor.official(club_id)]
    return Listing(rows.filter(~Q(phase__in=HIDDEN) | Q(club__in=own)), ("-created_at", "-id"), _each(tournament))


def tournament(row: Tournament) -> dict[str, Any]:
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


def written_matches(rows: Iterable[MatchRow]) -> list[dict[str, Any]]:
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


def _each(written: Callable[[Any], dict[str, Any]]) -> Callable[[Sequence[Model]], list[dict[str, Any]]]:
    return lambda rows: [written(row) for row in rows]
