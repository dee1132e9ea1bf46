"""The page of a match: its score sheet, and forms for what its reader may do with it."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.errors import Refused
from league.appeals import queries as disputes
from league.appeals.arbiter_view import may_examine
from league.clubs.sessions import Actor
from league.common import listing as common_listing
from league.common.translation import said
from league.errors import LeagueError, NotAllowed
from league.eventlog.errors import StreamMovedOn
from league.integrity.evidence import deal_is_fair
from league.matches.queries import detail as seen
from league.matches.queries import totals
from league.matches.queries.games import game
from league.matches.queries.score_sheet import entry
from league.tournaments.queries.rounds import decision_at
from web.command_form import do_once
from web.conflict_form import anew
from web.matches.forms import ACTS, Act, Confirm, Sheet
from web.page import guarded, page, reader

MOST_PLAYERS = 500  # that a substitute is chosen from


@page
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    return shown(request, match_id, sheet_of(str(match_id), reader(request)))


@require_POST
@guarded
def do(request: HttpRequest, match_id: UUID, act: str) -> HttpResponse:
    """Do what a form of the page asks; if that is refused, show the page with the form as it was, and why."""
    if act not in ACTS:
        raise Http404
    address = reverse("web:match", args=[match_id])
    if not request.user.is_authenticated:
        return redirect(f"{reverse('web:sign-in')}?next={address}")
    actor = reader(request)
    sheet = sheet_of(str(match_id), actor)
    form = ACTS[act](sheet, request.POST)
    if form.is_valid():
        try:
            do_once(request, lambda: _done(str(match_id), form, actor))
        except NotAllowed:
            raise
        except StreamMovedOn:
            sheet = sheet_of(str(match_id), actor)
            why = gettext("Somebody else changed the match meanwhile. Look at it as it is now.")
            form = anew(partial(ACTS[act], sheet), ACTS[act](sheet), request.POST, why)
        except (LeagueError, Refused) as refusal:
            form.add_error(None, said(refusal.text, refusal.params))
        else:
            return redirect(address)
    return shown(request, match_id, sheet, form, status=422)


def _done(match_id: str, form: Act, actor: Actor) -> dict[str, Any]:
    done = type(form).command(match_id=match_id, expected=form.cleaned_data["revision"], actor=actor, **form.sent())
    return {"revision": done.revision}


def sheet_of(match_id: str, actor: Actor) -> Sheet:
    """The match as its page knows it."""
    detail = seen.detail(match_id, actor)
    players: list[dict[str, Any]] = []
    if "seats" in detail["may"]:
        listing = common_listing.players(actor, club=UUID(detail["club"]))
        players = listing.written(listing.rows.order_by(*listing.ordering)[:MOST_PLAYERS])
        known = {player["id"] for player in players}
        sitting = [seat for seat in detail["seats"] if seat["player"] and seat["player"] not in known]
        players += [{"id": seat["player"], "shown_as": seat["name"]} for seat in sitting]
    return Sheet(detail, entry(match_id), players)


def shown(
    request: HttpRequest, match_id: UUID, sheet: Sheet, failed: Act | None = None, status: int = 200
) -> HttpResponse:
    """The page of a match, with a form that *failed* first."""
    offered = sorted(sheet.match["may"], key=lambda name: name != Confirm.slug())  # the first stands open
    forms = [ACTS[act](sheet) for act in offered if act in ACTS]
    if failed is not None:
        forms = [failed, *(form for form in forms if form.slug() != failed.slug())]
    context = {
        "match": sheet.match,
        "game": game(sheet.match["game"]),
        "totals": totals.totals(match_id),
        "forms": forms,
        "failed": failed,
        "disputes": disputes.appeals(str(match_id), reader(request)),
        "decisions": sheet.match["corrections"],
        "decision": decision_at(str(match_id), reader(request)) if sheet.match["tournament"] else None,
        "examines": may_examine(str(match_id), reader(request)),
        "fair": deal_is_fair(str(match_id)),
    }
    return render(request, "web/match.html", context, status=status)
