"""The pages for the settings of a tournament."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from league.tournaments.queries import settings as tournament_settings
from web.command_form import CommandForm, CommandPage, sign_in_address
from web.conflict_form import rebuild_form
from web.page import reader
from web.tournaments.forms.settings.form import SettingsContext, SettingsForm
from web.tournaments.views import CONFLICT, address, tournament_context


class SettingsPage(CommandPage[SettingsContext]):
    """Shows a part of the settings, and changes those that are sent."""

    http_method_names = ["get", "head", "post"]
    forms = {SettingsForm.slug: SettingsForm}
    conflict = CONFLICT

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect(sign_in_address(request.path))
        return self._render(SettingsForm(self.load()))

    def page_address(self) -> str:
        return address(self.kwargs["tournament_id"])

    def load(self) -> SettingsContext:
        tournament_id, actor = str(self.kwargs["tournament_id"]), reader(self.request)
        tournament = tournament_context(tournament_id, actor)
        tournament.require_organiser()
        sheet = tournament_settings.settings_sheet(tournament_id, actor)
        return SettingsContext(**vars(tournament), sheet=sheet, part=self.kwargs.get("part", ""))

    def render_invalid(self, context: SettingsContext, form: CommandForm[SettingsContext]) -> HttpResponse:
        """An incomplete or outdated form is shown again with the reason."""
        if not {"revision", "key"}.isdisjoint(form.errors):
            text = gettext("Part of the form is missing, so nothing was saved. Send it again.")
        elif form.cleaned_data["revision"] != context.revision:
            text = gettext(self.conflict)
        else:
            return self.render(context, form)
        build = partial(SettingsForm, context)
        return self.render(context, rebuild_form(build, SettingsForm(context), self.request.POST, text))

    def render(
        self, context: SettingsContext, form: CommandForm[SettingsContext] | None = None, alert: str = ""
    ) -> HttpResponse:
        assert form is not None  # noqa: S101 - its form always fits
        return self._render(form, status=422)

    def _render(self, form: CommandForm[SettingsContext], *, status: int = 200) -> HttpResponse:
        context = form.context
        values = {"form": form, "tournament": context.tournament, "over": context.over}
        return render(self.request, "web/tournament_settings.html", values, status=status)
