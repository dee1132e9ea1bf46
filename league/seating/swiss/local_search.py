"""Better tables by exchanging two players at a time, the best exchange first, for as long as it pays.

The cost of a round is a sum over the pairs at each table and over the players at short ones. So an exchange changes the
cost of two tables only, and all exchanges of the players at a table are weighed in one pass over arrays. Costs are
integers, position breaks ties, and chance comes from a seed, so the same start ends the same everywhere.
"""

from collections import deque
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from games.chance import Chance

Costs = NDArray[np.int64]  # cost of a table at which i and j both sit, by [i, j]; symmetric, 0 on the diagonal


class Search:
    """A seating that is improved in place. Players and tables are numbered from 0."""

    def __init__(
        self, costs: Costs, short_costs: Costs, tables: Sequence[Sequence[int]], short: Sequence[bool]
    ) -> None:
        """*short_costs* is the cost of each player sitting at a *short* table."""
        self.tables = [list(table) for table in tables]
        self._costs = costs
        everybody = [player for table in tables for player in table]
        starts = np.cumsum([0, *(len(table) for table in tables[:-1])])
        self._table = np.empty(len(everybody), dtype=np.intp)  # of each player
        self._table[everybody] = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
        # by [player, table]: the cost of the player's company there
        self._with = np.add.reduceat(costs[:, everybody], starts, axis=1)
        self._with[:, np.array(short, dtype=bool)] += short_costs[:, None]
        self._everybody = np.arange(len(everybody))
        self._own = self._with[self._everybody, self._table]
        alone = sum(
            int(short_costs[player])
            for table, is_short in zip(tables, short, strict=True)
            if is_short
            for player in table
        )
        self.total = (sum(self._own.tolist()) + alone) // 2

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
        changes, players = self._changes(here)
        row, other = divmod(int(changes.argmin()), changes.shape[1])
        return (players[row], other) if changes[row, other] < 0 else None

    def _changes(self, here: int) -> tuple[Costs, list[int]]:
        """The change in cost of each exchange with a player of table *here*, by player there and other player."""
        players = self.tables[here]
        changes = self._with[players].take(self._table, axis=1)
        changes -= self._own[players][:, None]
        changes += self._with[:, here] - self._own
        changes -= 2 * self._costs[players]
        changes[:, players] = 0
        return changes, players

    def exchange(self, player: int, other: int) -> None:
        """Exchange two players of different tables."""
        here, there = int(self._table[player]), int(self._table[other])
        self.total += int(
            self._with[player, there]
            - self._own[player]
            + self._with[other, here]
            - self._own[other]
            - 2 * self._costs[player, other]
        )
        change = self._costs[other] - self._costs[player]
        self._with[:, here] += change
        self._with[:, there] -= change
        self.tables[here][self.tables[here].index(player)] = other
        self.tables[there][self.tables[there].index(other)] = player
        self._table[player], self._table[other] = there, here
        self._own = self._with[self._everybody, self._table]

    def troubled(self, least: int) -> list[int]:
        """The players whose company costs *least* or more."""
        return np.flatnonzero(self._own >= least).tolist()

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
            before = (
                self.total,
                [list(table) for table in self.tables],
                self._table.copy(),
                self._with.copy(),
                self._own,
            )
            here, there = int(self._table[player]), int(self._table[other])
            self.exchange(player, other)
            self.descend((here, there))
            if self.total > before[0]:
                self.total, self.tables, self._table, self._with, self._own = before
