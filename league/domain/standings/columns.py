"""Tables as columns of numbers: what a rebuild of large standings reads."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from league.domain.standings.values import Entrant, Outcome, TableResult

Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

OUTCOMES = tuple(Outcome)
NEVER = np.iinfo(np.int64).max  # `until` of who has not left


@dataclass(frozen=True, slots=True)
class Columns:
    """Entrants by number, and tables: matrices have a row for each seat of the largest, and a column for each table.

    Entrants from `listed` on are those who only occur at tables. `entrant` is -1 where a table has no such seat; there
    all other figures are 0. `outcome` counts in `OUTCOMES`; `winners` is how many seats won, whoever came.
    """

    ids: tuple[str, ...]
    listed: int
    seed: Ints
    since: Ints
    until: Ints
    round: Ints
    number: Ints
    outcome: Ints
    known: Flags  # whether there are figures
    winners: Ints
    entrant: Ints
    points: Ints
    wins: Ints
    won: Flags
    absent: Flags
    left: Flags

    @classmethod
    def of(cls, entrants: Sequence[Entrant], tables: Iterable[TableResult]) -> "Columns":
        """The same as columns; fetching them as columns from where they are stored is faster."""
        rows = list(tables)
        index = {each.id: number for number, each in enumerate(entrants)}
        for table in rows:
            for name in table.entrants:
                index.setdefault(name, len(index))
        width = max((len(table.entrants) for table in rows), default=1)
        return cls(
            ids=tuple(index),
            listed=len(entrants),
            seed=_column(each.seed for each in entrants),
            since=_column(each.since for each in entrants),
            until=_column(NEVER if each.until is None else each.until for each in entrants),
            round=_column(table.round for table in rows),
            number=_column(table.table for table in rows),
            outcome=_column(OUTCOMES.index(table.outcome) for table in rows),
            known=np.array([bool(table.points or table.wins or table.winners) for table in rows], dtype=bool),
            winners=_column(len(table.winners) for table in rows),
            entrant=_matrix([[index[name] for name in table.entrants] for table in rows], width, -1),
            points=_matrix([table.points for table in rows], width, 0),
            wins=_matrix([table.wins for table in rows], width, 0),
            won=_seats([table.winners for table in rows], width),
            absent=_seats([table.absent for table in rows], width),
            left=_seats([table.left for table in rows], width),
        )

    def upto(self, last: int) -> "Columns":
        """What was there after round *last*: its tables, and the entrants who could play by then."""
        rows = self.round <= last
        there = self.since <= max(last, 1)
        listed = np.flatnonzero(there)
        order = np.concatenate([listed, np.arange(self.listed, len(self.ids)), np.flatnonzero(~there)])
        place = np.empty(len(order) + 1, dtype=np.int64)
        place[order] = np.arange(len(order))
        place[-1] = -1
        return replace(
            self,
            ids=tuple(self.ids[number] for number in order),
            listed=len(listed),
            **{name: getattr(self, name)[listed] for name in ("seed", "since", "until")},
            **{name: getattr(self, name)[rows] for name in ("round", "number", "outcome", "known", "winners")},
            **{name: getattr(self, name)[:, rows] for name in ("points", "wins", "won", "absent", "left")},
            entrant=place[self.entrant[:, rows]],
        )


def _column(values: Iterable[int]) -> Ints:
    return np.fromiter(values, dtype=np.int64)


def _matrix(rows: Sequence[Sequence[int]], width: int, nothing: int) -> Ints:
    found = np.full((len(rows), width), nothing, dtype=np.int64)
    for at, row in enumerate(rows):
        found[at, : len(row)] = row
    return np.ascontiguousarray(found.T)


def _seats(rows: Sequence[Iterable[int]], width: int) -> Flags:
    found = np.zeros((width, len(rows)), dtype=bool)
    for at, row in enumerate(rows):
        found[list(row), at] = True
    return found
