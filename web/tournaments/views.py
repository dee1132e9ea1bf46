"""The page of a tournament: what is next, who plays, rounds, and forms for those who run it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from league.clubs.queries import erased_players
from league.clubs.sessions import Actor
from league.common import listing as common_listing
from league.errors import LeagueError, NotAllowed
from league.eventlog.errors import StreamMovedOn
from league.matches.queries.corrections import decisions_in
from league.tournaments.queries import detail as seen
from league.tournaments.queries import next_steps, qualification
from league.tournaments.queries.error_messages import told
from web.command_form import do_once, done_before, new_key
from web.conflict_form import anew
from web.page import guarded, page, problem, reader
from web.tournaments.forms.base import Act, Desk
from web.tournaments.forms.index import ACTS
from web.tournaments.forms.penalties import kept_apart
from web.tournaments.self_service import OWN

MOST_PLAYERS = 2000  # that an entrant is chosen from
SECTIONS = ("next", "round", "field", "more")


def address(tournament_id: UUID | str) -> str:
    """Where the page of a tournament is."""
    return reverse("web:tournament", args=[tournament_id])


def signed_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page for those who are signed in; others are asked to sign in, and come back."""

    def shown(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            back = address(kwargs["tournament_id"]) if request.method == "POST" else request.path
            return redirect(f"{reverse('web:sign-in')}?next={back}")
        return view(request, **kwargs)

    return guarded(shown)


@page
def tournament(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    actor = reader(request)
    return _shown(request, desk_of(str(tournament_id), actor), actor)


@require_POST
@signed_in
def do(request: HttpRequest, tournament_id: UUID, act: str) -> HttpResponse:
    """Do what a form of the page asks; if that is refused, show the page with the form as it was, and why."""
    if act not in ACTS:
        raise Http404
    actor = reader(request)
    desk = desk_of(str(tournament_id), actor)
    desk.require(ACTS[act])
    if done_before(request):
        return redirect(address(tournament_id))
    if not ACTS[act].fits(desk):
        return _shown(request, desk, actor, status=422, moved_on=True)
    form = ACTS[act](desk, request.POST)
    if form.is_valid():
        try:
            do_once(request, lambda: form.do(actor))
        except NotAllowed:
            raise
        except StreamMovedOn:
            desk = desk_of(str(tournament_id), actor)
            if not ACTS[act].fits(desk):
                return _shown(request, desk, actor, status=422, moved_on=True)
            form = anew(partial(ACTS[act], desk), ACTS[act](desk), request.POST, too_late())
        except LeagueError as refusal:
            form.add_error(None, told(refusal))
        else:
            return redirect(_after(form, actor))
    return _shown(request, desk, actor, form, status=422)


@require_POST
@signed_in
def own(request: HttpRequest, tournament_id: UUID, act: str) -> HttpResponse:
    """What a player does for himself."""
    if act not in OWN:
        raise Http404
    actor = reader(request)
    seen.seen(str(tournament_id), actor)  # there is no draft of a tournament for others
    try:
        who = str(UUID(request.POST.get("who", "")))
    except ValueError:
        return problem(request, 400, gettext("The request cannot be read."))
    try:
        do_once(request, lambda: OWN[act](str(tournament_id), who, actor))
    except NotAllowed:
        raise
    except LeagueError as refusal:
        return problem(request, 422, told(refusal))
    return redirect(address(tournament_id))


def _after(form: Act, actor: Actor) -> str:
    """Where to go on: to the draft after drawing and changing it, to the list of entrants after a change of that."""
    tournament_id = form.desk.tournament["id"]
    if form.slug() in ("draw", "swap", "arrange"):
        number = seen.detail(tournament_id, actor)["rounds"][-1]["number"]
        return reverse("web:round", args=[tournament_id, number])
    return address(tournament_id) + ("#field" if form.section in ("field", "buttons") else "")


def desk_of(tournament_id: str, actor: Actor) -> Desk:
    detail = seen.detail(tournament_id, actor)
    organiser, official = actor.organiser(detail["club"]), actor.official(detail["club"])
    draft, players, level = None, [], []
    if organiser:
        last = detail["rounds"][-1] if detail["rounds"] else None
        if last and not last["published"]:
            draft = seen.round_(tournament_id, last["number"], actor)
        listing = common_listing.players(actor, club=UUID(detail["club"]))
        players = listing.written(listing.rows.order_by(*listing.ordering)[:MOST_PLAYERS])
        if detail["phase"] == "running":
            groups = qualification.preview(tournament_id, actor)["groups"]
            level = [group for group in groups if group["level"]]
    gone = erased_players([player["player"] for each in detail["entrants"] for player in each["players"]])
    return Desk(detail, next_steps.step(tournament_id, actor), draft, players, organiser, official, level, gone)


def forms_of(desk: Desk, *, but: str = "") -> dict[str, list[Act]]:
    """The forms of what the reader may do, by section of the page."""
    allowed = [act(desk) for act in ACTS.values() if desk.may(act) and act.fits(desk) and act.slug() != but]
    return {section: [form for form in allowed if form.section == section] for section in SECTIONS}


def too_late() -> str:
    """What is said to whoever was slower."""
    return gettext("Somebody else changed the tournament meanwhile. Look at it as it is now.")


def _shown(
    request: HttpRequest,
    desk: Desk,
    actor: Actor,
    failed: Act | None = None,
    status: int = 200,
    *,
    moved_on: bool = False,
) -> HttpResponse:
    detail = desk.tournament
    context = {
        "tournament": detail,
        "step": desk.step,
        "over": desk.over,
        "apart": kept_apart(desk) if desk.organiser else [],
        "complaints": desk.draft["complaints"] if desk.draft else [],
        "organiser": desk.organiser,
        "official": desk.official,
        "places": next_steps.places(detail["id"], actor),
        "joining": _joining(desk, actor),
        "failed": failed,
        "alert": too_late() if moved_on else "",
        "forms": forms_of(desk, but="" if failed is None else failed.slug()),
        "key": new_key(),
        "decisions": decisions_in(detail["id"], actor),
        "here": sum(each["present"] for each in detail["entrants"]),
        "entrants": sorted(detail["entrants"], key=_in_order),
    }
    return render(request, "web/tournament.html", context, status=status)


def _in_order(entrant: Mapping[str, Any]) -> tuple[int, str]:
    return ("active", "waiting", "withdrawn").index(entrant["status"]), entrant["name"].casefold()


def _joining(desk: Desk, actor: Actor) -> list[dict[str, Any]]:
    """The reader's players of the club who could enter."""
    detail = desk.tournament
    if detail["phase"] != "open" or desk.teams or not actor.players:
        return []
    entered = {player["player"] for each in detail["entrants"] for player in each["players"]}
    club = common_listing.players(actor, club=UUID(detail["club"]))
    return club.written(club.rows.filter(id__in=actor.players - entered))
