"""The cost of a meeting in a round of a Swiss, as one number. Each criterion outweighs those after it.

1. Pairs that are to be kept apart.
2. Short tables, two more than a player's share.
3. Repeats, each further one at a higher cost.
4. Short tables, one more than a player's share.
5. Distance in score, at the highest cost at the top.
6. The same float again, and short tables again.
7. The same seats had, and distance in the standings.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from league.seating.swiss.local_search import Costs
from league.seating.types import Inputs, Seeker

SEATS = 1 << 9  # two players who lack the same seat; a pair stays below 2 ** 14
MINOR = 1 << 14  # a float or short table again; distances in the standings stay below 2 ** 12
SCORE = 1 << 18  # a 256th of the range of scores, squared; a pair stays below 2 ** 37
UNFAIR = 1 << 43  # one short table more than a player's share
REPEAT = 1 << 46
GROSS = 1 << 53  # each further short table
APART = 1 << 56
MAX_REPEATS = 15  # further meetings cost no more: a change to two tables has to fit into 63 bits


def pair_costs(seekers: Sequence[Seeker], inputs: Inputs) -> Costs:
    """The cost of each pair of *seekers*, who are in the order of the standings."""
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
    costs += REPEAT * repeat_costs(meetings(seekers))
    costs += APART * forbidden_meetings(seekers, inputs.apart)
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
