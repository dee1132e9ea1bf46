"""Pages of ratings: a game's table, and how a player's rating came about."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.clubs.queries import find_club, player_detail
from league.matches.queries import games
from league.ratings import queries as rating_queries
from web.page import download, list_page, page, reader

ROWS_ON_A_PAGE = 50


@page
def ratings(request: HttpRequest, game: str, club_id: UUID | None = None) -> HttpResponse:
    rated, current = list_page(request, rating_queries.ratings(game=game, club=club_id), ROWS_ON_A_PAGE)
    club = None if club_id is None else find_club(club_id)
    context = {"game": games.game(game), "club": club, "ratings": rated, "page": current}
    return render(request, "web/ratings.html", context)


@page
def table_file(request: HttpRequest, game: str, name: str, club_id: UUID | None = None) -> HttpResponse:
    """Who is rated in a game as a file for spreadsheets."""
    return download(rating_queries.ratings_file(name, game=game, club=club_id))


@page
def history(request: HttpRequest, game: str, player_id: UUID, club_id: UUID | None = None) -> HttpResponse:
    listing = rating_queries.history(game=game, player=player_id, club=club_id)
    days, current = list_page(request, listing, ROWS_ON_A_PAGE)
    club, player = None if club_id is None else find_club(club_id), player_detail(player_id, reader(request))
    curve = rating_queries.curve(game=game, player=player_id, club=club_id)
    context = {
        "game": games.game(game),
        "club": club,
        "player": player,
        "curve": curve if len(curve) > 1 else None,
        "days": days,
        "page": current,
    }
    return render(request, "web/rating.html", context)
