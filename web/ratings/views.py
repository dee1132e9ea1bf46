"""Pages of ratings: a game's table, and how a player's rating came about."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.clubs import queries as club_queries
from league.clubs.queries import find_club
from league.matches.queries.games import game as known
from league.ratings import queries as seen
from web.page import page, reader

ROWS_ON_A_PAGE = 50


@page
def ratings(request: HttpRequest, game: str, club_id: UUID | None = None) -> HttpResponse:
    listing = seen.ratings(game=game, club=club_id)
    current = Paginator(listing.rows.order_by(*listing.ordering), ROWS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "game": known(game),
        "club": None if club_id is None else find_club(club_id),
        "ratings": listing.written(list(current.object_list)),
        "page": current,
    }
    return render(request, "web/ratings.html", context)


@page
def history(request: HttpRequest, game: str, player_id: UUID, club_id: UUID | None = None) -> HttpResponse:
    listing = seen.history(game=game, player=player_id, club=club_id)
    current = Paginator(listing.rows.order_by(*listing.ordering), ROWS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "game": known(game),
        "club": None if club_id is None else find_club(club_id),
        "player": club_queries.player_detail(player_id, reader(request)),
        "days": listing.written(list(current.object_list)),
        "page": current,
    }
    return render(request, "web/rating.html", context)
