"""What the jokers did at a number, as the search notes it for whoever builds the sets."""

from typing import NamedTuple

from games.rummikub.solver.groups import Home
from games.rummikub.solver.slots import Step

Counts = tuple[int, int, int, int]  # by colour
Placed = tuple[Step, ...]


class Place(NamedTuple):
    """A joker that stays in a run: where, and on which sides natural tiles of its old set were."""

    colour: int
    number: int  # from 0
    left: bool
    right: bool


class Mark(NamedTuple):
    """What jokers did at a number: free ones in runs by colour and in groups, kept ones, and slots."""

    runs: Counts
    groups: int
    homes: tuple[Home, ...]
    places: tuple[Place, ...]
    placed: Placed
    lacking: frozenset[tuple[int, ...]] = frozenset()  # natural groups, by colours, that may not be made here
