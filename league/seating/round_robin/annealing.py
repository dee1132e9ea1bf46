"""Plans of small fields by simulated annealing: changes for the worse are accepted less and less often.

A meeting costs about four times as much as the one before it of the same pair, so that pairs meet equally often. Two
players of a round change places. In fields with few divisions into tables, a whole round is exchanged for any of the
cheapest ones as well. In the fewest (and in few, up to the second version of the algorithm), nothing else is tried.

All numbers are whole numbers, and chance is a stream of bits from the seed, so everybody arrives at the same plan.
(Kirkpatrick, Gelatt, Vecchi: Optimization by simulated annealing, 1983.)
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import shake_256
from itertools import combinations
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

MOST = 24  # players; in larger fields, improving one round after another does as well
EXCHANGES = 150_000  # of two players, in each of the runs, up to the third version of the algorithm
FEW = 16_000  # divisions of a round, up to which whole rounds are exchanged
FEWEST = 300  # up to which nothing else is tried
AGAIN = 64  # the cost of one meeting more than the average, rounded down
DEAR = 1 << 24  # the cost of a pair to be kept apart
UNFAIR = 16  # the cost of a short table more than a fair share

Round = list[list[int]]  # players by table
Matrix = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Cooling:
    """How many runs there are, and how much worse a change may be at first and at last, so that half are accepted.

    *more*: runs in fields with few divisions of a round. *whole*: the runs in which whole rounds are exchanged there,
    with so many exchanges of *rounds*. *only*: up to how many divisions nothing else is tried. *share*: the exchanges
    of two players in a run, for each place in the plan, and *most* in all. *enough*: how often the best plan is found
    before no more runs are made. *choosy*: only plans that are no worse than the best one are improved further.
    """

    runs: int
    hot: int
    cold: int
    only: int
    more: int = 0
    whole: int = 1
    rounds: int = 2_000
    share: int = EXCHANGES
    most: int = EXCHANGES
    enough: int = 99
    choosy: bool = False


# By versions of the algorithm. Less heat and more runs find fewer repeats: 3 instead of 4 in six rounds of 17 players.
SECOND = Cooling(runs=2, hot=40, cold=6, only=FEW)
THIRD = Cooling(runs=6, hot=18, cold=8, only=FEWEST)
FOURTH = Cooling(
    runs=6, more=3, hot=18, cold=8, only=FEWEST, whole=2, rounds=700, share=1_000, most=110_000, enough=3, choosy=True
)
WHOLE_ROUNDS = SECOND


@dataclass(frozen=True, slots=True)
class Task:
    """What a plan has to respect. Players are numbered from 0."""

    met: Matrix  # how often each two have met before
    apart: Matrix  # 1 for each two to be kept apart
    short: Sequence[int]  # how often each had a short table before
    share: int  # how many short tables are fair
    present: Sequence[Sequence[int]]  # by round
    sizes: Sequence[int]  # of the tables in every round
    preferred: int  # smaller tables are short


def cool_plans(task: Task, seed: bytes, cooling: Cooling) -> Iterator[list[Round]]:
    """Plans worth improving, the same for the same *seed*."""
    divisions, runs = _count_divisions(task.sizes), cooling.runs
    if divisions <= FEW:
        runs += cooling.more
        for run in range(cooling.whole):
            yield _WholeRounds(task).cool(_noise(seed + bytes(run), 2 * cooling.rounds))
    exchanges = min(cooling.most, cooling.share * len(task.present) * sum(task.sizes))
    if divisions > cooling.only:
        for run in range(runs):
            yield _Places(task).cool(_noise(seed + bytes([run]), 4 * exchanges), cooling)


def _count_divisions(sizes: Sequence[int]) -> int:
    alike = prod(factorial(times) for times in Counter(sizes).values())
    return factorial(sum(sizes)) // prod(map(factorial, sizes)) // alike


def _noise(seed: bytes, count: int) -> NDArray[np.uint32]:
    return np.frombuffer(shake_256(seed).digest(4 * count), dtype="<u4")


def _tolerances(noise: NDArray[np.uint32], cooling: Cooling) -> NDArray[np.int64]:
    """How much worse each change may be, cooling down. *noise* decides: half as often for each further temperature.

    The logarithm is taken as linear between powers of two, which keeps it exact.
    """
    part, exponent = np.frexp(noise.astype(np.float64) + 1)
    heat = cooling.hot - (cooling.hot - cooling.cold) * np.arange(len(noise)) // max(len(noise), 1)
    tolerances: NDArray[np.int64] = np.floor(heat * (34 - exponent - 2 * part)).astype(np.int64)
    return tolerances


def _meeting_costs(task: Task) -> list[int]:
    """What one more meeting costs a pair, by how often they have met."""
    count = len(task.met)
    before = int(task.met.sum()) // 2
    planned = len(task.present) * sum(size * (size - 1) // 2 for size in task.sizes)
    average = max((before + planned) // max(count * (count - 1) // 2, 1), 1)
    most = int(task.met.max(initial=0)) + len(task.present) + 1
    costs = [AGAIN * times // (2 * average) for times in range(min(average, most))]
    while len(costs) < most:
        costs.append(min(DEAR // 4, AGAIN * 4 ** min(len(costs) - average, 9)))
    return costs


class _WholeRounds:
    """A plan in which a whole round is exchanged at a time. Pairs of players are numbered."""

    def __init__(self, task: Task) -> None:
        self._task = task
        count = len(task.met)
        pairs = list(combinations(range(count), 2))
        number = {pair: at for at, pair in enumerate(pairs)}
        self._divisions, self._meetings, self._shorts = _divisions(tuple(task.sizes), task.preferred)
        local = list(combinations(range(sum(task.sizes)), 2))
        self._pairs = [
            np.array([number[present[one], present[other]] for one, other in local], dtype=np.intp)
            for present in map(sorted, task.present)
        ]
        self._players = [np.array(sorted(present), dtype=np.intp) for present in task.present]
        rows = tuple(np.array(pairs, dtype=np.intp).reshape(-1, 2).T)
        self._met, self._apart = task.met[rows].copy(), DEAR * task.apart[rows]
        self._short = np.array(task.short, dtype=np.int64)
        self._costs = np.array(_meeting_costs(task), dtype=np.int64)

    def cool(self, noise: NDArray[np.uint32]) -> list[Round]:
        """The best plan met on the way."""
        choice, tolerances = noise[::2].tolist(), _tolerances(noise[1::2], WHOLE_ROUNDS).tolist()
        plan: list[int] = []
        for at in range(len(self._pairs)):
            plan.append(choice[at] % len(self._divisions))
            self._count(at, plan[at], 1)
        best, found = self._cost(), list(plan)
        for step, (pick, tolerance) in enumerate(zip(choice, tolerances, strict=True)):
            at = step % len(plan)
            self._count(at, plan[at], -1)
            prices = self._meetings @ (self._costs[self._met] + self._apart)[self._pairs[at]].astype(np.float64)
            unfair = UNFAIR * np.maximum(self._short + 1 - self._task.share, 0)
            prices += self._shorts @ unfair[self._players[at]].astype(np.float64)
            good = np.flatnonzero(prices <= prices.min() + tolerance)
            plan[at] = int(good[pick % len(good)])
            self._count(at, plan[at], 1)
            if (cost := self._cost()) < best:
                best, found = cost, list(plan)
        return [
            [[int(players[place]) for place in table] for table in self._divisions[division]]
            for players, division in zip(self._players, found, strict=True)
        ]

    def _count(self, at: int, division: int, times: int) -> None:
        self._met[self._pairs[at][self._meetings[division] > 0]] += times
        self._short[self._players[at][self._shorts[division] > 0]] += times

    def _cost(self) -> tuple[int, ...]:
        """Pairs to be kept apart, then pairs by how often they meet, most often first, then unfair short tables."""
        often = np.bincount(self._met, minlength=len(self._costs) + 1)[::-1].cumsum()[:-2]
        unfair = np.maximum(self._short - self._task.share, 0).sum()
        return int(self._apart[self._met > 0].sum()), *often.tolist(), int(unfair)


@lru_cache(maxsize=4)
def _divisions(
    sizes: tuple[int, ...], preferred: int
) -> tuple[list[list[tuple[int, ...]]], NDArray[np.float64], NDArray[np.float64]]:
    """All divisions into tables of these sizes, with the pairs who meet in each and the players at short tables."""
    count = sum(sizes)
    found = list(_divide(tuple(range(count)), sizes))
    number = {pair: at for at, pair in enumerate(combinations(range(count), 2))}
    meetings, shorts = np.zeros((len(found), len(number))), np.zeros((len(found), count))
    for row, tables in enumerate(found):
        for table in tables:
            meetings[row, [number[pair] for pair in combinations(table, 2)]] = 1
            if len(table) < preferred:
                shorts[row, list(table)] = 1
    return found, meetings, shorts


def _divide(players: tuple[int, ...], sizes: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
    if not sizes:
        return [[]]
    found = []
    for size in dict.fromkeys(sizes):
        at = sizes.index(size)
        for others in combinations(players[1:], size - 1):
            left = tuple(player for player in players[1:] if player not in others)
            found += [[(players[0], *others), *rest] for rest in _divide(left, sizes[:at] + sizes[at + 1 :])]
    return found


class _Places:
    """A plan in which two players of a round change places at a time."""

    def __init__(self, task: Task) -> None:
        self._task = task
        tables = [table for table, size in enumerate(task.sizes) for _ in range(size)]
        self._table = np.array(tables, dtype=np.intp)
        self._others = [
            tuple(other for other in range(len(tables)) if tables[other] == tables[place] and other != place)
            for place in range(len(tables))
        ]
        self._is_short = [task.sizes[table] < task.preferred for table in tables]
        # pairs to be kept apart count as if they had met as often as nobody else can
        costs = _meeting_costs(task)
        self._costs = [*costs, *[DEAR] * (len(costs) + 2)]
        met = task.met + (len(costs) + 1) * task.apart
        np.fill_diagonal(met, 0)
        self._met: list[list[int]] = met.tolist()
        self._short = list(task.short)
        most = max(self._short) + len(task.present) + 2
        self._unfair = [UNFAIR * max(0, times + 1 - task.share) for times in range(most)]

    def cool(self, noise: NDArray[np.uint32], cooling: Cooling) -> list[Round]:
        """The plan at the end."""
        rounds, places = len(self._task.present), len(self._table)
        plan = [list(present) for present in self._task.present]
        for seat, order in zip(plan, noise[: rounds * places].reshape(rounds, places), strict=True):
            seat[:] = [seat[at] for at in np.argsort(order, stable=True).tolist()]
        for seat in plan:
            self._count(seat)
        steps = noise.reshape(4, -1)
        ones, others = steps[1] % places, steps[2] % places
        apart = self._table[ones] != self._table[others]
        columns = (steps[0] % rounds, ones, others, _tolerances(steps[3], cooling))
        self._change(plan, zip(*(column[apart].tolist() for column in columns), strict=True))
        ends = np.cumsum(self._task.sizes).tolist()
        return [[seat[end - size : end] for size, end in zip(self._task.sizes, ends, strict=True)] for seat in plan]

    def _count(self, seat: Sequence[int]) -> None:
        for place, player in enumerate(seat):
            self._short[player] += self._is_short[place]
            for other in self._others[place]:
                self._met[player][seat[other]] += 1

    def _change(self, plan: Sequence[list[int]], steps: Iterable[tuple[int, int, int, int]]) -> None:
        """Exchange the players at two places of a round, if that costs no more than is tolerated. The inner loop."""
        met, others, is_short = self._met, self._others, self._is_short
        costs, saved = self._costs, [self._costs[-1], *self._costs]  # by a meeting more, and by one less
        for at, one, other, tolerance in steps:
            seat = plan[at]
            ones, twos = met[seat[one]], met[seat[other]]
            change = 0
            for place in others[one]:
                player = seat[place]
                change += costs[twos[player]] - saved[ones[player]]
            for place in others[other]:
                player = seat[place]
                change += costs[ones[player]] - saved[twos[player]]
            if is_short[one] != is_short[other]:
                change -= self._relief(*((seat[one], seat[other]) if is_short[one] else (seat[other], seat[one])))
            if change <= tolerance:
                self._exchange(seat, one, other)

    def _relief(self, leaving: int, joining: int) -> int:
        """How much fairer short tables are if one leaves such a table and another joins it."""
        return self._unfair[self._short[leaving] - 1] - self._unfair[self._short[joining]]

    def _exchange(self, seat: list[int], one: int, other: int) -> None:
        first, second = seat[one], seat[other]
        for leaving, joining, place in ((first, second, one), (second, first, other)):
            self._short[leaving] -= self._is_short[place]
            self._short[joining] += self._is_short[place]
            for each in self._others[place]:
                player = seat[each]
                self._met[leaving][player] -= 1
                self._met[player][leaving] -= 1
                self._met[joining][player] += 1
                self._met[player][joining] += 1
        seat[one], seat[other] = second, first
