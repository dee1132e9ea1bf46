"""The cheapest way to pair everybody in a round: the possible meetings and their costs.

Seekers are in the order of the standings and are numbered by it, from 0. A bye is a meeting with one more vertex,
`Field.nobody`. The cost of a meeting is one integer that holds all criteria. Each criterion weighs more than the sum of
all below it, so the cheapest matching is the best by the first criterion, among those by the second, and so on.

In an opening round, where nobody has met and all scores are equal, the upper half of the standings meets the lower
half: the first of one the first of the other. In later rounds, the nearer the opponents the better.

The graph holds only the nearest opponents who have not met. If somebody is left without an opponent, more neighbours
are added, then rematches, then byes for anybody and pairs that should be kept apart. Each graph contains the one
before, so nothing that a higher criterion asks for is lost while it is possible.

Example: with two criteria, 3 tables and values of at most 4 in the second, a meeting that costs (1, 2) weighs
1 × (4 × 3 + 1) + 2 = 15. All three tables together have at most 12 of the second criterion, less than 13, which is one
of the first.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from math import gcd, lcm

import numpy as np
import rustworkx
from numpy.typing import NDArray

from league.seating.types import Inputs, Seeker

Column = NDArray[np.int64]
Meeting = tuple[int, int]  # places, the upper one first

NEAREST = 30  # opponents in the first, thinned graph
WHOLE = 128  # fields up to this size are never thinned
MAX_COUNTED = 7  # floats and first moves beyond this count as this many
MAX_REPEATS = 15
MAX_GRADES = 4  # so many numbers of meetings are distinguished
FIRST = "swiss-pairs 1"


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The seekers of a round in the order of the standings, with a column for each figure that a criterion needs."""

    seekers: tuple[Seeker, ...]
    points: Column  # in the smallest step between two scores, the lowest score being 0
    lead: Column  # first moves less second moves
    needs: Column  # -1: has to move first, +1: has to move second
    ups: Column
    downs: Column
    byes: Column  # the class for a bye; 0 is the next to have one
    lots: tuple[int, ...]  # the order that decides between equals, drawn from the seed
    met: dict[int, int]  # key of a meeting → how often it took place
    apart: frozenset[int]  # keys of meetings that should not take place
    first_version: bool
    due: int  # the distance in the standings that opponents should have: half the field in an opening round, else 0

    @property
    def nobody(self) -> int:
        return len(self.seekers)

    @property
    def tables(self) -> int:
        """With the bye."""
        return (len(self.seekers) + 1) // 2

    def key(self, one: int, other: int) -> int:
        """One integer for a meeting, in either order."""
        return min(one, other) * len(self.seekers) + max(one, other)


def build_field(inputs: Inputs) -> Field:
    """The field of a round, in the order of the standings."""
    worth = _steps({seeker.score for seeker in inputs.seekers}, len(inputs.seekers))
    seekers = tuple(sorted(inputs.seekers, key=lambda seeker: (-worth[seeker.score], seeker.rank, seeker.id)))
    count, place = len(seekers), {seeker.id: at for at, seeker in enumerate(seekers)}
    met = _past_meetings(seekers, place)
    couples = [(place[one], place[other]) for one, other in inputs.apart if one in place and other in place]
    drawn = sorted(range(count), key=lambda at: sha256(f"{inputs.seed}{seekers[at].id}".encode()).digest())
    turns = [(inputs.round - 1 in seeker.idle, len(seeker.idle)) for seeker in seekers]
    classes = {turn: at for at, turn in enumerate(sorted(set(turns)))}
    return Field(
        seekers=seekers,
        points=_column(worth[seeker.score] for seeker in seekers),
        lead=_column(lead(seeker) for seeker in seekers),
        needs=_column(0 if inputs.algorithm == FIRST else need(seeker) for seeker in seekers),
        ups=_column(min(MAX_COUNTED, seeker.floats.count(1)) for seeker in seekers),
        downs=_column(min(MAX_COUNTED, seeker.floats.count(-1)) for seeker in seekers),
        byes=_column(classes[turn] for turn in turns),
        lots=tuple(int(lot) for lot in np.argsort(drawn)),
        met=met,
        apart=frozenset(min(pair) * count + max(pair) for pair in couples if pair[0] != pair[1]),
        first_version=inputs.algorithm == FIRST,
        due=count // 2 if not met and len(set(worth.values())) == 1 else 0,
    )


def _past_meetings(seekers: Sequence[Seeker], place: Mapping[str, int]) -> dict[int, int]:
    """How often each two have met, by the key of the meeting."""
    met: dict[int, int] = {}
    for at, seeker in enumerate(seekers):
        for opponent, times in seeker.met.items():
            other = place.get(opponent, at)
            if other != at and times > 0:
                key = min(at, other) * len(seekers) + max(at, other)
                met[key] = max(times, met.get(key, 0))
    return met


def lead(seeker: Seeker) -> int:
    """How many more first moves than second moves *seeker* had."""
    first, second, *_ = (*seeker.seats, 0, 0)
    return first - second


def need(seeker: Seeker) -> int:
    """-1 if *seeker* has to move first, +1 if second, else 0.

    They have to if they had the other seat twice in a row, or at least two times more in all. These are the absolute
    preferences of the Dutch system (FIDE C.04.3, A.6).
    """
    if seeker.in_row >= 2:
        return 1 if seeker.last == 0 else -1
    ahead = lead(seeker)
    return 0 if abs(ahead) < 2 else 1 if ahead > 0 else -1


def pairing(field: Field) -> tuple[list[Meeting], int]:
    """The best meetings, one for everybody, and how many rematches no pairing can avoid."""
    everybody = len(field.seekers) - 1
    near = everybody if everybody < WHOLE else NEAREST
    new = np.array(sorted(field.apart | field.met.keys()), dtype=np.int64)
    best = cross_meetings if field.due else nearest_meetings
    next_out = np.flatnonzero(field.byes == 0)
    while True:
        found = _cheapest(field, best(field, new, near), next_out[-near:])
        if len(found) == field.tables:
            return found, 0
        if near == everybody:
            break
        near = min(everybody, near * 4)
    unavoidable = field.tables - len(found)
    together = np.array(sorted(field.apart), dtype=np.int64)
    found = _cheapest(field, nearest_meetings(field, together, everybody), next_out)
    if len(found) < field.tables:
        found = _cheapest(field, nearest_meetings(field, together[:0], everybody), np.arange(len(field.seekers)))
    return found, unavoidable


def _steps(scores: Iterable[str], count: int) -> dict[str, int]:
    """Scores as multiples of their smallest step, from 0. The step is coarser where squared gaps would be too large."""
    values = {score: Fraction(score) for score in scores}
    lowest = min(values.values(), default=Fraction())
    parts = lcm(*(value.denominator for value in values.values()))
    whole = {score: int((value - lowest) * parts) for score, value in values.items()}
    step = gcd(*whole.values()) or 1
    step *= -(-(max(whole.values(), default=0) // step + 1) // _widest(count))
    return {score: steps // step for score, steps in whole.items()}


def _widest(count: int) -> int:
    """The largest gap, in steps, whose square fits into the costs of *count* seekers."""
    return 1 << (44 - count.bit_length()) // 2


def nearest_meetings(field: Field, barred: Column, most: int) -> Column:
    """Keys of the meetings of each seeker with its *most* nearest opponents, except for the *barred* ones."""
    count = len(field.seekers)
    if count < 2:
        return _column(())
    upper, lower = barred // count, barred % count
    busiest = int(np.bincount(np.concatenate((upper, lower))).max()) if barred.size else 0
    reach = min(count - 1, most + busiest)
    # free[away - 1, 0 or 1, place]: whether the seeker at this place may meet the one so many places above (0) or
    # below (1). Counting along the distance finds the *most* nearest for all seekers at once.
    free = np.zeros((reach, 2, count), dtype=bool)
    for away in range(1, reach + 1):
        free[away - 1, 1, : count - away] = True
    near = lower - upper <= reach
    free[(lower - upper)[near] - 1, 1, upper[near]] = False
    for away in range(1, reach + 1):
        free[away - 1, 0, away:] = free[away - 1, 1, : count - away]
    seen = np.cumsum(free.reshape(2 * reach, count), axis=0, dtype=np.int32).reshape(free.shape)
    free &= seen <= most
    for away in range(1, reach + 1):
        free[away - 1, 1, : count - away] |= free[away - 1, 0, away:]
    place, further = np.nonzero(free[:, 1].T)
    keys: Column = place * count + place + further + 1
    return keys


def cross_meetings(field: Field, barred: Column, most: int) -> Column:
    """Keys of the meetings with opponents half the field away, give or take *most* places, except for *barred* ones."""
    count = len(field.seekers)
    upper = np.arange(count)[:, np.newaxis]
    lower = upper + field.due + np.arange(-most, most + 1)
    keys = (upper * count + lower)[(lower > upper) & (lower < count)]
    left: Column = np.setdiff1d(keys, barred)
    return left


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
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(count + count % 2))
    # The order of vertices breaks ties. Every second place comes first, which saves a sixth of the time.
    order = sorted(range(count), key=lambda at: (at % 2, field.lots[at]))
    number = np.argsort((*order, count))
    weights = [dearest - cost for cost in costs]
    graph.add_edges_from(list(zip(number[upper].tolist(), number[lower].tolist(), weights, strict=True)))
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    place = (*order, count)
    return sorted((min(pair), max(pair)) for pair in ((place[one], place[two]) for one, two in matched))


def _criteria(field: Field, keys: Column, upper: Column, lower: Column) -> list[Column]:
    """The cost of each meeting by criterion, the most important first."""
    gap = field.points[upper] - field.points[lower]
    spread = int(np.ptp(field.lead)) if field.lead.size else 0
    none = np.zeros_like(keys)
    return [
        _look_up(dict.fromkeys(field.apart, 1), keys),
        none,  # whose turn it is to have the bye
        _repeat_costs(field, _look_up(field.met, keys)),
        none,  # the score of the seeker with the bye
        ((field.needs[upper] == field.needs[lower]) & (field.needs[upper] != 0)).astype(np.int64),
        gap**2,
        np.abs(lower - upper - field.due),
        np.where(gap > 0, field.downs[upper] + field.ups[lower], 0),
        min(MAX_COUNTED, spread) - np.minimum(MAX_COUNTED, np.abs(field.lead[upper] - field.lead[lower])),
    ]


def _repeat_costs(field: Field, times: Column) -> Column:
    """The third meeting of a pair outweighs any number of second ones, and so on; in the first version, it did not."""
    if field.first_version:
        first: Column = np.minimum(MAX_REPEATS, times) ** 2
        return first
    grade = np.searchsorted(np.unique(times[times > 0]), times) + 1
    costs: Column = np.where(times > 0, (field.tables + 1) ** np.minimum(grade - 1, MAX_GRADES - 1), 0)
    return costs


def _look_up(numbers: Mapping[int, int], keys: Column) -> Column:
    """The numbers of *keys*, 0 for those without one."""
    if not numbers:
        return np.zeros_like(keys)
    known = np.array(sorted(numbers.items()), dtype=np.int64)
    at = np.minimum(np.searchsorted(known[:, 0], keys), len(known) - 1)
    return np.where(known[at, 0] == keys, known[at, 1], 0)


def _bye_criteria(field: Field, out: Column) -> list[Column]:
    """The cost of a bye for each of *out*, by the same criteria."""
    none = np.zeros_like(out)
    levels = np.unique(field.points, return_inverse=True)[1]
    return [none, field.byes[out], none, levels[out], none, none, field.nobody - out, none, none]


def _costs(criteria: Sequence[Column], tables: int, bits: int) -> list[int]:
    """One integer for each meeting. Any amount of a criterion outweighs all criteria below it, over all *tables*.

    rustworkx computes in 128 bits. Criteria that no longer fit into *bits* do not count. Only fields of thousands that
    need rematches lose the last ones.
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
