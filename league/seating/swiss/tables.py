"""One round of a Swiss at tables: the standings are cut into tables, which exchanges improve.

Of a field of up to sixteen, all divisions are compared instead.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate

from games.chance import Chance
from league.seating.swiss import costs, small_fields
from league.seating.swiss.local_search import Costs, Search
from league.seating.types import Inputs, Seeker

FIRST, ALGORITHM = "swiss-tables 1", "swiss-tables 3"
KICKS = 20_000  # attempts to leave a dead end in a round, divided by the number of players
PLANE = 64  # bits of a plane of costs


def group_tables(seekers: Sequence[Seeker], sizes: Sequence[int], inputs: Inputs) -> list[list[Seeker]]:
    """*seekers*, in the order of the standings, at tables of *sizes*, the top table first."""
    shorts = sum(seeker.short for seeker in seekers) + sum(size for size in sizes if size < inputs.preferred)
    planes = costs.planes(seekers, inputs, -(-shorts // len(seekers)))
    if inputs.algorithm != FIRST and len(seekers) <= small_fields.MOST:
        return _order(seekers, _best_tables(planes, sizes, inputs.preferred))
    tables = cut_standings(seekers, sizes, inputs.preferred)
    search = Search(planes, tables, [len(table) < inputs.preferred for table in tables])
    search.descend(range(len(tables)))
    chance = Chance(bytes.fromhex(inputs.seed), f"{inputs.algorithm}:{inputs.round}:tables")
    search.shake(KICKS // len(seekers), costs.UNFAIR if inputs.algorithm == FIRST else 1, chance)
    return _order(seekers, search.tables)


def _order(seekers: Sequence[Seeker], tables: Iterable[Sequence[int]]) -> list[list[Seeker]]:
    """The top table first, and at each table the players in the order of the standings."""
    return [[seekers[player] for player in sorted(table)] for table in sorted(map(sorted, tables))]


def _best_tables(planes: Sequence[tuple[Costs, Costs]], sizes: Sequence[int], preferred: int) -> list[list[int]]:
    """The tables of a small field, with all planes in one integer of any size."""
    count = len(planes[0][1])
    pairs, short = [[0] * count for _ in range(count)], [0] * count
    for pair_costs, short_costs in planes:
        pairs = [
            [(cost << PLANE) + more for cost, more in zip(*rows, strict=True)]
            for rows in zip(pairs, pair_costs.tolist(), strict=True)
        ]
        short = [(cost << PLANE) + more for cost, more in zip(short, short_costs.tolist(), strict=True)]
    return small_fields.best_tables(pairs, short, sizes, preferred)


def cut_standings(seekers: Sequence[Seeker], sizes: Sequence[int], preferred: int) -> list[list[int]]:
    """The standings cut into tables. Short ones go to players who had the fewest, low down among equals."""
    order = [preferred] * sizes.count(preferred)
    so_far = [0, *accumulate(seeker.short for seeker in seekers)]
    for size in (size for size in sizes if size != preferred):
        order = min(
            ([*order[:at], size, *order[at:]] for at in range(len(order), -1, -1)),
            key=lambda order: sum(so_far[end] - so_far[end - here] for here, end in _ends(order) if here < preferred),
        )
    return [list(range(end - size, end)) for size, end in _ends(order)]


def _ends(order: Sequence[int]) -> list[tuple[int, int]]:
    """Each table's size, and the place after its last."""
    return list(zip(order, accumulate(order), strict=True))
