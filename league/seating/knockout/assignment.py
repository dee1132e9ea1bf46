"""The cheapest assignment of rows to columns, by the Hungarian method (Kuhn 1955, Munkres 1957).

Every row and every column has a price, and no pair costs less than the prices of both. Rows are added one by one. A new
row looks for a free column along pairs that cost exactly their prices, and prices rise where there is none.
"""

from collections.abc import Sequence


def cheapest_assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """The row of each column with the least sum of `costs[row][column]`, exact for integers of any size."""
    assignment = _Assignment(costs)
    for row in range(len(costs)):
        assignment.add(row)
    return assignment.row_of[: len(costs)]


class _Assignment:
    def __init__(self, costs: Sequence[Sequence[int]]) -> None:
        count = len(costs)
        self.row_of: list[int] = [count] * (count + 1)  # by column; one more column holds the row that is added
        self._costs, self._free = costs, count
        self._row_price, self._column_price = [0] * (count + 1), [0] * (count + 1)

    def add(self, row: int) -> None:
        """Give a column to one more row, and others to the rows that have to move."""
        count = self._free
        came = [count] * count  # the column from which each column is reached
        least: dict[int, int] = {}  # by column not reached yet: what its cheapest pair costs beyond its prices
        reached = [count]
        self.row_of[count] = row
        while self.row_of[column := reached[-1]] != count:
            here = self.row_of[column]
            for other in set(range(count)).difference(reached):
                price = self._costs[here][other] - self._row_price[here] - self._column_price[other]
                if other not in least or price < least[other]:
                    least[other], came[other] = price, column
            step, following = min((price, other) for other, price in least.items())
            self._raise_prices(reached, step)
            least = {other: price - step for other, price in least.items() if other != following}
            reached.append(following)
        while column != count:
            self.row_of[column] = self.row_of[came[column]]
            column = came[column]

    def _raise_prices(self, reached: Sequence[int], step: int) -> None:
        for column in reached:
            self._row_price[self.row_of[column]] += step
            self._column_price[column] -= step
