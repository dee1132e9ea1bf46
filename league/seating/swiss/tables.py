"""One round of a Swiss at tables: the standings are cut into tables, which exchanges improve."""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from games.chance import Chance
from league.seating.swiss import costs
from league.seating.swiss.local_search import Search
from league.seating.types import Inputs, Seeker

ALGORITHM = "swiss-tables 1"
KICKS = 20_000  # attempts to leave a dead end in a round, divided by the number of players


def group_tables(seekers: Sequence[Seeker], sizes: Sequence[int], inputs: Inputs) -> list[list[Seeker]]:
    """*seekers*, in the order of the standings, at tables of *sizes*, the top table first."""
    tables = cut_standings(seekers, sizes, inputs.preferred)
    short = [len(table) < inputs.preferred for table in tables]
    shorts = np.array([seeker.short for seeker in seekers], dtype=np.int64)
    seats = sum(len(table) for table, is_short in zip(tables, short, strict=True) if is_short)
    search = Search(
        costs.pair_costs(seekers, inputs),
        costs.short_costs(shorts, -(-(int(shorts.sum()) + seats) // len(seekers))),
        tables,
        short,
    )
    search.descend(range(len(tables)))
    chance = Chance(bytes.fromhex(inputs.seed), f"{inputs.algorithm}:{inputs.round}:tables")
    search.shake(KICKS // len(seekers), costs.UNFAIR, chance)
    return [[seekers[player] for player in sorted(table)] for table in sorted(map(sorted, search.tables))]


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
