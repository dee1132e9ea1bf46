"""What will change: the page between a form that corrects or rules and its being done."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.errors import Refused
from league.errors import LeagueError, NotAllowed, StreamMovedOn
from league.queries.effects import effects as foreseen
from league.queries.games import game
from league.queries.wording import said
from league.services.policies import POLICIES
from web.match_forms import ACTS, Decision
from web.matches import sheet_of, shown
from web.views import guarded, reader

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
        try:
            found = foreseen(str(match_id), actor, decision=form.decision, expected=revision, policy=policy, **terms)
        except NotAllowed:
            raise
        except StreamMovedOn:
            form.add_error(None, gettext("Somebody else changed the match meanwhile. Look at it as it is now."))
        except (LeagueError, Refused) as refusal:
            form.add_error(None, said(refusal.text, refusal.params))
        else:
            context = {
                "match": sheet.match,
                "game": game(sheet.match["game"]),
                "form": form,
                "found": found,
                "reason": terms.get("correction", terms.get("reason")),
                "policies": POLICIES if terms.get("correction", terms.get("reason")) else (),
                "sent": [(name, each) for name, given in request.POST.lists() if name not in KEPT for each in given],
            }
            return render(request, "web/effects.html", context)
    return shown(request, match_id, sheet, form, status=422)
