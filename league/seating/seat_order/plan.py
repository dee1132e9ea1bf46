"""The seats at the tables of all rounds, so that everybody has each seat about equally often.

Seats that only larger tables have are assigned first, so that the squares of how often each player has each seat have
the least sum. Tables of one size are left. For these, some order always gives nobody one seat more than once oftener
than another, after any round. Where earlier rounds left seats unequal, exchanges at single tables follow.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from itertools import pairwise

from games.chance import Chance
from league.seating.round_robin.selection import choose
from league.seating.seat_order.neighbours import SeatPlan
from league.seating.seat_order.round import cheapest_rows

EVEN = 1 << 32  # the weight of a seat too many against a first move too many

Tables = list[list[int]]  # players, numbered from 0


def seat_rounds(
    rounds: Sequence[Sequence[Sequence[int]]],
    before: Sequence[Sequence[int]],
    chance: Chance,
    neighbours: Sequence[Mapping[int, int]] | None = None,
) -> list[Tables]:
    """The tables of all *rounds* with their players by seat. *before* has each player's seats of earlier rounds.

    *neighbours*: how often each player had each left neighbour, who should then repeat as little as possible.
    """
    left = [chance.shuffled(sorted(table)) for tables in rounds for table in tables]
    sizes = sorted({len(table) for table in left}, reverse=True)
    had = [[*seats, *[0] * max(sizes, default=0)] for seats in before]
    seated: Tables = [[] for _ in left]
    for high, low in pairwise([*sizes, 0]):
        upper = _choose_upper(left, had, low, high) if low else left
        left = [[player for player in table if player not in taken] for table, taken in zip(left, upper, strict=True)]
        lower = _seat_evenly(upper, [seats[low:high] for seats in had], first_moves=low == 0)
        seated = [[*one, *other] for one, other in zip(lower, seated, strict=True)]
    if any(map(any, before)):
        _exchange(seated, had)
    if neighbours is not None:
        SeatPlan(seated, before, neighbours).improve(chance)
    table_of = iter(seated)
    return [[next(table_of) for _ in tables] for tables in rounds]


def _choose_upper(left: Tables, had: Sequence[Sequence[int]], low: int, high: int) -> Tables:
    """The players at each table that still has *high* seats who take the seats from *low* on."""
    times = [0] * len(had)
    for player in (player for table in left for player in table):
        times[player] += 1
    prices = [_prices(seats[low:high], seats[:low], count) for seats, count in zip(had, times, strict=True)]
    return choose(left, [high - low if len(table) == high else 0 for table in left], prices)


@dataclass(slots=True)
class _Run:
    """Appearances of a player in which each seat is due equally often, counting what was `had` before them."""

    player: int
    had: Sequence[int]
    length: int
    first_moves: int  # in all runs of the player that are not cut short, and before


def _seat_evenly(tables: Tables, had: Sequence[Sequence[int]], *, first_moves: bool) -> Tables:
    """Players by seat at tables that are of one size or empty. *had* is how often each had these seats before.

    As many appearances in a row as there are seats are a run. All appearances of a player who had the seats unequally
    are one run. The *first_moves* of runs that are cut short go to the players with the fewest.
    """
    runs, at = _runs(tables, had)
    seated: Tables = [[] for _ in tables]
    for seat in range(max(map(len, tables), default=0)):
        prices = [
            [EVEN * price + run.first_moves * (first_moves and not seat) for price in _run_prices(run, seat)]
            for run in runs
        ]
        taken = choose(at, [min(1, len(table)) for table in at], prices)
        for here, left, run in ((seated[table], at[table], run) for table, few in enumerate(taken) for run in few):
            left.remove(run)
            runs[run].length -= 1
            here.append(runs[run].player)
    return seated


def _run_prices(run: _Run, seat: int) -> list[int]:
    return _prices(run.had[seat : seat + 1], run.had[seat + 1 :], run.length)


def _runs(tables: Tables, had: Sequence[Sequence[int]]) -> tuple[list[_Run], Tables]:
    """The runs, and the tables with the numbers of runs in place of their players."""
    size = max(map(len, tables), default=0)
    appearances: list[list[tuple[int, int]]] = [[] for _ in had]
    for number, table in enumerate(tables):
        for place, player in enumerate(table):
            appearances[player].append((number, place))
    runs: list[_Run] = []
    at = [[0] * len(table) for table in tables]
    for player, (places, seats) in enumerate(zip(appearances, had, strict=True)):
        uneven = len(set(seats)) > 1
        firsts = sum(seats[:1]) + len(places) // max(size, 1)
        cuts = range(0, len(places), len(places) if uneven else size) if places else ()
        for run in (places[cut:] if uneven else places[cut : cut + size] for cut in cuts):
            for number, place in run:
                at[number][place] = len(runs)
            runs.append(_Run(player, seats if uneven else [0] * size, len(run), firsts))
    return runs, at


def _exchange(tables: Tables, had: Sequence[Sequence[int]]) -> None:
    """Change seats at one table at a time for as long as that lowers the sum of the squares of all counts."""
    counts = [list(seats) for seats in had]
    for table in tables:
        for seat, player in enumerate(table):
            counts[player][seat] += 1
    better = True
    while better:
        better = False
        for table in tables:
            for seat, player in enumerate(table):
                counts[player][seat] -= 1
            costs = [counts[player][: len(table)] for player in table]
            rows = cheapest_rows(costs)
            if sum(costs[row][seat] for seat, row in enumerate(rows)) < sum(cost[at] for at, cost in enumerate(costs)):
                table[:] = [table[row] for row in rows]
                better = True
            for seat, player in enumerate(table):
                counts[player][seat] += 1


def _prices(these: Sequence[int], others: Sequence[int], count: int) -> list[int]:
    """The cost of having one of *these* seats once, twice … in *count* appearances instead of one of the *others*.

    Both list the counts so far. The cost of a seat is the square of its final count.
    """
    return [
        one - other
        for one, other in zip(_marginal_costs(these, count), _marginal_costs(others, count)[::-1], strict=True)
    ]


def _marginal_costs(counts: Sequence[int], times: int) -> list[int]:
    """What each of *times* more seats adds to the squares of *counts*, if each is the rarest."""
    row = list(counts) or [0]
    heapify(row)
    return [2 * heapreplace(row, row[0] + 1) + 1 for _ in range(times)]
