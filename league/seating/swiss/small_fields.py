"""The best tables of a small field, found exactly.

The lowest player left always sits at the next table to be filled, so no division of the field is looked at twice. Of
all ways to fill tables with the same players, only the cheapest is kept. (Held, Karp, 1962, by subsets.)

Example: sixteen players at tables of four have 2,627,625 divisions, but only 455 + 6435 + 1820 sets of players who may
be left after one, two and three tables.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations

MOST = 16  # players; with more, there are too many sets

Table = tuple[int, tuple[int, ...]]  # the players as bits and as numbers
Rest = tuple[int, tuple[int, ...]]  # the players left, as bits, and the sizes of the tables left


def best_tables(
    pairs: Sequence[Sequence[int]], short: Sequence[int], sizes: Sequence[int], preferred: int
) -> list[list[int]]:
    """Players, numbered from 0, at tables of *sizes*. `short[player]` is the cost of one smaller than *preferred*.

    *pairs* are the costs of each two players at a table. Of equally cheap divisions, the first one is taken.
    """
    count = len(short)
    tables = {size: _tables_of(count, size) for size in set(sizes)}
    costs = {
        bits: sum(pairs[one][other] for one, other in combinations(players, 2))
        + (sum(short[player] for player in players) if size < preferred else 0)
        for size, by_lowest in tables.items()
        for each in by_lowest
        for bits, players in each
    }
    return _Division(tables, costs).best(count, sizes)


@lru_cache
def _tables_of(count: int, size: int) -> list[list[Table]]:
    """By lowest player, all tables of *size* for *count* players: the players as bits and as numbers."""
    return [
        [
            (sum(1 << player for player in (lowest, *others)), (lowest, *others))
            for others in combinations(range(lowest + 1, count), size - 1)
        ]
        for lowest in range(count)
    ]


class _Division:
    def __init__(self, tables: Mapping[int, Sequence[Sequence[Table]]], costs: Mapping[int, int]) -> None:
        self._tables, self._costs = tables, costs
        self._came: dict[Rest, tuple[tuple[int, ...], Rest]] = {}  # by rest: the last table, and the rest before it

    def best(self, count: int, sizes: Sequence[int]) -> list[list[int]]:
        """The cheapest tables of all *sizes* for *count* players."""
        level: dict[Rest, int] = {((1 << count) - 1, tuple(sorted(sizes, reverse=True))): 0}
        for _ in sizes:
            level = self._fill_next(level)
        found: list[list[int]] = []
        rest: Rest = (0, ())
        while rest in self._came:
            players, rest = self._came[rest]
            found.append(list(players))
        return found[::-1]

    def _fill_next(self, level: Mapping[Rest, int]) -> dict[Rest, int]:
        """The least cost of each rest after one more table, from those before it."""
        following: dict[Rest, int] = {}
        for (left, sizes), cost in level.items():
            lowest = (left & -left).bit_length() - 1
            for at, size in enumerate(sizes):
                if at and sizes[at - 1] == size:
                    continue
                others = sizes[:at] + sizes[at + 1 :]
                for bits, players in self._tables[size][lowest]:
                    if bits & left == bits:
                        rest, reached = (left ^ bits, others), cost + self._costs[bits]
                        if rest not in following or reached < following[rest]:
                            following[rest] = reached
                            self._came[rest] = players, (left, sizes)
        return following
