"""What clubs offer to the reader's account, and what it has there: accepted, declined, given up, closed."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from league.clubs import services as club_services
from league.clubs.access import offers
from league.clubs.queries import find_club
from web.accounts.own_account import account_page
from web.clubs.people_forms import ROLES
from web.command_form import ShowRefusal
from web.page import Question, guard, is_sure, question_page, reader, rehearse


@require_POST
@guard
def accept_offer(request: HttpRequest, offer_id: UUID) -> HttpResponse:
    act = partial(offers.accept, offer_id=offer_id, actor=reader(request))
    return _answer(request, act, gettext("Accepted."))


@require_POST
@guard
def decline_offer(request: HttpRequest, offer_id: UUID) -> HttpResponse:
    act = partial(offers.end, offer_id=offer_id, actor=reader(request))
    return _answer(request, act, gettext("Declined."))


@require_POST
@guard
def give_up_role(request: HttpRequest, club_id: UUID, role: str) -> HttpResponse:
    """Ask, then remove a role of the reader's own."""
    actor = reader(request)
    text = gettext("You lose the role “{role}” in {club} and everything it allows.")
    question = Question(
        title=gettext("Give up the role"),
        text=text.format(role=ROLES.get(role, role), club=find_club(club_id).name),
        back=reverse("web:account"),
    )
    act = partial(club_services.give_up_role, club_id=club_id, role=role, actor=actor)
    return _answer(request, act, gettext("Role removed."), question)


@require_POST
@guard
def close_club(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Ask, then close a club in which the reader is alone."""
    text = gettext(
        "Nobody can change anything in {club} any more, and nobody can open it again. All of it stays readable."
    )
    question = Question(
        title=gettext("Close the club"),
        text=text.format(club=find_club(club_id).name),
        back=reverse("web:account"),
    )
    act = partial(club_services.close_club, club_id=club_id, actor=reader(request))
    return _answer(request, act, gettext("The club is closed."), question)


def _answer(
    request: HttpRequest, act: Callable[[], object], done: str, question: Question | None = None
) -> HttpResponse:
    """Act, after a question perhaps, and return to the account."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("web:account"))
    form = forms.Form({})
    with ShowRefusal(form):
        if question is not None and not is_sure(request):
            rehearse(act)
            return question_page(request, question)
        act()
        messages.success(request, done)
        return redirect("web:account")
    return account_page(request, form)
