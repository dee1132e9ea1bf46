"""Runs of one colour while the numbers 1 to 13 pass by.

What is open after a number is a multiset of lengths: how many runs have one tile, two, and three or more (those may
end).
At most four of them exist at once: two copies of a tile and two jokers. A state is the index of such a multiset in
`STATES`; it depends on neither colour nor number, so all that follows from it is computed once and remembered.
"""

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
OPEN: tuple[int, ...] = tuple(map(sum, STATES))  # how many runs are open
CLOSABLE: tuple[bool, ...] = tuple(one == two == 0 for one, two, _ in STATES)


def step(lengths: Lengths, count: int) -> Lengths | None:
    """The multiset after a number of which *count* tiles go into runs; None if a short run would end.

    The longest way is the best: whatever can follow a new run can follow a run of three as well, so a tile lengthens
    an open run where there is one.
    """
    one, two, three = lengths
    if count < one + two:
        return None
    longer = min(three, count - one - two)
    return count - one - two - longer, one, two + longer


@cache
def at_least(state: int, other: int) -> bool:
    """Whether all that can follow *other* can follow *state*: each of its runs has one as long, the rest may end."""
    spare = [0, *STATES[state]]
    for length in (3, 2, 1):
        for _ in range(STATES[other][length - 1]):
            partner = next((longer for longer in range(length, 4) if spare[longer]), None)
            if partner is None:
                return False
            spare[partner] -= 1
    return spare[1] == spare[2] == 0


class Supply(NamedTuple):
    """What a number holds for the runs of a colour."""

    low: int  # natural tiles that must be laid (in runs or groups)
    high: int  # natural tiles that may be laid
    jokers: int = 0  # jokers in runs here
    extending: int = 0  # how many runs must go on from the number before
    naturals: int = 0  # how many natural tiles must be in runs
    next: int = 4  # how many runs can go on to the next number
    after: int = 4  # and to the one after it
    linking: bool = True  # whether a joker behind three tiles can be of use: something may follow it


LAID = 24  # a step is one number: states below this bit, natural tiles laid above it


@cache
def steps(supply: Supply, state: int) -> tuple[tuple[int, ...], ...]:
    """By natural tiles given to groups (0, 1, 2): the steps worth taking from *state*.

    A step is left out if another one lays as much and its state is at least as good, or if it leaves a run too short
    that cannot go on.
    """
    low, high, jokers, extending, naturals, following, after, linking = supply
    one, two, three = STATES[state]
    fit = one + two + three >= extending and (linking or jokers <= one + two)
    by_groups: list[tuple[int, ...]] = []
    for groups in range(3):
        found: list[int] = []
        if fit and groups <= high:
            for in_runs in range(high - groups, max(low - groups, naturals) - 1, -1):
                if in_runs + jokers < extending or in_runs + jokers > 4:
                    continue
                lengths = step(STATES[state], in_runs + jokers)
                if lengths is None or lengths[0] + lengths[1] > following or lengths[0] > after:
                    continue
                now = INDEX[lengths[0], lengths[1], min(lengths[2], following - lengths[0] - lengths[1])]
                if not any(at_least(other & 63, now) for other in found):
                    found.append(now | in_runs + groups << LAID)
        by_groups.append(tuple(found))
    return tuple(by_groups)


class Pairs(dict[int, tuple[tuple[int, ...], ...]]):
    """The steps of two colours together, by their states (the second above bit 6), computed when asked for.

    An entry has them by natural tiles given to groups: 3 * first + second. States afterwards are shifted by *shift*.
    """

    def __init__(self, first: Supply, second: Supply, shift: int) -> None:
        super().__init__()
        self.supplies = first, second
        self._shift = shift

    def __missing__(self, states: int) -> tuple[tuple[int, ...], ...]:
        first, second = self.supplies
        shift = self._shift
        self[states] = found = tuple(
            tuple(
                ((one & 63) + (two & 63) * 64 << shift) + ((one >> LAID) + (two >> LAID) << LAID)
                for one in ones
                for two in twos
            )
            for ones in steps(first, states & 63)
            for twos in steps(second, states >> 6)
        )
        return found


pairs = lru_cache(maxsize=2_048)(Pairs)
