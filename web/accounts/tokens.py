"""The tokens of the reader's account: a new one for a program, shown once, and their end."""

from functools import partial

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import gettext_noop
from league.clubs import tokens
from web.command_form import KeyedForm, ShowRefusal, answer_before, form_answer, new_key, require_sign_in
from web.page import REFUSED, Question, account_id, guard, is_sent, is_sure, question_page, rehearse

TERMS = (30, 90, 366)  # days


class TokenForm(KeyedForm):
    """What a new token is for, what it may do, and for how long."""

    text = gettext_noop("New API token")
    name = forms.CharField(label=gettext_lazy("What it is for"), max_length=tokens.LONGEST_NAME)
    scope = forms.ChoiceField(
        label=gettext_lazy("What it may do"),
        choices=lambda: [(each.value, gettext(tokens.SCOPE_TEXTS[each])) for each in tokens.SCOPES],
        widget=forms.RadioSelect,
        initial=tokens.SCOPES[0].value,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("How long"),
        choices=lambda: [(each, ngettext("{n} day", "{n} days", each).format(n=each)) for each in TERMS],
        coerce=int,
        initial=tokens.DAYS,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@require_sign_in
def new_token(request: HttpRequest) -> HttpResponse:
    """Make a token. It is in the answer to the form, and nowhere after that."""
    form = TokenForm(request.POST if is_sent(request) else None, initial={"key": new_key()})
    if form.is_bound and form.is_valid():
        if answer_before(request) is not None:
            return _already_shown(request)
        given = {name: form.cleaned_data[name] for name in ("name", "scope", "days")}
        with ShowRefusal(form):
            with form_answer(request) as once:
                made = None if once.repeated else tokens.create_named_token(account_id=account_id(request), **given)
            if made is None:
                return _already_shown(request)
            answer = render(request, "web/new_token.html", {"token": made, "name": given["name"]})
            answer["Cache-Control"] = "no-store"  # of a secret no browser keeps a copy
            return answer
    return render(request, "web/new_token.html", {"form": form}, status=REFUSED if form.is_bound else 200)


def _already_shown(request: HttpRequest) -> HttpResponse:
    messages.info(request, gettext("This token was shown already. Revoke it if you have lost it."))
    return redirect("web:account")


@require_POST
@guard
def revoke(request: HttpRequest, beginning: str) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("web:account"))
    run = partial(tokens.revoke_token, request.user, beginning=beginning)
    if not is_sure(request):
        rehearse(run)
        text = gettext("Programs that use the token {beginning}… can no longer sign in.").format(beginning=beginning)
        question = Question(title=gettext("Revoke the token"), text=text, back=reverse("web:account"))
        return question_page(request, question)
    run()
    messages.success(request, gettext("Token revoked."))
    return redirect("web:account")
