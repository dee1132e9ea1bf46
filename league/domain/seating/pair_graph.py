"""Who could meet whom in a round of pairs, what that costs, and the cheapest way to pair everybody.

Seekers stand in the order of the standings and are called by their place in it, from 0. A bye is a meeting with one
more vertex, `Field.nobody`. The cost of a meeting is one integer that holds all criteria, each above the sum of all
below it, so that the cheapest matching is the best by the first criterion, among those by the second, and so on.

The graph is thinned to the nearest opponents that were not met. Only if somebody stays without one are there more
neighbours, then rematches, then byes for anybody and pairs that should be kept apart: each step contains the one
before, so what the criteria put first is never given up while it can be had.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from math import gcd, lcm

import numpy as np
import rustworkx
from numpy.typing import NDArray

from league.domain.seating.values import Inputs, Seeker

Column = NDArray[np.int64]
Meeting = tuple[int, int]  # places, the upper one first

NEAREST = 30  # opponents in the first, thinned graph
WHOLE = 128  # fields up to this size are never thinned
MOST = 7  # floats and first moves beyond this count as this many
MOST_MET = 15


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The seekers of a round in the order of the standings, and columns of what the criteria ask about them."""

    seekers: tuple[Seeker, ...]
    points: Column  # in the smallest step between two scores, the lowest score being 0
    lead: Column  # first moves less second moves
    ups: Column
    downs: Column
    byes: Column  # the class for a bye; 0 is the next to have one
    lots: tuple[int, ...]  # the order that decides between equals, drawn from the seed
    met: dict[int, int]  # key of a meeting → how often it took place
    apart: frozenset[int]  # keys of meetings that should not take place

    @property
    def nobody(self) -> int:
        return len(self.seekers)

    @property
    def tables(self) -> int:
        """With the bye."""
        return (len(self.seekers) + 1) // 2

    def key(self, one: int, other: int) -> int:
        """One integer for a meeting, whoever is named first."""
        return min(one, other) * len(self.seekers) + max(one, other)


def field_of(inputs: Inputs) -> Field:
    """What *inputs* say, in the order of the standings."""
    scores = {seeker.id: seeker.points for seeker in inputs.seekers}
    seekers = tuple(sorted(inputs.seekers, key=lambda seeker: (-scores[seeker.id], seeker.rank, seeker.id)))
    count, place = len(seekers), {seeker.id: at for at, seeker in enumerate(seekers)}
    met: dict[int, int] = {}
    for at, seeker in enumerate(seekers):
        for opponent, times in seeker.met.items():
            other = place.get(opponent, at)
            if other != at and times > 0:
                key = min(at, other) * count + max(at, other)
                met[key] = max(times, met.get(key, 0))
    couples = [(place[one], place[other]) for one, other in inputs.apart if one in place and other in place]
    drawn = sorted(range(count), key=lambda at: sha256(f"{inputs.seed}{seekers[at].id}".encode()).digest())
    turns = [(inputs.round - 1 in seeker.sat_out, len(seeker.sat_out)) for seeker in seekers]
    classes = {turn: at for at, turn in enumerate(sorted(set(turns)))}
    return Field(
        seekers=seekers,
        points=_steps([scores[seeker.id] for seeker in seekers]),
        lead=_column(lead(seeker) for seeker in seekers),
        ups=_column(min(MOST, seeker.floats.count(1)) for seeker in seekers),
        downs=_column(min(MOST, seeker.floats.count(-1)) for seeker in seekers),
        byes=_column(classes[turn] for turn in turns),
        lots=tuple(int(lot) for lot in np.argsort(drawn)),
        met=met,
        apart=frozenset(min(pair) * count + max(pair) for pair in couples if pair[0] != pair[1]),
    )


def lead(seeker: Seeker) -> int:
    """How many more first moves than second moves *seeker* had."""
    first, second, *_ = (*seeker.seats, 0, 0)
    return first - second


def pairing(field: Field) -> tuple[list[Meeting], int]:
    """The best meetings, everybody in exactly one, and how many rematches no pairing can avoid."""
    everybody = len(field.seekers) - 1
    near = everybody if everybody < WHOLE else NEAREST
    new = np.array(sorted(field.apart | field.met.keys()), dtype=np.int64)
    next_out = np.flatnonzero(field.byes == 0)
    while True:
        found = _cheapest(field, _nearest(field, new, near), next_out[-near:])
        if len(found) == field.tables:
            return found, 0
        if near == everybody:
            break
        near = min(everybody, near * 4)
    unavoidable = field.tables - len(found)
    together = np.array(sorted(field.apart), dtype=np.int64)
    found = _cheapest(field, _nearest(field, together, everybody), next_out)
    if len(found) < field.tables:
        found = _cheapest(field, _nearest(field, together[:0], everybody), np.arange(len(field.seekers)))
    return found, unavoidable


def _steps(scores: Sequence[Fraction]) -> Column:
    """Scores as multiples of their smallest step; coarser where squares would not fit into the cost."""
    if not scores:
        return _column(())
    lowest, parts = min(scores), lcm(*(score.denominator for score in scores))
    whole = [int((score - lowest) * parts) for score in scores]
    step = gcd(*whole) or 1
    step *= -(-(max(whole) // step + 1) // _widest(len(scores)))
    return _column(score // step for score in whole)


def _widest(count: int) -> int:
    """The largest gap, in steps, whose square is kept over *count* seekers."""
    return 1 << (44 - count.bit_length()) // 2


def _nearest(field: Field, barred: Column, most: int) -> Column:
    """Keys of the meetings of each seeker with its *most* nearest opponents, except for the *barred* ones."""
    count = len(field.seekers)
    if count < 2:
        return _column(())
    busiest = int(np.bincount(np.concatenate((barred // count, barred % count))).max()) if barred.size else 0
    away = np.arange(1, min(count - 1, most + busiest) + 1)
    at = np.arange(count)[:, np.newaxis]
    other = np.empty((count, 2 * away.size), dtype=np.int64)
    other[:, 0::2], other[:, 1::2] = at - away, at + away
    keys = np.minimum(at, other) * count + np.maximum(at, other)
    free = (other >= 0) & (other < count)
    free &= ~np.isin(keys, barred)
    near: Column = np.unique(keys[free & (np.cumsum(free, axis=1) <= most)])
    return near


def _cheapest(field: Field, keys: Column, out: Column) -> list[Meeting]:
    """The cheapest of the largest sets of meetings among *keys*, with a bye for one of *out* where the field is odd."""
    count = len(field.seekers)
    upper, lower = keys // max(count, 1), keys % max(count, 1)
    criteria = _criteria(field, keys, upper, lower)
    if count % 2:
        upper, lower = np.concatenate((upper, out)), np.concatenate((lower, np.full(out.size, field.nobody)))
        criteria = [np.concatenate(two) for two in zip(criteria, _bye_criteria(field, out), strict=True)]
    costs = _costs(criteria, field.tables, 124 - count.bit_length())
    dearest = max(costs, default=0)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=True)
    graph.add_nodes_from(range(count + count % 2))
    number = np.array((*field.lots, count))  # equals are told apart by the order of vertices and edges
    one, two = number[upper], number[lower]
    order = np.lexsort((np.maximum(one, two), np.minimum(one, two)))
    weights = [dearest - cost for cost in costs]
    ends, others, sorting = one.tolist(), two.tolist(), order.tolist()
    graph.add_edges_from([(ends[at], others[at], weights[at]) for at in sorting])
    place = np.argsort(number).tolist()
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in ((place[one], place[two]) for one, two in matched))


def _criteria(field: Field, keys: Column, upper: Column, lower: Column) -> list[Column]:
    """What meetings cost, the first criterion first."""
    gap = field.points[upper] - field.points[lower]
    spread = int(np.ptp(field.lead)) if field.lead.size else 0
    none = np.zeros_like(keys)
    return [
        np.isin(keys, _column(field.apart)).astype(np.int64),
        none,  # the turn to sit out
        _column(min(MOST_MET, field.met.get(key, 0)) ** 2 for key in keys.tolist()) if field.met else none,
        none,  # the score of whoever sits out
        gap**2,
        lower - upper,
        np.where(gap > 0, field.downs[upper] + field.ups[lower], 0),
        min(MOST, spread) - np.minimum(MOST, np.abs(field.lead[upper] - field.lead[lower])),
    ]


def _bye_criteria(field: Field, out: Column) -> list[Column]:
    """What it costs that one of *out* has a bye, in the same order."""
    none = np.zeros_like(out)
    levels = np.unique(field.points, return_inverse=True)[1]
    return [none, field.byes[out], none, levels[out], none, field.nobody - out, none, none]


def _costs(criteria: Sequence[Column], tables: int, bits: int) -> list[int]:
    """One integer for each meeting: any amount of a criterion outweighs all criteria below it, over all *tables*.

    rustworkx computes in 128 bits. Criteria that no longer fit into *bits* do not count; only fields of thousands that
    cannot do without rematches have so many that the last ones are lost.
    """
    parts: list[tuple[Column, int]] = []  # columns that fit into 64 bits, and by what to multiply what comes before
    largest = 0
    for criterion in criteria:
        most = int(criterion.max(initial=0))
        if not most:
            continue
        scale = most * tables + 1
        if ((largest + 1) * scale).bit_length() > bits:
            break
        largest = largest * scale + most
        if parts and (int(parts[-1][0].max()) + 1) * scale < 2**62:
            column, before = parts.pop()
            parts.append((column * scale + criterion, before * scale))
        else:
            parts.append((criterion, scale))
    if not parts:
        return [0] * (len(criteria[0]))
    costs: list[int] = parts[0][0].tolist()
    for column, scale in parts[1:]:
        costs = [cost * scale + more for cost, more in zip(costs, column.tolist(), strict=True)]
    return costs


def _column(numbers: Iterable[int]) -> Column:
    return np.fromiter(numbers, dtype=np.int64)
