"""The home page, club pages, the pages of a club's series, and the export of a club."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.errors import Phrase
from league.agenda.queries import coming_entries
from league.club_data.errors import MatchesRunning
from league.club_data.export import export_for
from league.clubs import installation
from league.clubs import services as club_services
from league.clubs.founding import may_found
from league.clubs.queries import ClubDetail, find_club, list_clubs, list_players, list_series, own_players
from league.common.actor import Actor, require_official, require_organiser
from league.matches.queries import totals
from league.matches.queries.list import list_matches
from league.ratings.queries import list_rated_games
from league.seasons import queries as season_queries
from league.tournaments.queries.error_messages import error_text
from league.tournaments.queries.list import list_tournaments
from web.accounts.set_up import set_up
from web.clubs.locale_forms import LocaleForm
from web.clubs.overview import first_steps, own_matches, running_places, with_leaders, with_scores
from web.clubs.people_forms import SeriesForm
from web.command_form import ShowRefusal, form_answer, require_sign_in
from web.conflict_form import has_conflict, rebuild_form, remember
from web.locales import use_common_zone
from web.page import form_page, guard, list_page, page, reader, render_form

MATCHES_ON_A_PAGE = 30
TOURNAMENTS_ON_A_PAGE = 100
RUNNING_ON_A_PAGE = 6
COMING_ON_A_PAGE = 8


@page
def home(request: HttpRequest) -> HttpResponseBase:
    """What the reader plays now, what runs and who leads, and the latest results. Before the first account: set-up."""
    new = installation.is_new()
    if new and not request.user.is_authenticated:
        return set_up(request)
    actor = reader(request)
    running = list_tournaments(actor, phase="running").first(RUNNING_ON_A_PAGE)
    context = {
        "clubs": list_clubs().first(),
        "rated_games": list_rated_games(),
        "places": running_places(actor),
        "own": own_matches(actor),
        "running": with_leaders(running, actor),
        "matches": with_scores(list_matches().first(10)),
        "new": new,
        "may_found": not request.user.is_authenticated or may_found(actor),
    }
    with use_common_zone():
        return render(request, "web/home.html", context)


@page
def club(request: HttpRequest, club_id: UUID) -> HttpResponse:
    actor = reader(request)
    matches, current = list_page(request, list_matches(club=club_id), MATCHES_ON_A_PAGE)
    tournaments = list_tournaments(actor, club=club_id).first(TOURNAMENTS_ON_A_PAGE)
    running = [each for each in tournaments if each.phase == "running"]
    context = {
        "club": find_club(club_id),
        "agenda": coming_entries(club_id, datetime.now(UTC), COMING_ON_A_PAGE),
        "demo": installation.demo_club() == club_id,
        "players": list_players(club=club_id).first(),
        "rated_games": list_rated_games(),
        "series": list_series(club=club_id).first(),
        "leagues": season_queries.list_leagues(club=club_id).first(TOURNAMENTS_ON_A_PAGE),
        "running": with_leaders(running[:RUNNING_ON_A_PAGE], actor),
        "coming": [each for each in tournaments if each.phase in ("draft", "open")],
        "tournaments": [each for each in tournaments if each.phase not in ("draft", "open")],
        "matches": with_scores(matches),
        "page": current,
        "steps": first_steps(club_id, actor, tournaments),
        "organiser": actor.organiser(str(club_id)),
        "official": actor.official(str(club_id)),
        "may_open": _may_open(actor, club_id),
    }
    return render(request, "web/club.html", context)


@form_page
@require_sign_in
def club_settings(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The club's time zone and language, for organisers."""
    actor, club = reader(request), find_club(club_id)
    require_organiser(actor, club.id, Phrase("change the club"))
    form = _settings_form(club, request.POST or None)
    if request.method == "POST" and has_conflict(form, request.POST):
        why = gettext("Somebody else changed the settings in the meantime. Review the current version and try again.")
        form = rebuild_form(partial(_settings_form, club), form, request.POST, why)
    if form.is_valid():
        with ShowRefusal(form):
            club_services.change_club(club_id=club_id, actor=actor, **msgspec.structs.asdict(form.locale))
            messages.success(request, gettext("Saved."))
            return redirect("web:club", club_id)
    crumbs = [(reverse("web:club", args=[club_id]), club.name)]
    return render_form(request, form, gettext("Club settings"), crumbs=crumbs, button=gettext("Save"))


def _settings_form(club: ClubDetail, data: Mapping[str, Any] | None = None) -> LocaleForm:
    form = LocaleForm(data, initial={"zone": club.zone, "language": club.language or ""})
    remember(form)
    return form


@page
def series(request: HttpRequest, series_id: UUID) -> HttpResponse:
    table = totals.standings(series_id)
    context = {
        "series": table,
        "matches": with_scores(list_matches(series=series_id).first(100)),
        "may_open": _may_open(reader(request), UUID(table.club)),
    }
    return render(request, "web/series.html", context)


def _may_open(actor: Actor, club_id: UUID) -> bool:
    """Whether the reader may open a match of the club: officials, and players for themselves."""
    return actor.official(str(club_id)) or bool(own_players(club_id, actor))


@form_page
@require_sign_in
def new_series(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Start a series of matches of one game."""
    actor, club = reader(request), find_club(club_id)
    require_official(actor, club.id, Phrase("start a series"))
    form = SeriesForm(request.POST or None)
    if form.is_valid():
        with ShowRefusal(form), form_answer(request) as answer:
            if not answer.repeated:
                started = club_services.start_series(
                    club_id=club_id, game=form.cleaned_data["game"], name=form.cleaned_data["name"], actor=actor
                )
                answer.body = str(started.pk)
            return redirect("web:series", answer.body)
    text = gettext("Matches of a series are of one game and share a standings table.")
    return render_form(request, form, form.title, text, crumbs=[(reverse("web:club", args=[club_id]), club.name)])


@page
def export(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """What is in the file, and links to it."""
    club = find_club(club_id)
    require_organiser(reader(request), club.id, Phrase("export the club"))
    return render(request, "web/club_export.html", {"club": club})


@require_safe
@guard
def export_file(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The file. While secrets of running matches forbid it, the page that says so and offers it without them."""
    without = request.GET.get("running") == "leave_out"
    try:
        done = export_for(club_id=club_id, actor=reader(request), without_running=without)
    except MatchesRunning as refusal:
        context = {"club": find_club(club_id), "error": error_text(refusal)}
        return render(request, "web/club_export.html", context, status=409)
    answer = HttpResponse(done.raw, content_type="application/x-ndjson")
    answer["Content-Disposition"] = 'attachment; filename="club.jsonl"'
    return answer
