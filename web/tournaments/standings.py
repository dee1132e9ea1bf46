"""Standings and bracket of a tournament, and how an entrant got there: as pages, on paper and as a file."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from league.club_data.trf.export import NAME as REPORT
from league.club_data.trf.export import report_file
from league.common.actor import Actor
from league.integrity import checkpoint_views
from league.matches.queries import games
from league.tournaments.queries import bracket as tournament_bracket
from league.tournaments.queries import crosstable as crosstables
from league.tournaments.queries import detail as seen
from league.tournaments.queries import race
from league.tournaments.queries import standings as tournament_standings
from league.tournaments.queries.standings import Crosstable, Explanation, TournamentStandings
from web.locales import read_moment
from web.page import download, guard, page, parse_number, reader
from web.sharing import share


@page
@share(seen.public_version, "stage", "upto")
def standings(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    context = _standings(request, tournament_id)
    forms = None if context["cross"] is None else crosstables.recent_form(context["cross"])
    return render(request, "web/standings.html", context | {"forms": forms})


@page
def standings_paper(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    return render(
        request,
        "web/paper_standings.html",
        _standings(request, tournament_id) | {"digest": checkpoint_views.newest_for(f"tournament-{tournament_id}")},
    )


@require_safe
@guard
def table_file(request: HttpRequest, tournament_id: UUID, name: str) -> HttpResponse:
    """Standings or crosstable as a file for spreadsheets, or FIDE's report."""
    actor, options = reader(request), _query_options(request)
    if name == REPORT:
        return download(report_file(str(tournament_id), actor, stage=options["stage"]))
    return download(crosstables.table_file(str(tournament_id), name, actor, **options))


@page
@share(seen.public_version)
def bracket(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    return render(request, "web/bracket.html", bracket_context(tournament_id, reader(request)))


@page
def bracket_paper(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The bracket across a page, to be printed."""
    context = bracket_context(tournament_id, reader(request))
    first = max((len(each.tables) for each in context["bracket"].rounds), default=0)
    return render(request, "web/paper_bracket.html", {**context, "first": first, "printed": datetime.now(UTC)})


def bracket_context(tournament_id: UUID, actor: Actor) -> dict[str, Any]:
    """The tournament and its bracket for a template, with the rounds by side."""
    found = tournament_bracket.bracket(str(tournament_id), actor)
    sides = [[each for each in found.rounds if each.side == side] for side in ("main", "losers", "final")]
    shown = [each for each in sides if each]
    return {"tournament": seen.detail(str(tournament_id), actor), "bracket": found, "sides": shown}


@page
@share(seen.public_version)
def charts(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    actor = reader(request)
    context = {
        "tournament": seen.detail(str(tournament_id), actor),
        "charts": race.charts(str(tournament_id), actor),
    }
    return render(request, "web/charts.html", context)


@page
def entrant(request: HttpRequest, tournament_id: UUID, entrant: UUID) -> HttpResponse:
    actor, options = reader(request), _query_options(request)
    explained = tournament_standings.explanation(str(tournament_id), str(entrant), actor, **options)
    detail = seen.detail(str(tournament_id), actor)
    who = next(each for each in detail.entrants if each.id == str(entrant))
    context = {
        "tournament": detail,
        "who": who,
        "explained": explained,
        "ranked": explained.way is not None and _has_results(explained, actor),
        "then": _address_query(explained),
    }
    return render(request, "web/entrant.html", context)


def _has_results(shown: Explanation, actor: Actor) -> bool:
    """Whether anybody of the stage has a result."""
    found = tournament_standings.standings(shown.tournament, actor, stage=shown.stage, upto=shown.upto, at=shown.at)
    return any(group.has_results for group in found.groups)


def _standings(request: HttpRequest, tournament_id: UUID) -> dict[str, Any]:
    actor, options = reader(request), _query_options(request)
    detail = seen.detail(str(tournament_id), actor)
    found = tournament_standings.standings(str(tournament_id), actor, **options)
    stage, upto, at = options["stage"], options["upto"], options["at"]
    table = None if upto is not None else tournament_standings.crosstable(str(tournament_id), actor, stage=stage, at=at)
    return {
        "tournament": detail,
        "standings": found,
        "moved": race.movement(found, actor),
        "cross": None if table is None else crosstables.crosstable_by_round(table),
        "ends": None if table is None else _worst_and_best(detail.game, table),
        "then": _address_query(found),
        "earlier": stage is not None and stage + 1 < len(detail.stages),
        "published": [each for each in detail.rounds if each.published],
    }


def _worst_and_best(game: str, table: Crosstable) -> tuple[int, int] | None:
    """The worst and the best points that anybody has at a table."""
    points = [cell.points for row in table.rows for cell in row.cells if cell.points is not None]
    if not points:
        return None
    ends = min(points), max(points)
    return ends[::-1] if games.game(game).fewest_wins else ends


def _query_options(request: HttpRequest) -> dict[str, Any]:
    """Of which stage, after which round and at which moment standings are wanted."""
    numbers = {name: parse_number(request.GET.get(name), digits=5) for name in ("stage", "upto")}
    return {**numbers, "at": _moment(request)}


def _address_query(found: TournamentStandings | Explanation) -> str:
    """The query of addresses for the same round and moment."""
    wanted = {"upto": found.upto, "at": found.at and found.at.isoformat()}
    return urlencode({name: value for name, value in wanted.items() if value is not None})


def _moment(request: HttpRequest) -> datetime | None:
    """A past moment in the query, by the club's clocks unless it has an offset. Raises `BadRequest`."""
    if not (asked := request.GET.get("at", "")):
        return None
    try:
        moment = read_moment(asked)
    except (ValueError, OverflowError):
        raise BadRequest(f"at: {gettext('Use a time in ISO 8601 format, such as 2026-03-07T12:05:00Z.')}") from None
    if moment > datetime.now(UTC):
        raise BadRequest(f"at: {gettext('This time is in the future.')}")
    return moment
