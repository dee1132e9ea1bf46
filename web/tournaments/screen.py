"""The big screen of a tournament: the tables of the round, everybody's seat by name, and the standings."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league.matches.queries.list import MatchOutcome
from league.tournaments.queries import detail as seen
from league.tournaments.queries import rounds as round_queries
from league.tournaments.queries import standings as tournament_standings
from league.tournaments.queries.detail import TournamentDetail
from league.tournaments.queries.rounds import RoundDetail
from web.page import page, qr_code, reader
from web.sharing import share
from web.tournaments.rounds import seats_by_name

Row = TypeVar("Row")

KINDS = ("tables", "names", "ranks")
RELOADING = 30  # seconds between two pages without scripts
TOGETHER = 24  # people who fit into panels beside each other
LINES = 64  # of names or standings in a panel
SEATS = 48  # in a panel of tables
WITHOUT_RESULT: tuple[MatchOutcome, ...] = ("unplayed", "contested")


class Panel(NamedTuple):
    """What is shown at once. `kind` is one of `KINDS`."""

    kind: str
    rows: Sequence[Any]
    part: int
    parts: int
    group: int | None = None  # of the standings, if there are several
    ranked: bool = False  # whether the standings have places yet


@page
@share(seen.public_version, "show")
def screen(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """It follows the feed, or with `?plain=1` reloads itself. Panels take turns; `?show=names` shows one kind only."""
    actor, show = reader(request), request.GET.get("show")
    if show not in (None, *KINDS):
        raise Http404
    detail = seen.detail(str(tournament_id), actor)
    published = [each.number for each in detail.rounds if each.published]
    shown = round_queries.round_detail(str(tournament_id), published[-1], actor) if published else None
    panels = [] if shown is None else [each for each in _panels(detail, shown, request) if show in (None, each.kind)]
    seats = seats_by_name(shown) if shown else []
    plain = "plain" in request.GET
    context = {
        "tournament": detail,
        "round": shown,
        "panels": panels,
        "together": show is None and len(panels) <= len(KINDS) and len(seats) <= TOGETHER and _fit(panels),
        "show": show,
        "results": len(shown.tables) - _without_result(shown) if shown else 0,
        "code": qr_code(request.build_absolute_uri(reverse("web:tournament", args=[tournament_id]))),
        "plain": plain,
    }
    answer = render(request, "web/screen.html", context)
    if plain:
        answer["Refresh"] = str(RELOADING)
    return answer


def _fit(panels: Sequence[Panel]) -> bool:
    return all(len(each.rows) <= TOGETHER for each in panels)


def _without_result(shown: RoundDetail) -> int:
    return sum(each.outcome in WITHOUT_RESULT for each in shown.tables)


def _panels(detail: TournamentDetail, shown: RoundDetail, request: HttpRequest) -> Iterator[Panel]:
    widest = max((len(each.seats) for each in shown.tables), default=1)
    yield from _split("tables", shown.tables, SEATS // max(widest, 2))
    yield from _split("names", seats_by_name(shown), LINES)
    standings = tournament_standings.standings(detail.id, reader(request))
    for group in standings.groups:
        number = group.group if len(standings.groups) > 1 else None
        for panel in _split("ranks", group.rows, LINES):
            yield panel._replace(group=number, ranked=group.has_results)


def _split(kind: str, rows: Sequence[Row], most: int) -> Iterator[Panel]:
    """Panels of about equal size with at most so many rows."""
    parts = ceil(len(rows) / most)
    size = ceil(len(rows) / parts) if parts else 0
    for part in range(parts):
        yield Panel(kind, rows[part * size : (part + 1) * size], part + 1, parts)
