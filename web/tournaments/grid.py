"""The grid of a round: the numbers of every game at every table on one page, saved by one button.

A row is saved if its sender changed it and nobody else has since the page was made. Each row is a command of its own,
and the page says what became of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from games.errors import Phrase, Refused
from league.common.actor import Actor, require_official
from league.errors import LeagueError
from league.eventlog.errors import StreamMovedOn
from league.impact import services as impact_services
from league.matches.queries import detail as match_queries
from league.matches.queries.detail import MatchDetail
from league.matches.queries.score_sheet import ResultEntry, SheetLine, result_entry
from league.tournaments.queries import detail as seen
from league.tournaments.queries import rounds as round_queries
from league.tournaments.queries.error_messages import error_text
from web.command_form import LONGEST_REASON, require_sign_in
from web.matches.numbers import (
    NumbersUnclear,
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
from web.page import REFUSED, form_page, reader
from web.templatetags.frame import minus
from web.templatetags.words import seat_name

TRIES = 3  # while others write to the same match
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

    sent: Mapping[str, str]
    actor: Actor
    saved: int = 0
    kept: dict[str, tuple[TypedNumbers, str, str]] = field(default_factory=dict)

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
        stood, _, shown = self.sent[f"{name}-was"].partition(SEPARATOR)
        for _ in range(TRIES):
            match, entry = match_queries.match_detail(match_id, self.actor), result_entry(match_id)
            line = find_line(match, place)
            away = away_seats(match, line)
            typed = read_numbers(self.sent, name, entry, len(match.seats), away)
            if typed.text in (shown, standing_numbers(entry, len(match.seats), place).text):
                return
            if standing_text(line) != stood:
                self.kept[name] = (typed, "conflict", _conflict_text(match, line))
                return
            try:
                impact_services.report_result(
                    match_id=match_id,
                    place=place,
                    stated=stated_result(entry, typed, away),
                    correction=(self.correction or None) if line else None,
                    expected=match.revision,
                    actor=self.actor,
                )
            except StreamMovedOn:
                continue
            except NumbersUnclear as unclear:
                self.kept[name] = (typed, "refused", str(unclear))
            except (LeagueError, Refused) as refusal:
                self.kept[name] = (typed, "refused", error_text(refusal))
            else:
                self.saved += 1
            return
        self.kept[name] = (typed, "refused", gettext("Others are changing this match. Save again."))


@form_page
@require_sign_in
def grid(request: HttpRequest, tournament_id: UUID, number: int) -> HttpResponse:
    actor = reader(request)
    tournament = seen.detail(str(tournament_id), actor)
    require_official(actor, tournament.club, Phrase("enter the results of a round"))
    shown = round_queries.round_detail(str(tournament_id), number, actor)
    seated = [(table.table, table.match) for table in shown.tables if table.match]
    sending = SentGrid(request.POST, actor)
    if request.method == "POST":
        for table, match_id in seated:
            sending.save_table(table, match_id)
        if not sending.kept:
            messages.success(request, _saved_text(sending.saved))
            return redirect(reverse("web:round-grid", args=[tournament_id, number]))
    tables = [_table(table, match_id, sending) for table, match_id in seated]
    context = {
        "tournament": tournament,
        "round": shown,
        "tables": tables,
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
    typed, state, text = sent.kept.get(name, (shown, "", ""))
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
        state=state,
        text=text,
    )
