"""Who takes which seat over all rounds, as "tables-together 1" and "round-robin 1" had it: by colors alone.

Kept so that the draws of those versions can be worked out again. Where tables differ in size, it leaves somebody with
a seat up to three times oftener than another, though that could be helped; see `even_seats`.
"""

from collections.abc import Sequence

from games.chance import Chance
from league.domain.seating.seats import Counts, cheapest, cost


def over_rounds(
    rounds: Sequence[Sequence[Sequence[int]]], before: Sequence[Counts], chance: Chance
) -> list[list[list[int]]]:
    """The tables of all *rounds* with their players by seat; *before* has each player's seats of earlier rounds.

    Where all tables are of one size and nobody sat before, nobody has one seat more than once oftener than another.
    """
    colored = _colored(rounds, max((len(table) for tables in rounds for table in tables), default=1))
    counts = [list(seats) for seats in before]
    for table in (table for tables in colored for table in tables):
        _count(counts, table, 1)
    for _ in range(8):  # enough for the odd tables to settle
        better = False
        for tables in colored:
            for at, table in enumerate(tables):
                _count(counts, table, -1)
                drawn = chance.shuffled(sorted(table))
                costs = [[cost(counts[player], seat, len(table)) for seat in range(len(table))] for player in drawn]
                order = [drawn[player] for player in cheapest(costs)]
                if _sum(counts, order) < _sum(counts, table):
                    tables[at], better = order, True
                _count(counts, tables[at], 1)
        if not better:
            break
    return colored


def _sum(counts: Sequence[Counts], order: Sequence[int]) -> int:
    return sum(cost(counts[player], seat, len(order)) for seat, player in enumerate(order))


def _count(counts: Sequence[list[int]], table: Sequence[int], times: int) -> None:
    for seat, player in enumerate(table):
        while len(counts[player]) <= seat:
            counts[player].append(0)
        counts[player][seat] += times


def _colored(rounds: Sequence[Sequence[Sequence[int]]], colors: int) -> list[list[list[int]]]:
    """Seats so that in each run of as many appearances as there are seats nobody has one seat twice.

    An edge coloring of the graph between tables and runs of appearances, which is bipartite, so that as many colors as
    the largest table has seats are enough (König): where a new edge finds no color free at both ends, the path on which
    the two colors alternate is turned over. At a table with fewer seats, whoever has a seat too high takes a free one.
    """
    at_table: list[dict[int, int]] = []  # color → run, for each table
    at_run: dict[tuple[int, int], dict[int, int]] = {}  # color → table, for each run: player, number
    numbers: dict[tuple[int, int], int] = {}
    runs: list[tuple[int, int]] = []
    appearances: dict[int, int] = {}
    for table in (table for tables in rounds for table in tables):
        here = len(at_table)
        at_table.append({})
        for player in table:
            run = player, appearances.get(player, 0) // colors
            appearances[player] = appearances.get(player, 0) + 1
            if run not in numbers:
                numbers[run] = len(runs)
                runs.append(run)
                at_run[run] = {}
            mine, other = at_table[here], at_run[run]
            free = next(color for color in range(colors) if color not in mine)
            wanted = next(color for color in range(colors) if color not in other)
            if free in other:
                _turn_over(at_table, at_run, runs, here, free, wanted)
                free = wanted
            mine[free], other[free] = numbers[run], here
    seated = iter(at_table)
    return [
        [_closed({color: runs[run][0] for color, run in next(seated).items()}) for _ in tables] for tables in rounds
    ]


def _turn_over(
    at_table: list[dict[int, int]],
    at_run: dict[tuple[int, int], dict[int, int]],
    runs: list[tuple[int, int]],
    start: int,
    free: int,
    wanted: int,
) -> None:
    """Exchange two colors on the path from table *start*, where *free* is free, so that *wanted* becomes free there."""
    edges = []
    table, color = start, wanted
    while color in at_table[table]:
        run = at_table[table][color]
        edges.append((table, run, color))
        color = free + wanted - color
        if color not in at_run[runs[run]]:
            break
        table = at_run[runs[run]][color]
        edges.append((table, run, color))
        color = free + wanted - color
    for table, run, color in edges:
        if at_table[table].get(color) == run:
            del at_table[table][color]
        if at_run[runs[run]].get(color) == table:
            del at_run[runs[run]][color]
    for table, run, color in edges:
        at_table[table][free + wanted - color] = run
        at_run[runs[run]][free + wanted - color] = table


def _closed(colors: dict[int, int]) -> list[int]:
    """Players by color as players by seat, without gaps: the seats that are too high go to the gaps."""
    high = sorted(color for color in colors if color >= len(colors))
    gaps = [seat for seat in range(len(colors)) if seat not in colors]
    moved = dict(zip(gaps, (colors[color] for color in high), strict=True))
    return [colors[seat] if seat in colors else moved[seat] for seat in range(len(colors))]
