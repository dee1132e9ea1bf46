"""The cards on the table: rows of stacks, where a card goes, what it completes, and how gaps close (rules 3, 5, 6).

Columns are counted from anywhere: only which cards share one matters. Which row lies above which matters to nothing
(rules 3), so rows stand in the order in which they were begun. A row names the column of each of its stacks, and so
may have gaps; the rules leave none in it, but nothing here relies on that.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from games.ralph.cards import JOKER, NOBODY, bag

FOUR = 4
NO_HOLE = (-1, 0)


class Cell(NamedTuple):
    """A stack in its column, bottom first; its last card is the visible one."""

    column: int
    stack: tuple[int, ...]


class Row(NamedTuple):
    """A character's row, from left to right; the owner is a rank, or `NOBODY` while it holds jokers alone."""

    owner: int
    cells: tuple[Cell, ...]


Rows: TypeAlias = tuple[Row, ...]


class Taken(NamedTuple):
    """What a card completed: the set of cards taken, the rows after closing up, and where a hole is still open."""

    cards: int
    rows: Rows
    hole: tuple[int, int]  # index of the row, column; or NO_HOLE


def row(cells: Iterable[Cell]) -> Row:
    """The row of *cells*: its owner is the character of any card in it, covered ones too (rules 3)."""
    cells = tuple(cells)
    for _, stack in cells:
        for card in stack:
            if card & 7 != JOKER:
                return Row(card & 7, cells)
    return Row(NOBODY, cells)


def on_table(rows: Rows) -> int:
    """The set of all cards on the table."""
    return bag(card for each in rows for cell in each.cells for card in cell.stack)


def count(rows: Rows) -> int:
    """How many cards are on the table."""
    return sum(len(cell.stack) for each in rows for cell in each.cells)


def attach(rows: Rows, at: int, card: int) -> tuple[Rows, int]:
    """The rows with *card* placed in row *at*, and the column it lies in (rules 5, the three lines of a row)."""
    owner, cells = rows[at]
    number = card >> 3
    first, last = cells[0], cells[-1]
    if number < first.stack[-1] >> 3:
        column = first.column - 1
        cells = (Cell(column, (card,)), *cells)
    elif number > last.stack[-1] >> 3:
        column = last.column + 1
        cells = (*cells, Cell(column, (card,)))
    else:
        place = len(cells) - 1
        while number < cells[place].stack[-1] >> 3:
            place -= 1
        column, stack = cells[place]
        cells = (*cells[:place], Cell(column, (*stack, card)), *cells[place + 1 :])
    return (*rows[:at], Row(owner or card & 7, cells), *rows[at + 1 :]), column


def nearest(rows: Rows, card: int) -> dict[int, int]:
    """The visible cards whose numbers are nearest to that of *card*, each with its column (rules 5, new row)."""
    number = card >> 3
    best = -1
    found: dict[int, int] = {}
    for each in rows:
        for column, stack in each.cells:
            distance = abs((stack[-1] >> 3) - number)
            if distance == best:
                found[stack[-1]] = column
            elif best < 0 or distance < best:
                best, found = distance, {stack[-1]: column}
    return found


def collect(rows: Rows, at: int, column: int) -> Taken | None:
    """What the card just placed in row *at* and *column* completed; None if nothing (rules 6)."""
    cells = rows[at].cells
    full = len(cells) >= FOUR
    across = len(rows) >= FOUR and sum(_has(each, column) for each in rows) >= FOUR
    if full or across:
        return _take_lines(rows, (at,) if full else (), (column,) if across else ())
    for place, cell in enumerate(cells):
        if cell.column == column and len(cell.stack) >= FOUR:
            return _take_stack(rows, at, place)
    return None


def chain(rows: Rows) -> Taken | None:
    """Rows and columns of four that closing up has formed; None if there are none (rules 6, shift)."""
    full = [at for at, each in enumerate(rows) if len(each.cells) >= FOUR]
    columns = {cell.column for each in rows for cell in each.cells}
    across = [column for column in columns if sum(_has(each, column) for each in rows) >= FOUR]
    return _take_lines(rows, full, across) if full or across else None


def close(rows: Rows, hole: tuple[int, int], *, left: bool) -> Rows:
    """The hole closed: what is right of it moves one column left, or with *left* what is left of it one right."""
    at, column = hole
    old = rows[at]
    if left:
        cells = tuple(Cell(each.column + (each.column < column), each.stack) for each in old.cells)
    else:
        cells = tuple(Cell(each.column - (each.column > column), each.stack) for each in old.cells)
    return (*rows[:at], Row(old.owner, cells), *rows[at + 1 :])


def without_empty_columns(rows: Rows) -> Rows:
    """The rows with every column closed up in which no card lies (ruling A6)."""
    columns = sorted({cell.column for each in rows for cell in each.cells})
    now = {column: columns[0] + place for place, column in enumerate(columns)}
    return tuple(Row(owner, tuple(Cell(now[column], stack) for column, stack in cells)) for owner, cells in rows)


def _has(each: Row, column: int) -> bool:
    return any(cell.column == column for cell in each.cells)


def _take_lines(rows: Rows, full: Sequence[int], across: Sequence[int]) -> Taken:
    """Whole rows and whole columns go, a card where they cross once; what is right of a taken column moves left."""
    taken = 0
    kept: list[Row] = []
    for at, each in enumerate(rows):
        cells: list[Cell] = []
        for column, stack in each.cells:
            if at in full or column in across:
                taken |= bag(stack)
            else:
                cells.append(Cell(column - sum(gone < column for gone in across), stack))
        if cells:
            kept.append(row(cells))
    return Taken(taken, tuple(kept), NO_HOLE)


def _take_stack(rows: Rows, at: int, place: int) -> Taken:
    """A stack goes; a hole is left if there are stacks of its row on both sides."""
    cells = rows[at].cells
    column, stack = cells[place]
    kept = (*cells[:place], *cells[place + 1 :])
    after = (*rows[:at], *((row(kept),) if kept else ()), *rows[at + 1 :])
    return Taken(bag(stack), after, (at, column) if 0 < place < len(cells) - 1 else NO_HOLE)
