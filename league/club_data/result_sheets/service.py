"""Results from a sheet: previewed first, then all of them or none."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from django.db import transaction
from django.utils.translation import gettext
from msgspec import Meta

from games.engine import Stated
from games.errors import Phrase, Refused, quote
from games.result_form import POINTS
from league.club_data.result_sheets.columns import ResultRow, result_rows
from league.clubs.errors import FileDiffers
from league.common.actor import Actor, require_official
from league.common.errors import BadFile, CellRefused, ReasonNeeded
from league.common.names import name_key
from league.common.read_models import Id
from league.common.sheets import KINDS, Sheet, SheetFile, sheet_file, split_name
from league.common.sheets.reader import read_rows
from league.common.translation import translate
from league.errors import LeagueError
from league.impact.services import report_result
from league.matches import repository as match_repository
from league.matches.domain import decisions
from league.matches.domain.match import Match
from league.matches.domain.score_sheet import GameNumber
from league.matches.queries.detail import MatchDetail, match_detail
from league.matches.queries.score_sheet import ResultEntry, result_entry
from league.tournaments.queries.detail import visible_tournament
from league.tournaments.queries.rounds import TableDetail, round_detail

ENTER = Phrase("enter the results of a round")
State = Literal["new", "same", "changed"]
MOST_FAULTS = 50
FILES = tuple(f"results.{kind}" for kind in KINDS)
CORRECTION = "?"  # in place of the reason that an import needs


class SheetGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that the sheet has a result of."""

    row: Annotated[int, Meta(description="The first of its rows, counted from 1.")]
    sheet: str
    round: Annotated[int, Meta(description="Of the tournament.")]
    table: int
    match: Id
    game: Annotated[str, Meta(description="Round and number in the match: `2.1`.")]
    names: list[str | None]
    points: tuple[int, ...]
    reason: str
    state: Annotated[State, Meta(description="`same`: it has this result already; `changed`: it has another one.")]

    @property
    def by_name(self) -> list[tuple[str | None, int]]:
        return list(zip(self.names, self.points, strict=True))


class ResultSheet(msgspec.Struct, frozen=True):
    """What an import of a sheet would do."""

    content: Annotated[str, Meta(description="Names what was looked at, and what stands. The import needs it.")]
    games: list[SheetGame]
    faults: Annotated[list[str], Meta(description="Cell by cell, the first fifty. With any, nothing is imported.")]

    def count(self, state: State) -> int:
        return sum(game.state == state for game in self.games)


class ImportedResults(msgspec.Struct, frozen=True):
    reported: Annotated[int, Meta(description="Results that are new or were changed.")]
    same: Annotated[int, Meta(description="Games that had this result already.")]


@dataclass(frozen=True, slots=True)
class _Planned:
    shown: SheetGame
    place: GameNumber
    stated: Stated


def fill_in_file(tournament_id: str, number: int, name: str, actor: Actor) -> SheetFile:
    """One of the `FILES`: a sheet for the results of a round, with what stands already. Raises `Unknown`."""
    _, kind = split_name(name, ("results",))
    rows: list[tuple[object, ...]] = []
    headings = {"points"}
    for table in round_detail(tournament_id, number, actor).tables:
        if table.match is not None:
            entry = result_entry(table.match)
            headings = {"points" if entry.form.key == POINTS else "tiles"}
            rows += _fill_in_rows(number, table.table, match_detail(table.match, actor), entry)
    return sheet_file(Sheet("results", ("round", "table", "game", "player", *headings, "ended"), rows), kind)


def _fill_in_rows(round_: int, table: int, shown: MatchDetail, entry: ResultEntry) -> Iterator[tuple[object, ...]]:
    for place in entry.places:
        known = entry.entered.get(place)
        for seat in shown.seats:
            number = None if known is None else known.numbers[0 if entry.form.whole else seat.seat]
            ended = None if known is None else known.reason
            yield round_, table, f"{place[0]}.{place[1]}", seat.name, number, ended


def preview_results(*, tournament_id: str, raw: bytes, actor: Actor) -> ResultSheet:
    """What an import of the sheet would do. Nothing is kept.

    Raises `Unknown`, `NotAllowed`, `BadFile`, `CellRefused`.
    """
    plan = _Plan(tournament_id, raw, actor)
    faults = [translate(fault.text, fault.params) for fault in plan.faults[:MOST_FAULTS]]
    return ResultSheet(plan.content, [each.shown for each in plan.games], faults)


@transaction.atomic
def import_results(
    *, tournament_id: str, raw: bytes, content: str, actor: Actor, correction: str | None = None
) -> ImportedResults:
    """Report the results of the sheet, all or none. *content* is the preview's. *correction*: why results are changed.

    Raises `Unknown`, `NotAllowed`, `BadFile`, `FileDiffers`, `CellRefused`, `ReasonNeeded`, and what a report raises.
    """
    plan = _Plan(tournament_id, raw, actor)
    if plan.content != content:
        raise FileDiffers()
    if plan.faults:
        raise plan.faults[0]
    due = [each for each in plan.games if each.shown.state != "same"]
    if not correction and any(each.shown.state == "changed" for each in due):
        raise ReasonNeeded()
    for each in due:
        report_result(
            match_id=each.shown.match,
            place=each.place,
            stated=each.stated,
            correction=correction if each.shown.state == "changed" else None,
            expected=match_repository.load(each.shown.match).head.seq,
            actor=actor,
        )
    return ImportedResults(len(due), len(plan.games) - len(due))


class _Plan:
    """The games of a sheet in the order of its rows, and what is wrong with it."""

    def __init__(self, tournament_id: str, raw: bytes, actor: Actor) -> None:
        _, tournament = visible_tournament(tournament_id, actor)
        require_official(actor, tournament.club, ENTER)
        self.tournament, self.actor = tournament_id, actor
        rows, self.faults = result_rows(read_rows(raw))
        self.games: list[_Planned] = []
        self._rounds: dict[int, Sequence[TableDetail]] = {}
        self._states: dict[str, Match] = {}  # with what the sheet has reported so far
        self._entries: dict[str, ResultEntry] = {}
        revisions: dict[str, int] = {}
        for (round_, table, game), together in _game_rows(rows).items():
            if all(row.points is None and row.entered is None for row in together):
                continue  # not played yet
            try:
                match_id = self._match(round_, table, together[0])
                revisions[match_id] = match_repository.load(match_id).head.seq
                self.games.append(self._game(match_id, game, together))
            except CellRefused as fault:
                self.faults.append(fault)
        if not (self.games or self.faults):
            raise BadFile(why=Phrase("it has no results"))
        self.faults.sort(key=lambda fault: (str(fault.params["sheet"]), int(str(fault.params["row"]))))
        self.content = hashlib.sha256(raw + repr(sorted(revisions.items())).encode()).hexdigest()

    def _match(self, round_: int, table: int, row: ResultRow) -> str:
        """The match of a table in a published round. Raises `CellRefused`."""
        if round_ not in self._rounds:
            try:
                shown = round_detail(self.tournament, round_, self.actor)
            except LeagueError as error:
                raise row.place("round").blame(error) from None
            self._rounds[round_] = shown.tables if shown.published else []
        found = next((each.match for each in self._rounds[round_] if each.table == table), None)
        if found is None:
            raise row.place("table").refuse(Phrase("round {round} has no table {table}", round=round_, table=table))
        return found

    def _game(self, match_id: str, game: GameNumber | None, rows: Sequence[ResultRow]) -> _Planned:
        shown, first = match_detail(match_id, self.actor), rows[0]
        entry = self._entries.setdefault(match_id, result_entry(match_id))
        place = _place(entry, game, first)
        stated = _statement(shown, entry, _seat_rows(shown, rows), first)
        before = self._states.get(match_id) or match_repository.load(match_id).state
        line = before.sheet.line(place)
        try:
            reason = None if line is None else CORRECTION
            after = decisions.correct(before, self.actor, place=place, stated=stated, correction=reason).match
        except (LeagueError, Refused) as error:
            raise first.place("points" if "points" in first.columns else "number").blame(error) from None
        self._states[match_id] = after
        now = after.sheet.line(place)
        assert now is not None  # noqa: S101 - it was reported just now
        same = line is not None and (line.points, line.reason) == (now.points, now.reason)
        return _Planned(
            SheetGame(
                row=first.number,
                sheet=first.sheet,
                round=first.round,
                table=first.table,
                match=match_id,
                game=f"{place[0]}.{place[1]}",
                names=[seat.name for seat in shown.seats],
                points=now.points,
                reason=now.reason,
                state="same" if same else "new" if line is None else "changed",
            ),
            place,
            stated,
        )


_Key = tuple[int, int, GameNumber | None]


def _game_rows(rows: Sequence[ResultRow]) -> dict[_Key, list[ResultRow]]:
    found: dict[_Key, list[ResultRow]] = {}
    for row in rows:
        found.setdefault((row.round, row.table, row.game), []).append(row)
    return found


def _place(entry: ResultEntry, game: GameNumber | None, row: ResultRow) -> GameNumber:
    """The game of the match. Raises `CellRefused` where it isn't said and there are several."""
    if game is None and len(entry.places) == 1:
        return entry.places[0]
    if game in entry.places and game is not None:
        return game
    known = ", ".join(f"{round_}.{number}" for round_, number in entry.places)
    meaning = "game" if "game" in row.columns else "table"
    raise row.place(meaning).refuse(Phrase("name one of the games {known}", known=known))


def _seat_rows(shown: MatchDetail, rows: Sequence[ResultRow]) -> list[ResultRow | None]:
    """The row of each seat that didn't leave. Raises `CellRefused`."""
    found: list[ResultRow | None] = [None] * len(shown.seats)
    for row in rows:
        wanted = name_key(row.player)
        seats = [each.seat for each in shown.seats if wanted in (name_key(each.name or ""), each.player)]
        if len(seats) != 1:
            raise row.place("player").refuse(Phrase("{name} has no seat at this table", name=quote(row.player)))
        other = found[seats[0]]
        if other is not None:
            raise row.place("player").refuse(Phrase("this player is already in row {row}", row=other.number))
        found[seats[0]] = row
    missing = [str(shown.seats[seat].name) for seat, row in enumerate(found) if row is None and seat not in shown.left]
    if missing:
        raise rows[0].place("table").refuse(Phrase("there is no row for {names}", names=", ".join(missing)))
    return found


def _statement(shown: MatchDetail, entry: ResultEntry, rows: Sequence[ResultRow | None], first: ResultRow) -> Stated:
    """What the rows of a game state: points, or numbers in the form of the game. Raises `CellRefused`."""
    there = [row for row in rows if row is not None]
    ended = _ending(entry, first)
    for meaning, values in (("points", [row.points for row in there]), ("number", [row.entered for row in there])):
        given = [value for value in values if value is not None]
        if given and len(given) < len(values):
            row = next(row for row, value in zip(there, values, strict=True) if value is None)
            raise row.place(meaning).refuse(Phrase("it is empty"))
    if entry.form.whole and first.entered is not None:
        return entry.stated([first.entered], reason=ended)  # one number for all
    if first.points is not None:
        return Stated(tuple(0 if row is None else row.points or 0 for row in rows), ended or _only(entry))
    if first.entered is None:
        raise first.place("points" if "points" in first.columns else "number").refuse(Phrase("it is empty"))
    return entry.stated([None if row is None else row.entered for row in rows], reason=ended)


def _ending(entry: ResultEntry, row: ResultRow) -> str | None:
    """How the game ended, by its code or its words in English or the reader's language. Raises `CellRefused`."""
    if not row.ended:
        return None
    wanted = name_key(row.ended)
    for code, text in entry.reasons.items():
        if wanted in (code, name_key(text), name_key(gettext(text))):
            return code
    raise row.place("ended").refuse(Phrase("it is none of {known}", known=", ".join(entry.reasons)))


def _only(entry: ResultEntry) -> str | None:
    return next(iter(entry.reasons)) if len(entry.reasons) == 1 else None
