"""The cost of a meeting in a round of a Swiss, as whole numbers. Each criterion outweighs those after it.

1. Pairs that are to be kept apart.
2. Short tables, two more than a player's share.
3. Repeats: the third meeting of a pair outweighs any number of second ones, the fourth any number of third ones.
4. Short tables, one more than a player's share.
5. At tables of two: players who both have to move first, or both second, as in pairs.
6. Distance in score, at the highest cost at the top.
7. The same float again, and short tables again.
8. The same seats had, and distance in the standings.

The first version had all of them in one number, in which each further meeting only cost a little more. Now the first
four are a plane of their own, in which each number of meetings has its own bits. The first two had no fifth criterion.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from league.seating.quality import FIRST_VERSIONS
from league.seating.swiss.local_search import Costs
from league.seating.swiss.matching import need
from league.seating.types import Inputs, Seeker

SEATS = 1 << 9  # two players who lack the same seat; a pair stays below 2 ** 14
MINOR = 1 << 14  # a float or short table again; distances in the standings stay below 2 ** 12
SCORE = 1 << 18  # a 256th of the range of scores, squared; a pair stays below 2 ** 37
ALIKE = 1 << 42  # two players who both have to move first, or both second
UNFAIR = 1 << 43  # one short table more than a player's share
REPEAT = 1 << 46
GROSS = 1 << 53  # each further short table
APART = 1 << 56
WITHOUT_TURNS = ("swiss-tables 1", "swiss-tables 2")  # versions that do not consider who has to move first
MAX_REPEATS = 15  # further meetings cost no more: a change to two tables has to fit into 63 bits


def planes(seekers: Sequence[Seeker], inputs: Inputs, share: int) -> list[tuple[Costs, Costs]]:
    """The costs of two players at a table and of a player at a short one, the most important plane first.

    *share* is how many short tables are fair.
    """
    met, apart = meetings(seekers), forbidden_meetings(seekers, inputs.apart)
    short = np.array([seeker.short for seeker in seekers], dtype=np.int64)
    if inputs.algorithm in FIRST_VERSIONS:
        costs = lower_costs(seekers) + REPEAT * repeat_costs(met) + APART * apart
        np.fill_diagonal(costs, 0)
        return [(costs, short_costs(short, share))]
    upper = UpperCosts(met, max(inputs.sizes))
    lower = lower_costs(seekers) + ALIKE * _turns_alike(seekers) if considers_turns(inputs) else lower_costs(seekers)
    return [
        (upper.of_pairs(met, apart), upper.of_short_tables(short, share)),
        (lower, MINOR * np.minimum(short, MAX_REPEATS)),
    ]


def considers_turns(inputs: Inputs) -> bool:
    """Whether the draw looks at who has to move first: at tables of two, where that matters most."""
    return inputs.preferred == 2 and inputs.algorithm not in WITHOUT_TURNS


class UpperCosts:
    """The costs of the first four criteria, so that any amount of one outweighs those after it over the whole field.

    Example: 12 players at tables of four have 18 meetings in a round, so each number of meetings has 5 bits. If some
    pairs have met twice and others once or never, a second meeting costs 2 ** 4, which leaves 4 bits for unfair short
    tables, and a third one 2 ** 9. If everybody has met, the fewest meetings cost nothing.
    """

    def __init__(self, met: NDArray[np.int64], largest: int) -> None:
        """*met* is how often each two players have met, *largest* the size of the largest table."""
        count = len(met)
        meetings_ = (count * (largest - 1) // 2).bit_length()
        self.unit = 1 << count.bit_length()  # a meeting one more than the fewest; below it are unfair short tables
        free = 61 - count.bit_length() - (3 * count).bit_length() - meetings_
        grades = np.unique(met[~np.eye(count, dtype=bool)]) if count > 1 else met[:0, 0]
        levels = min(free // meetings_, max(len(grades) - 1, 1)) if meetings_ else 1
        self._grades = grades
        self._costs = np.array(
            [0, *(self.unit << meetings_ * min(level, levels - 1) for level in range(len(grades)))], dtype=np.int64
        )
        self._gross = self.unit << meetings_ * levels
        self._apart = self._gross << (3 * count).bit_length()

    def of_pairs(self, met: NDArray[np.int64], apart: NDArray[np.int64]) -> Costs:
        """The cost of each two players, of whom some are to be kept *apart*."""
        costs: Costs = self._costs[np.searchsorted(self._grades, met)] if len(self._grades) else np.zeros_like(met)
        costs = costs + self._apart * apart
        np.fill_diagonal(costs, 0)
        return costs

    def of_short_tables(self, short: NDArray[np.int64], share: int) -> Costs:
        """The cost of one more short table for each player, after *short* so far. *share* is what is fair."""
        beyond = np.clip(short + 1 - share, 0, 4)
        costs: Costs = np.minimum(beyond, 1) + np.maximum(beyond - 1, 0) * self._gross
        return costs


def lower_costs(seekers: Sequence[Seeker]) -> Costs:
    """The cost of each pair of *seekers*, who are in the order of the standings, by the criteria after the fourth."""
    score = levels(seekers)
    distance = score[:, None] - score
    place = np.arange(len(seekers), dtype=np.int64)
    weight = SCORE * (8 - 4 * place // max(len(seekers), 1))
    costs = distance * distance
    costs *= np.maximum(weight[:, None], weight)
    place = 63 * place // max(len(seekers) - 1, 1)
    costs += (place[:, None] - place) ** 2
    costs += _seats_alike(seekers)
    costs += MINOR * _floats(seekers, distance)
    np.fill_diagonal(costs, 0)
    return costs


def levels(seekers: Sequence[Seeker]) -> NDArray[np.int64]:
    """The scores as whole numbers from 0 (the lowest) to 255 (the highest)."""
    points = [seeker.points for seeker in seekers]
    low, high = min(points), max(points)
    span = high - low or 1
    return np.array([(value - low) * 255 // span for value in points], dtype=np.int64)


def meetings(seekers: Sequence[Seeker]) -> NDArray[np.int64]:
    """How often each two players have met."""
    index = seeker_numbers(seekers)
    met = np.zeros((len(seekers), len(seekers)), dtype=np.int64)
    for player, seeker in enumerate(seekers):
        for id_, times in seeker.met.items():
            if (other := index.get(id_)) is not None:
                met[player, other] = times
    return np.maximum(met, met.T)


def repeat_costs(met: NDArray[np.int64]) -> Costs:
    """The cost of one more meeting, in repeats: 0, 3, 5, 7 …"""
    costs: Costs = np.minimum(met, MAX_REPEATS)
    costs *= 2
    costs += costs > 0
    return costs


def forbidden_meetings(seekers: Sequence[Seeker], pairs: Sequence[tuple[str, str]]) -> NDArray[np.int64]:
    """1 for each pair that is to be kept apart, else 0."""
    index = seeker_numbers(seekers)
    found = np.zeros((len(seekers), len(seekers)), dtype=np.int64)
    for one, two in pairs:
        if one in index and two in index and one != two:
            found[index[one], index[two]] = found[index[two], index[one]] = 1
    return found


def short_costs(short: NDArray[np.int64], share: int) -> Costs:
    """The cost of one more short table for each player, after *short* so far. *share* is what is fair."""
    beyond = np.clip(short + 1 - share, 0, 4)
    costs: Costs = (
        np.minimum(beyond, 1) * UNFAIR + np.maximum(beyond - 1, 0) * GROSS + np.minimum(short, MAX_REPEATS) * MINOR
    )
    return costs


def _floats(seekers: Sequence[Seeker], distance: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many of each two players would float as they did last time."""
    last = np.array([seeker.floats[-1] if seeker.floats else 0 for seeker in seekers], dtype=np.int64)
    again = (np.sign(-distance) == last[:, None]) & (last != 0)[:, None]
    counted = again.astype(np.int64)
    floats: NDArray[np.int64] = counted + counted.T
    return floats


def _turns_alike(seekers: Sequence[Seeker]) -> NDArray[np.int64]:
    """1 for each two players who both have to move first, or both second."""
    needs = np.array([need(seeker) for seeker in seekers], dtype=np.int64)
    alike: NDArray[np.int64] = (np.outer(needs, needs) > 0).astype(np.int64)
    np.fill_diagonal(alike, 0)
    return alike


def _seats_alike(seekers: Sequence[Seeker]) -> Costs:
    """The cost of two players lacking the same seats: those that each has had least often.

    Over a table, the sum is least where each seat is lacked by equally many. If the players lack equally many seats
    too, each can have one that they lack (a regular bipartite graph has a perfect matching).
    """
    count = max([1, *(len(seeker.seats) for seeker in seekers)])
    had = np.array([(*seeker.seats, *(0,) * (count - len(seeker.seats))) for seeker in seekers], dtype=np.int64)
    more = (had > had.min(axis=1, keepdims=True)).astype(np.int64)
    kinds, kind = np.unique(more, axis=0, return_inverse=True)
    alike = count * (kinds @ kinds.T) - np.outer(kinds.sum(axis=1), kinds.sum(axis=1))
    of_all: Costs = (SEATS * (alike - alike.min()))[kind].take(kind, axis=1)
    return of_all


def seeker_numbers(seekers: Sequence[Seeker]) -> Mapping[str, int]:
    """The number of each seeker, by id."""
    return {seeker.id: number for number, seeker in enumerate(seekers)}
