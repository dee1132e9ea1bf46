"""The form for a move: listed choices, parts that are asked for, what was built, and the move as text.

The play page has it for a seat of the match, and the page where arbiters try moves for the seat to move there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.templatetags.static import static
from django.utils.translation import gettext

from games.engine import CHANCE
from games.errors import Refused, RuleViolation, gettext_noop
from games.parts import Answers, Part
from games.picture import Picture, place, place_words
from league.common.translation import translate, translate_phrase
from league.errors import LeagueError
from league.matches.queries.detail import MatchDetail
from league.matches.queries.hints import Choice
from league.matches.queries.table import Ending, TableView, ending, move_of
from league.matches.services.play import MoveRequest, play_moves
from web.command_form import CommandForm, PageContext
from web.matches.bench import bench_view, hide_zones
from web.page import REFUSED
from web.templatetags.frame import minus
from web.templatetags.verdicts import anchor, numbers
from web.templatetags.words import seat_name

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
                help_text=self._help(notation),
                widget=forms.Textarea(attrs=looks),
            )

    def _help(self, notation: str) -> str:
        """How a move is written. What is dealt names seats, which records count otherwise than pages do."""
        if self.context.table.seat != CHANCE:
            return gettext(notation)
        names = ", ".join(f"{seat.seat} {seat_name(seat)}" for seat in self.context.match.seats)
        return f"{gettext(notation)} {gettext('Records count seats from 0:')} {names}."

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
        if self.context.match.dealing == "table" and (end := ending(self.context.match.id, *self.request[:2])):
            return _ending_words(end, self.context.match)
        choices = {choice.move: choice for choice in table.choices}
        choice = self.composed() if table.parts else choices.get(self.values["move"])
        if choice is None:
            return ""
        texts = [choice_words(choice)] if table.parts else []
        return " ".join([*texts, gettext("The game ends with this move.")] if choice.ends else texts)

    def refuse(self, refusal: LeagueError | Refused) -> None:
        super().refuse(refusal)
        if isinstance(refusal, RuleViolation) and refusal.clause:
            self.clause = BrokenClause(numbers(refusal.rule), anchor(refusal.code), gettext(refusal.clause))

    @property
    def request(self) -> MoveRequest:
        """The seat, and the move that it sends. Raises as `composed` does."""
        values = self.values
        text = values["move"] or " ".join(values.get("line", "").split())
        if self.context.table.parts and values["revision"] == self.context.revision:
            text = self.composed().move
        return MoveRequest(values["seat"], text or self.built)

    def execute(self) -> None:
        play_moves(
            match_id=self.context.match.id,
            plies=[self.request],
            expected=self.values["revision"],
            actor=self.context.actor,
        )

    def composed(self) -> Choice:
        """The move of the answers to its parts. Raises `FormError`, `RuleViolation`."""
        return move_of(self.context.match.id, self.values["seat"], self.answers())

    def answers(self) -> Answers:
        """What was sent for each part. The answer that chooses nothing is empty."""
        sent = self.data if isinstance(self.data, QueryDict) else QueryDict()
        return {part.key: [*filter(None, sent.getlist(f"{PART}{part.key}"))] for part in self.context.table.parts}

    @property
    def parts(self) -> Sequence[AskedPart]:
        """The parts of a move, with what was answered."""
        picture, answers = self.context.table.frame.picture, self.answers()
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
        return [(each.move, names.get(each.move) or choice_words(each)) for each in choices if self._has_button(each)]

    @property
    def groups(self) -> Sequence[ChoiceGroup]:
        """The choices by the piece that is touched first. Those of pieces that the reader does not see are together."""
        names = _place_names(self.context.table.frame.picture)
        found: dict[str, list[ListedMove]] = {}
        for each in self.context.table.choices:
            if each.path:
                key = each.path[0]
                found.setdefault(key if key in names else "", []).append(self._listed(each))
        if all(len(moves) == 1 for moves in found.values()):
            return [ChoiceGroup("", [move for moves in found.values() for move in moves])] if found else []
        return [ChoiceGroup(names.get(key, ""), moves) for key, moves in found.items()]

    @property
    def others(self) -> Sequence[ListedMove]:
        """The choices without a piece or a button."""
        choices = self.context.table.choices
        return [self._listed(each) for each in choices if not each.path and not self._has_button(each)]

    def _listed(self, choice: Choice) -> ListedMove:
        return ListedMove(choice.move, choice_words(choice), " ".join(choice.path), choice.move == self["move"].value())

    @property
    def kept(self) -> str:
        """What was sent, if it can no longer be chosen or written here."""
        sent = self["move"].value() or ("" if "line" in self.fields else self.data.get("line", ""))
        listed = {choice.move for choice in self.context.table.choices}
        return "" if sent in listed else sent

    def _has_button(self, choice: Choice) -> bool:
        return not choice.path and ("line" in self.fields or choice.move in self.context.table.frame.labels.codes)


def table_context(context: PlayContext, form: MakeMove | None, status: int = 200) -> dict[str, Any]:
    """What `parts/hand.html` and the board beside it need of a table with a *form* for a move."""
    table = context.table
    bench = table.bench if form is not None else None
    return {
        "table": table._replace(frame=hide_zones(table.frame, bench)) if bench else table,
        "bench": bench_view(bench, table.frame) if bench else None,
        "judge": static(f"web/{bench.script}.js") if bench and bench.script else "",
        "form": form,
        "sent": status == REFUSED,
        "to_move": [mover_name(context.match, seat) for seat in table.turn],
        "movable": [(seat, mover_name(context.match, seat)) for seat in table.movable],
    }


def _ending_words(end: Ending, match: MatchDetail) -> str:
    """How a game ends, before it is kept."""
    values = {"round": end.place[0], "game": end.place[1], "reason": gettext(end.reason)}
    if end.points is None:
        return gettext("Game {round}.{game} ends: {reason}. What is left is shown next.").format(**values)
    points = ", ".join(f"{mover_name(match, seat)} {minus(points)}" for seat, points in enumerate(end.points))
    return gettext("Game {round}.{game} ends: {reason}. The result: {points}.").format(**values, points=points)


def mover_name(match: MatchDetail, seat: int) -> str:
    """The name of a seat to move, or the dealer."""
    return gettext("The dealer") if seat == CHANCE else seat_name(match.seats[seat])


def choice_words(choice: Choice) -> str:
    """A choice as a sentence in the reader's language."""
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
