"""All rounds at tables for a known field, planned at once.

Rounds come from a finite field where there is one, and the others are added one by one. Then each round in turn is
improved while the others stay, until nothing improves or the steps are used up. Steps are counted, never timed.
"""

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from games.chance import Chance
from league.seating import quality
from league.seating.round_robin import designs, meetings
from league.seating.swiss import costs
from league.seating.swiss.local_search import Costs, Search
from league.seating.types import Inputs, Seeker

STEPS = 320  # improvements of a round, at most
PATIENCE = 48  # so many without a gain, or one for each round, end it
KICKS = 2_400  # for each step, divided by the number of players

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
        bound = quality.plan_bound(len(seekers), sizes, self._often) if self._fresh else 0
        self._least = (0, bound, 0)
        self._share = -(-(int(self._short.sum()) + sum(map(self._short_seats, sizes))) // max(len(seekers), 1))

    def make(self) -> list[Round]:
        """The rounds: players, by number, at tables."""
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
        best, since = self._cost(), 0
        for step in range(STEPS):
            if best <= self._least or since >= max(PATIENCE, len(self.rounds)):
                break
            self._improve(step % len(self.rounds))
            best, since = (cost, 0) if (cost := self._cost()) < best else (best, since + 1)
        return self.rounds

    def _cost(self) -> tuple[int, int, int]:
        """Forbidden pairs, repeated meetings, and seats at short tables beyond a fair share."""
        apart = int((self._met * (self._apart > 0)).sum()) // 2
        repeats = int(np.maximum(self._met - self._often, 0).sum()) // 2
        return apart, repeats, int(np.maximum(self._short - self._share, 0).sum())

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
        return designs.design_rounds(len(sizes), preferred, len(self._met))

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
        search = Search(
            self._pair_costs(present),
            costs.short_costs(self._short[present], self._share),
            tables,
            [len(table) < self._inputs.preferred for table in tables],
        )
        search.descend(range(len(tables)))
        search.shake(KICKS // len(present), costs.UNFAIR, self._chance)
        self.rounds[at] = [[int(present[player]) for player in table] for table in search.tables]
        self._count(self.rounds[at], 1)

    def _pair_costs(self, present: NDArray[np.intp]) -> Costs:
        grid = np.ix_(present, present)
        return costs.REPEAT * costs.repeat_costs(self._met[grid]) + self._apart[grid]

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
            )
    for id_ in out:
        after[id_] = msgspec.structs.replace(after[id_], sat_out=(*after[id_].sat_out, round_))
    return after
