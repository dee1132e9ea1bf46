"""The play page: the board as its reader may see it, whose turn it is, and a form for a move.

It works without scripts. With them it follows the feed of the match, so that moves of others appear by themselves.
"""

from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from games.engine import CHANCE
from games.errors import gettext_noop
from league.appeals.arbiter_view import may_examine
from league.common.actor import Actor
from league.common.translation import translate, translate_phrase
from league.matches.queries.detail import match_detail
from league.matches.queries.games import has_rulebook
from league.matches.queries.hints import Rearrangement
from league.matches.queries.table import check_mover, late_move, list_seat_links, table_view
from league.matches.services.play import withdraw_move
from web.command_form import CommandForm, CommandPage
from web.matches.bench import read_bench
from web.matches.header import match_header
from web.matches.move_form import MakeMove, PlayContext, mover_name, table_context
from web.matches.seat_seeds import AddSeed, OmitSeeds, joint_deal
from web.page import REFUSED, page, parse_number, reader
from web.templatetags.words import seat_name

STEPS = 8  # that are listed


class WithdrawMove(CommandForm[PlayContext]):
    """The last line of a table is taken back."""

    slug = "withdraw"
    text = gettext_noop("Undo the last line")

    @classmethod
    def fits(cls, context: PlayContext) -> bool:
        return context.table.last is not None

    def question(self) -> str:
        table, match = self.context.table, self.context.match
        line = next((step for step in table.steps if step.revision == table.last), None)
        if line is None:
            return gettext("The last line is undone, and play continues from the position before it.")
        who = mover_name(match, CHANCE if line.seat is None else line.seat)
        text = gettext("This line is undone, and play continues from the position before it: {who}: {line}")
        return text.format(who=who, line=translate(line.message, line.params))

    def execute(self) -> None:
        match = self.context.match
        withdraw_move(match_id=match.id, expected=self.values["revision"], actor=self.context.actor)


class PlayCommand(CommandPage[PlayContext]):
    """Makes a move. A refused one is shown on the page with the reason, and what was entered stays."""

    forms: ClassVar[Mapping[str, type[CommandForm[Any]]]] = {
        form.slug: form for form in (MakeMove, WithdrawMove, AddSeed, OmitSeeds)
    }
    conflict = gettext_noop("Another move was made in the meantime. Check the board before you send yours again.")

    def page_address(self) -> str:
        return reverse("web:play", args=[self.kwargs["match_id"]])

    def may_send(self) -> bool:
        return super().may_send() or bool(reader(self.request).phones)

    def load(self) -> PlayContext:
        actor, match_id, seat = reader(self.request), str(self.kwargs["match_id"]), _seat(self.request.POST.get("seat"))
        if seat is not None:
            check_mover(match_id, actor, seat)
        return _context(match_id, actor, seat, read_bench(self.request.POST))

    def render(
        self, context: PlayContext, form: CommandForm[PlayContext] | None = None, alert: str = ""
    ) -> HttpResponse:
        if form is not None and not isinstance(form, MakeMove):
            reasons = " ".join(str(error) for errors in form.errors.values() for error in errors)
            return _page(self.request, context, alert=reasons, status=REFUSED)
        made = form if isinstance(form, MakeMove) else None
        return _page(self.request, context, made, alert=alert, kept=self._sent(context), status=REFUSED)

    def _sent(self, context: PlayContext) -> str:
        """The move that was sent: in words, with what of it is gone, if it is one, else as it is."""
        sent = self.request.POST
        text = next(filter(None, map(sent.get, ("move", "line", "work"))), "")
        seat, seen = _seat(sent.get("seat")), parse_number(sent.get("revision"))
        if not text or seat is None or seen is None or seat < 0:
            return text
        meant = late_move(context.match.id, seat, text, seen)
        if meant is None:
            return text
        words = translate(meant.message, meant.params)
        if not meant.gone:
            return words
        gone = gettext("No longer there: {pieces}.").format(pieces=", ".join(map(translate_phrase, meant.gone)))
        return f"{words} {gone}"


@page
def play(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """The table now. `?seat=` is the seat that its reader plays, if they have several; the rest is their work area."""
    context = _context(str(match_id), reader(request), _seat(request.GET.get("seat")), read_bench(request.GET))
    if context.match.level == "score":
        return redirect("web:match", match_id)
    return _page(request, context)


def _context(match_id: str, actor: Actor, seat: int | None, built: Rearrangement) -> PlayContext:
    """The feed is followed from the revision of the match, so the table must not be older than that."""
    match = match_detail(match_id, actor)
    return PlayContext(actor=actor, match=match, table=table_view(match_id, actor, seat, steps=STEPS, built=built))


def _page(
    request: HttpRequest,
    context: PlayContext,
    form: MakeMove | None = None,
    *,
    alert: str = "",
    kept: str = "",
    status: int = 200,
) -> HttpResponse:
    match, table = context.match, context.table
    if form is None and MakeMove.fits(context):
        form = MakeMove(context)
    values = {
        **match_header(match, context.actor),
        **table_context(context, form, status),
        "here": reverse("web:play", args=[match.id]),
        "target": reverse("web:play-do", args=[match.id, MakeMove.slug]),
        "withdraw": WithdrawMove(context) if WithdrawMove.fits(context) else None,
        "alert": alert,
        "kept": kept,
        "yours": table.seat in match.you,
        "hands": [(seat, seat_name(match.seats[seat]), seat in table.turn) for seat in table.hands],
        "idle": _idle_seats(context),
        "deal": joint_deal(context),
        "examines": may_examine(match.id, context.actor),
        "rulebook": has_rulebook(match.game, match.rules),
    }
    return render(request, "web/play.html", values, status=status)


def _idle_seats(context: PlayContext) -> list[str] | None:
    """Who is to move and can't, by name, for officials who may hand out links. None for others."""
    match, actor = context.match, context.actor
    if not actor.official(match.club) or match.dealing == "table":
        return None
    idle = [link.seat for link in list_seat_links(match.id, actor) if link.idle]
    return [seat_name(match.seats[seat]) for seat in context.table.turn if seat in idle]


def _seat(text: str | None) -> int | None:
    return CHANCE if text == str(CHANCE) else parse_number(text)
