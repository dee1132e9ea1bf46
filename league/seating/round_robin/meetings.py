"""Whether everybody meets in a plan of rounds at tables, and how many rounds that may take."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from league.seating.types import Inputs

ALGORITHM = "round-robin 1"
MANY = 40  # rounds, beyond which trying a few more would take too long

Rounds = Sequence[Sequence[Sequence[str]]]  # ids by table by round


def missing_meetings(inputs: Inputs, rounds: Rounds) -> dict[str, int]:
    """How many meetings a plan lacks for everybody to meet everybody `inputs.cycle` times, and how many it has to lack.

    Meetings before the plan count too, and pairs that are to be kept apart are left out. The bound holds since nobody
    meets more players at a table than the largest one has other seats.
    """
    before = _past_meetings(inputs)
    met = before + Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))
    wanted = _wanted_meetings(inputs, before)
    return {
        "plan_lacking": sum(max(0, inputs.cycle - met[pair]) for pair in wanted),
        "plan_lacking_bound": _lacking_bound(wanted, rounds),
    }


def _wanted_meetings(inputs: Inputs, before: Counter[frozenset[str]]) -> dict[frozenset[str], int]:
    """How many more times each pair should meet, if any."""
    apart = {frozenset(pair) for pair in inputs.apart}
    pairs = [frozenset((one.id, two.id)) for one, two in combinations(inputs.seekers, 2)]
    return {pair: inputs.cycle - before[pair] for pair in pairs if pair not in apart and before[pair] < inputs.cycle}


def _lacking_bound(wanted: Mapping[frozenset[str], int], rounds: Rounds) -> int:
    needs = Counter[str]()
    for pair, times in wanted.items():
        needs.update(dict.fromkeys(pair, times))
    tables = [table for tables in rounds for table in tables]
    played = Counter(id_ for table in tables for id_ in table)
    others = max(map(len, tables), default=1) - 1
    short = sum(max(0, needs[id_] - played[id_] * others) for id_ in needs)
    return -(-short // 2)


def _past_meetings(inputs: Inputs) -> Counter[frozenset[str]]:
    met = Counter[frozenset[str]]()
    for seeker in inputs.seekers:
        for other, times in seeker.met.items():
            pair = frozenset((seeker.id, other))
            met[pair] = max(met[pair], times)  # each of the two may know of it
    return met


def min_rounds(players: int, sizes: Sequence[int], cycle: int) -> int:
    """The number of rounds at tables of these sizes that hold enough meetings. 0 without tables."""
    meetings = sum(size * (size - 1) for size in sizes)
    return -(-cycle * players * (players - 1) // meetings) if meetings else 0


def max_rounds(fewest: int) -> int:
    """The most rounds a plan may take: half as many again, rounded up, unless there are many already."""
    return fewest if fewest > MANY else fewest + -(-fewest // 2)
