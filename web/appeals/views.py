"""The pages of appeals: those of a match, one of them with what it says, and those of a club that wait."""

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
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
from league.matches.queries import detail as seen
from league.matches.queries.games import game
from league.matches.queries.score_sheet import entry
from league.tournaments.queries.error_messages import told
from web.appeals.forms import ACTS, Act, Desk, File, Rule
from web.command_form import do_once
from web.conflict_form import anew
from web.page import guarded, page, reader

ON_A_PAGE = 50


@page
def appeals(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Every appeal against a match and every ruling on it, with forms for one more."""
    return _appeals(request, desk_of(str(match_id), reader(request)))


@page
def appeal(request: HttpRequest, match_id: UUID, appeal_id: UUID) -> HttpResponse:
    """One appeal: what it says, for whom it concerns, and what its reader may do with it."""
    return _appeal(request, desk_of(str(match_id), reader(request), appeal_id))


@page
def picture(request: HttpRequest, match_id: UUID, appeal_id: UUID) -> HttpResponse:
    """The picture of an appeal, as no browser takes it for anything else."""
    answer = HttpResponse(disputes.picture(str(match_id), appeal_id, reader(request)), content_type="image/webp")
    answer["Content-Disposition"] = "inline; filename=appeal.webp"
    return answer


@page
def of_club(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The appeals of a club that wait for a ruling, for its officials."""
    listing = disputes.of_club(reader(request), club=club_id)
    current = Paginator(listing.rows.order_by(*listing.ordering), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": common_listing.one_club(club_id),
        "appeals": listing.written(current.object_list),
        "page": current,
    }
    return render(request, "web/club_appeals.html", context)


@require_POST
@guarded
def do(request: HttpRequest, match_id: UUID, act: str, appeal_id: UUID | None = None) -> HttpResponse:
    """Do what a form asks; if that is refused, show its page with the form as it was, and why."""
    if act not in (("file", "rule") if appeal_id is None else ("take", "withdraw", "close", "rule")):
        raise Http404
    if not request.user.is_authenticated:
        return redirect(f"{reverse('web:sign-in')}?next={reverse('web:appeals', args=[match_id])}")
    actor = reader(request)
    desk = desk_of(str(match_id), actor, appeal_id)
    form = ACTS[act](desk, request.POST, request.FILES)
    if form.is_valid() and (done := _done(request, form, str(match_id), actor)) is not None:
        return redirect(done)
    if form.moved:
        desk = desk_of(str(match_id), actor, appeal_id)
        form = _again(form, desk, request)
    return refused(request, desk, form)


def refused(request: HttpRequest, desk: Desk, form: Act) -> HttpResponse:
    """The page of a form that was refused, with the form as it was."""
    return (_appeals if desk.appeal is None else _appeal)(request, desk, form)


def _done(request: HttpRequest, form: Act, match_id: str, actor: Actor) -> str | None:
    """Where to go when it is done; None if it was refused: the form says why."""

    def act() -> dict[str, Any]:
        done = form.do(match_id=match_id, expected=form.cleaned_data["revision"], actor=actor)
        named = form.desk.appeal["id"] if form.desk.appeal else getattr(done.facts[0], "appeal", None)
        return {"appeal": named}

    try:
        found = do_once(request, act)
    except NotAllowed:
        raise
    except StreamMovedOn:
        form.moved = True
        return None
    except LeagueError as refusal:
        form.add_error(None, told(refusal))
        return None
    except Refused as refusal:
        form.add_error(None, said(refusal.text, refusal.params))
        return None
    if found["appeal"] is None:
        return reverse("web:appeals", args=[match_id])
    return reverse("web:appeal", args=[match_id, found["appeal"]])


def _again(form: Act, desk: Desk, request: HttpRequest) -> Act:
    """The form as it was, for the match as it is now."""
    why = gettext("Somebody else changed the match meanwhile. Look at it as it is now.")
    return anew(lambda data: type(form)(desk, data, request.FILES), type(form)(desk), request.POST, why)


def desk_of(match_id: str, actor: Actor, appeal_id: UUID | None = None) -> Desk:
    """The match and its disputes, with one appeal of it, as their pages know them."""
    found = disputes.appeals(match_id, actor)
    one = None if appeal_id is None else disputes.appeal(match_id, appeal_id, actor)
    return Desk(seen.detail(match_id, actor), entry(match_id), found, disputes.rulings(match_id, actor), one)


def _appeals(request: HttpRequest, desk: Desk, failed: Act | None = None) -> HttpResponse:
    may = desk.disputes["may"]
    rulings = any("appeal" in each["may"] for each in desk.rulings)
    move = request.GET.get("move", "")
    given = {"contested": move} if move.isascii() and move.isdigit() and len(move) < 10 else {}
    offered: list[Act] = []
    if "file" in may or rulings:
        offered.append(File(desk, **given))
    if "rule" in may:
        offered.append(Rule(desk))
    return _shown(request, "web/appeals.html", desk, offered, failed, opened=bool(given))


def _appeal(request: HttpRequest, desk: Desk, failed: Act | None = None) -> HttpResponse:
    may = desk.appeal["may"] if desk.appeal else []
    return _shown(request, "web/appeal.html", desk, [ACTS[act](desk) for act in may if act in ACTS], failed)


def _shown(
    request: HttpRequest,
    template: str,
    desk: Desk,
    offered: list[Act],
    failed: Act | None,
    *,
    opened: bool = False,
) -> HttpResponse:
    if failed is not None:
        offered = [failed, *(form for form in offered if form.slug() != failed.slug())]
    context = {
        "match": desk.match,
        "game": game(desk.match["game"]),
        "disputes": desk.disputes,
        "rulings": desk.rulings,
        "appeal": desk.appeal,
        "contested": (desk.appeal and desk.appeal["revision"]) or desk.disputes["revision"],
        "examines": may_examine(desk.match["id"], reader(request)),
        "forms": offered,
        "failed": failed,
        "opened": opened,
    }
    return render(request, template, context, status=200 if failed is None else 422)
