"""What a club's own website may show in a frame: standings, a bracket and a replay, as everybody sees them.

These pages have no forms and never depend on who is signed in, so that a foreign page can't make a reader press
anything. They are the only pages that may be framed.
"""

from functools import wraps
from typing import Any
from uuid import UUID

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt

from league.common.actor import NOBODY
from league.matches.queries.detail import match_detail
from league.matches.queries.replay import replay
from league.tournaments.queries import detail as seen
from league.tournaments.queries import standings as tournament_standings
from web.matches.header import match_header
from web.matches.replay import with_place
from web.page import View, page, parse_number
from web.tournaments.standings import bracket_context


def embeddable(view: View) -> View:
    """A page that is only read and that every website may frame."""

    @xframe_options_exempt
    @csp_replace({"frame-ancestors": ["*"]})
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return page(view)(request, *args, **kwargs)

    return answer


@embeddable
def standings(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The standings now. They follow the feed."""
    context = {
        "tournament": seen.detail(str(tournament_id), NOBODY),
        "standings": tournament_standings.standings(str(tournament_id), NOBODY),
    }
    return render(request, "web/embed_standings.html", context)


@embeddable
def bracket(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The bracket now. It follows the feed."""
    return render(request, "web/embed_bracket.html", bracket_context(tournament_id, NOBODY))


@embeddable
def board(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """A step of a replay with its board: the last one, or `?at=`."""
    found = replay(str(match_id), NOBODY, parse_number(request.GET.get("at")))
    context = {
        **match_header(match_detail(str(match_id), NOBODY), NOBODY),
        "shown": with_place(found, found.frame),
        "last": len(found.steps),
    }
    return render(request, "web/embed_board.html", context)
