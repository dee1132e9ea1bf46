"""The seats of a single round: everybody has each seat about equally often, above all the first."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from games.chance import Chance
from league.seating.seat_order import neighbours as left
from league.seating.types import Seeker

Counts = Sequence[int]  # how often a player had each seat
STREAK = 1 << 40  # the cost of a seat three times in a row, beyond that of any balance


def seat_table(
    table: Sequence[Seeker], chance: Chance, *, turns: bool = False, neighbours: bool = False
) -> tuple[Seeker, ...]:
    """The players of *table* by seat, in the cheapest of all orders. *chance* decides between equal ones.

    A seat costs more the more often a player has had it than another seat. Twice in a row costs a little. With *turns*,
    nobody has a seat three times in a row if another order avoids it. With *neighbours*, it is one of the cheapest
    orders in which left neighbours repeat least, unless the table has more than `neighbours.MOST` players.
    """
    drawn = chance.shuffled(sorted(table, key=lambda seeker: seeker.rank))
    costs = [seat_costs(seeker, len(table), turns=turns) for seeker in drawn]
    rows = cheapest_rows(costs)
    order = tuple(drawn[at] for at in rows)
    if neighbours and len(drawn) <= left.MOST and any(left.times_left(order)):
        return tuple(left.least_repeated(_orders(drawn, costs, rows)))
    return order


def seat_costs(seeker: Seeker, size: int, *, turns: bool = False) -> list[int]:
    """The cost of each seat at a table of *size* for *seeker*."""
    costs = [seat_cost(seeker.seats, seat, size, seeker.last) for seat in range(size)]
    if turns and seeker.in_row >= 2 and seeker.last is not None and seeker.last < size:
        costs[seeker.last] += STREAK
    return costs


def _orders(drawn: Sequence[Seeker], costs: Sequence[Sequence[int]], rows: Sequence[int]) -> Iterator[list[Seeker]]:
    """All orders that cost as much as *rows* and leave nobody with more uneven seats."""
    least = sum(costs[row][column] for column, row in enumerate(rows))
    most, gap = _unevenness([drawn[at] for at in rows])
    for other in permutations(range(len(rows))):
        if sum(costs[row][column] for column, row in enumerate(other)) == least:
            order = [drawn[at] for at in other]
            new_most, new_gap = _unevenness(order)
            if new_most <= most and new_gap <= gap:
                yield order


def _unevenness(order: Sequence[Seeker]) -> tuple[int, int]:
    """The most times that a player has had a seat, and more than another, after a round in this *order*."""
    width = max(len(order), *(len(seeker.seats) for seeker in order))
    after = [
        [count + (at == seat) for at, count in enumerate([*seeker.seats, *[0] * (width - len(seeker.seats))])]
        for seat, seeker in enumerate(order)
    ]
    return max(map(max, after)), max(max(counts) - min(counts) for counts in after)


def cheapest_rows(costs: Sequence[Sequence[int]]) -> list[int]:
    """The rows with the least sum of costs, one for each column. Of equal choices, the first in order."""
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}  # rows used, as bits → cost and rows by column
    for column in range(len(costs)):
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for used, (cost, rows) in best.items():
            for row, price in enumerate(costs):
                if used & (bit := 1 << row):
                    continue
                reached = cost + price[column], (*rows, row)
                if used | bit not in following or reached < following[used | bit]:
                    following[used | bit] = reached
        best = following
    return list(next(iter(best.values()))[1])


def seat_cost(counts: Counts, seat: int, size: int, last: int | None = None) -> int:
    """The cost of having *seat* once more, which grows with its lead over the rarest seat."""
    had = [counts[at] if at < len(counts) else 0 for at in range(size)]
    above = had[seat] - min(had)
    return 4 * (3 * above * above + 3 * above + 1) + (2 if seat == 0 and above else 0) + (1 if seat == last else 0)
