"""The search: number by number, from 1 to 13, over all states of the runs of the four colours.

A `Task` defines what may happen at each number. For each state, the sweep keeps the most that can have been laid so
far. A state is dropped if even everything that is left could not lift it above what is known to be possible (`floor`).
Four states of 6 bits make one *front*, and *progress* is what has to be remembered of the jokers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from games.rummikub.solver.groups import Takes, digits
from games.rummikub.solver.runs import CLOSABLE, EMPTY, FRONT, INDEX, LAID, STATES, Pairs, dominates, step
from games.rummikub.solver.slots import NUMBERS, Counts, Mark

Progress = tuple[tuple[int, ...], int]  # stages of slots, free jokers placed
TRIALS = (1, 6, 30, 150)  # states followed in trial passes, which quickly find something good
START = EMPTY | EMPTY << 6 | EMPTY << 12 | EMPTY << 18


class Option(NamedTuple):
    """A possible use of jokers at a number, and what it leaves to natural tiles."""

    low: Pairs  # what the first two colours can do
    high: Pairs  # and the other two
    takes: Takes
    value: int  # gained besides natural tiles in plain sets, minus those that had to be laid
    after: Progress
    limit: int  # the most that can still be gained after this number
    mark: Mark  # what happened, to build the sets from


class Task(Protocol):
    """What can happen at each number."""

    @property
    def start(self) -> Progress:
        """Nothing placed."""

    def options(self, number: int, progress: Progress) -> Sequence[Option]:
        """What may happen at *number* (counted from 0)."""

    def complete(self, progress: Progress) -> bool:
        """Whether everything required has been placed."""


class Decision(NamedTuple):
    """What was done at a number: tiles in groups, natural tiles in runs by colour, and the option's mark."""

    take: int
    in_runs: Counts
    mark: Mark


class Outcome(NamedTuple):
    value: int
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """A known arrangement: its decisions, and the states of its colours after each number."""

    decisions: tuple[Decision, ...]
    fronts: tuple[tuple[int, int, int, int], ...]


VALUE = 48  # a node is one integer: value above this bit, then the index of the option, then the front before
OPTION = 24


@dataclass(slots=True)
class Layer:
    """The states after a number, as the best node by progress and front, and the options that led to them."""

    nodes: dict[Progress, dict[int, int]]
    options: list[tuple[Progress, Option]] = field(default_factory=list)

    def __len__(self) -> int:
        return sum(map(len, self.nodes.values()))


class End(NamedTuple):
    """A state that can be completed, and the number of tiles laid."""

    value: int
    layers: Sequence[Layer]
    numbers: int  # how many numbers have passed
    progress: Progress
    front: int


def climb(task: Task, *, floor: int, goal: int, path: Path | None = None) -> Outcome | None:
    """The outcome with the highest value above *floor*, if there is one. The value *goal* is good enough.

    Narrow trial passes raise the floor for the full one. If a state is at least as good as *path* at that number, the
    rest of the path completes it.
    """
    best: End | None = None
    for width in (*TRIALS, None):  # pragma: no branch - the last pass is whole
        end, whole = _sweep(task, floor, goal, width, path)
        if end is not None:
            best, floor = end, end.value
        if whole or floor >= goal:
            break
    return outcome(best, path) if best is not None else None


def _sweep(task: Task, floor: int, goal: int, width: int | None, path: Path | None) -> tuple[End | None, bool]:
    """The best end above *floor* with at most *width* states, and whether no state was left out."""
    layers = [first_layer(task)]
    end: End | None = None
    whole = True
    for number in range(NUMBERS):
        layer = advance(task, number, layers[-1], floor)
        if width is not None and len(layer) > width:
            layer, whole = _best(layer, width), False
        layers.append(layer)
        if not layer.nodes:
            break
        if path is not None and number < NUMBERS - 1:
            joined = _joins(layer, path.fronts[number], floor)
            if joined is not None:
                floor = layer.nodes[joined[0]][joined[1]] >> VALUE
                end = End(floor, layers, number + 1, *joined)
                if floor >= goal:
                    break
    else:
        end = finish(task, layers, floor) or end
    return end, whole


def outcome(end: End, path: Path | None = None) -> Outcome:
    """How an end was reached, followed by the rest of *path* if numbers are left."""
    decisions = trace(end.layers[: end.numbers + 1], end.progress, end.front)
    return Outcome(end.value, (*decisions, *(path.decisions[end.numbers :] if path is not None else ())))


def first_layer(task: Task) -> Layer:
    return Layer({task.start: {START: 0}})


def finish(task: Task, layers: Sequence[Layer], floor: int) -> End | None:
    """The best end above *floor* in which all runs may end and the task is complete."""
    best: tuple[int, Progress, int] | None = None
    for progress, nodes in layers[-1].nodes.items():
        if task.complete(progress):
            for front, node in nodes.items():
                if (best is None or node > best[0]) and all(CLOSABLE[front >> shift & 63] for shift in (0, 6, 12, 18)):
                    best = node, progress, front
    if best is None or best[0] >> VALUE <= floor:
        return None
    return End(best[0] >> VALUE, layers, NUMBERS, best[1], best[2])


def advance(task: Task, number: int, layer: Layer, floor: int) -> Layer:
    """All states after *number* from which more than *floor* can be reached."""
    after: dict[Progress, dict[int, int]] = {}
    used: list[tuple[Progress, Option]] = []
    for progress, nodes in layer.nodes.items():
        for option in task.options(number, progress):
            least = floor - option.limit + 1 << VALUE
            tag = (option.value << VALUE) + (len(used) << OPTION)
            used.append((progress, option))
            _take_option(option, nodes, after.setdefault(option.after, {}), least, tag)
    return Layer({progress: nodes for progress, nodes in after.items() if nodes}, used)


def _take_option(option: Option, nodes: Mapping[int, int], found: dict[int, int], least: int, tag: int) -> None:
    """Put the states that *option* leads to from *nodes* into *found*: by front, the best node from *least* on.

    A step of two colours is one number: the states of their runs afterwards and, above the bit `LAID`, how many tiles
    it lays. So one addition takes the steps of all four colours: `(1 << LAID) + 0x41` of the first two and
    `(2 << LAID) + 0x41000` of the others make `(3 << LAID) + 0x41041`, the front 0x41041 with three tiles laid.
    """
    low_steps, high_steps, takes = option.low, option.high, option.takes
    for front, node in nodes.items():
        lefts = low_steps[front & 4095]
        rights = high_steps[front >> 12]
        base = (node >> VALUE << VALUE) + tag + front
        for left, others in takes:
            lows = lefts[left]
            if lows:
                for right in others:
                    for high in rights[right]:
                        for low in lows:
                            total = low + high
                            reached = (total >> LAID << VALUE) + base
                            if reached >= least:
                                total &= FRONT
                                if reached > found.get(total, -1):
                                    found[total] = reached


def _best(layer: Layer, width: int) -> Layer:
    """The *width* best states. Of equal ones, those reached first."""
    values = sorted((node >> VALUE for nodes in layer.nodes.values() for node in nodes.values()), reverse=True)
    least = values[width - 1]
    room = width - sum(value > least for value in values[:width])
    kept: dict[Progress, dict[int, int]] = {}
    for progress, nodes in layer.nodes.items():
        for front, node in nodes.items():
            value = node >> VALUE
            if value > least or (value == least and room):
                room -= value == least
                kept.setdefault(progress, {})[front] = node
    return Layer(kept, layer.options)


def _joins(layer: Layer, states: Counts, floor: int) -> tuple[Progress, int] | None:
    """The best state above *floor* that is at least as good as *states* in every colour.

    Tasks with a path have no slots, so every state is complete.
    """
    best: tuple[Progress, int] | None = None
    least = floor + 1 << VALUE
    for progress, nodes in layer.nodes.items():
        for front, node in nodes.items():
            if node >= least and all(dominates(front >> 6 * colour & 63, states[colour]) for colour in range(4)):
                least = (node >> VALUE) + 1 << VALUE
                best = progress, front
    return best


def trace(layers: Sequence[Layer], progress: Progress, front: int) -> tuple[Decision, ...]:
    """How the state after the last of *layers* was reached."""
    decisions: list[Decision] = []
    for place in range(len(layers) - 1, 0, -1):
        node = layers[place].nodes[progress][front]
        progress, option = layers[place].options[node >> OPTION & FRONT]
        before = node & FRONT
        laid = (node >> VALUE) - (layers[place - 1].nodes[progress][before] >> VALUE) - option.value
        decisions.append(_decision(option, before, front, laid))
        front = before
    return tuple(reversed(decisions))


def _decision(option: Option, back: int, front: int, laid: int) -> Decision:
    """The decision that leads from *back* to *front* and lays *laid* natural tiles in plain sets."""
    ways = *option.low.laid(back & 4095, front & 4095), *option.high.laid(back >> 12, front >> 12)
    for first, others in option.takes:
        for second in others:
            groups = digits(9 * first + second)
            used = [way[group] for way, group in zip(ways, groups, strict=True)]
            if sum(used) == laid and min(used) >= 0:
                in_runs = four([count - group for count, group in zip(used, groups, strict=True)])
                return Decision(9 * first + second, in_runs, option.mark)
    raise AssertionError("a state has no way to it")  # pragma: no cover - would be a fault of `advance`


def four(row: Sequence[int]) -> Counts:
    """Four numbers as a tuple."""
    first, second, third, fourth = row
    return first, second, third, fourth


def path_of(decisions: Sequence[Decision], in_runs: Sequence[Counts]) -> Path:
    """The path of an arrangement. *in_runs* counts all tiles in runs, jokers too, by number and colour."""
    lengths = [STATES[EMPTY]] * 4
    fronts: list[Counts] = []
    for counts, following in zip(in_runs, (*in_runs[1:], (0, 0, 0, 0)), strict=True):
        for colour, count in enumerate(counts):
            one, two, three = step(lengths[colour], count) or lengths[colour]  # a legal table has a step
            lengths[colour] = one, two, min(three, following[colour] - one - two)
        fronts.append(four([INDEX[each] for each in lengths]))
    return Path(tuple(decisions), tuple(fronts))
