"""The replay of a match, step by step, and the rules that its refusals cite."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.appeals.arbiter_view import may_examine
from league.integrity.evidence import deal_is_fair
from league.matches.queries import detail as seen
from league.matches.queries.games import chapters
from league.matches.queries.games import game as one_game
from league.matches.queries.replay import replay as replayed
from web.page import page, parse_number, reader


@page
def replay(request: HttpRequest, match_id: UUID) -> HttpResponse:
    shown = replayed(str(match_id), reader(request), parse_number(request.GET.get("at")))
    match = seen.match_detail(str(match_id), reader(request))
    last = len(shown.steps)
    context = {
        "match": match,
        "game": one_game(match.game),
        "examines": may_examine(str(match_id), reader(request)),
        "fair": deal_is_fair(str(match_id)),
        "replay": shown,
        "last": last,
        "before": max(shown.at.revision - 1, 1),
        "next": min(shown.at.revision + 1, last),
    }
    return render(request, "web/replay.html", context)


@page
def rulebook(request: HttpRequest, game: str, rules: str) -> HttpResponse:
    """The rules of a game by which refusals are numbered."""
    return render(request, "web/rulebook.html", {"game": one_game(game), "chapters": chapters(game, rules)})
