"""All rounds at tables for a known field, planned at once.

Rounds come from a design where there is one, and the others are added one by one. Then each round in turn is improved
while the others stay, until nothing improves or the steps are used up. Steps are counted, never timed. Small fields are
planned a second time by annealing, and the better plan counts.
"""

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from games.chance import Chance
from league.seating import quality
from league.seating.round_robin import annealing, designs, meetings
from league.seating.seat_order.neighbours import left_pairs
from league.seating.swiss import costs
from league.seating.swiss.local_search import Costs, Search
from league.seating.types import Inputs, Seeker

STEPS = 320  # improvements of a round, at most
PATIENCE = 48  # so many without a gain, or one for each round, end it
KICKS = 2_400  # for each step, divided by the number of players
FEW_KICKS = 400  # in fields so small that they are planned by annealing too
COOLING = {  # of earlier versions
    "tables-together 2": annealing.SECOND,
    "tables-together 3": annealing.THIRD,
}

Round = list[list[int]]  # players by table


class TablePlan:
    """A plan in the making. *present* are the numbers of the players by round, *sizes* the sizes of their tables."""

    def __init__(
        self,
        seekers: Sequence[Seeker],
        present: Sequence[Sequence[int]],
        sizes: Sequence[Sequence[int]],
        inputs: Inputs,
    ) -> None:
        self.rounds: list[Round] = []
        self._present, self._sizes, self._inputs = present, sizes, inputs
        self._chance = Chance(bytes.fromhex(inputs.seed), f"{inputs.algorithm}:{inputs.round}:tables")
        self._met = costs.meetings(seekers)
        self._fresh = not self._met.any()
        self._apart = costs.APART * costs.forbidden_meetings(seekers, inputs.apart)
        self._short = np.array([seeker.short for seeker in seekers], dtype=np.int64)
        self._often = inputs.cycle if inputs.algorithm == meetings.ALGORITHM else 1
        self._first_version = inputs.algorithm in quality.FIRST_VERSIONS
        self._keeps_best = not self._first_version and inputs.algorithm not in quality.SECOND_VERSIONS
        self._cooling = COOLING.get(inputs.algorithm, annealing.FOURTH)
        small = not self._first_version and len(seekers) <= annealing.MOST
        self._kicks, self._patience = (FEW_KICKS, 2 * len(sizes)) if small else (KICKS, max(PATIENCE, len(sizes)))
        self._most = int(self._met.max(initial=0)) + len(sizes)
        self._least = self._bound()
        self._share = -(-(int(self._short.sum()) + sum(map(self._short_seats, sizes))) // max(len(seekers), 1))

    def make(self) -> list[Round]:
        """The rounds: players, by number, at tables. Small fields begin again from plans found by annealing."""
        best, found = self._make_by_rounds(), list(self.rounds)
        if self._first_version or len(self._met) > annealing.MOST or best <= self._least or not self._sizes[0]:
            return found
        self._clear()
        task = annealing.Task(
            met=self._met.copy(),
            apart=(self._apart > 0).astype(np.int64),
            short=self._short.tolist(),
            share=self._share,
            present=self._present,
            sizes=self._sizes[0],
            preferred=self._inputs.preferred,
        )
        seed = bytes.fromhex(self._inputs.seed) + f"{self._inputs.algorithm}:{self._inputs.round}:annealing".encode()
        times = 0  # that the best plan was found
        for plan in annealing.cool_plans(task, seed, self._cooling):
            self._begin(plan)
            cost = self._cost()
            if not self._cooling.choosy or cost <= best:
                cost = self._improve_all()
            times += cost == best
            if cost < best:
                best, found, times = cost, list(self.rounds), 1
            self._clear()
            if best <= self._least or times == self._cooling.enough:
                break
        return found

    def _bound(self) -> tuple[int, ...]:
        """A cost below which no plan can be."""
        if self._first_version:
            return 0, quality.plan_bound(len(self._met), self._sizes, self._often) if self._fresh else 0, 0
        least = quality.plan_bounds(len(self._met), self._sizes) if self._fresh else []
        bounds = [*least, *[0] * self._most][: self._most - 1]
        return (0, 0, *bounds[::-1], 0) if self._keeps_best else (0, *bounds[::-1], 0)

    def _make_by_rounds(self) -> tuple[int, ...]:
        """Rounds of a design, and others added one by one and improved. Returns their cost."""
        designed = self._designed()
        meetings = sum(len(table) * (len(table) - 1) for round_ in designed for table in round_)
        everybody_met = meetings == len(self._met) * (len(self._met) - 1)
        while designed and (left := len(self._present) - len(self.rounds)):
            order = self._order()
            for round_ in designed[:left]:
                self._add([[order[player] for player in table] for table in round_])
            if not everybody_met:  # the same rounds again would not be the best
                break
        for at in range(len(self.rounds), len(self._present)):
            self._add(self._blank(at))
            self._improve(at)
        return self._improve_all()

    def _improve_all(self) -> tuple[int, ...]:
        """Improve each round in turn while the others stay, for as long as that helps. Returns the cost.

        Up to the second version, the last rounds stay even if better ones came before them.
        """
        best, since, found = self._cost(), 0, list(self.rounds)
        for step in range(STEPS):
            if best <= self._least or since >= self._patience:
                break
            self._improve(step % len(self.rounds))
            since += 1
            if (cost := self._cost()) < best:
                best, since, found = cost, 0, list(self.rounds)
        if self._keeps_best:
            self._clear()
            self._begin(found)
        return best

    def _begin(self, plan: Sequence[Round]) -> None:
        for round_ in plan:
            self._add(round_)

    def _clear(self) -> None:
        for round_ in self.rounds:
            self._count(round_, -1)
        self.rounds = []

    def _cost(self) -> tuple[int, ...]:
        """Forbidden pairs, repeated meetings, and seats at short tables beyond a fair share.

        From the third version on, two or more seats beyond a fair share come before repeats, as in a round of a Swiss.
        Repeated meetings are pairs by how often they meet, the most often first, or in first versions all together.
        """
        apart = int((self._met * (self._apart > 0)).sum()) // 2
        unfair = int(np.maximum(self._short - self._share, 0).sum())
        if self._first_version:
            return apart, int(np.maximum(self._met - self._often, 0).sum()) // 2, unfair
        often = np.bincount(self._met.ravel(), minlength=self._most + 1)[::-1].cumsum() // 2
        grades = often[: self._most - 1].tolist()
        if not self._keeps_best:
            return apart, *grades, unfair
        return apart, int(np.maximum(self._short - self._share - 1, 0).sum()), *grades, unfair

    def _order(self) -> list[int]:
        """All players in random order, but those to be kept apart in a row, since groups of designs never meet."""
        order: list[int] = []
        for player in self._chance.shuffled(range(len(self._met))):
            waiting = [player]
            while waiting:
                if (next_ := waiting.pop()) not in order:
                    order.append(next_)
                    waiting += np.flatnonzero(self._apart[next_]).tolist()
        return order

    def _designed(self) -> designs.Rounds:
        """Rounds in which nobody meets twice. Empty if history, byes or sizes rule them out."""
        sizes, preferred = self._sizes[0], self._inputs.preferred
        if not self._fresh or any(len(present) < len(self._met) for present in self._present):
            return []
        if any(size not in (preferred, preferred - 1) for size in sizes):
            return []
        later = not self._first_version
        mirrored = later and self._inputs.algorithm not in COOLING
        return designs.design_rounds(len(sizes), preferred, len(self._met), longest=later, mirrored=mirrored)

    def _blank(self, at: int) -> Round:
        """A random round."""
        players = iter(self._chance.shuffled(self._present[at]))
        return [[next(players) for _ in range(size)] for size in self._sizes[at]]

    def _improve(self, at: int) -> None:
        """Improve one round while the others stay."""
        self._count(self.rounds[at], -1)
        present = np.array(sorted(self._present[at]), dtype=np.intp)
        number = {int(player): index for index, player in enumerate(present)}
        tables = [[number[player] for player in table] for table in self.rounds[at]]
        plane, least = self._plane(present)
        search = Search([plane], tables, [len(table) < self._inputs.preferred for table in tables])
        search.descend(range(len(tables)))
        search.shake(self._kicks // len(present), least, self._chance)
        self.rounds[at] = [[int(present[player]) for player in table] for table in search.tables]
        self._count(self.rounds[at], 1)

    def _plane(self, present: NDArray[np.intp]) -> tuple[tuple[Costs, Costs], int]:
        """The costs of meetings and of short tables, and the least that is worth another attempt."""
        grid, short = np.ix_(present, present), self._short[present]
        if self._first_version:
            pairs = costs.REPEAT * costs.repeat_costs(self._met[grid]) + self._apart[grid]
            return (pairs, costs.short_costs(short, self._share)), costs.UNFAIR
        upper = costs.UpperCosts(self._met[grid], max(self._sizes[0]))
        apart = (self._apart[grid] > 0).astype(np.int64)
        return (upper.of_pairs(self._met[grid], apart), upper.of_short_tables(short, self._share)), 1

    def _add(self, round_: Round) -> None:
        self.rounds.append(round_)
        self._count(round_, 1)

    def _count(self, round_: Round, times: int) -> None:
        for table in round_:
            self._met[np.ix_(table, table)] += times
            self._met[table, table] = 0
            if len(table) < self._inputs.preferred:
                self._short[table] += times

    def _short_seats(self, sizes: Sequence[int]) -> int:
        return sum(size for size in sizes if size < self._inputs.preferred)


def advance_seekers(
    seekers: Mapping[str, Seeker], round_: int, tables: Sequence[Sequence[str]], out: Sequence[str], preferred: int
) -> dict[str, Seeker]:
    """*seekers* by id after *round_* was played at *tables* (ids by seat), with byes for those in *out*."""
    after = dict(seekers)
    for table in tables:
        left = dict(left_pairs(table))
        for seat, id_ in enumerate(table):
            seeker = after[id_]
            met = dict(seeker.met)
            for other in table:
                if other != id_:
                    met[other] = met.get(other, 0) + 1
            seats = [*seeker.seats, *[0] * (seat + 1 - len(seeker.seats))]
            seats[seat] += 1
            after[id_] = msgspec.structs.replace(
                seeker,
                met=met,
                seats=tuple(seats),
                short=seeker.short + (len(table) < preferred),
                last=seat,
                in_row=seeker.in_row + 1 if seat == seeker.last else 1,
                left=seeker.left | {left[id_]: seeker.left.get(left[id_], 0) + 1} if id_ in left else seeker.left,
            )
    for id_ in out:
        after[id_] = msgspec.structs.replace(after[id_], sat_out=(*after[id_].sat_out, round_))
    return after
