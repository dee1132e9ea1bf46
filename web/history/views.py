"""The history of a tournament, and that of a league."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league.common.listing import EventList
from league.seasons import history as season_history
from league.seasons import queries as season_queries
from league.tournaments.queries import detail as tournament_detail
from league.tournaments.queries import history as tournament_events
from web.page import list_page, page, reader

EVENTS_ON_A_PAGE = 50


@page
def tournament_history(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """What happened in a tournament, page by page, the newest first."""
    actor = reader(request)
    lines = tournament_events.history(str(tournament_id), actor)
    _, tournament = tournament_detail.visible_tournament(str(tournament_id), actor)
    return _history_page(request, lines, tournament.name, reverse("web:tournament", args=[tournament_id]))


@page
def league_history(request: HttpRequest, league_id: UUID) -> HttpResponse:
    """What happened in a league, page by page, the newest first."""
    actor = reader(request)
    lines = season_history.history(str(league_id), actor)
    name = season_queries.league_detail(str(league_id), actor).name
    return _history_page(request, lines, name, reverse("web:league", args=[league_id]))


def _history_page(request: HttpRequest, lines: EventList, name: str, back: str) -> HttpResponse:
    events, current = list_page(request, lines, EVENTS_ON_A_PAGE)
    context = {"name": name, "back": back, "events": events, "page": current}
    return render(request, "web/history.html", context)
