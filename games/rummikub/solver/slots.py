"""Sets with jokers that are placed on purpose: a slot is waiting, somewhere inside a shape, or done.

Shapes that have the same rest to go are one stage (an automaton), so it hardly matters how many there are.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.rummikub.solver.joker_sets import Shape

NUMBERS = 13
Symbol = tuple[tuple[int, int], ...]  # natural tiles of a shape at one number, each with what it asks
Node = tuple[bool, tuple[tuple[Symbol, int], ...]]  # whether a shape may end here; what may follow
Stage = int  # a node of the automaton, or
WAITING, DONE = -1, -2


class Automaton:
    """Shapes merged by what is still to come."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        self.nodes: list[Node] = []
        self._known: dict[Node, int] = {}
        by_first: list[set[tuple[Symbol, ...]]] = [set() for _ in range(NUMBERS)]
        for shape in shapes:
            by_first[shape.first].add(shape.tiles)
        self.roots = [self._node(rows)[1] for rows in by_first]

    def _node(self, rows: Iterable[tuple[Symbol, ...]]) -> Node:
        following: dict[Symbol, list[tuple[Symbol, ...]]] = {}
        ends = False
        for row in rows:
            if row:
                following.setdefault(row[0], []).append(row[1:])
            else:
                ends = True
        return ends, tuple((symbol, self._index(rest)) for symbol, rest in sorted(following.items()))

    def _index(self, rows: Iterable[tuple[Symbol, ...]]) -> int:
        node = self._node(rows)
        if node not in self._known:
            self._known[node] = len(self.nodes)
            self.nodes.append(node)
        return self._known[node]


class Step(NamedTuple):
    """What a slot does at a number: the natural tiles that it takes, where it is then, and what it gains."""

    tiles: Symbol
    stage: Stage
    gain: int = 0
    active: bool = False  # whether the slot's set has a tile here
    jokers: int = 0  # how many of them are jokers


class Slot(NamedTuple):
    """A set with jokers: its shapes, whether it must be placed, what it gains, and how many jokers it has."""

    shapes: Automaton
    required: bool = True
    gain: int = 0
    jokers: int = 1

    def steps(self, stage: Stage, number: int) -> Iterator[Step]:
        """What the slot can do at a number."""
        if stage in (DONE, WAITING):
            yield Step((), stage)
        if stage == DONE:
            return
        nodes = self.shapes.nodes
        for symbol, node in self.shapes.roots[number] if stage == WAITING else nodes[stage][1]:
            ends, following = nodes[node]
            if ends:
                jokers = self.jokers if stage == WAITING else not symbol  # a set of one number is a group
                yield Step(symbol, DONE, self.gain, active=True, jokers=jokers)
            if following:
                yield Step(symbol, node, active=True, jokers=not symbol)
