"""Crosstables with a column for each round, for pages, and the tables of a tournament as files."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain

import msgspec

from league.common.actor import Actor
from league.common.sheets import KINDS, Sheet, SheetFile, sheet_file, split_name
from league.standings.types import Outcome
from league.tournaments.queries.standings import Crosstable, CrosstableCell, crosstable, standings, standings_sheet

FORM = 5  # tables
TABLES = ("standings", "crosstable")
FILES = tuple(f"{table}.{kind}" for table in TABLES for kind in KINDS)
UNDECIDED = (Outcome.UNPLAYED, Outcome.CONTESTED, Outcome.VOID)


class CellOfRound(CrosstableCell, frozen=True, kw_only=True):
    against: list[int]  # rows of the opponents


class RowByRound(msgspec.Struct, frozen=True):
    number: int
    entrant: str
    name: str | None
    cells: list[list[CellOfRound]]


class CrosstableByRound(msgspec.Struct, frozen=True):
    rounds: list[int]
    rows: list[RowByRound]


def crosstable_by_round(found: Crosstable) -> CrosstableByRound:
    """The crosstable with a column for each round: who sat where, with whom (by row), for what."""
    numbers = {row.entrant: number for number, row in enumerate(found.rows, 1)}
    rounds = sorted({cell.round for row in found.rows for cell in row.cells})
    rows = [
        RowByRound(
            numbers[row.entrant],
            row.entrant,
            row.name,
            [[_cell(cell, numbers) for cell in row.cells if cell.round == number] for number in rounds],
        )
        for row in found.rows
    ]
    return CrosstableByRound(rounds, rows)


def recent_form(table: CrosstableByRound) -> Mapping[str, Sequence[CellOfRound]]:
    """The last decided tables of each entrant, the newest at the end."""
    forms = {}
    for row in table.rows:
        decided = [cell for cell in chain.from_iterable(row.cells) if cell.outcome not in UNDECIDED]
        forms[row.entrant] = decided[-FORM:]
    return forms


def _cell(cell: CrosstableCell, numbers: Mapping[str, int]) -> CellOfRound:
    against = [numbers[other] for other in cell.opponents if other in numbers]
    return CellOfRound(**msgspec.structs.asdict(cell), against=against)


def table_file(
    tournament_id: str,
    name: str,
    actor: Actor,
    *,
    stage: int | None = None,
    upto: int | None = None,
    at: datetime | None = None,
) -> SheetFile:
    """One of the `FILES`, of a stage as `standings` and `crosstable` have it. Raises `Unknown`."""
    table, kind = split_name(name, TABLES)
    if table == "standings":
        found = standings_sheet(standings(tournament_id, actor, stage=stage, upto=upto, at=at))
    else:
        found = crosstable_sheet(crosstable(tournament_id, actor, stage=stage, at=at))
    return sheet_file(found, kind)


def crosstable_sheet(found: Crosstable) -> Sheet:
    """The crosstable with four columns for each round, such as `r1_against`, `r1_points`, `r1_won` and `r1_outcome`.

    Opponents are the numbers of their rows. An entrant with a second table in a round has it in `r1.2_…`.
    """
    table = crosstable_by_round(found)
    widths = [max((len(row.cells[place]) for row in table.rows), default=0) for place in range(len(table.rounds))]
    parts = [
        f"r{number}" if turn == 0 else f"r{number}.{turn + 1}"
        for number, width in zip(table.rounds, widths, strict=True)
        for turn in range(width)
    ]
    heading = ["number", "rank", "entrant", "name"]
    heading += [f"{part}_{name}" for part in parts for name in ("against", "points", "won", "outcome")]
    rows = [
        (row.number, of.rank, row.entrant, row.name, *chain.from_iterable(_sheet_cells(row, widths)))
        for row, of in zip(table.rows, found.rows, strict=True)
    ]
    return Sheet("crosstable", heading, rows)


def _sheet_cells(row: RowByRound, widths: Sequence[int]) -> list[tuple[object, ...]]:
    cells: list[tuple[object, ...]] = []
    for found, width in zip(row.cells, widths, strict=True):
        cells += [(" ".join(map(str, cell.against)), cell.points, int(cell.winner), cell.outcome) for cell in found]
        cells += [(None, None, None, None)] * (width - len(found))
    return cells
