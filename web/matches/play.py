"""The play page: the board as its reader may see it, whose turn it is, and a form for a move.

It works without scripts. With them it follows the feed of the match, so that moves of others appear by themselves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext

from games.engine import CHANCE
from games.errors import Refused, RuleViolation, gettext_noop
from games.parts import Answers, Part
from games.picture import Picture, place, place_words
from league.appeals.arbiter_view import may_examine
from league.common.actor import Actor
from league.common.translation import translate, translate_phrase
from league.errors import LeagueError
from league.matches.queries.detail import MatchDetail, match_detail
from league.matches.queries.games import has_rulebook
from league.matches.queries.hints import Choice, Rearrangement
from league.matches.queries.table import Ending, TableView, check_mover, ending, late_move, move_of, table_view
from league.matches.services.play import MoveRequest, play_moves, withdraw_move
from web.command_form import CommandForm, CommandPage, PageContext
from web.matches.bench import bench_view, hide_zones, read_bench
from web.matches.header import match_header
from web.page import REFUSED, page, parse_number, reader
from web.templatetags.frame import minus
from web.templatetags.verdicts import anchor, numbers
from web.templatetags.words import seat_name

STEPS = 8  # that are listed
LONGEST_MOVE = 2_000  # characters
PART = "part-"  # before the key of a part, in the names of fields


@dataclass(frozen=True, kw_only=True)
class PlayContext(PageContext):
    """A match as its reader sees it at the table."""

    match: MatchDetail
    table: TableView

    @property
    def revision(self) -> int:
        return self.table.revision


class ListedMove(NamedTuple):
    """A move to choose, in words, and the places that are touched for it with blanks between."""

    move: str
    words: str
    path: str
    chosen: bool


class ChoiceGroup(NamedTuple):
    """Moves that begin with the same piece, which `title` names."""

    title: str
    moves: Sequence[ListedMove]


class Answer(NamedTuple):
    """An option of a part: its place, in words, and whether it is chosen."""

    place: str
    words: str
    chosen: bool


class AskedPart(NamedTuple):
    """A part of a move with its options by where they lie. `many`: whether several may be chosen."""

    part: Part
    name: str
    ask: str
    none: str
    many: bool
    groups: Sequence[tuple[str, Sequence[Answer]]]


class BrokenClause(NamedTuple):
    """The clause that a move broke: its numbers, its place on the page of the rules, and its words."""

    numbers: str
    anchor: str
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
            if self.context.table.bench:
                looks["form"] = "move"  # of which it is a fold by itself
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
        if self.context.table.parts:
            return found
        if line and (move or built):
            self.add_error(None, gettext("You chose a move and wrote another one. Clear the one you don’t want."))
        elif not move and not line and not built and not self.errors:
            writes = "line" in self.fields
            self.add_error(None, gettext("Choose a move, or write one.") if writes else gettext("Choose a move."))
        return found

    def question(self) -> str:
        """A move in parts is read back before it is made."""
        table = self.context.table
        if self.values["revision"] != self.context.revision:
            return ""  # there is a conflict
        if self.values["move"] and self.built:
            return gettext("What you built is put back.")
        if self.context.match.dealing == "table" and (end := ending(self.context.match.id, *self._move())):
            return _ending_words(end, self.context.match)
        choices = {choice.move: choice for choice in table.choices}
        choice = self._composed() if table.parts else choices.get(self.values["move"])
        if choice is None:
            return ""
        texts = [_words(choice)] if table.parts else []
        return " ".join([*texts, gettext("The game ends with this move.")] if choice.ends else texts)

    def refuse(self, refusal: LeagueError | Refused) -> None:
        super().refuse(refusal)
        if isinstance(refusal, RuleViolation) and refusal.clause:
            self.clause = BrokenClause(numbers(refusal.rule), anchor(refusal.code), gettext(refusal.clause))

    def _move(self) -> tuple[int, str]:
        """The seat, and the move that it sends."""
        values = self.values
        text = values["move"] or " ".join(values.get("line", "").split())
        if self.context.table.parts and values["revision"] == self.context.revision:
            text = self._composed().move
        return values["seat"], text or self.built

    def execute(self) -> None:
        play_moves(
            match_id=self.context.match.id,
            plies=[MoveRequest(*self._move())],
            expected=self.values["revision"],
            actor=self.context.actor,
        )

    def _composed(self) -> Choice:
        return move_of(self.context.match.id, self.values["seat"], self._answers())

    def _answers(self) -> Answers:
        """What was sent for each part. The answer that chooses nothing is empty."""
        sent = self.data if isinstance(self.data, QueryDict) else QueryDict()
        return {part.key: [*filter(None, sent.getlist(f"{PART}{part.key}"))] for part in self.context.table.parts}

    @property
    def parts(self) -> Sequence[AskedPart]:
        """The parts of a move, with what was answered."""
        picture, answers = self.context.table.frame.picture, self._answers()
        names, areas = _place_names(picture), _areas(picture, self.context.match)
        found = []
        for part in self.context.table.parts:
            groups: dict[str, list[Answer]] = {}
            for option in part.options:
                answer = Answer(option, names.get(option, option), option in answers[part.key])
                groups.setdefault(areas.get(option, ""), []).append(answer)
            none, many = gettext(part.none) if part.none else "", part.most > 1
            listed = [*groups.items()] if len(groups) > 1 else [("", answers) for answers in groups.values()]
            found.append(AskedPart(part, f"{PART}{part.key}", gettext(part.ask), none, many, listed))
        return found

    @property
    def built(self) -> str:
        """The move that was built in the work area, if any."""
        bench = self.context.table.bench
        return bench.move if bench else ""

    @property
    def buttons(self) -> Sequence[tuple[str, str]]:
        """The choices that have a button of their own: those without a piece that have a name, or all beside a line."""
        names = {move: gettext(name) for move, name in self.context.table.frame.labels.codes.items()}
        choices = self.context.table.choices
        return [(each.move, names.get(each.move) or _words(each)) for each in choices if self._has_button(each)]

    @property
    def groups(self) -> Sequence[ChoiceGroup]:
        """The choices by the piece that is touched first."""
        found: dict[str, list[ListedMove]] = {}
        for each in self.context.table.choices:
            if each.path:
                found.setdefault(each.path[0], []).append(self._listed(each))
        if all(len(moves) == 1 for moves in found.values()):
            return [ChoiceGroup("", [move for moves in found.values() for move in moves])] if found else []
        names = _place_names(self.context.table.frame.picture)
        return [ChoiceGroup(names.get(key, key), moves) for key, moves in found.items()]

    @property
    def others(self) -> Sequence[ListedMove]:
        """The choices without a piece or a button."""
        choices = self.context.table.choices
        return [self._listed(each) for each in choices if not each.path and not self._has_button(each)]

    def _listed(self, choice: Choice) -> ListedMove:
        return ListedMove(choice.move, _words(choice), " ".join(choice.path), choice.move == self["move"].value())

    @property
    def kept(self) -> str:
        """What was sent, if it can no longer be chosen or written here."""
        sent = self["move"].value() or ("" if "line" in self.fields else self.data.get("line", ""))
        listed = {choice.move for choice in self.context.table.choices}
        return "" if sent in listed else sent

    def _has_button(self, choice: Choice) -> bool:
        return not choice.path and ("line" in self.fields or choice.move in self.context.table.frame.labels.codes)


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
        who = gettext("The dealer") if line.seat is None else seat_name(match.seats[line.seat])
        text = gettext("This line is undone, and play continues from the position before it: {who}: {line}")
        return text.format(who=who, line=translate(line.message, line.params))

    def execute(self) -> None:
        match = self.context.match
        withdraw_move(match_id=match.id, expected=self.values["revision"], actor=self.context.actor)


class PlayCommand(CommandPage[PlayContext]):
    """Makes a move. A refused one is shown on the page with the reason, and what was entered stays."""

    forms: ClassVar[Mapping[str, type[CommandForm[Any]]]] = {form.slug: form for form in (MakeMove, WithdrawMove)}
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
        if isinstance(form, WithdrawMove):
            reasons = " ".join(map(str, form.non_field_errors()))
            return _page(self.request, context, alert=reasons, status=REFUSED)
        return _page(self.request, context, form, alert=alert, kept=self._sent(context), status=REFUSED)

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
    form: CommandForm[PlayContext] | None = None,
    *,
    alert: str = "",
    kept: str = "",
    status: int = 200,
) -> HttpResponse:
    match, table = context.match, context.table
    if form is None and MakeMove.fits(context):
        form = MakeMove(context)
    bench = table.bench if form is not None else None
    values = {
        **match_header(match, context.actor),
        "table": table._replace(frame=hide_zones(table.frame, bench)) if bench else table,
        "bench": bench_view(bench, table.frame) if bench else None,
        "judge": static(f"web/{bench.script}.js") if bench and bench.script else "",
        "form": form,
        "withdraw": WithdrawMove(context) if WithdrawMove.fits(context) else None,
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


def _ending_words(end: Ending, match: MatchDetail) -> str:
    """How a game ends, before it is kept."""
    values = {"round": end.place[0], "game": end.place[1], "reason": gettext(end.reason)}
    if end.points is None:
        return gettext("Game {round}.{game} ends: {reason}. What is left is shown next.").format(**values)
    points = ", ".join(f"{_name(match, seat)} {minus(points)}" for seat, points in enumerate(end.points))
    return gettext("Game {round}.{game} ends: {reason}. The result: {points}.").format(**values, points=points)


def _seat(text: str | None) -> int | None:
    return CHANCE if text == str(CHANCE) else parse_number(text)


def _name(match: MatchDetail, seat: int) -> str:
    return gettext("The dealer") if seat == CHANCE else seat_name(match.seats[seat])


def _words(choice: Choice) -> str:
    return translate(choice.message, choice.params)


def _areas(picture: Picture, match: MatchDetail) -> Mapping[str, str]:
    """Where every piece lies, in words: its group, or the seat that has it."""
    found = {}
    for zone, group, piece in picture.pieces():
        title = translate_phrase(group.title) if group.title else ""
        seat = seat_name(match.seats[zone.seat]) if zone.seat is not None else ""
        found[place(zone.key, piece=piece.key)] = title or seat
    return found


def _place_names(picture: Picture) -> Mapping[str, str]:
    return {key: translate_phrase(phrase) for key, phrase in place_words(picture).items()}
