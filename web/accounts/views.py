"""Pages by which people get an account, a club or a player, and the page of their own tournaments."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from league.clubs import accounts, invitations
from league.clubs import services as club_services
from league.clubs.errors import InvitationSpent
from league.common import listing as common_listing
from league.common.translation import said
from league.tournaments.queries import next_steps
from web.clubs.people import REFUSED, form_page
from web.clubs.people_forms import ClubForm, SignUpForm, act
from web.command_form import new_key, signed_in
from web.page import problem, reader
from web.throttling import too_many_invited, too_many_sign_ups

MOST_TOURNAMENTS = 50  # of a player


@form_page
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account, and be signed in."""
    form = SignUpForm(request.POST or None)
    if request.method == "POST":
        refused = too_many_sign_ups(request)
        if refused is not None:
            return refused
        account = act(form, lambda: accounts.sign_up(**_sent(form)))
        if account is not None:
            login(request, account)
            return redirect("web:home")
    return _form(request, form, gettext("Make an account"))


@form_page
def found_club(request: HttpRequest) -> HttpResponse:
    """Found a club, and be its organiser."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    form = ClubForm(request.POST or None)
    actor = reader(request)
    if request.method == "POST":
        club = act(form, lambda: club_services.create_club(actor=actor, **form.cleaned_data))
        if club is not None:
            return redirect("web:people", club.pk)
    return _form(request, form, gettext("Found a club"))


@form_page
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Become the player of an invitation, with the account one has or with a new one."""
    try:
        invited = invitations.get_invited_player(token)
    except InvitationSpent as error:
        return problem(request, 410, said(error.text, error.params))
    has_account = request.user.is_authenticated
    form = Form({}) if has_account else SignUpForm(request.POST or None)
    if request.method == "POST":
        refused = None if has_account else too_many_invited(request)
        if refused is not None:
            return refused
        if has_account:
            accepted = act(form, lambda: invitations.accept(token=token, actor=reader(request)))
        else:
            accepted = act(form, lambda: invitations.accept_with_new_account(token=token, **_sent(form)))
            if accepted is not None:
                login(request, accepted)
        if accepted is not None:
            messages.success(request, gettext("You are a player of the club now."))
            return redirect("web:player", invited.pk)
    status = REFUSED if request.method == "POST" else 200
    return render(request, "web/invitation.html", {"invited": invited, "form": form}, status=status)


def _sent(form: SignUpForm) -> dict[str, str]:
    return {"username": form.cleaned_data["username"], "password": form.cleaned_data["password1"]}


def _form(request: HttpRequest, form: object, title: str) -> HttpResponse:
    status = REFUSED if request.method == "POST" else 200
    return render(request, "web/form.html", {"form": form, "title": title}, status=status)


@require_http_methods(["GET", "HEAD"])
@signed_in
def me(request: HttpRequest) -> HttpResponse:
    """The reader's players, their tournaments, and the next table and seat in each that runs."""
    actor = reader(request)
    found: dict[str, dict[str, Any]] = {}
    for player in sorted(actor.players):
        listing = common_listing.tournaments(actor, player=UUID(player))
        for each in listing.written(listing.rows.order_by(*listing.ordering)[:MOST_TOURNAMENTS]):
            found[each["id"]] = each
    shown = sorted(found.values(), key=lambda each: each["created_at"], reverse=True)
    for each in shown:
        running = each["phase"] in ("open", "running")
        each["places"] = next_steps.own_places(each["id"], actor) if running else []
    return render(request, "web/me.html", {"tournaments": shown, "players": bool(actor.players), "key": new_key()})
