"""Sets with jokers that are placed deliberately: waiting, somewhere inside a shape, or done.

Shapes with the same remainder share a stage of an automaton, so their number hardly matters.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, Protocol

from games.rummikub.sets import TileSet, group_set, run_set
from games.rummikub.solver.groups import Home
from games.rummikub.solver.joker_sets import ANY, Shape
from games.rummikub.tiles import JOKER

NUMBERS = 13
Symbol = tuple[tuple[int, int], ...]  # natural tiles of a shape at one number, each with what it asks
Node = tuple[bool, tuple[tuple[Symbol, int], ...]]  # whether a shape may end here, and what may follow
Stage = int  # a node of the automaton, or
WAITING, DONE = -1, -2


class Automaton:
    """Shapes merged by their remainders."""

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
    """What a slot does at a number: the natural tiles it takes, its next stage, and what it gains."""

    tiles: Symbol
    stage: Stage
    gain: int = 0
    active: bool = False  # whether the slot's set has a tile here
    jokers: int = 0  # how many of them are jokers


class Slot(Protocol):
    """A set that is placed while the numbers pass."""

    @property
    def first(self) -> Stage:
        """The stage before the first number."""

    @property
    def gain(self) -> int:
        """Tiles of the rack, besides natural ones, that it lays when done."""

    def steps(self, stage: Stage, number: int) -> Iterator[Step]:
        """The possible steps at a number."""

    def ends(self, stage: Stage) -> bool:
        """Whether this stage is allowed after the last number."""

    def sets(self, steps: Sequence[Step]) -> list[TileSet]:
        """The sets made by thirteen steps."""


class JokerSlot(NamedTuple):
    """A set with jokers: its shapes, whether it is required, what it gains, and its number of jokers."""

    shapes: Automaton
    required: bool = True
    gain: int = 0
    jokers: int = 1
    first: Stage = WAITING

    def steps(self, stage: Stage, number: int) -> Iterator[Step]:
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

    def ends(self, stage: Stage) -> bool:
        return stage == DONE or (stage == WAITING and not self.required)

    def sets(self, steps: Sequence[Step]) -> list[TileSet]:
        shape = [(number, step) for number, step in enumerate(steps) if step.active]
        if not shape:
            return []
        if len(shape) == 1:
            number, step = shape[0]
            return [group_set(number, [tile // 13 for tile, _ in step.tiles], step.jokers)]
        return [run_set(step.tiles[0][0] if step.tiles else JOKER for _, step in shape)]


class Watch:
    """All plain runs of a colour, tracked from where they began, so that none of the *lacking* ones is made.

    A stage is an index of the numbers (from 0) at which open runs began.
    """

    first: Stage = 0
    gain: int = 0

    def __init__(self, colour: int, lacking: Collection[range]) -> None:
        self.colour = colour
        self._lacking = lacking
        self._begun: list[tuple[int, ...]] = [()]

    def steps(self, stage: Stage, number: int) -> Iterator[Step]:
        begun = self._begun[stage]
        for stay in {chosen for size in range(3) for chosen in combinations(begun, size)}:
            closed = Counter(begun) - Counter(stay)
            if all(self._may_be(range(start, number)) for start in closed):
                for fresh in range(3 - len(stay)):
                    open_runs = (*stay, *(number,) * fresh)
                    yield Step(((13 * self.colour + number, ANY),) * len(open_runs), self._stage(open_runs))

    def ends(self, stage: Stage) -> bool:
        return all(self._may_be(range(start, NUMBERS)) for start in self._begun[stage])

    def sets(self, steps: Sequence[Step]) -> list[TileSet]:
        found: list[TileSet] = []
        begun: Counter[int] = Counter()
        for number, stage in enumerate([*(step.stage for step in steps), 0]):
            open_runs = Counter(self._begun[stage])
            found += [
                run_set(range(13 * self.colour + start, 13 * self.colour + number))
                for start in (begun - open_runs).elements()
            ]
            begun = open_runs
        return found

    def _may_be(self, run: range) -> bool:
        return len(run) >= 3 and run not in self._lacking

    def _stage(self, begun: tuple[int, ...]) -> Stage:
        if begun not in self._begun:
            self._begun.append(begun)
        return self._begun.index(begun)


Counts = tuple[int, int, int, int]  # by colour
Placed = tuple[Step, ...]


class Place(NamedTuple):
    """A joker that stays in a run: its place, and on which sides natural tiles of its old set were."""

    colour: int
    number: int  # from 0
    left: bool
    right: bool


class Mark(NamedTuple):
    """The use of jokers at a number: free ones in runs by colour and in groups, kept ones, and slots."""

    runs: Counts
    groups: int
    homes: tuple[Home, ...]
    places: tuple[Place, ...]
    placed: Placed
    lacking: frozenset[tuple[int, ...]] = frozenset()  # natural groups, by colours, that may not be made here
