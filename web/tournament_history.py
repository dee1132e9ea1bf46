"""The history of a tournament."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.queries import tournament_history
from league.queries import tournaments as seen
from web.views import page, reader

EVENTS_ON_A_PAGE = 50


@page
def history(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """What happened, page by page, the newest first."""
    actor = reader(request)
    lines = tournament_history.history(str(tournament_id), actor)
    current = Paginator(lines.rows, EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "tournament": seen.detail(str(tournament_id), actor),
        "events": lines.written(current.object_list),
        "page": current,
    }
    return render(request, "web/history.html", context)
