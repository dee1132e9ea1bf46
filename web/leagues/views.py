"""The page of a league: a season's table, its events and divisions, and forms for organisers."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.errors import Phrase, gettext_noop
from league.clubs.sessions import Actor
from league.common import listing
from league.errors import LeagueError, NotAllowed
from league.eventlog.errors import StreamMovedOn
from league.integrity import checkpoint_views
from league.seasons import queries as seen
from league.seasons import queries__season_export as season_export
from league.seasons import services as season_services
from league.tournaments.queries import settings__tournament_presets as tournament_presets
from league.tournaments.queries.error_messages import told
from web.command_form import Command, do_once, new_key
from web.conflict_form import anew
from web.leagues.forms import ACTS, Act, Desk
from web.page import guarded, page, reader

MOST_CHOICES = 2000  # players and tournaments to choose from


class New(Command):
    """A new league of a game."""

    text = gettext_noop("New league")

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"key": new_key()})
        self.fields["called"] = forms.CharField(label=gettext("Name"), max_length=200)
        games = [(each["slug"], each["name"]) for each in tournament_presets.games()]
        self.fields["game"] = forms.ChoiceField(label=gettext("Game"), choices=games)


def signed_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page for those who are signed in; others are asked to sign in."""

    def shown(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            back = reverse("web:league", args=[kwargs["league_id"]]) if "league_id" in kwargs else request.path
            return redirect(f"{reverse('web:sign-in')}?next={back}")
        return view(request, **kwargs)

    return guarded(shown)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Found a league of the club."""
    actor, club = reader(request), listing.one_club(club_id)
    _require_organiser(actor, club["id"])
    form = New(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        given = {"club_id": club_id, "name": form.cleaned_data["called"], "game": form.cleaned_data["game"]}
        try:
            return redirect("web:league", do_once(request, lambda: season_services.create(actor=actor, **given).id))
        except LeagueError as refusal:
            form.add_error(None, told(refusal))
    context = {"title": form.title, "form": form}
    return render(request, "web/form.html", context, status=422 if form.is_bound else 200)


@page
def league(request: HttpRequest, league_id: UUID) -> HttpResponse:
    """A season, the latest if `?season=` names none; `?provisional=1` with the events that run."""
    actor = reader(request)
    return _shown(request, _desk(str(league_id), _number(request.GET.get("season")), actor), actor)


@page
def table_paper(request: HttpRequest, league_id: UUID, number: int) -> HttpResponse:
    """The tables of a season, to be printed."""
    shown = seen.season_table(str(league_id), number, reader(request), provisional=_provisional(request))
    context = {"table": shown, "provisional": shown["provisional"], "digest": checkpoint_views.digest()}
    return render(request, "web/paper_season.html", context)


@require_safe
@guarded
def table_csv(request: HttpRequest, league_id: UUID, number: int) -> HttpResponse:
    """The tables of a season, to be saved."""
    text = season_export.season_table_csv(str(league_id), number, reader(request), provisional=_provisional(request))
    answer = HttpResponse(text, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="season.csv"'
    return answer


def _provisional(request: HttpRequest) -> bool:
    """Whether the events that run are asked for, too."""
    return request.GET.get("provisional") == "1"


@require_POST
@signed_in
def do(request: HttpRequest, league_id: UUID, act: str) -> HttpResponse:
    """Do what a form of the page asks; if that is refused, show the page with the form as it was, and why."""
    if act not in ACTS:
        raise Http404
    actor = reader(request)
    number = _number(request.POST.get("season"))
    desk = _desk(str(league_id), number, actor)
    _require_organiser(actor, desk.league["club"])
    form = ACTS[act](desk, request.POST)
    if form.is_valid():
        try:
            do_once(request, lambda: form.do(actor))
        except NotAllowed:
            raise
        except StreamMovedOn:
            desk = _desk(str(league_id), number, actor)
            why = gettext("Somebody else changed the league meanwhile. Look at it as it is now.")
            form = anew(partial(ACTS[act], desk), ACTS[act](desk), request.POST, why)
        except LeagueError as refusal:
            form.refuse(refusal)
        else:
            shown = "" if act == "open" or number is None else f"?season={number}"
            return redirect(reverse("web:league", args=[league_id]) + shown)
    return _shown(request, desk, actor, form, status=422)


def _require_organiser(actor: Actor, club: str) -> None:
    if not actor.organiser(club):
        raise NotAllowed(act=Phrase("run a league"), why=Phrase("that is for organisers of the club"))


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def _desk(league_id: str, number: int | None, actor: Actor) -> Desk:
    detail = seen.league_detail(league_id, actor)
    season = (
        seen.season_detail(league_id, number or len(detail["seasons"]), actor) if number or detail["seasons"] else None
    )
    if not actor.organiser(detail["club"]):
        return Desk(detail, season, (), ())
    club = UUID(detail["club"])
    players, found = listing.players(actor, club=club), listing.tournaments(actor, club=club, game=detail["game"])
    attached = {each["tournament"] for each in season["events"]} if season else set()
    tournaments = found.written(found.rows.order_by(*found.ordering)[:MOST_CHOICES])
    return Desk(
        detail,
        season,
        players.written(players.rows.order_by(*players.ordering)[:MOST_CHOICES]),
        [each for each in tournaments if each["id"] not in attached],
    )


def _shown(
    request: HttpRequest, desk: Desk, actor: Actor, failed: Act | None = None, status: int = 200
) -> HttpResponse:
    provisional = _provisional(request)
    season, table = desk.season, None
    if season is not None:
        table = seen.season_table(desk.league["id"], season["number"], actor, provisional=provisional)
    organiser = actor.organiser(desk.league["club"])
    context = {
        "league": desk.league,
        "season": season,
        "table": table,
        "provisional": provisional,
        "failed": failed,
        "forms": [act(desk) for act in ACTS.values() if organiser and act.fits(desk) and type(failed) is not act],
    }
    return render(request, "web/league.html", context, status=status)
