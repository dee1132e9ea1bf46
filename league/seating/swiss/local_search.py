"""Better tables by exchanging two players at a time, the best exchange first, for as long as it pays.

The cost of a round is a sum over the pairs at each table and over the players at short ones. So an exchange changes the
cost of two tables only, and all exchanges of the players at a table are weighed in one pass over arrays. Costs are
integers, position breaks ties, and chance comes from a seed, so the same start ends the same everywhere.

Example: with the costs of meetings in one plane and those of scores in a second one, an exchange that saves a meeting
is better than one that saves none, whatever both do to the scores.
"""

from collections import deque
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from games.chance import Chance

Costs = NDArray[np.int64]  # cost of a table at which i and j both sit, by [i, j]; symmetric, 0 on the diagonal


class Plane:
    """The costs of one class of criteria: of each two players at one table, and of each player at a short one."""

    def __init__(
        self, costs: Costs, short_costs: Costs, tables: Sequence[Sequence[int]], short: Sequence[bool]
    ) -> None:
        self.costs = costs
        everybody = [player for table in tables for player in table]
        starts = np.cumsum([0, *(len(table) for table in tables[:-1])])
        table_of = np.empty(len(everybody), dtype=np.intp)
        table_of[everybody] = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
        # by [player, table]: the cost of the player's company there
        self.company = np.add.reduceat(costs[:, everybody], starts, axis=1)
        self.company[:, np.array(short, dtype=bool)] += short_costs[:, None]
        self._everybody = np.arange(len(everybody))
        self.own = self.company[self._everybody, table_of]
        alone = sum(
            int(short_costs[player])
            for table, is_short in zip(tables, short, strict=True)
            if is_short
            for player in table
        )
        self.total = (sum(self.own.tolist()) + alone) // 2

    def changes(self, players: Sequence[int], here: int, table_of: NDArray[np.intp]) -> Costs:
        """The change in cost of each exchange with one of *players* of table *here*, by that player and the other."""
        changes = self.company[players].take(table_of, axis=1)
        changes -= self.own[players][:, None]
        changes += self.company[:, here] - self.own
        changes -= 2 * self.costs[players]
        changes[:, players] = 0
        return changes

    def exchange(self, player: int, other: int, here: int, there: int) -> None:
        """Count with *player* of table *here* and *other* of table *there* in each other's places."""
        self.total += int(
            self.company[player, there]
            - self.own[player]
            + self.company[other, here]
            - self.own[other]
            - 2 * self.costs[player, other]
        )
        change = self.costs[other] - self.costs[player]
        self.company[:, here] += change
        self.company[:, there] -= change

    def look_up(self, table_of: NDArray[np.intp]) -> None:
        """Note what everybody's own company costs."""
        self.own = self.company[self._everybody, table_of]

    def state(self) -> tuple[int, Costs, Costs]:
        """What `restore` takes back."""
        return self.total, self.company.copy(), self.own

    def restore(self, state: tuple[int, Costs, Costs]) -> None:
        self.total, self.company, self.own = state


class Search:
    """A seating that is improved in place. Players and tables are numbered from 0.

    Costs come in planes. Any amount in a plane outweighs all planes after it.
    """

    def __init__(
        self, planes: Sequence[tuple[Costs, Costs]], tables: Sequence[Sequence[int]], short: Sequence[bool]
    ) -> None:
        """*planes* are the costs of each two players at a table, and of each player sitting at a *short* table."""
        self.tables = [list(table) for table in tables]
        self._table = np.empty(sum(map(len, tables)), dtype=np.intp)  # of each player
        for number, table in enumerate(tables):
            self._table[list(table)] = number
        self._planes = [Plane(costs, short_costs, tables, short) for costs, short_costs in planes]

    @property
    def total(self) -> tuple[int, ...]:
        """The cost of the round, by plane."""
        return tuple(plane.total for plane in self._planes)

    def descend(self, tables: Iterable[int]) -> None:
        """Exchange players of *tables*, and of the tables they touch, until no exchange makes the round cheaper."""
        waiting = deque(tables)
        queued = set(waiting)
        while waiting:
            here = waiting.popleft()
            queued.discard(here)
            while (found := self._best(here)) is not None:
                player, other = found
                there = int(self._table[other])
                self.exchange(player, other)
                if there not in queued:
                    queued.add(there)
                    waiting.append(there)

    def _best(self, here: int) -> tuple[int, int] | None:
        """The exchange with a player of table *here* that saves most, if any does."""
        players = self.tables[here]
        changes = self._planes[0].changes(players, here, self._table).ravel()
        at = int(changes.argmin())
        if len(self._planes) == 1 or changes[at] > 0:
            saves = changes[at] < 0
        else:
            saves, alike = bool(changes[at] < 0), np.flatnonzero(changes == changes[at])
            for plane in self._planes[1:]:
                left = plane.changes(players, here, self._table).ravel()[alike]
                least = left.min()
                saves = saves or least < 0
                alike = alike[left == least]
            at = int(alike[0])
        row, other = divmod(at, len(self._table))
        return (players[row], other) if saves else None

    def exchange(self, player: int, other: int) -> None:
        """Exchange two players of different tables."""
        here, there = int(self._table[player]), int(self._table[other])
        for plane in self._planes:
            plane.exchange(player, other, here, there)
        self.tables[here][self.tables[here].index(player)] = other
        self.tables[there][self.tables[there].index(other)] = player
        self._table[player], self._table[other] = there, here
        for plane in self._planes:
            plane.look_up(self._table)

    def troubled(self, least: int) -> list[int]:
        """The players whose company costs *least* or more in the first plane."""
        return np.flatnonzero(self._planes[0].own >= least).tolist()

    def shake(self, kicks: int, least: int, chance: Chance) -> None:
        """Exchange a `troubled` player at random and descend again, *kicks* times. What is no worse stays.

        Ends early when nobody is troubled.
        """
        for _ in range(kicks):
            if not (troubled := self.troubled(least)):
                return
            player = chance.pick(troubled)
            strangers = np.flatnonzero(self._table != self._table[player])
            if not len(strangers):
                return
            other = int(strangers[chance.below(len(strangers))])
            before = self.total
            kept = [list(table) for table in self.tables], self._table.copy(), [each.state() for each in self._planes]
            here, there = int(self._table[player]), int(self._table[other])
            self.exchange(player, other)
            self.descend((here, there))
            if self.total > before:
                self.tables, self._table, states = kept
                for plane, state in zip(self._planes, states, strict=True):
                    plane.restore(state)
