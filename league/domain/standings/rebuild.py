"""Standings of large fields: exactly those of `standings`, worked out over columns of numbers.

Every figure is a whole number of a unit that is fine enough for all shares that can come up, so nothing is rounded.
Whether the sums fit is checked before anything is summed. Direct encounter looks at groups, and is not for columns.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from league.domain.standings.columns import Columns, Flags, Ints
from league.domain.standings.numbers import Exact, exact, plain
from league.domain.standings.own import lot_of
from league.domain.standings.scoring import Scoring
from league.domain.standings.seats import Items, divisible, fit, gathered, largest, number_of, seats, units
from league.domain.standings.sheets import Penalty
from league.domain.standings.table import GivenPenalty
from league.domain.standings.tiebreaks import TIEBREAKS
from league.domain.standings.worth import VOLUNTARY, How

PLAYED = number_of(How.PLAYED)
AT_TABLE = [number_of(how) for how in (How.PLAYED, How.WALKOVER, How.FORFEIT, How.DOUBLE_FORFEIT)]
MISSING = [number_of(how) for how in VOLUNTARY]


class Figure(NamedTuple):
    """A figure of every entrant, in parts of 1: *unit* of them make 1."""

    values: Ints
    unit: int

    def of(self, entrant: int) -> Exact:
        return plain(Fraction(int(self.values[entrant]), self.unit))


class Row(NamedTuple):
    """What `Standing` has too: a row without counts and tables."""

    rank: int
    shared: bool
    entrant: str
    score: Exact
    values: tuple[Exact, ...]


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """Numbers of entrants in the order of the standings, with rank and whether it is shared; figures by number."""

    ids: Sequence[str]
    order: Ints
    rank: Ints
    shared: Flags
    score: Figure
    values: tuple[Figure, ...]

    def rows(self, first: int = 0, count: int | None = None) -> tuple[Row, ...]:
        """*count* rows from place *first* on, counted from 0."""
        last = len(self.order) if count is None else min(first + count, len(self.order))
        return tuple(self._row(place, int(self.order[place])) for place in range(first, last))

    def _row(self, place: int, entrant: int) -> Row:
        values = tuple(figure.of(entrant) for figure in self.values)
        rank, shared = int(self.rank[place]), bool(self.shared[place])
        return Row(rank, shared, self.ids[entrant], self.score.of(entrant), values)


def rebuilt(
    columns: Columns,
    scoring: Scoring,
    chain: Sequence[str] = (),
    *,
    penalties: Iterable[GivenPenalty] = (),
    lot_seed: str = "",
    upto_round: int | None = None,
) -> Rebuilt:
    """What `standings` gives for the same tables.

    KeyError for a tie-break that is unknown or looks at groups; OverflowError if the numbers are too large for columns.
    """
    known = [Penalty(round_, entrant, exact(points)) for round_, entrant, points in penalties]
    if upto_round is not None:
        columns = columns.upto(upto_round)
        known = [each for each in known if each.round <= upto_round]
    field = _Field(columns, scoring, [each.points for each in known], lot_seed)
    score = field.less(known)
    figures = tuple(_FIGURES[name](field) for name in chain)
    low = [TIEBREAKS[name].lower_is_better(scoring) for name in chain]
    listed = columns.listed
    keys = [-score.values[:listed]]
    keys += [(1 if down else -1) * figure.values[:listed] for down, figure in zip(low, figures, strict=True)]
    order = np.lexsort((_by_seed(columns), *reversed(keys)))
    parted = np.zeros(listed, dtype=bool)
    for key in keys:
        parted[1:] |= key[order][1:] != key[order][:-1]
    first = np.maximum.accumulate(np.where(parted, np.arange(listed), 0)) if listed else np.zeros(0, dtype=np.int64)
    shared = np.bincount(first, minlength=listed)[first] > 1
    return Rebuilt(columns.ids, order, first + 1, shared, score, figures)


def _by_seed(columns: Columns) -> Ints:
    """What entrants are in order of, where all else is equal: their seeds, or else their ids."""
    if np.diff(np.sort(columns.seed)).all():
        return columns.seed
    seeds = columns.seed.tolist()
    place = np.empty(columns.listed, dtype=np.int64)
    order = sorted(range(columns.listed), key=lambda entrant: (seeds[entrant], columns.ids[entrant]))
    place[order] = np.arange(columns.listed)
    return place


class _Field:
    """What tie-breaks look at. Flat vectors go with `items`, of which only those that count are left."""

    def __init__(self, columns: Columns, scoring: Scoring, more: Sequence[Exact], lot_seed: str) -> None:
        self.columns = columns
        self.scoring = scoring
        self.lot_seed = lot_seed
        self.tables = seats(columns, scoring)
        self.unit = units(columns, self.tables, scoring, more)
        everything = gathered(columns, self.tables, scoring, self.unit)
        self.most_items = int(np.bincount(everything.entrant).max(initial=0))
        fit(self.most_items * max(largest(each) for each in (everything.score, everything.points, everything.wins)))
        self.items = everything
        if not everything.counted.all():
            kept = np.flatnonzero(everything.counted)
            left = {name: values.take(kept) for name, values in everything._asdict().items()}
            self.items = Items(**left)
        self.score = self.sums(self.items.score)

    def sums(self, values: Ints, of: Ints | None = None) -> Ints:
        """The sum of the values of each entrant; *values* go with the items, or with those that *of* names."""
        entrant = self.items.entrant if of is None else self.items.entrant[of]
        fit(largest(values) * self.most_items)
        found = np.zeros(len(self.columns.ids), dtype=np.int64)
        np.add.at(found, entrant, values)
        return found

    def less(self, penalties: Sequence[Penalty]) -> Figure:
        """Scores less penalties."""
        taken = {each.entrant: 0 for each in penalties}
        for each in penalties:
            taken[each.entrant] += int(each.points * self.unit.score)
        fit(largest(self.score) + max(map(abs, taken.values()), default=0))
        values = self.score.copy()
        for number, entrant in enumerate(self.columns.ids if taken else ()):
            values[number] -= taken.get(entrant, 0)
        return Figure(values, self.unit.score)

    @cached_property
    def played(self) -> Ints:
        """Which items are tables that were played."""
        return np.flatnonzero(self.items.how == PLAYED)

    @cached_property
    def at_table(self) -> Flags:
        """Which items are tables, and no byes or rounds missed."""
        found: Flags = np.isin(self.items.how, AT_TABLE)
        return found

    @cached_property
    def absent(self) -> Flags:
        """Which items are tables that the entrant did not come to."""
        found: Flags = self.at_table & self.tables.absent.take(self.items.cell)
        return found

    @cached_property
    def met(self) -> Ints:
        """How many opponents each item is against."""
        players = self.tables.players.take(self.items.row)
        team = self.scoring.by == "team"
        found = np.where((self.items.how == PLAYED) & (not team), players - 1, 0)
        if self.scoring.forfeits_met:
            size = self.tables.size.take(self.items.row)
            beaten = self.at_table & ~(team & (self.items.how == PLAYED))
            found = np.where(self.absent, size - 1, found + np.where(beaten, size - players, 0))
        return found

    @cached_property
    def at_seat(self) -> Ints:
        """The score of whoever has the seat, by table and seat."""
        return np.where(self.tables.here, self.score.take(self.columns.entrant), 0)

    @cached_property
    def away(self) -> Ints:
        """The scores of those who did not come to the table of each item, together."""
        found: Ints = (self.at_seat * self.tables.absent).sum(axis=0).take(self.items.row)
        return found

    @cached_property
    def opposed(self) -> Ints:
        """The scores of the opponents of each item together."""
        came = (self.at_seat * self.tables.present).sum(axis=0).take(self.items.row)
        mine = self.at_seat.take(self.items.cell)
        found = np.where(self.items.how == PLAYED, came - mine, 0)
        if self.scoring.forfeits_met:
            found = np.where(self.absent, came + self.away - mine, found + self.away)
        return np.where(self.met > 0, found, 0)

    @cached_property
    def beaten(self) -> Ints:
        """Twice the scores of the opponents of each item, each times the result against it."""
        tables = self.tables
        found = np.zeros_like(tables.key)
        for other in range(len(tables.here)):
            key = tables.key[other]
            halves = 2 * (tables.key > key) + (tables.key == key)
            halves[other] = 0
            found += halves * (self.at_seat[other] * tables.present[other])
        values = np.where(self.items.how == PLAYED, found.take(self.items.cell), 0)
        if self.scoring.forfeits_met:
            values = np.where(self.absent, 0, values + 2 * self.away)
        return np.where(self.met > 0, values, 0)

    @cached_property
    def fine(self) -> int:
        """A number that all counts of opponents divide."""
        return divisible(self.met)

    @cached_property
    def stand_ins(self) -> Flags:
        """Which items are rounds without play where an opponent with the own score stands in."""
        found: Flags = (self.met == 0) & (self.items.how != PLAYED) & self.scoring.stand_in
        return found


def _points(field: _Field) -> Figure:
    return Figure(field.sums(field.items.points), field.unit.points)


def _wins(field: _Field) -> Figure:
    return Figure(field.sums(field.items.wins), field.unit.wins)


def _match_wins(field: _Field) -> Figure:
    alone = field.columns.won
    if field.scoring.by != "team":
        alone = alone & (field.columns.winners == 1)
    won = (field.items.how == PLAYED) & alone.take(field.items.cell)
    return Figure(field.sums(won.astype(np.int64)), 1)


def _best_table(field: _Field) -> Figure:
    lowest = np.iinfo(np.int64).min
    best = np.full(len(field.columns.ids), lowest)
    np.maximum.at(best, field.items.entrant[field.played], field.items.score[field.played])
    return Figure(np.where(best == lowest, 0, best), field.unit.score)


def _difference(field: _Field) -> Figure:
    tables, columns = field.tables, field.columns
    total = (columns.points * tables.present).sum(axis=0)
    several = field.played[tables.players.take(field.items.row[field.played]) > 1]
    row, cell = field.items.row[several], field.items.cell[several]
    others = tables.players[row] - 1
    unit = divisible(others)
    mine = columns.points.take(cell)
    fit(2 * unit * (largest(columns.points) + largest(total)))
    return Figure(field.sums(mine * unit - (total[row] - mine) * (unit // others), several), unit)


def _seat_adjusted(field: _Field) -> Figure:
    """Averages are over everybody who played, also where it does not count for them."""
    tables, columns = field.tables, field.columns
    width = len(tables.here)
    kind = tables.size * width + np.arange(width)[:, None]
    cell = np.flatnonzero(tables.how == PLAYED)
    count = np.bincount(kind.take(cell), minlength=(width + 1) * width)
    total = np.zeros_like(count)
    np.add.at(total, kind.take(cell), columns.points.take(cell))
    unit = divisible(count)
    fit(2 * unit * largest(columns.points) * max(len(cell), 1))
    cell = field.items.cell[field.played]
    at = kind.take(cell)
    values = columns.points.take(cell) * unit - total[at] * (unit // np.maximum(count, 1)[at])
    return Figure(field.sums(values, field.played), unit)


def _buchholz(lowest: int, highest: int) -> Callable[[_Field], Figure]:
    def figure(field: _Field) -> Figure:
        fit(largest(field.score) * field.fine * len(field.tables.here))
        values = field.opposed * (field.fine // np.maximum(field.met, 1))
        values = np.where(field.stand_ins, field.score[field.items.entrant] * field.fine, values)
        rivals = np.flatnonzero((field.met > 0) | field.stand_ins)
        values = values[rivals]
        sums = field.sums(values, rivals)
        if lowest:
            sums -= _cut(field, rivals, values, lowest, highest)
        return Figure(sums, field.unit.score * field.fine)

    return figure


def _cut(field: _Field, rivals: Ints, values: Ints, lowest: int, highest: int) -> Ints:
    """What `opponents` cuts off: the lowest, rounds missed by one's own doing before all others, and the highest."""
    entrant = field.items.entrant[rivals]
    count = np.bincount(entrant, minlength=len(field.columns.ids))
    low = np.minimum(lowest, np.maximum(count - 1, 0))
    if highest:
        low = np.where(count <= lowest + highest, 0, low)
    span = 2 * largest(values) + 1
    fit(2 * span * (len(count) + 1))
    other = ~np.isin(field.items.how[rivals], MISSING)
    packed = (entrant * 2 + other) * span + (
        values + largest(values)
    )  # in order of entrants, then of what is cut first
    cut = np.zeros(len(count), dtype=np.int64)
    if (lowest, highest) == (1, 0):
        least = np.full(len(count), 2 * span * len(count))
        np.minimum.at(least, entrant, packed)
        return np.where(low > 0, least % span - largest(values), 0)
    values = np.sort(packed) % span - largest(values)
    first = np.cumsum(count) - count
    for at in range(lowest):
        cut[low > at] += values[first[low > at] + at]
    if highest:
        twice = np.flatnonzero(count > lowest + highest)
        for at in range(lowest):
            values[first[twice] + at] = np.iinfo(np.int64).min
        there = np.flatnonzero(count)
        cut[twice] += np.maximum.reduceat(values, first[there])[np.searchsorted(there, twice)]
    return cut


def _sonneborn_berger(field: _Field) -> Figure:
    fit(largest(field.score) * field.fine * len(field.tables.here) * 2 * field.unit.share)
    values = field.beaten * (field.fine // np.maximum(field.met, 1)) * field.unit.share
    own_share = field.items.share * field.score[field.items.entrant] * (2 * field.fine)
    values = np.where(field.stand_ins, own_share, values)
    return Figure(field.sums(values), field.unit.score * field.fine * 2 * field.unit.share)


def _average(field: _Field) -> Figure:
    total, count = field.sums(field.opposed), field.sums(field.met)
    unit = divisible(count)
    fit(largest(total) * unit)
    return Figure(total * (unit // np.maximum(count, 1)), field.unit.score * unit)


def _seeding(field: _Field) -> Figure:
    return Figure(_padded(field.columns.seed, field), 1)


def _lot(field: _Field) -> Figure:
    drawn = [lot_of(field.lot_seed, entrant) for entrant in field.columns.ids[: field.columns.listed]]
    return Figure(_padded(np.array(drawn, dtype=np.int64), field), 1)


def _padded(values: Ints, field: _Field) -> Ints:
    """Values of those who are listed, and 0 for all others."""
    return np.concatenate([values, np.zeros(len(field.columns.ids) - len(values), dtype=np.int64)])


_FIGURES: Mapping[str, Callable[[_Field], Figure]] = {
    "points": _points,
    "fewest_cards": _points,
    "wins": _wins,
    "match_wins": _match_wins,
    "best_table": _best_table,
    "difference": _difference,
    "seat_adjusted": _seat_adjusted,
    "buchholz": _buchholz(0, 0),
    "buchholz_cut1": _buchholz(1, 0),
    "buchholz_cut2": _buchholz(2, 0),
    "median_buchholz": _buchholz(1, 1),
    "sonneborn_berger": _sonneborn_berger,
    "opponents_average": _average,
    "seeding": _seeding,
    "lot": _lot,
}
