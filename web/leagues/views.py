"""The page of a league: a season's table, its events and divisions, and forms for organisers."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import gettext_noop
from league.club_data.handbook.pdf import NAME as HANDBOOK
from league.club_data.handbook.pdf import handbook_file
from league.clubs.queries import find_club, list_players
from league.common.actor import Actor, require_organiser
from league.integrity import checkpoint_views
from league.seasons import queries as seen
from league.seasons import services as season_services
from league.tournaments.queries import settings as tournament_presets
from league.tournaments.queries.list import list_tournaments
from web.command_form import (
    CommandForm,
    CommandPage,
    KeyedForm,
    ShowRefusal,
    form_answer,
    new_key,
    require_sign_in,
    sign_in_address,
)
from web.leagues.forms import FORMS, LeagueContext, LeagueForm, OpenSeason, SeasonRulesForm
from web.page import LIST, REFUSED, download, guard, page, parse_number, reader, render_form

MOST_CHOICES = 2000  # players and tournaments to choose from


class NewLeague(KeyedForm):
    text = gettext_noop("New league")

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"key": new_key()})
        self.fields["called"] = forms.CharField(label=pgettext("of a thing", "Name"), max_length=200)
        games = tournament_presets.games()
        self.fields["game"] = forms.ChoiceField(label=gettext("Game"), choices=games)


@require_http_methods(["GET", "HEAD", "POST"])
@require_sign_in
def new_league(request: HttpRequest, club_id: UUID) -> HttpResponse:
    actor, club = reader(request), find_club(club_id)
    require_organiser(actor, club.id, season_services.RUN)
    form = NewLeague(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        name, game = form.cleaned_data["called"], form.cleaned_data["game"]
        with ShowRefusal(form):
            with form_answer(request) as answer:
                if not answer.repeated:
                    answer.body = season_services.create(club_id=club_id, name=name, game=game, actor=actor).id
            return redirect("web:league", answer.body)
    return render_form(request, form, form.title, crumbs=[(reverse("web:club", args=[club_id]), club.name)])


@page
def league(request: HttpRequest, league_id: UUID) -> HttpResponse:
    """A season, the latest if `?season=` names none; `?provisional=1` with the events that run."""
    actor = reader(request)
    return league_page(request, league_context(str(league_id), parse_number(request.GET.get("season")), actor))


@page
def table_paper(request: HttpRequest, league_id: UUID, number: int) -> HttpResponse:
    """The tables of a season, for printing."""
    shown = seen.season_table(str(league_id), number, reader(request), provisional=_provisional(request))
    digest = checkpoint_views.newest_for(f"league-{league_id}")
    context = {"table": shown, "provisional": shown.provisional, "digest": digest}
    return render(request, "web/paper_season.html", context)


@require_safe
@guard
def table_file(request: HttpRequest, league_id: UUID, number: int, name: str) -> HttpResponse:
    """The tables of a season as a file for spreadsheets, or its handbook."""
    if name == HANDBOOK:
        return download(handbook_file(str(league_id), number, reader(request)))
    asked = _provisional(request)
    return download(seen.season_file(str(league_id), number, name, reader(request), provisional=asked))


def _provisional(request: HttpRequest) -> bool:
    return request.GET.get("provisional") == "1"


class LeagueCommand(CommandPage[LeagueContext]):
    """Runs a form of the league page, and shows those that have a page of their own."""

    http_method_names = ["get", "head", "post"]
    longest_body = LIST
    forms = FORMS
    conflict = gettext_noop(
        "Somebody else changed the league in the meantime. Review the current version and try again."
    )

    @property
    def number(self) -> int | None:
        return parse_number(self.request.POST.get("season") or self.request.GET.get("season"))

    def get(self, request: HttpRequest, act: str, **kwargs: Any) -> HttpResponse:
        form_class = FORMS.get(act)
        if form_class is None or not issubclass(form_class, SeasonRulesForm):
            raise Http404
        if not request.user.is_authenticated:
            return redirect(sign_in_address(request.get_full_path()))
        context = self.load()
        context.require(form_class)
        return self.show(form_class(context)) if form_class.fits(context) else redirect(self.page_address())

    def page_address(self) -> str:
        return reverse("web:league", args=[self.kwargs["league_id"]])

    def next_address(self, slug: str, result: Any) -> str:
        latest = slug == OpenSeason.slug or self.number is None
        return self.page_address() + ("" if latest else f"?season={self.number}")

    def load(self) -> LeagueContext:
        return league_context(str(self.kwargs["league_id"]), self.number, reader(self.request))

    def render(
        self, context: LeagueContext, form: CommandForm[LeagueContext] | None = None, alert: str = ""
    ) -> HttpResponse:
        if isinstance(form, SeasonRulesForm):
            return self.show(form, status=REFUSED)
        return league_page(self.request, context, form, alert, status=REFUSED)

    def show(self, form: LeagueForm, status: int = 200) -> HttpResponse:
        """The page with only this form."""
        values = {"form": form, "league": form.context.league}
        return render(self.request, "web/season_rules.html", values, status=status)


def league_context(league_id: str, number: int | None, actor: Actor) -> LeagueContext:
    detail = seen.league_detail(league_id, actor)
    season = seen.season_detail(league_id, number or len(detail.seasons), actor) if number or detail.seasons else None
    if not actor.organiser(detail.club):
        return LeagueContext(actor=actor, league=detail, season=season, players=(), tournaments=())
    club = UUID(detail.club)
    players, found = list_players(actor, club=club), list_tournaments(actor, club=club, game=detail.game)
    attached = {each.tournament for each in season.events} if season else set()
    tournaments = found.first(MOST_CHOICES)
    return LeagueContext(
        actor=actor,
        league=detail,
        season=season,
        players=players.first(MOST_CHOICES),
        tournaments=[each for each in tournaments if each.id not in attached],
    )


def league_page(
    request: HttpRequest,
    context: LeagueContext,
    failed: CommandForm[LeagueContext] | None = None,
    alert: str = "",
    *,
    status: int = 200,
) -> HttpResponse:
    """The league page, with the form that *failed* first."""
    provisional = _provisional(request)
    season, table = context.season, None
    if season is not None:
        table = seen.season_table(context.league.id, season.number, context.actor, provisional=provisional)
    offered = [form for form in FORMS.values() if context.organiser and form.fits(context)]
    pages = [form for form in offered if issubclass(form, SeasonRulesForm)]
    values = {
        "league": context.league,
        "season": season,
        "table": table,
        "provisional": provisional,
        "alert": alert,
        "failed": failed,
        "pages": [(form.slug, gettext(form.text)) for form in pages],
        "forms": [form(context) for form in offered if form not in pages and type(failed) is not form],
    }
    return render(request, "web/league.html", values, status=status)
