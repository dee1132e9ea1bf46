"""The people of a tournament: found by name, checked in by one press, and forms for all who come and go."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league.common.names import name_key
from league.tournaments.queries import detail as seen
from league.tournaments.queries.detail import EntrantDetail
from web.command_form import CommandForm, new_key
from web.page import page, reader
from web.sharing import share
from web.tournaments.forms import FORMS
from web.tournaments.forms.base import TournamentContext
from web.tournaments.forms.entries import CheckIn, EnterPlayer, EnterTeam, WithdrawEntrant
from web.tournaments.views import TournamentCommand, list_forms, tournament_context

SHOWN = ("q", "show")  # parameters of the address, which stay when somebody is checked in
MISSING = "missing"
OFTEN = (EnterPlayer, EnterTeam, WithdrawEntrant)  # forms that are not folded


@page
@share(seen.public_version)
def entrants(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Everybody, or those whose name has `?q=` in it. `?show=missing` leaves out who is here."""
    return _entrants_page(request, tournament_context(str(tournament_id), reader(request)))


class EntrantsCommand(TournamentCommand):
    """Checks somebody in or out, or runs another form of the page of entrants, and stays there."""

    forms: ClassVar[Mapping[str, type[CommandForm[Any]]]] = {
        CheckIn.slug: CheckIn,
        **{slug: form for slug, form in FORMS.items() if form.section == "people"},
    }

    def page_address(self) -> str:
        kept = {name: self.request.GET[name] for name in SHOWN if self.request.GET.get(name)}
        address = reverse("web:entrants", args=[self.kwargs["tournament_id"]])
        return f"{address}?{urlencode(kept)}" if kept else address

    def next_address(self, slug: str, result: Any) -> str:
        return self.page_address()

    def render(
        self, context: TournamentContext, form: CommandForm[TournamentContext] | None = None, alert: str = ""
    ) -> HttpResponse:
        return _entrants_page(self.request, context, form, alert)


def _entrants_page(
    request: HttpRequest,
    context: TournamentContext,
    failed: CommandForm[TournamentContext] | None = None,
    alert: str = "",
) -> HttpResponse:
    every = sorted(context.tournament.entrants, key=lambda each: (each.name or "").casefold())
    staying = [each for each in every if each.status != "withdrawn"]
    checks = context.official and not context.over
    forms = list_forms(context, but="" if failed is None else failed.slug)["people"]
    wanted, missing = request.GET.get("q", "").strip(), checks and request.GET.get("show") == MISSING
    values = {
        "tournament": context.tournament,
        "checks": checks,
        "organiser": context.organiser,
        "over": context.over,
        "entrants": [each for each in _find(staying, wanted) if not (missing and each.present)],
        "gone": _find([each for each in every if each.status == "withdrawn"], wanted),
        "here": sum(each.present for each in staying),
        "total": len(staying),
        "away": sum(not each.present for each in staying),
        "q": wanted,
        "missing": missing,
        "failed": failed,
        "checking": CheckIn.slug,
        "often": [form for form in forms if isinstance(form, OFTEN)],
        "seldom": [form for form in forms if not isinstance(form, OFTEN)],
        "alert": alert,
        "key": new_key(),
    }
    return render(request, "web/entrants.html", values, status=422 if failed or alert else 200)


def _find(entrants: Sequence[EntrantDetail], wanted: str) -> list[EntrantDetail]:
    """Those with the text *wanted* in their name, or in that of one of their players."""
    text = name_key(wanted)
    return [each for each in entrants if any(text in name_key(name or "") for name in _names(each))]


def _names(entrant: EntrantDetail) -> list[str | None]:
    return [entrant.name, entrant.stand_in, *(player.name for player in entrant.players)]
