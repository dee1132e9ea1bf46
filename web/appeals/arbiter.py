"""The page of an arbiter: one event of a match, the verdict on it, who saw what, and a line that is tried."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from games.engine import Labels
from games.records.reader import read_moves
from games.records.record import RecordError
from games.registry import engine
from league.appeals import arbiter_view as asked
from league.common.actor import Actor
from league.common.translation import translate
from league.errors import Refusal
from league.matches.queries import detail as seen
from league.matches.queries.detail import MatchDetail
from league.matches.queries.games import game, has_rulebook
from league.matches.queries.list import MatchSeat
from league.matches.services.play import MoveRequest
from web.command_form import LATEST
from web.matches.board import Board
from web.page import page, parse_number, reader

LONGEST_LINE = 2000  # characters; it is kept in the address
MOST_TRIED = 100  # moves
Seats: TypeAlias = Sequence[MatchSeat]
FIRST_VIEWS = ("everything", "public")  # whose eyes are looked through unless another's are asked for


@page
def arbiter(request: HttpRequest, match_id: UUID, revision: int) -> HttpResponse:
    actor, match = reader(request), seen.match_detail(str(match_id), reader(request))
    look = asked.event_detail(str(match_id), actor, min(revision, LATEST))
    labels = engine(match.game, match.rules).labels
    view = _view(look["views"], request.GET.get("seat", ""))
    context = {
        "match": match,
        "game": game(match.game),
        "look": look,
        "mover": None if look["seat"] in (None, -1) else match.seats[look["seat"]],
        "previous": max(revision - 1, 1),
        "next": min(revision + 1, look["last"]),
        "viewers": [_viewer(each["seen_by"], match) for each in look["views"]],
        "view": view and view["seen_by"],
        "boards": _side_by_side(view, labels, match.seats),
        "rulebook": has_rulebook(match.game, match.rules),
        **_line(request, str(match_id), actor, look, labels, match.seats),
    }
    return render(request, "web/arbiter.html", context)


@page
def jump(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The page of the step whose number was typed; of the last one, if there is none such."""
    last = seen.match_detail(str(match_id), reader(request)).revision
    revision = parse_number(request.GET.get("revision"))
    return redirect("web:arbiter", match_id, last if revision is None else min(max(revision, 1), last))


def _view(views: Sequence[Mapping[str, Any]], wanted: str) -> Mapping[str, Any] | None:
    """The view that is asked for, else that of whoever sees most."""
    found = {str(each["seen_by"]): each for each in views}
    return next((found[name] for name in (wanted, *FIRST_VIEWS) if name in found), None)


def _viewer(viewer: str | int, match: MatchDetail) -> dict[str, Any]:
    """A viewer with its seat, if it is one."""
    return {"code": viewer, "seat": match.seats[viewer] if isinstance(viewer, int) else None}


def _side_by_side(view: Mapping[str, Any] | None, labels: Labels, seats: Seats) -> dict[str, Board | None]:
    """The boards before and after the event; what the event changed is marked in the second."""
    before, after = (view["before"], view["after"]) if view else (None, None)
    return {
        "before": None if before is None else Board(before, labels, seats),
        "after": None if after is None else Board(after, labels, seats, _changes(before, after)),
    }


def _changes(before: Mapping[str, Any] | None, after: Mapping[str, Any]) -> frozenset[str]:
    return frozenset() if before is None else frozenset(key for key in after if after[key] != before.get(key))


def _line(
    request: HttpRequest, match_id: str, actor: Actor, look: Mapping[str, Any], labels: Labels, seats: Seats
) -> dict[str, Any]:
    """The form for a line, with what came of the one in the address, and what the game advises."""
    text = request.GET.get("line", "").replace("\r\n", "\n")
    start = request.GET.get("start", "")
    start = start if start in (asked.BEFORE, asked.AFTER) else (asked.AFTER if look["seat"] is None else asked.BEFORE)
    found: dict[str, Any] = {"line": text[:LONGEST_LINE], "start": start, "longest": LONGEST_LINE}
    try:
        found["advice"] = asked.advice(match_id, actor, look["revision"], start)
        if text.strip():
            tried = asked.fork(match_id, actor, look["revision"], _plies(text), start)
            view = _view(tried["views"], request.GET.get("seat", ""))
            found |= {"tried": tried, "tried_board": view and Board(view["position"], labels, seats)}
    except Refusal as refusal:
        found["impossible"] = translate(refusal.text, refusal.params)
    except RecordError as fault:
        why = translate(fault.cause.text, fault.cause.params)
        found["wrong"] = gettext("Line {line}: {why}").format(line=fault.line, why=why)
    except ValueError as error:
        found["wrong"] = str(error)
    return found


def _plies(text: str) -> list[MoveRequest]:
    """The moves that were typed; ValueError, saying so, if they are too many, and Fault."""
    if len(text) > LONGEST_LINE:
        raise ValueError(gettext("A line can have at most {most} characters.").format(most=LONGEST_LINE))
    plies = [MoveRequest(ply.seat, ply.move, ply.seconds) for ply in read_moves(text)]
    if len(plies) > MOST_TRIED:
        raise ValueError(gettext("A line can have at most {most} moves.").format(most=MOST_TRIED))
    return plies
