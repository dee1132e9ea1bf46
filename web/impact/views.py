"""What will change: the page between a form that corrects or rules and its being done."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.errors import Refused
from league.common.translation import said
from league.errors import LeagueError, NotAllowed
from league.eventlog.errors import StreamMovedOn
from league.impact.queries import effects as foreseen
from league.impact.services import POLICIES
from league.matches.queries.games import game
from web.appeals.forms import Rule
from web.appeals.views import desk_of, refused
from web.matches.forms import ACTS, Decision
from web.matches.views import sheet_of, shown
from web.page import guarded, reader

KEPT = ("csrfmiddlewaretoken", "policy")  # fields of the form that the page has of its own


@require_POST
@guarded
def effects(request: HttpRequest, match_id: UUID, act: str) -> HttpResponse:
    """Try out what a form of the match's page asks; if that is refused, show that page with the form, and why."""
    kind = ACTS.get(act)
    if kind is None or not issubclass(kind, Decision):
        raise Http404
    if not request.user.is_authenticated:
        return redirect(f"{reverse('web:sign-in')}?next={reverse('web:match', args=[match_id])}")
    actor = reader(request)
    sheet = sheet_of(str(match_id), actor)
    form = kind(sheet, request.POST)
    if form.is_valid():
        policy = form.cleaned_data["policy"] or "keep"
        revision, terms = form.cleaned_data["revision"], form.terms()
        with _refusals_told(form):
            found = foreseen(str(match_id), actor, decision=form.decision, expected=revision, policy=policy, **terms)
        if not form.errors:
            why = terms.get("correction") if act == "report" else terms["reason"]
            do, again = (reverse(f"web:{name}", args=[match_id, act]) for name in ("do", "effects"))
            return _page(request, sheet.match, form.title, found, why=why, do=do, again=again)
    return shown(request, match_id, sheet, form, status=422)


@require_POST
@guarded
def ruling(request: HttpRequest, match_id: UUID, appeal_id: UUID | None = None) -> HttpResponse:
    """Try out a ruling on an appeal, or on the match without one."""
    if not request.user.is_authenticated:
        return redirect(f"{reverse('web:sign-in')}?next={reverse('web:appeals', args=[match_id])}")
    actor = reader(request)
    desk = desk_of(str(match_id), actor, appeal_id)
    form = Rule(desk, request.POST)
    if form.is_valid():
        sent = form.cleaned_data
        with _refusals_told(form):
            found = foreseen(
                str(match_id),
                actor,
                decision="rule",
                expected=sent["revision"],
                policy=sent["policy"],
                remedy=form.remedy(),
                reason=sent["reason"],
                appeal=None if appeal_id is None else str(appeal_id),
            )
        if not form.errors:
            named = [match_id] if appeal_id is None else [match_id, appeal_id]
            do = reverse("web:appeals-do" if appeal_id is None else "web:appeal-do", args=[*named, form.slug()])
            again = reverse("web:ruling-effects" if appeal_id is None else "web:appeal-effects", args=named)
            return _page(request, desk.match, form.title, found, why=sent["reason"], do=do, again=again)
    return refused(request, desk, form)


@contextmanager
def _refusals_told(form: Form) -> Iterator[None]:
    """Tell on the form why what it asks is refused, unless its sender may not ask it at all."""
    try:
        yield
    except NotAllowed:
        raise
    except StreamMovedOn:
        form.add_error(None, gettext("Somebody else changed the match meanwhile. Look at it as it is now."))
    except (LeagueError, Refused) as refusal:
        form.add_error(None, said(refusal.text, refusal.params))


def _page(
    request: HttpRequest,
    match: Mapping[str, Any],
    title: str,
    found: Mapping[str, Any],
    *,
    why: str | None,
    do: str,
    again: str,
) -> HttpResponse:
    """What was found, and the form once more, to be done or tried with another policy, if one can be chosen."""
    context = {
        "match": match,
        "game": game(match["game"]),
        "title": title,
        "found": found,
        "reason": why,
        "policies": POLICIES if why else (),
        "sent": [(name, each) for name, given in request.POST.lists() if name not in KEPT for each in given],
        "do": do,
        "again": again,
    }
    return render(request, "web/effects.html", context)
