"""The reader's own account: its password, and how to close it."""

from django import forms
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST

from league.club_data import password_links
from league.clubs import accounts
from league.clubs.access import offers
from league.clubs.access.queries import list_own_changes
from league.clubs.queries import list_own_places
from league.clubs.tokens import SCOPE_TEXTS, Scope, list_tokens
from web.command_form import ShowRefusal, require_sign_in
from web.page import REFUSED, Question, account_id, form_page, guard, is_sure, question_page, render_form
from web.throttling import throttle

LAST = 5  # links for a new password
MOST_CHANGES = 20  # of players and roles


class CloseForm(forms.Form):
    """The password again, and a confirmation."""

    password = forms.CharField(
        label=gettext_lazy("Password"), max_length=128, strip=False, widget=forms.PasswordInput(render_value=False)
    )
    sure = forms.BooleanField(label=gettext_lazy("I understand that this can’t be undone."))


@form_page
@require_sign_in
def account(request: HttpRequest) -> HttpResponse:
    """What clubs offer to the account and what it has there, its tokens, and the ways to change and to close it."""
    return account_page(request)


def account_page(request: HttpRequest, refused: forms.Form | None = None) -> HttpResponse:
    """The page of the account, with the reasons why something was refused."""
    account = account_id(request)
    context = {
        "offers": offers.list_own_offers(account),
        "places": list_own_places(account),
        "tokens": [(each, gettext(SCOPE_TEXTS[Scope(each.scope)])) for each in list_tokens(account)],
        "links": password_links.list_own_links(account).first(LAST),
        "changes": list_own_changes(account)[:MOST_CHANGES],
        "objection": refused and refused.non_field_errors(),
    }
    return render(request, "web/account.html", context, status=REFUSED if refused else 200)


@require_POST
@guard
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("web:account"))
    if not is_sure(request):
        text = gettext("All your browsers and phones are signed out, this one too, and all tokens are revoked.")
        question = Question(title=gettext("Sign out everywhere"), text=text, back=reverse("web:account"))
        return question_page(request, question)
    accounts.sign_out_everywhere(request.user)
    logout(request)
    messages.success(request, gettext("You’re signed out everywhere."))
    return redirect("web:sign-in")


@form_page
def password(request: HttpRequest) -> HttpResponse:
    """Change the password. This browser stays signed in, everything else is signed out."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if request.method == "POST" and (refused := throttle(request, "confirm")):
        return refused
    form = PasswordChangeForm(request.user, request.POST or None)
    if form.is_valid():
        old, new = form.cleaned_data["old_password"], form.cleaned_data["new_password1"]
        with ShowRefusal(form):
            changed = accounts.change_password(account_id=account_id(request), old=old, new=new)
            update_session_auth_hash(request, changed)
            messages.success(request, gettext("Your password has been changed. All tokens have been revoked."))
            return redirect("web:account")
    return render_form(request, form, gettext("Change your password"), crumbs=account_crumbs())


@form_page
@require_sign_in
def close(request: HttpRequest) -> HttpResponse:
    if request.method == "POST" and (refused := throttle(request, "confirm")):
        return refused
    form = CloseForm(request.POST or None)
    if form.is_valid():
        with ShowRefusal(form):
            accounts.close(account_id=account_id(request), password=form.cleaned_data["password"])
            logout(request)
            messages.success(request, gettext("Your account has been deleted."))
            return redirect("web:home")
    text = gettext(
        "This deletes your name, password, tokens and roles. Your players in clubs stay, without an "
        "account. To be removed there too, erase yourself on each player page first."
    )
    return render_form(request, form, gettext("Delete your account"), text, crumbs=account_crumbs(), destroys=True)


def account_crumbs() -> list[tuple[str, str]]:
    """The way down to what is changed of an account."""
    return [(reverse("web:account"), gettext("My account"))]
