"""Who takes which place of a bracket, so that entrants from one group meet as late as possible.

The places are dealt out row by row: the first of every group, then the second of every group, and so on. Within a row,
any entrant may have any place. Two arrangements are compared by the chance that mates meet in round 1, then in round 2,
and so on, if everybody at a table is equally likely to advance from it.

Example: four groups of which two advance. The winners A, B, C and D have places 1 to 4, and places 1, 4, 5 and 8 are
the upper half. So A2 and D2 take places 7 and 6 of the lower half, B2 and C2 places 8 and 5. Mates meet in the final.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import lcm, prod

from league.seating.knockout.assignment import cheapest_assignment
from league.seating.knockout.layout import Bracket

Chances = Mapping[int, Fraction]  # of two who meet, by round
MOST_TURNS = 4096  # ways of rotating the rows that are all compared
MOST_STARTS = 16  # so many of the best are improved …
MOST_WORK = 4096  # … and no more than this divided by the square of the number of groups


class MeetingChances:
    """The chances that two entrants of a bracket meet, by round."""

    def __init__(self, bracket: Bracket) -> None:
        self._nodes = {node.id: node for node in bracket.nodes}
        self._number = {node.id: number for number, node in enumerate(bracket.nodes)}
        slots = [(node.id, slot) for node in bracket.nodes for slot in node.slots]
        self._first = {slot.of: id_ for id_, slot in slots if slot.kind == "seed"}
        following = {(slot.kind, slot.of, slot.place): id_ for id_, slot in slots}
        self._next: dict[str, list[str | None]] = {}  # by node and place: the node that follows, if any
        for node in bracket.nodes:
            winners = min(bracket.advance, len(node.slots))
            self._next[node.id] = [
                *(following.get(("winner", node.id, place)) for place in range(1, winners + 1)),
                *(following.get(("loser", node.id, place)) for place in range(1, len(node.slots) - winners + 1)),
            ]
        self._known: dict[tuple[str, str], dict[int, Fraction]] = {}

    def between(self, one: str, other: str) -> Chances:
        """The chances of two entrants."""
        return self._at(self._first[one], self._first[other])

    def _at(self, one: str, other: str) -> dict[int, Fraction]:
        """The chances of two who are at these tables."""
        if self._number[one] > self._number[other]:
            one, other = other, one
        if (found := self._known.get((one, other))) is None:
            found = self._known[one, other] = self._meeting(one) if one == other else self._apart(one, other)
        return found

    def _meeting(self, node: str) -> dict[int, Fraction]:
        following = list(permutations(self._next[node], 2))
        found = self._mean([(one, other) for one, other in following], len(following))
        found[self._nodes[node].round] = found.get(self._nodes[node].round, Fraction()) + 1
        return found

    def _apart(self, earlier: str, later: str) -> dict[int, Fraction]:
        return self._mean([(one, later) for one in self._next[earlier]], len(self._next[earlier]))

    def _mean(self, pairs: Sequence[tuple[str | None, str | None]], count: int) -> dict[int, Fraction]:
        found: dict[int, Fraction] = {}
        for one, other in pairs:
            if one is not None and other is not None:
                for round_, chance in self._at(one, other).items():
                    found[round_] = found.get(round_, Fraction()) + chance / count
        return found


def seed_bracket(groups: Sequence[int], bracket: Bracket) -> tuple[tuple[int, int], ...]:
    """Group and place in it, both from 0, by seed of the bracket. *groups* are the numbers of entrants."""
    chances = MeetingChances(bracket)
    pairs = combinations(range(len(bracket.entrants)), 2)
    return _separate(
        groups, {pair: chances.between(bracket.entrants[pair[0]], bracket.entrants[pair[1]]) for pair in pairs}
    )


def seed_groups(groups: Sequence[int], dealt: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    """Group and place in it, both from 0, by seed, for a stage in which the seeds are *dealt* into groups again."""
    return _separate(groups, {pair: {1: Fraction(1)} for group in dealt for pair in combinations(sorted(group), 2)})


def _separate(groups: Sequence[int], chances: Mapping[tuple[int, int], Chances]) -> tuple[tuple[int, int], ...]:
    rows = [[group for group, size in enumerate(groups) if size > place] for place in range(max(groups, default=0))]
    weights = _weights(sum(groups), chances)
    starts = sorted((_Arrangement(rows, weights, turns) for turns in _turns(rows)), key=lambda each: each.cost())
    most = max(1, min(MOST_STARTS, MOST_WORK // max(map(len, rows), default=1) ** 2))
    best = min(starts[:most], key=lambda each: each.improve())
    return tuple((group, place) for place, row in enumerate(best.rows) for group in row)


class _Arrangement:
    """Rows of groups on the places of a bracket, to begin with each rotated so far."""

    def __init__(self, rows: Sequence[Sequence[int]], weights: Sequence[Sequence[int]], turns: Sequence[int]) -> None:
        self.rows = [[*row[turn:], *row[:turn]] for row, turn in zip(rows, turns, strict=True)]
        self._starts = [sum(map(len, rows[:at])) for at in range(len(rows))]
        self._weights = weights
        self._wanted = [{group: at for at, group in enumerate(row)} for row in self.rows]

    def cost(self) -> int:
        """The weight of all clashes."""
        return sum(
            self._clashes(group, at, start + place)
            for at, (row, start) in enumerate(zip(self.rows, self._starts, strict=True))
            for place, group in enumerate(row)
        )

    def improve(self) -> tuple[int, int]:
        """Arrange one row after another in the best way until nothing improves.

        Returns the weight of all clashes, and how far entrants are from where the rotations put them.
        """
        best = self._worth()
        while True:
            for at in range(1, len(self.rows)):
                self._arrange(at)
            if (worth := self._worth()) >= best:
                return best
            best = worth

    def _worth(self) -> tuple[int, int]:
        moved = sum(
            (wanted[group] - place) ** 2
            for row, wanted in zip(self.rows, self._wanted, strict=True)
            for place, group in enumerate(row)
        )
        return self.cost(), moved

    def _arrange(self, at: int) -> None:
        row, start, wanted = self.rows[at], self._starts[at], self._wanted[at]
        whole = len(row) ** 3 + 1
        costs = [
            [
                whole * self._clashes(group, at, start + place) + (wanted[group] - place) ** 2
                for place in range(len(row))
            ]
            for group in row
        ]
        self.rows[at] = [row[one] for one in cheapest_assignment(costs)]

    def _clashes(self, group: int, at: int, seed: int) -> int:
        """The weight of the clashes of a group with its mates in other rows, if its place in row *at* is *seed*."""
        return sum(
            self._weights[seed][start + row.index(group)]
            for other, (row, start) in enumerate(zip(self.rows, self._starts, strict=True))
            if other != at and group in row
        )


def _turns(rows: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """How far each row may be rotated to begin with: in all ways if they are few, else evenly from row to row."""
    lengths = [len(row) for row in rows]
    if prod(lengths[1:]) <= MOST_TURNS:
        yield from ([0, *turns][: len(rows)] for turns in product(*map(range, lengths[1:])))
    else:
        yield from ([step * at % length for at, length in enumerate(lengths)] for step in range(lengths[0]))


def _weights(count: int, chances: Mapping[tuple[int, int], Chances]) -> list[list[int]]:
    """One integer for each two of *count* seeds. A chance in a round outweighs all chances in later rounds."""
    rounds = sorted({round_ for each in chances.values() for round_ in each})
    parts = lcm(*(chance.denominator for each in chances.values() for chance in each.values()))
    scale = parts * count * count + 1
    weights = [[0] * count for _ in range(count)]
    for (one, other), each in chances.items():
        weight = 0
        for round_ in rounds:
            weight = weight * scale + int(each.get(round_, Fraction()) * parts)
        weights[one][other] = weights[other][one] = weight
    return weights
