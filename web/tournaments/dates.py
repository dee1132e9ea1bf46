"""The dates of a tournament: when and where it is, its rounds, postponed matches, and those that are overdue."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league.agenda.queries import dates_sheet
from web.command_form import CommandForm
from web.page import page, reader
from web.tournaments.forms.base import TournamentContext
from web.tournaments.forms.dates import ScheduleRound, ScheduleTable, ScheduleTournament
from web.tournaments.views import CONFLICT, TournamentCommand, tournament_context

FORMS = (ScheduleTournament, ScheduleRound, ScheduleTable)


@page
def dates(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    return _dates_page(request, tournament_context(str(tournament_id), reader(request)))


class DatesCommand(TournamentCommand):
    """Runs a form of the page of dates, and stays there."""

    forms: ClassVar[Mapping[str, type[CommandForm[Any]]]] = {form.slug: form for form in FORMS}
    conflict = CONFLICT

    def page_address(self) -> str:
        return reverse("web:dates", args=[self.kwargs["tournament_id"]])

    def next_address(self, slug: str, result: Any) -> str:
        return self.page_address()

    def render(
        self, context: TournamentContext, form: CommandForm[TournamentContext] | None = None, alert: str = ""
    ) -> HttpResponse:
        return _dates_page(self.request, context, form, alert)


def _dates_page(
    request: HttpRequest,
    context: TournamentContext,
    failed: CommandForm[TournamentContext] | None = None,
    alert: str = "",
) -> HttpResponse:
    classes = [each for each in FORMS if context.organiser and each.fits(context)]
    forms = [failed if failed is not None and failed.slug == each.slug else each(context) for each in classes]
    values = {
        "tournament": context.tournament,
        "official": context.official,
        "sheet": dates_sheet(context.tournament.id, context.actor, datetime.now(UTC)),
        "forms": forms,
        "failed": failed,
        "alert": alert,
    }
    return render(request, "web/dates.html", values, status=422 if failed or alert else 200)
