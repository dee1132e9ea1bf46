"""Crosstables with a column for each round, for pages."""

from collections.abc import Mapping, Sequence
from itertools import chain

import msgspec

from league.standings.types import Outcome
from league.tournaments.queries.standings import Crosstable, CrosstableCell

FORM = 5  # tables
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
