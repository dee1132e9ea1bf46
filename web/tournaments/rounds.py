"""Rounds of a tournament: as pages and on paper."""

from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league.integrity import checkpoint_views
from league.matches.queries.score_sheet import result_entry
from league.tournaments.queries import detail as seen
from league.tournaments.queries import rounds as round_queries
from league.tournaments.queries.rounds import AbsentEntrant, RoundBye, RoundDetail, TableSeat
from web.command_form import new_key
from web.page import page, qr_code, reader
from web.sharing import share
from web.tournaments.views import list_forms, mark_own, tournament_context

PAPERS = {
    "pairings": "web/paper_pairings.html",
    "names": "web/paper_names.html",
    "cards": "web/paper_cards.html",
    "sheets": "web/paper_sheets.html",
}


class Seat(NamedTuple):
    """Where somebody sits, or why not."""

    who: TableSeat | RoundBye
    table: int | None = None
    seat: int | None = None

    @property
    def name(self) -> str:
        return self.who.stand_in or self.who.name or ""

    @property
    def away(self) -> bool:
        return isinstance(self.who, AbsentEntrant)


class Scoresheet(NamedTuple):
    """A table with the lines of its sheet and a code: of its link, or of its match page."""

    table: round_queries.TableDetail
    games: list[str]
    code: str
    linked: bool


@page
@share(seen.public_version)
def round_(request: HttpRequest, tournament_id: UUID, number: int) -> HttpResponse:
    actor = reader(request)
    shown = round_queries.round_detail(str(tournament_id), number, actor)
    tournament = tournament_context(str(tournament_id), actor)
    sections = list_forms(tournament)
    context = {
        "tournament": tournament.tournament,
        "official": tournament.official,
        "runs_clock": tournament.organiser and tournament.phase == "running" and shown.published,
        "key": new_key(),
        "round": shown,
        "tables": mark_own(shown, tournament.tournament),
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
    """The tables, everybody’s seat by name, place cards or scoresheets, to be printed.

    Place cards have the code of the tournament. A scoresheet has that of the link of its table where an official prints
    it and one is open. Opening the page opens no link.
    """
    if what not in PAPERS:
        raise Http404
    actor = reader(request)
    shown = round_queries.round_detail(str(tournament_id), number, actor)
    context = {
        "tournament": seen.detail(str(tournament_id), actor),
        "round": shown,
        "printed": datetime.now(UTC),
        "seats": seats_by_name(shown) if what == "names" else [],
        "sides": ("over", "front"),
        "sheets": _sheets(request, shown) if what == "sheets" else [],
        "code": _code(request, "web:tournament", tournament_id) if what == "cards" else "",
        "digest": checkpoint_views.newest_for(f"tournament-{tournament_id}"),
    }
    return render(request, PAPERS[what], context)


def _sheets(request: HttpRequest, shown: RoundDetail) -> list[Scoresheet]:
    """A sheet for each table, with what its code leads to. In a draft there is nothing to lead to."""
    actor = reader(request)
    official = actor.official(seen.detail(shown.tournament, actor).club)
    found = round_queries.table_links(shown.tournament, shown.number, actor) if official and shown.published else []
    tokens = {each.match: each.token for each in found}
    return [_sheet(request, table, tokens.get(table.match or "")) for table in shown.tables]


def _sheet(request: HttpRequest, table: round_queries.TableDetail, token: str | None) -> Scoresheet:
    code = ""
    if token is not None:
        code = _code(request, "web:pad", token)
    elif table.match is not None:
        code = _code(request, "web:match", table.match)
    return Scoresheet(table, _games(table), code, token is not None)


def _code(request: HttpRequest, name: str, *ids: object) -> str:
    return qr_code(request.build_absolute_uri(reverse(name, args=ids)))


def _games(table: round_queries.TableDetail) -> list[str]:
    """The lines of a score sheet, one for each game. In a draft, which has no matches, one for each seat."""
    if table.match is None:
        return [str(number) for number, _ in enumerate(table.seats, 1)]
    return [f"{round_}.{game}" for round_, game in result_entry(table.match).places]


def seats_by_name(shown: RoundDetail) -> list[Seat]:
    """Everybody of the round by name."""
    found = [Seat(who, table.table, place) for table in shown.tables for place, who in enumerate(table.seats, 1)]
    found += [Seat(who) for who in (*shown.out, *shown.away)]
    return sorted(found, key=lambda each: each.name.casefold())
