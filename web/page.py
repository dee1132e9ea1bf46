"""The pages: the club, its matches, a match with its totals, and the replay step by step."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from league.appeals.arbiter_view import may_examine
from league.clubs.sessions import Actor, actor
from league.common import listing
from league.common.translation import said
from league.errors import NotAllowed, Unknown
from league.eventlog.outages import PASSING, said_of
from league.integrity.evidence import deal_is_fair
from league.matches.queries import detail as seen
from league.matches.queries import totals
from league.matches.queries.games import chapters
from league.matches.queries.games import game as one_game
from league.matches.queries.replay import replay as replayed
from league.ratings.queries import rated_games
from league.seasons import queries as season_queries

log = logging.getLogger("ludex.web")

MATCHES_ON_A_PAGE = 30
TOURNAMENTS_ON_A_PAGE = 100

View = Callable[..., HttpResponse]


def page(view: View) -> View:
    """A page that is only read, by each as they may see it; what cannot be shown gets a page that says why."""
    return require_safe(guarded(view))


def guarded(view: View) -> View:
    """A page, or what is sent by one; what is unknown, not allowed or unreadable gets a page that says so."""

    @cache_control(private=True, no_cache=True)
    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Unknown as error:
            return problem(request, 404, said(error.text, error.params))
        except NotAllowed as error:
            return problem(request, 403, said(error.text, error.params))
        except BadRequest as error:
            return problem(request, 400, str(error))
        except PASSING as error:
            if (text := said_of(error)) is None:
                raise
            log.error("The database failed a request.", exc_info=error)
            answer = problem(None, 503, text)
            answer["Retry-After"] = "1"
            return answer

    return shown


def problem(request: HttpRequest | None, status: int, text: str) -> HttpResponse:
    """A page that says what is the matter; without a request, one that asks the database nothing."""
    context = {"text": text, "LANGUAGE_CODE": get_language()}
    return HttpResponse(render_to_string("web/problem.html", context, request), status=status)


def reader(request: HttpRequest) -> Actor:
    """Who looks at the page."""
    return actor(request.user.pk if request.user.is_authenticated else None)


@page
def home(request: HttpRequest) -> HttpResponse:
    clubs = listing.clubs()
    matches = listing.matches()
    return render(
        request,
        "web/home.html",
        {
            "clubs": clubs.written(clubs.rows),
            "rated_games": rated_games(),
            "matches": matches.written(matches.rows[:10]),
        },
    )


@page
def club(request: HttpRequest, club_id: UUID) -> HttpResponse:
    players, series, matches = (
        listing.players(club=club_id),
        listing.series(club=club_id),
        listing.matches(club=club_id),
    )
    tournaments = listing.tournaments(reader(request), club=club_id)
    leagues = season_queries.list_leagues(club=club_id)
    current = Paginator(matches.rows, MATCHES_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": listing.one_club(club_id),
        "players": players.written(players.rows),
        "rated_games": rated_games(),
        "series": series.written(series.rows),
        "leagues": leagues.written(leagues.rows.order_by(*leagues.ordering)[:TOURNAMENTS_ON_A_PAGE]),
        "tournaments": tournaments.written(tournaments.rows[:TOURNAMENTS_ON_A_PAGE]),
        "matches": matches.written(current.object_list),
        "page": current,
        "organiser": reader(request).organiser(str(club_id)),
        "official": reader(request).official(str(club_id)),
    }
    return render(request, "web/club.html", context)


@page
def series(request: HttpRequest, series_id: UUID) -> HttpResponse:
    matches = listing.matches(series=series_id)
    table = totals.standings(series_id)
    return render(request, "web/series.html", {"series": table, "matches": matches.written(matches.rows[:100])})


@page
def rulebook(request: HttpRequest, game: str, rules: str) -> HttpResponse:
    """The rules of a game by which refusals are numbered."""
    return render(request, "web/rulebook.html", {"game": one_game(game), "chapters": chapters(game, rules)})


@page
def replay(request: HttpRequest, match_id: UUID) -> HttpResponse:
    asked = request.GET.get("at", "")
    at = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else None
    shown = replayed(str(match_id), reader(request), at)
    last = len(shown.steps)
    context = {
        "match": seen.detail(str(match_id), reader(request)),
        "replay": shown,
        "last": last,
        "before": max(shown.at.revision - 1, 1),
        "next": min(shown.at.revision + 1, last),
    }
    context["game"] = one_game(context["match"]["game"])
    context["examines"] = may_examine(str(match_id), reader(request))
    context["fair"] = deal_is_fair(str(match_id))
    return render(request, "web/replay.html", context)


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem(request, 404, gettext("There is nothing at this address."))


def forbidden(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:
    return problem(request, 403, gettext("This cannot be done: the page was too old, or you are not signed in."))


def bad(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem(request, 400, gettext("The request cannot be read."))


def broken(request: HttpRequest) -> HttpResponse:
    return problem(None, 500, gettext("Something went wrong on our side; it has been noted."))
