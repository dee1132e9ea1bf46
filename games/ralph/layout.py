"""The cards on the table: rows of stacks, where a card goes, what it completes, and how gaps close (rules 3, 5, 6).

Columns are counted from anywhere: only which cards share one matters. Which row lies above which matters to nothing
(rules 3), so rows stand in the order in which they were begun. A row names the column of each of its stacks, and so
may have gaps; the rules leave none in it, but nothing here relies on that.

Everything is plain tuples: they are made and unpacked at a fraction of the cost of named ones, and a round makes many.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from games.ralph.cards import JOKER, NOBODY, bag

FOUR = 4
NO_HOLE = (-1, 0)

Stack: TypeAlias = tuple[int, ...]  # cards, bottom first; the last is the visible one
Cell: TypeAlias = tuple[int, Stack]  # a column and the stack there
Row: TypeAlias = tuple[int, tuple[Cell, ...]]  # owner (a rank, or NOBODY while it holds jokers alone), left to right
Rows: TypeAlias = tuple[Row, ...]
Spot: TypeAlias = tuple[int, int, int]  # where a card has been placed: index of the row, column, height of its stack


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
                return card & 7, cells
    return NOBODY, cells


def all_cards(rows: Iterable[Row]) -> Iterator[int]:
    """Every card on the table, covered ones too."""
    for _, cells in rows:
        for _, stack in cells:
            yield from stack


def attach(rows: list[Row], at: int, card: int) -> Spot:
    """Place *card* in row *at* of *rows* (rules 5, the three lines of a row)."""
    owner, cells = rows[at]
    number = card >> 3
    column, stack = cells[0]
    if number < stack[-1] >> 3:
        column, height = column - 1, 1
        cells = ((column, (card,)), *cells)
    else:
        place = len(cells) - 1
        column, stack = cells[place]
        if number > stack[-1] >> 3:
            column, height = column + 1, 1
            cells = (*cells, (column, (card,)))
        else:
            while number < stack[-1] >> 3:
                place -= 1
                column, stack = cells[place]
            height = len(stack) + 1
            cells = (*cells[:place], (column, (*stack, card)), *cells[place + 1 :])
    rows[at] = owner or card & 7, cells
    return at, column, height


def begin(rows: list[Row], column: int, card: int) -> Spot:
    """Place *card* in a new row (rules 5, new row)."""
    rows.append((card & 7, ((column, (card,)),)))
    return len(rows) - 1, column, 1


def nearest(rows: Iterable[Row], card: int) -> dict[int, int]:
    """The visible cards whose numbers are nearest to that of *card*, each with its column (rules 5, new row)."""
    number = card >> 3
    best = -1
    found: dict[int, int] = {}
    for _, cells in rows:
        for column, stack in cells:
            top = stack[-1]
            distance = (top >> 3) - number
            if distance < 0:
                distance = -distance
            if distance == best:
                found[top] = column
            elif distance < best or best < 0:
                best, found = distance, {top: column}
    return found


def collect(rows: Sequence[Row], spot: Spot) -> Taken | None:
    """What the card just placed at *spot* completed; None if nothing (rules 6)."""
    at, column, height = spot
    if height >= FOUR:
        return _take_stack(rows, at, column)
    if height > 1:
        return None  # a covered card changes neither its row nor its column
    full = len(rows[at][1]) >= FOUR
    across = len(rows) >= FOUR and held(rows, column) >= FOUR
    return _take_lines(rows, (at,) if full else (), (column,) if across else ()) if full or across else None


def chain(rows: Rows) -> Taken | None:
    """Rows and columns of four that closing up has formed; None if there are none (rules 6, shift)."""
    full = [at for at, (_, cells) in enumerate(rows) if len(cells) >= FOUR]
    across = [column for column in columns(rows) if held(rows, column) >= FOUR] if len(rows) >= FOUR else []
    return _take_lines(rows, full, across) if full or across else None


def close(rows: Rows, hole: tuple[int, int], *, left: bool) -> Rows:
    """The hole closed: what is right of it moves one column left, or with *left* what is left of it one right."""
    at, gap = hole
    owner, cells = rows[at]
    if left:
        cells = tuple((column + (column < gap), stack) for column, stack in cells)
    else:
        cells = tuple((column - (column > gap), stack) for column, stack in cells)
    return (*rows[:at], (owner, cells), *rows[at + 1 :])


def without_empty_columns(rows: Rows) -> Rows:
    """The rows with every column closed up in which no card lies (ruling A6)."""
    there = columns(rows)
    now = {column: there[0] + place for place, column in enumerate(there)}
    return tuple((owner, tuple((now[column], stack) for column, stack in cells)) for owner, cells in rows)


def columns(rows: Iterable[Row]) -> list[int]:
    """The columns in which a card lies, from left to right."""
    return sorted({column for _, cells in rows for column, _ in cells})


def held(rows: Iterable[Row], column: int) -> int:
    """How many rows have a card in *column*."""
    found = 0
    for _, cells in rows:
        for each, _ in cells:
            if each == column:
                found += 1
    return found


def _take_lines(rows: Sequence[Row], full: Sequence[int], across: Sequence[int]) -> Taken:
    """Whole rows and whole columns go, a card where they cross once; what is right of a taken column moves left."""
    gone: list[int] = []
    kept: list[Row] = []
    for at, each in enumerate(rows):
        if at in full:
            gone += all_cards((each,))
        elif not across:
            kept.append(each)
        else:
            cells: list[Cell] = []
            for column, stack in each[1]:
                if column in across:
                    gone += stack
                else:
                    cells.append((column - sum(one < column for one in across), stack))
            if cells:
                kept.append(row(cells))
    return Taken(bag(gone), tuple(kept), NO_HOLE)


def _take_stack(rows: Sequence[Row], at: int, column: int) -> Taken:
    """A stack goes; a hole is left if there are stacks of its row on both sides."""
    cells = rows[at][1]
    kept = [cell for cell in cells if cell[0] != column]
    (taken,) = (stack for each, stack in cells if each == column)
    inside = cells[0][0] < column < cells[-1][0]
    after = (*rows[:at], *((row(kept),) if kept else ()), *rows[at + 1 :])
    return Taken(bag(taken), after, (at, column) if inside else NO_HOLE)
