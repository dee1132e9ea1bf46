"""Rounds and standings of a tournament: as pages, on paper, on a big screen, and as files."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from league.integrity import checkpoint_views
from league.matches.queries.score_sheet import result_form
from league.tournaments.queries import bracket as tournament_bracket
from league.tournaments.queries import detail as seen
from league.tournaments.queries import rounds as round_queries
from league.tournaments.queries import standings as tournament_standings
from league.tournaments.queries.crosstable import crosstable_by_round
from league.tournaments.queries.standings import Explanation, TournamentStandings
from web.page import guard, page, parse_number, reader
from web.tournaments.views import list_forms, tournament_context

PAPERS = {"pairings": "web/paper_pairings.html", "cards": "web/paper_cards.html", "sheets": "web/paper_sheets.html"}


@page
def round_(request: HttpRequest, tournament_id: UUID, number: int) -> HttpResponse:
    actor = reader(request)
    shown = round_queries.round_detail(str(tournament_id), number, actor)
    tournament = tournament_context(str(tournament_id), actor)
    sections = list_forms(tournament)
    context = {
        "tournament": tournament.tournament,
        "round": shown,
        "figures": round_queries.labelled_figures(shown),
        "forms": [*sections["next"], *sections["round"]] if not shown.published else [],
        "verified": round_queries.draw_verification(str(tournament_id), number, actor)
        if "verify" in request.GET
        else None,
        "rounds": tournament.tournament.rounds,
        "decisions": round_queries.list_decisions(str(tournament_id), actor, number),
    }
    return render(request, "web/round.html", context)


@page
def round_paper(request: HttpRequest, tournament_id: UUID, number: int, what: str) -> HttpResponse:
    """The list of tables, place cards or scoresheets, to be printed."""
    if what not in PAPERS:
        raise Http404
    actor = reader(request)
    shown = round_queries.round_detail(str(tournament_id), number, actor)
    context = {
        "tournament": seen.detail(str(tournament_id), actor),
        "round": shown,
        "sheets": [(table, _games(table)) for table in shown.tables] if what == "sheets" else [],
        "digest": checkpoint_views.newest_checkpoint(),
    }
    return render(request, PAPERS[what], context)


def _games(table: round_queries.TableDetail) -> list[str]:
    """The lines of a score sheet, one for each game. In a draft, which has no matches, one for each seat."""
    if table.match is None:
        return [str(number) for number, _ in enumerate(table.seats, 1)]
    return [f"{round_}.{game}" for round_, game in result_form(table.match).places]


@page
def screen(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The last published round for a big screen, which reloads itself."""
    actor = reader(request)
    detail = seen.detail(str(tournament_id), actor)
    published = [each.number for each in detail.rounds if each.published]
    shown = round_queries.round_detail(str(tournament_id), published[-1], actor) if published else None
    return render(request, "web/screen.html", {"tournament": detail, "round": shown})


@page
def standings(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    return render(request, "web/standings.html", _standings(request, tournament_id))


@page
def standings_paper(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    return render(
        request,
        "web/paper_standings.html",
        _standings(request, tournament_id) | {"digest": checkpoint_views.newest_checkpoint()},
    )


@require_safe
@guard
def standings_csv(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    table = tournament_standings.standings(str(tournament_id), reader(request), **_query_options(request))
    answer = HttpResponse(tournament_standings.standings_csv(table), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="standings.csv"'
    return answer


@page
def bracket(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    actor = reader(request)
    found = tournament_bracket.bracket(str(tournament_id), actor)
    sides = [[each for each in found.rounds if each.side == side] for side in ("main", "losers", "final")]
    context = {"tournament": seen.detail(str(tournament_id), actor), "bracket": found, "sides": filter(None, sides)}
    return render(request, "web/bracket.html", context)


@page
def entrant(request: HttpRequest, tournament_id: UUID, entrant: UUID) -> HttpResponse:
    actor = reader(request)
    explained = tournament_standings.explanation(str(tournament_id), str(entrant), actor, **_query_options(request))
    detail = seen.detail(str(tournament_id), actor)
    who = next(each for each in detail.entrants if each.id == str(entrant))
    context = {"tournament": detail, "who": who, "explained": explained, "then": _address_query(explained)}
    return render(request, "web/entrant.html", context)


def _standings(request: HttpRequest, tournament_id: UUID) -> dict[str, Any]:
    actor, options = reader(request), _query_options(request)
    detail = seen.detail(str(tournament_id), actor)
    found = tournament_standings.standings(str(tournament_id), actor, **options)
    stage, upto, at = options["stage"], options["upto"], options["at"]
    table = None if upto is not None else tournament_standings.crosstable(str(tournament_id), actor, stage=stage, at=at)
    return {
        "tournament": detail,
        "standings": found,
        "cross": None if table is None else crosstable_by_round(table),
        "then": _address_query(found),
        "earlier": stage is not None and stage + 1 < len(detail.stages),
        "published": [each for each in detail.rounds if each.published],
    }


def _query_options(request: HttpRequest) -> dict[str, Any]:
    """Of which stage, after which round and at which moment standings are wanted."""
    numbers = {name: parse_number(request.GET.get(name), digits=5) for name in ("stage", "upto")}
    return {**numbers, "at": _moment(request)}


def _address_query(found: TournamentStandings | Explanation) -> str:
    """The query of addresses for the same round and moment."""
    wanted = {"upto": found.upto, "at": found.at and found.at.isoformat()}
    return urlencode({name: value for name, value in wanted.items() if value is not None})


def _moment(request: HttpRequest) -> datetime | None:
    """A past moment in the query, in UTC by default. Raises `BadRequest`."""
    if not (asked := request.GET.get("at", "")):
        return None
    try:
        given = datetime.fromisoformat(asked)
        moment = given.replace(tzinfo=given.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadRequest(f"at: {gettext('Use a time in ISO 8601 format, such as 2026-03-07T12:05:00Z.')}") from None
    if moment > datetime.now(UTC):
        raise BadRequest(f"at: {gettext('This time is in the future.')}")
    return moment
