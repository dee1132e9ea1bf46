"""Runs of one colour while the numbers 1 to 13 pass by.

The open runs after a number are a multiset of lengths: how many have one tile, two, and three or more (these may end).
At most four exist at once, from two copies of a tile and two jokers. A state is the index of such a multiset in
`STATES`. It depends on neither colour nor number, so everything that follows from it is computed once and remembered.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

Lengths = tuple[int, int, int]
STATES: tuple[Lengths, ...] = tuple(
    (one, two, three)
    for runs in range(5)
    for one in range(runs + 1)
    for two in range(runs + 1 - one)
    for three in [runs - one - two]
)
INDEX = {lengths: index for index, lengths in enumerate(STATES)}
EMPTY = INDEX[0, 0, 0]
CLOSABLE: tuple[bool, ...] = tuple(one == two == 0 for one, two, _ in STATES)


def step(lengths: Lengths, count: int) -> Lengths | None:
    """The multiset after a number of which *count* tiles go into runs. None if a short run would end.

    Whatever can follow a new run can follow a run of three as well, so a tile extends an open run if there is one.
    """
    one, two, three = lengths
    if count < one + two:
        return None
    longer = min(three, count - one - two)
    return count - one - two - longer, one, two + longer


@cache
def dominates(state: int, other: int) -> bool:
    """Whether all that can follow *other* can follow *state*: its runs are as long, and the rest may end."""
    spare = [0, *STATES[state]]
    for length in (3, 2, 1):
        for _ in range(STATES[other][length - 1]):
            partner = next((longer for longer in range(length, 4) if spare[longer]), None)
            if partner is None:
                return False
            spare[partner] -= 1
    return spare[1] == spare[2] == 0


class Supply(NamedTuple):
    """What the runs of a colour can use at a number."""

    low: int  # natural tiles that must be laid (in runs or groups)
    high: int  # natural tiles that may be laid
    jokers: int = 0  # jokers in runs here
    extending: int = 0  # runs that must continue from the number before
    naturals: int = 0  # natural tiles that must be in runs
    next: int = 4  # runs that can continue to the next number
    after: int = 4  # and to the one after it
    short: int = 0  # runs of one or two tiles that must be there, for jokers that are useless after three


FRONT = (1 << 24) - 1
LAID = 24  # a step is one number: states below this bit, natural tiles laid above it


class Steps(dict[int, tuple[tuple[int, ...], ...]]):
    """By state, and by natural tiles given to groups (0, 1, 2): the steps worth taking, computed on demand.

    A step is left out if another lays as much and leads to a state at least as good, or if it leaves a short run that
    cannot continue. States afterwards are shifted.
    """

    def __init__(self, supply: Supply, shift: int) -> None:
        super().__init__()
        self._supply = supply
        self._shift = shift

    def __missing__(self, state: int) -> tuple[tuple[int, ...], ...]:
        one, two, three = STATES[state]
        fit = one + two + three >= self._supply.extending and one + two >= self._supply.short
        self[state] = found = tuple(self._in_runs(state, groups) if fit else () for groups in range(3))
        return found

    def _in_runs(self, state: int, groups: int) -> tuple[int, ...]:
        supply, found = self._supply, list[tuple[int, int]]()
        for naturals in range(supply.high - groups, max(supply.low - groups, supply.naturals, 0) - 1, -1):
            count = naturals + supply.jokers
            lengths = step(STATES[state], count) if supply.extending <= count <= 4 else None
            if lengths is not None and lengths[0] + lengths[1] <= supply.next and lengths[0] <= supply.after:
                one, two, three = lengths
                reached = INDEX[one, two, min(three, supply.next - one - two)]
                if not any(dominates(other, reached) for other, _ in found):
                    found.append((reached, naturals + groups))
        return tuple((reached << self._shift) + (laid << LAID) for reached, laid in found)


class Pairs(dict[int, tuple[tuple[int, ...], ...]]):
    """The steps of two colours together, by their states (the second above bit 6), computed on demand.

    They are listed by natural tiles given to groups: 3 * first + second. States afterwards are shifted.
    """

    def __init__(self, first: Supply, second: Supply, shift: int) -> None:
        super().__init__()
        self._shift = shift
        self._first = steps(first, shift)
        self._second = steps(second, shift + 6)

    def __missing__(self, states: int) -> tuple[tuple[int, ...], ...]:
        twos = self._second[states >> 6]
        self[states] = found = tuple(
            [
                tuple([one + two for one in some for two in others]) if some and others else ()
                for some in self._first[states & 63]
                for others in twos
            ]
        )
        return found

    def laid(self, before: int, after: int) -> tuple[list[int], list[int]]:
        """By colour and tiles given to groups: the natural tiles laid between two states, or -1 if there is no step."""
        return (
            [_count_laid(some, (after & 63) << self._shift) for some in self._first[before & 63]],
            [_count_laid(some, (after >> 6) << self._shift + 6) for some in self._second[before >> 6]],
        )


def _count_laid(some: Sequence[int], after: int) -> int:
    for way in some:
        if way & FRONT == after:
            return way >> LAID
    return -1


steps = lru_cache(maxsize=4_096)(Steps)
pairs = lru_cache(maxsize=4_096)(Pairs)
