"""The arbiter page: one event of a match, the verdict on it, who saw what, and a line that is tried."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from games.engine import CHANCE
from games.records.reader import read_moves
from games.records.record import RecordError
from games.registry import engine
from league.appeals import arbiter_view
from league.appeals.arbiter_view import EventViews, ExaminedEvent, ForkView
from league.common.actor import Actor
from league.common.translation import translate
from league.errors import Refusal
from league.matches.queries.detail import MatchDetail, match_detail
from league.matches.queries.games import has_rulebook
from league.matches.services.play import MoveRequest
from web.appeals.comparison import compare
from web.command_form import LATEST
from web.matches.header import match_header
from web.page import page, parse_number, reader
from web.templatetags.boards import match_board
from web.templatetags.verdicts import Board

MOST_TRIED = 100  # moves
LONGEST_LINE = 2000  # characters, kept in the address
Views = TypeVar("Views", EventViews, ForkView)
FIRST_VIEWS = ("everything", "public")  # the view that is shown unless another is asked for


@page
def arbiter(request: HttpRequest, match_id: UUID, revision: int) -> HttpResponse:
    actor, match = reader(request), match_detail(str(match_id), reader(request))
    look = arbiter_view.event_detail(str(match_id), actor, min(revision, LATEST))
    view = _view(look.views, request.GET.get("seat", ""))
    context = {
        **match_header(match, actor),
        "look": look,
        "mover": None if look.seat in (None, CHANCE) else match.seats[look.seat],
        "previous": max(revision - 1, 1),
        "next": min(revision + 1, look.last),
        "viewers": [
            {"code": by, "seat": match.seats[by] if isinstance(by, int) else None}
            for by in (each.seen_by for each in look.views)
        ],
        "view": view and view.seen_by,
        "boards": _side_by_side(view, match),
        "as_text": "text" in request.GET,
        "rulebook": has_rulebook(match.game, match.rules),
        **_line(request, match, actor, look),
    }
    return render(request, "web/arbiter.html", context)


@page
def jump(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Go to the step whose number was typed, or to the nearest one."""
    last = match_detail(str(match_id), reader(request)).revision
    revision = parse_number(request.GET.get("revision"))
    return redirect("web:arbiter", match_id, last if revision is None else min(max(revision, 1), last))


def _view(views: Sequence[Views], wanted: str) -> Views | None:
    """The view that is asked for, else the one that shows most."""
    found = {str(each.seen_by): each for each in views}
    return next((found[name] for name in (wanted, *FIRST_VIEWS) if name in found), None)


def _side_by_side(view: EventViews | None, match: MatchDetail) -> dict[str, Board | None]:
    """The boards before and after the event. What the event changed is marked in the second."""
    before, after = (view.before, view.after) if view else (None, None)
    return {
        "before": None if before is None else _board(before, match),
        "after": None if after is None else _board(after, match, before),
    }


def _board(position: Mapping[str, Any], match: MatchDetail, before: Mapping[str, Any] | None = None) -> Board:
    """A position in words and drawn, with what differs from the one *before*."""
    rules = engine(match.game, match.rules)
    changed = frozenset() if before is None else frozenset(key for key in position if position[key] != before.get(key))
    earlier = None if before is None else rules.picture(before)
    return Board(
        position, rules.labels, match.seats, changed, match_board(rules.picture(position), earlier, match.seats)
    )


def _line(request: HttpRequest, match: MatchDetail, actor: Actor, look: ExaminedEvent) -> dict[str, Any]:
    """The form for a line, with the result of the one in the address, and what the game advises."""
    text = request.GET.get("line", "").replace("\r\n", "\n")
    start = _start(request.GET.get("start", ""), look)
    found: dict[str, Any] = {"line": text[:LONGEST_LINE], "start": start, "longest": LONGEST_LINE}
    try:
        found["advice"] = arbiter_view.advice(match.id, actor, look.revision, start)
        if text.strip():
            tried = arbiter_view.fork(match.id, actor, look.revision, plies(text), start)
            view = _view(tried.views, request.GET.get("seat", ""))
            found |= {"tried": tried, "tried_board": view and _board(view.position, match)}
            found["comparison"] = compare(match, actor, look.revision, plies(text), start)
    except Refusal as refusal:
        found["impossible"] = translate(refusal.text, refusal.params)
    except RecordError as fault:
        why = translate(fault.cause.text, fault.cause.params)
        found["wrong"] = gettext("Line {line}: {why}").format(line=fault.line, why=why)
    except ValueError as error:
        found["wrong"] = str(error)
    return found


def _start(sent: str, look: ExaminedEvent) -> arbiter_view.Side:
    """Whether a line begins before the event or after it. By default a move is replaced and all else is kept."""
    if sent == arbiter_view.AFTER or (sent != arbiter_view.BEFORE and look.seat is None):
        return arbiter_view.AFTER
    return arbiter_view.BEFORE


def plies(text: str) -> list[MoveRequest]:
    """The moves that were typed. Raises `RecordError`, and `ValueError` with a message if they are too many."""
    if len(text) > LONGEST_LINE:
        raise ValueError(gettext("A line can have at most {most} characters.").format(most=LONGEST_LINE))
    plies = [MoveRequest(ply.seat, ply.move, ply.seconds) for ply in read_moves(text)]
    if len(plies) > MOST_TRIED:
        raise ValueError(gettext("A line can have at most {most} moves.").format(most=MOST_TRIED))
    return plies
