"""The cards on the table: rows of stacks, where a card goes, what it completes, and how gaps close (rules 3, 5, 6).

Columns are counted from anywhere, since only which cards share one matters. The order of rows doesn't matter (rules 3),
so they are in the order in which they were started. A gap in a row is a stack without cards. The first and the last
stack of a row have cards. The rules leave no gap but the hole to be closed, but nothing here relies on that.

Rows are plain tuples and lists, which cost a fraction of named ones, since a round makes many. Changes to the table
change a list of rows, and the stacks of a row in place once they are lists.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias, TypeGuard

from games.ralph.cards import JOKER, LARGEST, NOBODY, bag

FOUR = 4
NO_HOLE = (-1, 0)

Stack: TypeAlias = tuple[int, ...]  # cards, bottom first; the last is the visible one
# owner (a rank, or NOBODY for a joker-only row), column of the first stack, stacks from left to right
Row: TypeAlias = tuple[int, int, tuple[Stack, ...]]
Rows: TypeAlias = tuple[Row, ...]
Lying: TypeAlias = tuple[int, int, list[list[int]]]  # a row whose stacks may change
AnyRow: TypeAlias = Row | Lying
# what a card completed: the set of cards taken, and where a hole is open: index of the row and of the gap, or NO_HOLE
Taken: TypeAlias = tuple[int, tuple[int, int]]


def freeze(rows: Iterable[AnyRow]) -> Rows:
    """The rows as they are now, unchangeable."""
    return tuple([row if _is_frozen(row) else (row[0], row[1], tuple(map(tuple, row[2]))) for row in rows])


def _is_frozen(row: AnyRow) -> TypeGuard[Row]:
    return isinstance(row[2], tuple)


def _loosen(rows: list[AnyRow], at: int) -> list[list[int]]:
    """The stacks of row *at* as lists, ready to be changed."""
    owner, first, stacks = rows[at]
    loose = [*map(list, stacks)]
    rows[at] = owner, first, loose
    return loose


def row(first: int, stacks: list[list[int]]) -> Lying | None:
    """The row of *stacks* from column *first* on, without gaps at its ends. None if no card is left.

    Its owner is the character of any card in it, even a covered one (rules 3).
    """
    while stacks and not stacks[0]:
        del stacks[0]
        first += 1
    while stacks and not stacks[-1]:
        del stacks[-1]
    for stack in stacks:
        for card in stack:
            if card & 7 != JOKER:
                return card & 7, first, stacks
    return (NOBODY, first, stacks) if stacks else None


def all_cards(rows: Iterable[AnyRow]) -> Iterator[int]:
    """Every card on the table, covered ones too."""
    for _, _, stacks in rows:
        for stack in stacks:
            yield from stack


def attach(rows: list[AnyRow], at: int, card: int) -> Taken | None:
    """Place *card* in row *at* (rules 5, the three lines of a row), and return what it completed, if anything."""
    owner, first, stacks = rows[at]
    if isinstance(stacks, tuple):
        stacks = _loosen(rows, at)
    least, most = card & ~7, card | 7  # below and above all cards of its number
    if owner == NOBODY:
        owner = card & 7
        rows[at] = owner, first, stacks
    if least > stacks[-1][-1]:
        column = first + len(stacks)
        stacks.append([card])
    elif most < stacks[0][-1]:
        column = first - 1
        stacks.insert(0, [card])
        rows[at] = owner, column, stacks
    else:
        place = len(stacks) - 1
        while not stacks[place] or most < stacks[place][-1]:
            place -= 1
        stack = stacks[place]
        stack.append(card)
        # a covered card changes neither its row nor its column
        return _take_stack(rows, at, place, first, stacks) if len(stack) >= FOUR else None
    return _complete(rows, at, column) if len(stacks) >= FOUR or len(rows) >= FOUR else None


def begin(rows: list[AnyRow], column: int, card: int) -> Taken | None:
    """Place *card* in a new row (rules 5, new row), and return what it completed, if anything."""
    rows.append((card & 7, column, [[card]]))
    return _complete(rows, len(rows) - 1, column) if len(rows) >= FOUR else None


def nearest(rows: Iterable[AnyRow], card: int) -> dict[int, int]:
    """The visible cards whose numbers are nearest to that of *card*, each with its column (rules 5, new row)."""
    number, best = card >> 3, LARGEST
    found: dict[int, int] = {}
    for _, column, stacks in rows:
        for stack in stacks:
            if stack:
                top = stack[-1]
                above = (top >> 3) - number
                distance = abs(above)
                if distance < best:
                    best, found = distance, {top: column}
                elif distance == best:
                    found[top] = column
                if above >= 0:  # so are the numbers that follow in the row, which are greater
                    break
            column += 1
    return found


def chain(rows: list[AnyRow]) -> int:
    """Take the rows and columns of four that closing up has formed (rules 6, shift), and return their cards."""
    full: list[int] = []
    for at, (_, _, stacks) in enumerate(rows):
        if len(stacks) >= FOUR and sum(map(bool, stacks)) >= FOUR:
            full.append(at)
    across: Sequence[int] = ()
    if len(rows) >= FOUR:
        shared = range(max([first for _, first, _ in rows]), min([first + len(stacks) for _, first, stacks in rows]))
        across = [column for column in shared if is_full(rows, column)]
    return _take_lines(rows, full, across) if full or across else 0


def close(rows: list[AnyRow], hole: tuple[int, int], *, left: bool) -> None:
    """Close the hole: the cards right of it move one column left, or with *left* those left of it one right."""
    at, gap = hole
    stacks = _loosen(rows, at)
    del stacks[gap]
    owner, first, _ = rows[at]
    rows[at] = owner, first + left, stacks


def close_columns(rows: list[AnyRow]) -> None:
    """Close up every column without cards (ruling A6)."""
    there = columns(rows)
    for at, (owner, first, stacks) in enumerate(rows):
        kept = [[*stack] for column, stack in enumerate(stacks, first) if column in there]
        rows[at] = owner, there[0] + there.index(first), kept


def columns(rows: Iterable[AnyRow]) -> list[int]:
    """The columns that have cards, from left to right."""
    return sorted({column for _, first, stacks in rows for column, stack in enumerate(stacks, first) if stack})


def is_full(rows: Sequence[AnyRow], column: int) -> bool:
    """Whether each of four rows has a card in *column*. There are never more rows (rules 3)."""
    if len(rows) < FOUR:
        return False
    for _, first, stacks in rows:
        place = column - first
        if place < 0 or place >= len(stacks) or not stacks[place]:
            return False
    return True


def _complete(rows: list[AnyRow], at: int, column: int) -> Taken | None:
    """What the card just placed alone in row *at* and *column* completed, if anything (rules 6)."""
    stacks = rows[at][2]
    full = (at,) if len(stacks) >= FOUR and sum(map(bool, stacks)) >= FOUR else ()
    across = (column,) if is_full(rows, column) else ()
    return (_take_lines(rows, full, across), NO_HOLE) if full or across else None


def _take_lines(rows: list[AnyRow], full: Sequence[int], across: Sequence[int]) -> int:
    """Take whole rows and columns, both in order, and return their cards. One where they cross counts once."""
    taken = 0
    for at in reversed(full):
        for stack in rows.pop(at)[2]:
            for card in stack:
                taken |= 1 << card
    for column in reversed(across):
        taken |= _take_column(rows, column)
    return taken


def _take_column(rows: list[AnyRow], column: int) -> int:
    """Take a column in which every row has a card. The cards right of it move one column left."""
    taken = 0
    for at in range(len(rows) - 1, -1, -1):
        _, first, stacks = rows[at]
        if isinstance(stacks, tuple):
            stacks = _loosen(rows, at)
        for card in stacks.pop(column - first):
            taken |= 1 << card
        _keep_row(rows, at, first, stacks)
    return taken


def _take_stack(rows: list[AnyRow], at: int, place: int, first: int, stacks: list[list[int]]) -> Taken:
    """Take a stack. It leaves a hole if its row has stacks on both sides."""
    taken, stacks[place] = bag(stacks[place]), []
    hole = (at, place) if 0 < place < len(stacks) - 1 else NO_HOLE
    _keep_row(rows, at, first, stacks)
    return taken, hole


def _keep_row(rows: list[AnyRow], at: int, first: int, stacks: list[list[int]]) -> None:
    """Keep what is left of a row on the table, if anything."""
    rest = row(first, stacks)
    if rest is None:
        del rows[at]
    else:
        rows[at] = rest
