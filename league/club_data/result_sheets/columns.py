"""Rows of a sheet as what they say of a game: its round and table, a player, and the player's points or number."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from games.errors import Phrase, Refused, quote
from league.common.errors import CellRefused, ResultRefused
from league.common.names import name_key
from league.common.sheets.reader import SheetRow, column_name
from league.common.sheets.workbooks import FORMULA
from league.errors import LeagueError

_HEADINGS: Mapping[str, str] = {
    "round": "round, тур, раунд, runde, ronde, tour",
    "table": "table, стол, board, доска, tisch",
    "game": "game, игра, партия, partie, spiel",
    "player": "player, name, игрок, участник, имя, spieler, joueur",
    "points": "points, очки, punkte, score",
    "number": "number, racks, rack, tiles, число, остаток, камни, подставка",
    "ended": "ended, reason, how it ended, окончание, причина, как закончилась",
}
_MEANINGS = {heading: meaning for meaning, headings in _HEADINGS.items() for heading in headings.split(", ")}
_GAME = re.compile(r"(?:([1-9]\d{0,3})\.)?([1-9]\d{0,3})")
_LARGEST = 1_000_000
REQUIRED = ("round", "table", "player")


class Place(NamedTuple):
    """A cell, for errors."""

    sheet: str
    row: int
    column: int

    def refuse(self, why: Phrase) -> CellRefused:
        return CellRefused(sheet=self.sheet, row=self.row, column=column_name(self.column), why=why)

    def blame(self, error: LeagueError | Refused) -> CellRefused:
        """The refusal of what the cell says."""
        why = Phrase(error.text, **error.params)
        return ResultRefused(sheet=self.sheet, row=self.row, column=column_name(self.column), why=why)


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultRow:
    """A row that was read. `game` is None where the sheet doesn't say which."""

    sheet: str
    number: int
    columns: Mapping[str, int]
    round: int
    table: int
    game: tuple[int, int] | None
    player: str
    points: int | None
    entered: int | None  # in the form of the game, such as the tiles on a rack
    ended: str

    def place(self, meaning: str) -> Place:
        return Place(self.sheet, self.number, self.columns.get(meaning, 0))


def result_rows(rows: Sequence[SheetRow]) -> tuple[list[ResultRow], list[CellRefused]]:
    """The rows with results, and what is wrong with others. Sheets without the columns are left out.

    Raises `CellRefused` if no sheet has them.
    """
    found: list[ResultRow] = []
    faults: list[CellRefused] = []
    refusals: list[CellRefused] = []
    for _, each in groupby(rows, lambda row: row.sheet):
        heading, *others = each
        try:
            columns = _columns(heading)
        except CellRefused as refusal:
            refusals.append(refusal)
            continue
        for row in others:
            try:
                found.append(_row(row, columns))
            except CellRefused as fault:
                faults.append(fault)
    if refusals and not (found or faults):
        raise refusals[0]
    return found, faults


def _columns(heading: SheetRow) -> dict[str, int]:
    """The columns by meaning. Raises `CellRefused` if one is missing or there twice."""
    columns: dict[str, int] = {}
    for number, cell in enumerate(heading.cells):
        meaning = _MEANINGS.get(" ".join(re.sub(r"[\W_]+", " ", name_key(cell)).split()))
        if meaning in columns:
            why = Phrase("{heading} means the same as another column", heading=quote(cell))
            raise Place(heading.sheet, heading.number, number).refuse(why)
        if meaning is not None:
            columns[meaning] = number
    missing = [each for each in REQUIRED if each not in columns]
    if missing or not {"points", "number"} & columns.keys():
        lacking = ", ".join(missing) or "points"
        raise Place(heading.sheet, heading.number, 0).refuse(Phrase("there is no column {names}", names=lacking))
    return columns


def _row(row: SheetRow, columns: Mapping[str, int]) -> ResultRow:
    cells = {meaning: row.cells[at] if at < len(row.cells) else "" for meaning, at in columns.items()}

    def refuse(meaning: str, why: Phrase) -> CellRefused:
        return Place(row.sheet, row.number, columns[meaning]).refuse(why)

    for meaning, cell in cells.items():
        if cell == FORMULA:
            raise refuse(meaning, Phrase("it has a formula (paste values instead)"))
    if not cells["player"]:
        raise refuse("player", Phrase("it is empty"))
    return ResultRow(
        sheet=row.sheet,
        number=row.number,
        columns=columns,
        round=_whole(cells, "round", refuse, least=1),
        table=_whole(cells, "table", refuse, least=1),
        game=_game(cells.get("game", ""), refuse),
        player=cells["player"],
        points=_whole(cells, "points", refuse) if cells.get("points") else None,
        entered=_whole(cells, "number", refuse) if cells.get("number") else None,
        ended=cells.get("ended", ""),
    )


_Refuse = Callable[[str, Phrase], CellRefused]


def _whole(cells: Mapping[str, str], meaning: str, refuse: _Refuse, least: int = -_LARGEST) -> int:
    text = cells[meaning].replace("−", "-")
    if not re.fullmatch(r"-?[0-9]{1,7}", text) or not least <= int(text) <= _LARGEST:
        raise refuse(meaning, Phrase("{text} is not a whole number", text=quote(cells[meaning])))
    return int(text)


def _game(text: str, refuse: _Refuse) -> tuple[int, int] | None:
    """Round and number of a game of the match, from `2.1` or `1`."""
    if not text:
        return None
    found = _GAME.fullmatch(text)
    if found is None:
        raise refuse("game", Phrase("{text} is no game, such as 1 or 2.1", text=quote(text)))
    return int(found[1] or 1), int(found[2])
