"""Pages to sign in and up, to found a club or become a player, and the page of one's own tournaments."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.views import LoginView, LogoutView
from django.forms import BaseForm, Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from league.club_data import password_links
from league.club_data.errors import AccountHoldsHand
from league.clubs import accounts, installation, invitations
from league.clubs.access import offers
from league.clubs.errors import InvitationSpent, PasswordLinkSpent
from league.clubs.founding import found_club, require_founder
from league.clubs.tokens import announce_end
from league.common.actor import Actor
from league.common.translation import translate
from league.tournaments.queries import next_steps
from web.accounts.notices import end_pushes
from web.clubs.overview import own_matches, own_tournaments, running_places
from web.clubs.people_forms import ClubForm, SignUpForm
from web.command_form import ShowRefusal, new_key, require_sign_in
from web.locales import use_common_zone
from web.matches.header import own_address
from web.page import REFUSED, account_id, count_towards_quota, form_page, problem_page, reader, render_form
from web.throttling import refuse_locked, throttle


class SignIn(LoginView):
    """Signs in and comes back to where the reader was, or shows them their table."""

    template_name = "web/sign_in.html"

    def get_default_redirect_url(self) -> str:
        return own_table_address(reader(self.request)) or reverse("web:home")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if (refused := throttle(request, "sign_in")) is not None:
            return refused
        answer = super().post(request, *args, **kwargs)
        return refuse_locked(request) or answer


class SignOut(LogoutView):
    """Ends the session, and at once the feeds that it listens to and push messages to this browser."""

    next_page = "web:home"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        account = account_id(request) if request.user.is_authenticated else None
        if account is not None:
            end_pushes(request)
        answer = super().post(request, *args, **kwargs)
        if account is not None:
            announce_end(account)
        return answer


@form_page
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account, and be signed in. The first account comes with a club."""
    if installation.is_new():
        return redirect("web:set-up")
    if request.method == "POST" and (refused := throttle(request, "sign_up")):
        return refused
    form = SignUpForm(request.POST or None)
    if form.is_valid():
        with ShowRefusal(form):
            login(request, accounts.sign_up(**_credentials(form)))
            return redirect(_safe_next(request) or "web:home")
    return render_form(request, form, gettext("Create an account"))


@form_page
@require_sign_in
def new_club(request: HttpRequest) -> HttpResponse:
    """Found a club, and be its organiser. The first one comes with an account, which the demo club has not."""
    if installation.is_new():
        return redirect("web:set-up")
    require_founder(reader(request))
    form = ClubForm(request.POST or None)
    if form.is_valid():
        with ShowRefusal(form), count_towards_quota(request, "clubs"):
            name, zone, language = form.cleaned_data["name"], form.locale.zone, form.locale.language
            founded = found_club(name=name, zone=zone, language=language, actor=reader(request))
            return redirect("web:people", founded.pk)
    return render_form(request, form, gettext("Found a club"))


@form_page
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Become the player of an invitation, with the account one has or with a new one."""
    try:
        invited = invitations.get_invited_player(token)
    except InvitationSpent as error:
        return problem_page(request, 410, translate(error.text, error.params))
    has_account, sent = request.user.is_authenticated, request.method == "POST"
    if sent and not has_account and (refused := throttle(request, "invited")):
        return refused
    form: BaseForm = Form({}) if has_account else SignUpForm(request.POST or None)
    if sent and form.is_valid():
        if not has_account and (refused := throttle(request, "invitation", str(invited.pk))):
            return refused
        with ShowRefusal(form):
            if has_account:
                invitations.accept(token=token, actor=reader(request))
            else:
                login(request, invitations.accept_with_new_account(token=token, **_credentials(form)))
            messages.success(request, gettext("You’re now a player in the club."))
            return redirect("web:player", invited.pk)
    context = {"invited": invited, "form": form}
    return render(request, "web/invitation.html", context, status=REFUSED if sent else 200)


@form_page
def new_password(request: HttpRequest, token: str) -> HttpResponse:
    """Set a new password by a link that an organiser has made, and be signed in."""
    try:
        link = password_links.find_link(token)
    except PasswordLinkSpent as error:
        return problem_page(request, 410, translate(error.text, error.params))
    except AccountHoldsHand as error:
        return problem_page(request, 409, translate(error.text, error.params))
    if request.method == "POST" and (refused := throttle(request, "sign_in")):
        return refused
    form = SetPasswordForm(link.account, request.POST or None)
    names = {"name": link.account.username, "maker": link.made_by and link.made_by.username}
    if form.is_valid():
        with ShowRefusal(form):
            login(request, password_links.use_link(token=token, password=form.cleaned_data["new_password1"]))
            text = gettext(
                "{name} has a new password, by the link that {maker} created. The link no longer works, and the "
                "account was signed out everywhere else."
            )
            messages.success(request, text.format(**names))
            return redirect("web:account")
    text = gettext("{maker} created this link for the account {name}. It works once.").format(**names)
    return render_form(request, form, gettext("Set a new password"), text)


def _credentials(form: BaseForm) -> dict[str, str]:
    return {"username": form.cleaned_data["username"], "password": form.cleaned_data["password1"]}


def own_table_address(actor: Actor) -> str | None:
    """The play page or match page of the table at which the reader plays now. None if no round waits for them."""
    for _, place in running_places(actor):
        if place.match is not None and not place.done and place.status == "active":
            return own_address(place.match)
    return None


def _safe_next(request: HttpRequest) -> str:
    """The address of this service that the form was opened to come back to; empty if it has none."""
    back = request.GET.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return back if safe else ""


@require_http_methods(["GET", "HEAD"])
@require_sign_in
def me(request: HttpRequest) -> HttpResponse:
    """The reader's players, their tournaments, and the next table and seat in each that runs."""
    actor = reader(request)
    shown = [
        (each, next_steps.own_places(each.id, actor) if each.phase in ("open", "running") else [])
        for each in own_tournaments(actor)
    ]
    context = {
        "tournaments": shown,
        "own": own_matches(actor),
        "players": bool(actor.players),
        "offers": offers.list_own_offers(account_id(request)),
        "key": new_key(),
    }
    with use_common_zone():
        return render(request, "web/me.html", context)
