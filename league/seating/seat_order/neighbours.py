"""Who sits on whose left, for games in which that matters: nobody should have the same left neighbour again.

The player on your left has the next seat, and on the left of the last seat is the first one. Among orders of a table
that are equally good for seats, those are chosen in which the most times that a player has had the same left neighbour
are fewest, and then all repeats together.

In a plan of all rounds, two seats change places at one table, and then at all others where somebody would otherwise
have a seat twice in a run: in as many appearances in a row as there are seats, everybody keeps having each seat once.

Example: Ann sat on Bea's right in round 1. At their table in round 2, the orders Ann, Bea, Cem and Bea, Ann, Cem are
equally good for seats. In the first one, Bea would be on Ann's left again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from operator import le
from typing import TypeVar

from games.chance import Chance
from league.seating.seat_order.quality import gap
from league.seating.types import Seeker

MOST = 6  # players at a table, of which all orders are compared
TRIES = 1_200  # of changes to a plan, at most
KICKS = 40  # attempts to leave a dead end in a plan

Player = TypeVar("Player")
Flip = tuple[int, int, int]  # a table, and two of its seats that change places


def left_pairs(table: Sequence[Player]) -> Iterator[tuple[Player, Player]]:
    """Each player at a table, by seat, with the one on their left. None for a player alone."""
    if len(table) > 1:
        yield from zip(table, [*table[1:], table[0]], strict=True)


def times_left(table: Sequence[Seeker]) -> list[int]:
    """How often each player at a table, by seat, has had their left neighbour before."""
    return [player.left.get(neighbour.id, 0) for player, neighbour in left_pairs(table)]


def least_repeated(orders: Iterable[Sequence[Seeker]]) -> Sequence[Seeker]:
    """The first of the orders in which left neighbours repeat least: the most often of one, then all together."""
    best: tuple[tuple[int, int], Sequence[Seeker]] | None = None
    for order in orders:
        times = times_left(order)
        cost = max(times, default=0), sum(times)
        if best is None or cost < best[0]:
            best = cost, order
        if cost == (0, 0):
            break
    return best[1] if best else ()


def round_figures(tables: Sequence[Sequence[Seeker]]) -> dict[str, int]:
    """The most times that a player has had one left neighbour, with this round, and the fewest at the same tables."""
    least = (
        max(times_left(least_repeated((table[0], *order) for order in permutations(table[1:]))), default=-1) + 1
        if len(table) <= MOST
        else 1
        for table in tables
        if table
    )
    most = max((times + 1 for table in tables for times in times_left(table)), default=0)
    return {"neighbours_most": most, "neighbours_most_bound": max(least, default=0)}


def plan_figures(
    before: Sequence[Seeker], after: Sequence[Seeker], rounds: Sequence[Sequence[Sequence[str]]]
) -> dict[str, int]:
    """The most times that a player has had one left neighbour after a plan, and the fewest by counting alone.

    At a table of three, one of each two players is on the other's left, at a table of two both are. And nobody has
    fewer than the average.
    """
    forced: Counter[tuple[str, str]] = Counter()
    for table in (table for tables in rounds for table in tables if len(table) in (2, 3)):
        forced.update({(min(pair), max(pair)): 4 - len(table) for pair in combinations(table, 2)})
    had = {(one.id, other): times for one in before for other, times in one.left.items()}
    least = [-(-(forced[pair] + had.get(pair, 0) + had.get(pair[::-1], 0)) // 2) for pair in forced]
    others = {one.id: len({*one.left, *(other.id for other in after)} - {one.id}) for one in after}
    average = max((-(-sum(one.left.values()) // max(others[one.id], 1)) for one in after), default=0)
    most = max((times for one in after for times in one.left.values()), default=0)
    return {"plan_neighbours_most": most, "plan_neighbours_most_bound": max([average, *least])}


class SeatPlan:
    """The seats of a plan, which change as long as left neighbours repeat less and seats stay as even as they were."""

    def __init__(
        self, tables: Sequence[list[int]], before: Sequence[Sequence[int]], left: Sequence[Mapping[int, int]]
    ) -> None:
        """*tables*: players by seat, in the order of the rounds. *before*, *left*: earlier seats and neighbours."""
        self._tables, self._before = tables, before
        self._at: list[list[int]] = [[] for _ in before]  # the tables of each player
        for number, table in enumerate(tables):
            for player in table:
                self._at[player].append(number)
        self._low = min(map(len, tables), default=0)  # seats that every table has
        self._left = Counter({(one, other): times for one, row in enumerate(left) for other, times in row.items()})
        self._often = Counter(self._left.values())
        for number in range(len(tables)):
            self._count(number, 1)
        self._tries = 0

    def improve(self, chance: Chance) -> None:
        """Change seats until that no longer helps."""
        self._descend()
        for _ in range(KICKS):
            repeated = [number for number in range(len(self._tables)) if self._repeats(number)]
            if not repeated or self._tries >= TRIES:
                return
            cost, seats = self._cost(), [list(table) for table in self._tables]
            number = chance.pick(repeated)
            one, other = sorted(chance.shuffled(range(len(self._tables[number])))[:2])
            if self._change(self._chain(number, one, other), worse=True):
                self._descend()
            if self._cost() > cost:
                self._restore(seats)

    def _descend(self) -> None:
        better = True
        while better and self._tries < TRIES:
            better = False
            for number in [number for number in range(len(self._tables)) if self._repeats(number)]:
                for one, other in combinations(range(len(self._tables[number])), 2):
                    if self._repeats(number) and self._change(self._chain(number, one, other)):
                        better = True

    def _repeats(self, number: int) -> bool:
        return any(self._left[pair] > 1 for pair in left_pairs(self._tables[number]))

    def _cost(self) -> tuple[int, int]:
        """The most times that a player has had one left neighbour, and how often anybody has had one again."""
        most = max((times for times, pairs in self._often.items() if pairs), default=0)
        return most, sum(pairs * times * (times - 1) // 2 for times, pairs in self._often.items())

    def _change(self, chain: Sequence[Flip], *, worse: bool = False) -> bool:
        """Make all changes of *chain* if left neighbours repeat less after them, or *worse*, and seats stay as even."""
        self._tries += 1
        cost = self._cost()
        self._flip(chain)
        if worse or self._cost() < cost:
            players = sorted({player for number, _, _ in chain for player in self._tables[number]})
            new = self._evenness(players)
            self._flip(chain)
            if all(map(le, new, self._evenness(players))):
                self._flip(chain)
                return True
        else:
            self._flip(chain)
        return False

    def _chain(self, number: int, one: int, other: int) -> list[Flip]:
        """The change of two seats at a table, with all that follow from it in the runs of its players."""
        chain = {number: (number, one, other)}
        waiting = [number] if other < self._low and not any(map(any, self._before)) else []
        while waiting:
            here = waiting.pop()
            for player in (self._tables[here][one], self._tables[here][other]):
                for there in self._run(player, here):
                    if there not in chain and self._tables[there].index(player) in (one, other):
                        chain[there] = there, one, other
                        waiting.append(there)
        return list(chain.values())

    def _run(self, player: int, here: int) -> list[int]:
        """The tables of a player's run that includes one of them. Seats that only larger tables have do not count."""
        at = [number for number in self._at[player] if self._tables[number].index(player) < self._low]
        start = at.index(here) // self._low * self._low
        return at[start : start + self._low]

    def _flip(self, chain: Iterable[Flip]) -> None:
        for number, one, other in chain:
            table = self._tables[number]
            self._count(number, -1)
            table[one], table[other] = table[other], table[one]
            self._count(number, 1)

    def _restore(self, seats: Sequence[Sequence[int]]) -> None:
        for number, table in enumerate(seats):
            if self._tables[number] != table:
                self._count(number, -1)
                self._tables[number][:] = table
                self._count(number, 1)

    def _count(self, number: int, change: int) -> None:
        for pair in left_pairs(self._tables[number]):
            self._often[self._left[pair]] -= 1
            self._left[pair] += change
            self._often[self._left[pair]] += 1

    def _evenness(self, players: Iterable[int]) -> list[int]:
        """How unevenly seats fell after each appearance of *players*. First moves count in the end."""
        found: list[int] = []
        firsts = 0
        for player in players:
            seats = [*self._before[player], *[0] * max(map(len, self._tables))][: max(map(len, self._tables))]
            for number in self._at[player]:
                seats[self._tables[number].index(player)] += 1
                found += [
                    sum(each * each for each in seats),
                    gap(seats, len(seats)),
                    gap(seats[: self._low], self._low),
                ]
            firsts += seats[0] ** 2
        return [*found, firsts]
