"""The home page, club pages, and the pages of a club's series."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.clubs.queries import find_club, list_clubs, list_players, list_series
from league.matches.queries import totals
from league.matches.queries.list import list_matches
from league.ratings.queries import list_rated_games
from league.seasons import queries as season_queries
from league.tournaments.queries.list import list_tournaments
from web.page import page, reader

MATCHES_ON_A_PAGE = 30
TOURNAMENTS_ON_A_PAGE = 100


@page
def home(request: HttpRequest) -> HttpResponse:
    clubs = list_clubs()
    matches = list_matches()
    return render(
        request,
        "web/home.html",
        {
            "clubs": clubs.written(list(clubs.rows)),
            "rated_games": list_rated_games(),
            "matches": matches.written(list(matches.rows[:10])),
        },
    )


@page
def club(request: HttpRequest, club_id: UUID) -> HttpResponse:
    players, series, matches = (
        list_players(club=club_id),
        list_series(club=club_id),
        list_matches(club=club_id),
    )
    tournaments = list_tournaments(reader(request), club=club_id)
    leagues = season_queries.list_leagues(club=club_id)
    current = Paginator(matches.rows, MATCHES_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": find_club(club_id),
        "players": players.written(list(players.rows)),
        "rated_games": list_rated_games(),
        "series": series.written(list(series.rows)),
        "leagues": leagues.written(list(leagues.rows.order_by(*leagues.ordering)[:TOURNAMENTS_ON_A_PAGE])),
        "tournaments": tournaments.written(list(tournaments.rows[:TOURNAMENTS_ON_A_PAGE])),
        "matches": matches.written(list(current.object_list)),
        "page": current,
        "organiser": reader(request).organiser(str(club_id)),
        "official": reader(request).official(str(club_id)),
    }
    return render(request, "web/club.html", context)


@page
def series(request: HttpRequest, series_id: UUID) -> HttpResponse:
    matches = list_matches(series=series_id)
    table = totals.standings(series_id)
    return render(request, "web/series.html", {"series": table, "matches": matches.written(list(matches.rows[:100]))})
