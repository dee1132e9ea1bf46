"""The grid of a round: the numbers of every game at every table on one page, saved by one button.

A row is saved if its sender changed it and nobody else has since the page was made. Each row is a command of its own,
and the page says what became of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from games.errors import Phrase
from league.common.actor import Actor, require_official
from league.impact import services as impact_services
from league.matches.queries import detail as match_queries
from league.matches.queries.detail import MatchDetail
from league.matches.queries.score_sheet import ResultEntry, SheetLine, result_entry
from league.tournaments.queries import detail as seen
from league.tournaments.queries import rounds as round_queries
from web.command_form import LONGEST_REASON, new_key, require_sign_in
from web.matches.entries import (
    KEY,
    EntryConflict,
    EntryProblem,
    SentEntry,
    entry_versions,
    is_own,
    problem_answer,
    save_once,
    saved_answer,
    wants_json,
)
from web.matches.numbers import (
    TypedNumbers,
    asks_reason,
    away_seats,
    find_line,
    game_name,
    points_text,
    read_numbers,
    reporter_names,
    standing_numbers,
    standing_text,
    stated_result,
)
from web.page import LIST, REFUSED, accept_body, form_page, reader
from web.templatetags.frame import minus
from web.templatetags.words import seat_name

SEPARATOR = "~"  # in the field of a row between the result that stood and the numbers that were shown


@dataclass(frozen=True, kw_only=True)
class GridCell:
    """A number of a row: its field, what it is, and what it gives. `field` is empty for a seat that did not play."""

    field: str
    value: str
    label: str
    points: str = ""
    won: bool = False


@dataclass(frozen=True, kw_only=True)
class GridRow:
    """A game at a table. `was`: what stood and what was shown of it, to tell what its sender has changed."""

    name: str
    field: str
    was: str
    cells: Sequence[GridCell]
    rest: Sequence[GridCell]
    reason: str
    state: str = ""  # conflict or refused
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class GridTable:
    """A table of the round. Without rows its results are not entered here."""

    number: int
    match: MatchDetail
    entry: ResultEntry
    rows: Sequence[GridRow]
    names: Sequence[str]

    @property
    def label(self) -> str:
        return gettext(self.entry.form.label)

    @property
    def rest(self) -> list[str]:
        return [gettext(label) for label in self.entry.form.rest]

    @property
    def columns(self) -> int:
        return 1 + len(self.names) + len(self.entry.form.rest) + bool(self.reasons)

    @property
    def reasons(self) -> list[tuple[str, str]]:
        """How a game may have ended, where that has to be chosen."""
        return [(code, gettext(text)) for code, text in self.entry.reasons.items()] if asks_reason(self.entry) else []


@dataclass(slots=True)
class SentGrid:
    """What was sent, and what became of its rows. `kept`, by field: what was typed, and why it was not saved."""

    path: str
    sent: Mapping[str, str]
    actor: Actor
    saved: int = 0
    unchanged: set[str] = field(default_factory=set)
    kept: dict[str, tuple[TypedNumbers, EntryProblem]] = field(default_factory=dict)

    @property
    def correction(self) -> str:
        return self.sent.get("correction", "").strip()[:LONGEST_REASON]

    def save_table(self, table: int, match_id: str) -> None:
        """Save the rows of a table that were changed."""
        entry = result_entry(match_id)
        for place in entry.places:
            name = _row_field(table, place)
            if self._is_changed(name, entry):
                self._save_row(match_id, place, name)

    def _is_changed(self, name: str, entry: ResultEntry) -> bool:
        """Whether a row came back with other numbers than were shown."""
        shown = self.sent.get(f"{name}-was", "").partition(SEPARATOR)[2]
        seats = shown.partition("|")[0].count(",") + 1
        return bool(shown) and read_numbers(self.sent, name, entry, seats, range(seats)).text != shown

    def _save_row(self, match_id: str, place: tuple[int, int], name: str) -> None:
        fields = {field: value for field, value in self.sent.items() if field.startswith(f"{name}-")}
        entry = SentEntry(
            path=self.path,
            key=self.sent.get(KEY, ""),
            user=self.actor.user,
            fields={**fields, "correction": self.correction},
        )
        found = save_once(entry, lambda: self._report(match_id, place, name))
        if found is None:
            self.saved += name not in self.unchanged
        else:
            self.kept[name] = (self._typed(match_id, place, name), found)

    def _typed(self, match_id: str, place: tuple[int, int], name: str) -> TypedNumbers:
        match = match_queries.match_detail(match_id, self.actor)
        away = away_seats(match, find_line(match, place))
        return read_numbers(self.sent, name, result_entry(match_id), len(match.seats), away)

    def _report(self, match_id: str, place: tuple[int, int], name: str) -> None:
        """Report a row if its result is still the one that was shown. Raises `EntryConflict`."""
        stood, _, shown = self.sent[f"{name}-was"].partition(SEPARATOR)
        match, entry = match_queries.match_detail(match_id, self.actor), result_entry(match_id)
        line = find_line(match, place)
        typed = self._typed(match_id, place, name)
        if typed.text in (shown, standing_numbers(entry, len(match.seats), place).text):
            self.unchanged.add(name)
            return
        if standing_text(line) != stood:
            raise EntryConflict(_conflict_text(match, line))
        impact_services.report_result(
            match_id=match_id,
            place=place,
            stated=stated_result(entry, typed, away_seats(match, line)),
            correction=(self.correction or None) if line else None,
            expected=match.revision,
            actor=self.actor,
        )

    def answer(self, seated: Iterable[tuple[int, str]]) -> HttpResponse:
        """What became of the one row that was sent, for a page that keeps its entries."""
        for table, match_id in seated:
            for place in result_entry(match_id).places:
                if f"{(name := _row_field(table, place))}-was" in self.sent:
                    return self._row_answer(match_id, place, name)
        return problem_answer(EntryProblem(state="refused", text=gettext("This table isn’t in the round any more.")))

    def _row_answer(self, match_id: str, place: tuple[int, int], name: str) -> HttpResponse:
        match, entry = match_queries.match_detail(match_id, self.actor), result_entry(match_id)
        standing = standing_numbers(entry, len(match.seats), place).text
        was = f"{standing_text(find_line(match, place))}{SEPARATOR}{standing}"
        if name not in self.kept:
            typed = self._typed(match_id, place, name)
            return saved_answer(was if is_own(match, entry, place, typed) else "")
        typed, problem = self.kept[name]
        if problem.state == "conflict":
            problem = replace(problem, was=was, versions=entry_versions(match, entry, place, typed))
        return problem_answer(problem)


@accept_body(LIST)
@form_page
@require_sign_in
def grid(request: HttpRequest, tournament_id: UUID, number: int) -> HttpResponse:
    actor = reader(request)
    tournament = seen.detail(str(tournament_id), actor)
    require_official(actor, tournament.club, Phrase("enter the results of a round"))
    shown = round_queries.round_detail(str(tournament_id), number, actor)
    seated = [(table.table, table.match) for table in shown.tables if table.match]
    sending = SentGrid(request.path, request.POST, actor)
    if request.method == "POST":
        for table, match_id in seated:
            sending.save_table(table, match_id)
        if wants_json(request):
            return sending.answer(seated)
        if not sending.kept:
            messages.success(request, _saved_text(sending.saved))
            return redirect(reverse("web:round-grid", args=[tournament_id, number]))
    tables = [_table(table, match_id, sending) for table, match_id in seated]
    context = {
        "tournament": tournament,
        "round": shown,
        "tables": tables,
        "key": new_key(),
        "correction": sending.correction,
        "saved": _saved_text(sending.saved) if sending.kept else "",
        "kept": len(sending.kept),
    }
    return render(request, "web/grid.html", context, status=REFUSED if sending.kept else 200)


def _saved_text(count: int) -> str:
    if not count:
        return gettext("Nothing was changed.")
    return ngettext("{count} result saved.", "{count} results saved.", count).format(count=count)


def _row_field(table: int, place: tuple[int, int]) -> str:
    return f"t{table}-{place[0]}-{place[1]}"


def _conflict_text(match: MatchDetail, line: SheetLine | None) -> str:
    if line is None:
        return gettext("In the meantime the result of this game was removed. Save again to enter yours.")
    text = gettext("In the meantime the result became {points}, by {who}. Save again to replace it with yours.")
    return text.format(points=minus(points_text(line)), who=reporter_names(match, line))


def _table(number: int, match_id: str, sent: SentGrid) -> GridTable:
    match, entry = match_queries.match_detail(match_id, sent.actor), result_entry(match_id)
    names = [gettext("The team")] if entry.form.whole else [seat_name(seat) for seat in match.seats]
    places = entry.places if "report" in match.may else ()
    rows = [_row(number, place, match=match, entry=entry, names=names, sent=sent) for place in places]
    return GridTable(number=number, match=match, entry=entry, rows=rows, names=names)


def _row(
    table: int,
    place: tuple[int, int],
    *,
    match: MatchDetail,
    entry: ResultEntry,
    names: Sequence[str],
    sent: SentGrid,
) -> GridRow:
    name, line = _row_field(table, place), find_line(match, place)
    shown = standing_numbers(entry, len(match.seats), place)
    typed, problem = sent.kept.get(name, (shown, None))
    away = away_seats(match, line)
    game = game_name(place)
    cells = [
        GridCell(
            field="" if seat in away and not entry.form.whole else f"{name}-{seat}",
            value=value,
            label=gettext("Table {table}, game {game}, {who}").format(table=table, game=game, who=names[seat]),
            points="" if line is None else minus(line.points[seat]),
            won=line is not None and seat in line.winners,
        )
        for seat, value in enumerate(typed.numbers)
    ]
    rest = [
        GridCell(
            field=f"{name}-rest{at}",
            value=value,
            label=gettext("Table {table}, game {game}, {who}").format(
                table=table, game=game, who=gettext(entry.form.rest[at])
            ),
        )
        for at, value in enumerate(typed.rest)
    ]
    return GridRow(
        name=game,
        field=name,
        was=f"{standing_text(line)}{SEPARATOR}{shown.text}",
        cells=cells,
        rest=rest,
        reason=typed.reason,
        state="" if problem is None else "conflict" if problem.state == "conflict" else "refused",
        text="" if problem is None else problem.text,
    )
