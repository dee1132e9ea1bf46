"""The seats of a single round: everybody has each seat about equally often, above all the first."""

from collections.abc import Sequence

from games.chance import Chance
from league.seating.types import Seeker

Counts = Sequence[int]  # how often a player had each seat
STREAK = 1 << 40  # the cost of a seat three times in a row, beyond that of any balance


def seat_table(table: Sequence[Seeker], chance: Chance, *, turns: bool = False) -> tuple[Seeker, ...]:
    """The players of *table* by seat, in the cheapest of all orders. *chance* decides between equal ones.

    A seat costs more the more often a player has had it than another seat. Twice in a row costs a little. With *turns*,
    nobody has a seat three times in a row if another order avoids it.
    """
    drawn = chance.shuffled(sorted(table, key=lambda seeker: seeker.rank))
    return tuple(drawn[at] for at in cheapest_rows([seat_costs(seeker, len(table), turns=turns) for seeker in drawn]))


def seat_costs(seeker: Seeker, size: int, *, turns: bool = False) -> list[int]:
    """The cost of each seat at a table of *size* for *seeker*."""
    costs = [seat_cost(seeker.seats, seat, size, seeker.last) for seat in range(size)]
    if turns and seeker.in_row >= 2 and seeker.last is not None and seeker.last < size:
        costs[seeker.last] += STREAK
    return costs


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
