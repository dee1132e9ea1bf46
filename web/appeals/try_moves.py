"""The page where an arbiter tries moves by touching the board, one after the other. The line is part of the address.

It has the board, the form and the scripts of the play page for the seat that is to move. Nothing is saved.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from games.engine import CHANCE
from games.errors import Refused, gettext_noop
from games.records.record import RecordError
from league.appeals.arbiter_view import AFTER, BEFORE
from league.appeals.tried_table import Origin, TriedTable, line_table, move_after
from league.errors import LeagueError, Refusal
from league.matches.queries.detail import match_detail
from league.matches.queries.games import has_rulebook
from league.matches.queries.hints import Choice
from league.matches.services.play import MoveRequest
from league.tournaments.queries.error_messages import error_text
from web.appeals.arbiter import plies
from web.matches.bench import read_bench
from web.matches.header import match_header
from web.matches.move_form import MakeMove, PlayContext, choice_words, table_context
from web.page import REFUSED, Question, form_page, is_sure, parse_number, question_page, reader


@dataclass(frozen=True, kw_only=True)
class TryContext(PlayContext):
    """The table at the end of a line that is tried, and where the line begins."""

    origin: Origin
    tried: TriedTable

    def query(self, moves: Sequence[MoveRequest]) -> str:
        """The line of these *moves* for an address."""
        return urlencode({"start": self.origin.when, "line": "\n".join(map(_record_line, moves))})


class TryMove(MakeMove):
    """One more move of a line. Only a move in parts is read back, since a line is easily undone."""

    text = gettext_noop("Try this move")
    context: TryContext

    def clean(self) -> dict[str, Any]:
        found = super().clean()
        if found.get("seat") != self.context.table.seat:
            self.add_error(None, gettext("It isn’t this seat’s turn."))
        return found

    def question(self) -> str:
        return choice_words(self.composed()) if self.context.table.parts else ""

    def composed(self) -> Choice:
        context = self.context
        return move_after(context.origin, context.tried.moves, self.values["seat"], self.answers())


@form_page
def try_moves(request: HttpRequest, match_id: UUID, revision: int) -> HttpResponseBase:
    """The table after the line in the address, and after a move that is sent the one with this move."""
    arbiter_page = f"{reverse('web:arbiter', args=[match_id, revision])}?{urlencode(_line(request))}"
    try:
        context = _context(request, str(match_id), revision)
    except (Refusal, RecordError, ValueError):
        return redirect(f"{arbiter_page}#line")  # says what is wrong
    if request.method != "POST":
        return _page(request, context)
    form = TryMove(context, request.POST)
    answer = _answer(request, context, form) if form.is_valid() else None
    return answer or _page(request, context, form)


def _answer(request: HttpRequest, context: TryContext, form: TryMove) -> HttpResponseBase | None:
    """Where a move leads, or the question that reads it back. None if it is refused."""
    try:
        text = form.question()
        moves = plies("\n".join(map(_record_line, [*context.tried.moves, form.request])))
        refused = line_table(context.origin, moves).refused
    except (LeagueError, Refused) as refusal:
        form.refuse(refusal)
        return None
    except RecordError as fault:
        form.refuse(fault.cause)
        return None
    except ValueError as error:
        form.add_error(None, str(error))
        return None
    if refused is not None:
        form.refuse(refused)
        return None
    if text and not is_sure(request):
        return question_page(
            request, Question(title=form.title, text=text, back=f"?{context.query(context.tried.moves)}")
        )
    return redirect(f"{request.path}?{context.query(moves)}")


def _line(request: HttpRequest) -> dict[str, str]:
    """Where the line in the address begins, and the line."""
    start = request.GET.get("start")
    return {"start": AFTER if start == AFTER else BEFORE, "line": request.GET.get("line", "").replace("\r\n", "\n")}


def _context(request: HttpRequest, match_id: str, revision: int) -> TryContext:
    """Raises `Refusal` where no game was in progress, and what is wrong with the line."""
    sent, actor, address = request.POST or request.GET, reader(request), _line(request)
    match = match_detail(match_id, actor)
    origin = Origin(match_id, actor, revision, AFTER if address["start"] == AFTER else BEFORE)
    seat = CHANCE if sent.get("seat") == str(CHANCE) else parse_number(sent.get("seat"))
    moves = plies(address["line"]) if address["line"].strip() else []
    tried = line_table(origin, moves, seat, read_bench(sent))
    return TryContext(actor=actor, match=match, table=tried.table, origin=origin, tried=tried)


def _page(request: HttpRequest, context: TryContext, form: TryMove | None = None) -> HttpResponse:
    tried, match = context.tried, context.match
    status = 200 if form is None else REFUSED
    query, address = context.query(tried.moves), _line(request)
    if form is None and TryMove.fits(context):
        form = TryMove(context)
    values = {
        **match_header(match, context.actor),
        **table_context(context, form, status),
        "here": request.path,
        "target": f"?{query}",
        "query": f"{query}&",
        "carried": _line(request).items(),
        "tried": tried,
        "origin": context.origin,
        "undo": context.query(tried.moves if tried.refused else tried.moves[:-1]) if address["line"].strip() else "",
        "line": urlencode(address),
        "alert": error_text(tried.refused) if tried.refused and status != REFUSED else "",
        "rulebook": has_rulebook(match.game, match.rules),
    }
    return render(request, "web/try_moves.html", values, status=status)


def _record_line(move: MoveRequest) -> str:
    """A move as a line of a record."""
    seat = "*" if move.seat == CHANCE else move.seat
    return f"{seat} {move.text}" if move.seconds is None else f"{seat} {move.text} @{move.seconds}"
