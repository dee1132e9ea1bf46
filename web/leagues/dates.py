"""The dates of a season: evenings, tournaments, rounds and postponed matches week by week, and what is overdue."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league.agenda.season_calendar import season_calendar
from league.common.actor import Actor
from web.command_form import CommandForm
from web.leagues.date_forms import FORMS, DatesContext
from web.leagues.views import LeagueCommand, league_context
from web.page import page, reader


@page
def season_dates(request: HttpRequest, league_id: UUID, number: int) -> HttpResponse:
    return _dates_page(request, _context(str(league_id), number, reader(request)))


class SeasonDatesCommand(LeagueCommand):
    """Runs a form of the page of dates, and stays there."""

    http_method_names = ["post"]
    forms = FORMS

    def page_address(self) -> str:
        return reverse("web:season-dates", args=[self.kwargs["league_id"], self.kwargs["number"]])

    def next_address(self, slug: str, result: Any) -> str:
        return self.page_address()

    def load(self) -> DatesContext:
        return _context(str(self.kwargs["league_id"]), self.kwargs["number"], reader(self.request))

    def render(self, context: Any, form: CommandForm[Any] | None = None, alert: str = "") -> HttpResponse:
        return _dates_page(self.request, context, form, alert)


def _context(league_id: str, number: int, actor: Actor) -> DatesContext:
    shown = league_context(league_id, number, actor)
    return DatesContext(**vars(shown), calendar=season_calendar(league_id, number, actor, datetime.now(UTC)))


def _dates_page(
    request: HttpRequest, context: DatesContext, failed: CommandForm[Any] | None = None, alert: str = ""
) -> HttpResponse:
    offered = [each for each in FORMS.values() if context.organiser and each.fits(context)]
    values = {
        "league": context.league,
        "season": context.season,
        "calendar": context.calendar,
        "alert": alert,
        "forms": [failed if failed is not None and failed.slug == each.slug else each(context) for each in offered],
    }
    return render(request, "web/season_dates.html", values, status=422 if failed or alert else 200)
