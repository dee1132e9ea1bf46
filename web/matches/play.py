"""The play page: the board as its reader may see it, whose turn it is, and a form for a move.

It works without scripts. With them it follows the feed of the match, so that moves of others appear by themselves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from games.engine import CHANCE
from games.errors import Refused, RuleViolation, gettext_noop
from games.picture import Picture
from league.appeals.arbiter_view import may_examine
from league.common.actor import Actor
from league.common.translation import translate, translate_phrase
from league.errors import LeagueError
from league.matches.queries.detail import MatchDetail, match_detail
from league.matches.queries.games import has_rulebook
from league.matches.queries.hints import Choice, Rearrangement
from league.matches.queries.table import TableView, check_mover, table_view
from league.matches.services.play import MoveRequest, play_moves
from web.command_form import CommandForm, CommandPage, PageContext
from web.matches.bench import bench_view, hide_zones, read_bench
from web.matches.header import match_header
from web.page import REFUSED, page, parse_number, reader
from web.templatetags.verdicts import chapter, numbers
from web.templatetags.words import seat_name

STEPS = 8  # that are listed
LONGEST_MOVE = 2_000  # characters


@dataclass(frozen=True, kw_only=True)
class PlayContext(PageContext):
    """A match as its reader sees it at the table."""

    match: MatchDetail
    table: TableView

    @property
    def revision(self) -> int:
        return self.table.revision


class ChoiceGroup(NamedTuple):
    """Moves that begin with the same piece, which `title` names: values, words and whether each is chosen."""

    title: str
    moves: Sequence[tuple[str, str, bool]]


class BrokenClause(NamedTuple):
    """The clause that a move broke: its numbers, its chapter in the rules, and its words."""

    numbers: str
    chapter: str
    text: str


class MakeMove(CommandForm[PlayContext]):
    """One move of a seat: a choice from the list, or the text of a move that isn't in it."""

    slug = "move"
    text = gettext_noop("Send")
    clause: BrokenClause | None = None

    @classmethod
    def fits(cls, context: PlayContext) -> bool:
        return context.table.seat is not None

    def prepare(self) -> None:
        self.fields["seat"] = forms.IntegerField(widget=forms.HiddenInput)
        self.initial["seat"] = self.context.table.seat
        self.fields["move"] = forms.CharField(required=False, max_length=LONGEST_MOVE)
        self.fields["work"] = forms.CharField(required=False, max_length=LONGEST_MOVE)
        if (notation := self.context.table.notation) is not None:
            looks = {"class": "notation", "rows": 2, "spellcheck": "false", "autocapitalize": "none"}
            self.fields["line"] = forms.CharField(
                label=gettext("Your move"),
                required=False,
                max_length=LONGEST_MOVE,
                help_text=gettext(notation),
                widget=forms.Textarea(attrs=looks),
            )

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        move, line, built = found.get("move"), found.get("line"), self.built
        if line and (move or built):
            self.add_error(None, gettext("You chose a move and wrote another one. Clear the one you don’t want."))
        elif not move and not line and not built and not self.errors:
            writes = "line" in self.fields
            self.add_error(None, gettext("Choose a move, or write one.") if writes else gettext("Choose a move."))
        return found

    def question(self) -> str:
        move = self.values["move"]
        if move and self.built:
            return gettext("What you built is put back.")
        ends = {choice.move for choice in self.context.table.choices if choice.ends}
        return gettext("The game ends with this move.") if move in ends else ""

    def refuse(self, refusal: LeagueError | Refused) -> None:
        super().refuse(refusal)
        if isinstance(refusal, RuleViolation) and refusal.clause:
            self.clause = BrokenClause(numbers(refusal.rule), chapter(refusal.rule), gettext(refusal.clause))

    def execute(self) -> None:
        values = self.values
        play_moves(
            match_id=self.context.match.id,
            plies=[MoveRequest(values["seat"], values["move"] or " ".join(values["line"].split()) or self.built)],
            expected=values["revision"],
            actor=self.context.actor,
        )

    @property
    def built(self) -> str:
        """The move that was built in the work area, if any."""
        bench = self.context.table.bench
        return bench.move if bench else ""

    @property
    def buttons(self) -> Sequence[tuple[str, str]]:
        """The choices that have a button of their own: moves without a piece where others are written."""
        table = self.context.table
        names = {move: gettext(name) for move, name in table.frame.labels.codes.items()}
        return [(each.move, names.get(each.move) or _words(each)) for each in table.choices if self._has_button(each)]

    @property
    def groups(self) -> Sequence[ChoiceGroup]:
        """The other choices by the piece that is touched first. Moves without a piece come last."""
        table, sent = self.context.table, self["move"].value()
        found: dict[str, list[tuple[str, str, bool]]] = {}
        for each in table.choices:
            if not self._has_button(each):
                found.setdefault(each.touched, []).append((each.move, _words(each), each.move == sent))
        others = found.pop("", [])
        if all(len(moves) == 1 for moves in found.values()):
            listed = [*(move for moves in found.values() for move in moves), *others]
            return [ChoiceGroup("", listed)] if listed else []
        names = _piece_names(table.frame.picture)
        groups = [ChoiceGroup(names.get(key, key), moves) for key, moves in found.items()]
        return [*groups, ChoiceGroup(gettext("Other moves"), others)] if others else groups

    @property
    def kept(self) -> str:
        """What was sent, if it can no longer be chosen or written here."""
        sent = self["move"].value() or ("" if "line" in self.fields else self.data.get("line", ""))
        listed = {choice.move for choice in self.context.table.choices}
        return "" if sent in listed else sent

    def _has_button(self, choice: Choice) -> bool:
        return "line" in self.fields and not choice.touched


class PlayCommand(CommandPage[PlayContext]):
    """Makes a move. A refused one is shown on the page with the reason, and what was entered stays."""

    forms: ClassVar[Mapping[str, type[CommandForm[Any]]]] = {MakeMove.slug: MakeMove}
    conflict = gettext_noop("Another move was made in the meantime. Check the board before you send yours again.")

    def page_address(self) -> str:
        return reverse("web:play", args=[self.kwargs["match_id"]])

    def load(self) -> PlayContext:
        actor, match_id, seat = reader(self.request), str(self.kwargs["match_id"]), _seat(self.request.POST.get("seat"))
        if seat is not None:
            check_mover(match_id, actor, seat)
        return _context(match_id, actor, seat, read_bench(self.request.POST))

    def render(
        self, context: PlayContext, form: CommandForm[PlayContext] | None = None, alert: str = ""
    ) -> HttpResponse:
        sent = next(filter(None, map(self.request.POST.get, ("move", "line", "work"))), "")
        return _page(self.request, context, form, alert=alert, kept=sent, status=REFUSED)


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
    form: CommandForm[PlayContext] | None = None,
    *,
    alert: str = "",
    kept: str = "",
    status: int = 200,
) -> HttpResponse:
    match, table = context.match, context.table
    if form is None and not alert and MakeMove.fits(context):
        form = MakeMove(context)
    bench = table.bench if form is not None else None
    values = {
        **match_header(match, context.actor),
        "table": table._replace(frame=hide_zones(table.frame, bench)) if bench else table,
        "bench": bench_view(bench, table.frame) if bench else None,
        "form": form,
        "sent": status == REFUSED,
        "alert": alert,
        "kept": kept,
        "yours": table.seat in match.you,
        "to_move": [_name(match, seat) for seat in table.turn],
        "movable": [(seat, _name(match, seat)) for seat in table.movable],
        "examines": may_examine(match.id, context.actor),
        "rulebook": has_rulebook(match.game, match.rules),
    }
    return render(request, "web/play.html", values, status=status)


def _seat(text: str | None) -> int | None:
    return CHANCE if text == str(CHANCE) else parse_number(text)


def _name(match: MatchDetail, seat: int) -> str:
    return gettext("The dealer") if seat == CHANCE else seat_name(match.seats[seat])


def _words(choice: Choice) -> str:
    return translate(choice.message, choice.params)


def _piece_names(picture: Picture) -> Mapping[str, str]:
    """The words of every piece that is not hidden, by its key without the number of a copy."""
    shown = (piece for _, _, piece in picture.pieces() if not piece.hidden)
    return {piece.key.partition("#")[0]: translate_phrase(piece.alt) for piece in shown}
