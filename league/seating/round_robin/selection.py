"""A choice of players from every table with the least sum of prices.

A player's price rises each time they are chosen, so a choice is the cheapest as soon as no chain of exchanges makes it
cheaper. In a chain one player is replaced by another at a table, who is replaced by a third at another table, and so
on: only the ends of the chain change what is paid. (Harvey, Ladner, Lovász, Tamir: Semi-matchings for bipartite graphs
and load balancing, 2006.)
"""

from collections.abc import Sequence

Tables = Sequence[Sequence[int]]  # numbers of the players at each table, none twice at one


def choose(tables: Tables, wanted: Sequence[int], prices: Sequence[Sequence[int]]) -> list[list[int]]:
    """*wanted* players of each table. `prices[player]` is the cost of choosing them once, once more and so on.

    No price is below the one before it. Each player has as many as tables.
    """
    return _Choice(tables, wanted, prices).cheapest()


class _Choice:
    def __init__(self, tables: Tables, wanted: Sequence[int], prices: Sequence[Sequence[int]]) -> None:
        self._tables, self._prices = tables, prices
        self._at: list[list[int]] = [[] for _ in prices]  # the tables at which each is chosen
        self._of: list[list[int]] = []
        for number, (table, count) in enumerate(zip(tables, wanted, strict=True)):
            self._of.append(sorted(table, key=self._next)[:count])  # cheapest for now
            for who in self._of[-1]:
                self._at[who].append(number)

    def cheapest(self) -> list[list[int]]:
        better = True
        while better:
            better = False
            for price in sorted({self._last(who) for who, at in enumerate(self._at) if at}, reverse=True):
                while chain := self._chain(price):
                    better = True
                    for giver, table, taker in chain:
                        self._of[table][self._of[table].index(giver)] = taker
                        self._at[giver].remove(table)
                        self._at[taker].append(table)
        return self._of

    def _next(self, who: int) -> int:
        return self._prices[who][len(self._at[who])]

    def _last(self, who: int) -> int:
        return self._prices[who][len(self._at[who]) - 1]

    def _chain(self, price: int) -> list[tuple[int, int, int]]:
        """Exchanges from a player whose last choice cost *price* or more to a cheaper one. Empty if there are none."""
        row = [who for who, at in enumerate(self._at) if at and self._last(who) >= price]
        came: dict[int, tuple[int, int] | None] = dict.fromkeys(row)  # from whom, and at which table
        seen: set[int] = set()
        for giver in row:
            for table in self._at[giver]:
                if table in seen:
                    continue
                seen.add(table)
                here = self._of[table]
                for taker in self._tables[table]:
                    if taker in came or taker in here:
                        continue
                    came[taker] = giver, table
                    row.append(taker)
                    if self._next(taker) < price:
                        return self._back(came, taker)
        return []

    @staticmethod
    def _back(came: dict[int, tuple[int, int] | None], taker: int) -> list[tuple[int, int, int]]:
        chain: list[tuple[int, int, int]] = []
        while (step := came[taker]) is not None:
            chain.append((step[0], step[1], taker))
            taker = step[0]
        return chain
