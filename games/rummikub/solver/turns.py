"""What can happen at each number of a turn: the task that `sweep` works on.

There are three kinds of jokers. *Free* ones fill gaps wherever they are needed, and spare ones get a place afterwards.
*Kept* ones (`places`, `homes`) stay in their gap, with a natural tile of their old set beside them. Those with other
conditions are in *slots*, as part of a shape chosen in advance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from games.rummikub.sets import GROUP
from games.rummikub.solver.groups import Home, Takes, arrange, digits, takes
from games.rummikub.solver.joker_sets import ANY, RACK
from games.rummikub.solver.pool import Held, Pool
from games.rummikub.solver.runs import Pairs, Supply, pairs
from games.rummikub.solver.slots import DONE, NUMBERS, WAITING, Counts, Mark, Place, Placed, Slot
from games.rummikub.solver.sweep import Decision, Option, Path, Progress, four, path_of
from games.rummikub.tiles import JOKER

RUNS_FROM_JOKER = 10  # only 11-12-13 need a joker in front; a lower run can have it at the end


class Apart(NamedTuple):
    """Natural tiles of sets of the table that may not be together in a group of three (rules 10, A7).

    Each tile comes with its set, or with two if neither copy of it may be here.
    """

    tiles: tuple[tuple[int, tuple[int, ...]], ...]


class Takings(NamedTuple):
    """What slots take at a number by colour, the least natural tiles that must be laid there, and the takes."""

    taken: Counts
    least: Counts
    allowed: Takes


@dataclass(eq=False)
class SolverTurn:
    """A task. Progress is the stage of each slot and the number of free jokers placed."""

    pool: Pool
    free: int = 0
    places: tuple[Place, ...] = ()
    homes: tuple[tuple[int, Home], ...] = ()  # number, home
    slots: tuple[Slot, ...] = ()
    alike: bool = False  # the slots have the same shapes, so the first one is placed first
    apart: tuple[Apart, ...] = ()
    watched: frozenset[int] = frozenset()  # colours whose plain runs a slot lays
    lacking: frozenset[tuple[int, tuple[int, ...]]] = frozenset()  # natural groups not to be made: number, colours
    _options: dict[tuple[int, Progress], Sequence[Option]] = field(default_factory=dict)
    _parts: dict[tuple[int, Counts, Counts, Counts], tuple[Pairs, Pairs] | None] = field(default_factory=dict)
    _naturals: list[list[int]] = field(default_factory=list)  # by colour and number: tiles that runs can have there

    def __post_init__(self) -> None:
        there = [must + may for must, may in zip(self.pool.must, self.pool.may, strict=True)]
        for place in self.places:
            there[13 * place.colour + place.number] += 1
        self._naturals = [[*there[13 * colour : 13 * colour + 13], 0, 0] for colour in range(4)]

    @property
    def start(self) -> Progress:
        return tuple(slot.first for slot in self.slots), 0

    def complete(self, progress: Progress) -> bool:
        return all(slot.ends(stage) for slot, stage in zip(self.slots, progress[0], strict=True))

    def options(self, number: int, progress: Progress) -> Sequence[Option]:
        key = number, progress
        if key not in self._options:
            self._options[key] = list(self._found(number, *progress))
        return self._options[key]

    def _found(self, number: int, stages: Sequence[int], used: int) -> Iterator[Option]:
        must, later = sum(self.pool.must[number::13]), self.pool.later[number]
        homes, places, lacking = self._at(number)
        for placed in self._placed(number, stages):
            reached = tuple([step.stage for step in placed])
            gain = sum([step.gain for step in placed]) - must
            still = later + sum([slot.gain for slot, stage in zip(self.slots, reached, strict=True) if stage != DONE])
            for runs, groups in _spreads(self.free - used):
                if not self._of_use(number, runs, groups):
                    continue
                after = reached, used + sum(runs) + groups
                mark = Mark(runs, groups, homes, places, placed, lacking)
                for takings in self._takings(number, placed, takes(groups, homes, lacking)):
                    parts = self._part(number, takings, runs)
                    if parts is not None:
                        value = gain + sum(takings.taken)
                        yield Option(*parts, takings.allowed, value, after, still, mark)

    def _at(self, number: int) -> tuple[tuple[Home, ...], tuple[Place, ...], frozenset[tuple[int, ...]]]:
        """The kept jokers of a number, and the groups not to be made there."""
        return (
            tuple([home for at, home in self.homes if at == number]),
            tuple([place for place in self.places if place.number == number]),
            frozenset([colours for at, colours in self.lacking if at == number]),
        )

    def _placed(self, number: int, stages: Sequence[int]) -> Iterator[Placed]:
        """What the slots can do at a number."""
        steps = [slot.steps(stage, number) for slot, stage in zip(self.slots, stages, strict=True)]
        for placed in product(*steps):
            if not (self.alike and placed[0].stage == WAITING != placed[1].stage):
                yield placed

    def _of_use(self, number: int, runs: Counts, groups: int) -> bool:
        """Whether free jokers can be of use like this: extend a run that may be open, or complete a group."""
        if not self.free:
            return True
        if number != RUNS_FROM_JOKER:
            for colour in range(4):
                row = self._naturals[colour]
                if (
                    runs[colour]
                    and not (number and row[number - 1])
                    and not (self.free > 1 and number > 1 and row[number - 2])
                ):
                    return False
        return not groups or sum(row[number] > 0 for row in self._naturals) + groups >= 3 or bool(self.homes)

    def _takings(self, number: int, placed: Placed, whole: frozenset[int]) -> Iterator[Takings]:
        """What the slots leave to plain sets: nothing if they ask too much, several cases if tiles stay apart."""
        if not self.apart and not any(step.tiles for step in placed):
            yield Takings((0, 0, 0, 0), four(self.pool.must[number::13]), arrange(whole))
            return
        asked = [ask for step in placed for ask in step.tiles]
        taken, least = [0] * 4, [0] * 4
        for colour in range(4):
            tile = 13 * colour + number
            asks = [ask for kind, ask in asked if kind == tile]
            from_rack = asks.count(RACK)
            taken[colour], least[colour] = len(asks), self.pool.must[tile] + from_rack
            if from_rack > self.pool.may[tile] or any(asks.count(ask) > 1 for ask in asks if ask >= 0):
                return
        cases: list[tuple[list[int], frozenset[int]]] = [(least, whole)]
        for apart in self.apart:
            if apart.tiles[0][0] % 13 == number:
                cases = [split for case in cases for split in _separations(apart, placed, *case)]
        for lowest, allowed in cases:
            if allowed:
                yield Takings(four(taken), four(lowest), arrange(allowed))

    def _part(self, number: int, takings: Takings, runs: Counts) -> tuple[Pairs, Pairs] | None:
        key = number, takings.taken, takings.least, runs
        if key not in self._parts:
            supplies = [
                self._supply(colour, number, runs[colour], takings.taken[colour], takings.least[colour])
                for colour in range(4)
            ]
            first, second, third, fourth = supplies
            fits = all(supply.low <= supply.high for supply in supplies)
            self._parts[key] = (pairs(first, second, 0), pairs(third, fourth, 12)) if fits else None
        return self._parts[key]

    def _supply(self, colour: int, number: int, free: int, taken: int, least: int) -> Supply:
        """What is left for plain runs of a colour, and what kept and free jokers need."""
        extending = 0 if number == RUNS_FROM_JOKER else free
        naturals = jokers = joined = 0
        for place in self.places:
            if place.colour != colour:
                continue
            one_side = place.left != place.right
            if place.number == number:
                jokers += 1
                extending += one_side and place.left
            elif (place.number == number + 1 and place.left) or (place.number == number - 1 and place.right):
                naturals += one_side or free > 0
                joined += one_side and place.number == number - 1
        row, tile = self._naturals[colour], 13 * colour + number
        high = self.pool.must[tile] + self.pool.may[tile] - taken
        following = min(high + free + jokers, self._reach(colour, number + 1))
        return Supply(
            max(0, least - taken),
            high,
            free + jokers,
            max(extending, joined),
            naturals,
            following,
            min(following, self._reach(colour, number + 2)),
            0 if row[number + 1] or (self.free > 1 and row[number + 2]) or number == RUNS_FROM_JOKER else free,
        )

    def _reach(self, colour: int, number: int) -> int:
        """The number of runs that can have a tile at *number*."""
        if number >= NUMBERS or colour in self.watched:
            return 0
        return min(4, self._naturals[colour][number] + self.free)


@cache
def _spreads(left: int) -> Sequence[tuple[Counts, int]]:
    """Ways to place some of the *left* free jokers: in runs by colour, and in groups."""
    return [
        ((spread.count(0), spread.count(1), spread.count(2), spread.count(3)), spread.count(4))
        for count in range(left + 1)
        for spread in combinations_with_replacement(range(5), count)
    ]


def _separations(
    apart: Apart, placed: Placed, least: list[int], allowed: frozenset[int]
) -> Iterator[tuple[list[int], frozenset[int]]]:
    """Least counts and takes under which two tiles are not together in a group of three.

    They are if one such group has both, and no other copy of either could have been with the joker.
    """
    colours = [tile // 13 for tile, _ in apart.tiles]
    beside = any(
        len(step.tiles) > 1 and all(any((tile, ask) in step.tiles for ask in (ANY, *own)) for tile, own in apart.tiles)
        for step in placed
    )
    together = allowed if beside else frozenset(take for take in allowed if _has_three(take, colours))
    yield least, allowed - together
    for colour, (tile, own) in zip(colours, apart.tiles, strict=True):
        if len(own) == 1:
            others = sum(kind == tile and ask not in (ANY, *own) for step in placed for kind, ask in step.tiles)
            raised = list(least)
            raised[colour] = max(raised[colour], others + 2)
            yield raised, together


def _has_three(take: int, colours: Sequence[int]) -> bool:
    """Whether a take is just a group of three with both colours in it."""
    counts = digits(take)
    return sum(counts) <= 3 and all(counts[colour] for colour in colours)


def turn_freeing_jokers(pool: Pool) -> SolverTurn:
    """All jokers of the turn free, which allows more than the rules and so gives an upper bound."""
    return SolverTurn(pool, pool.rack_jokers + len(pool.held))


def turn_keeping_jokers(pool: Pool) -> SolverTurn | None:
    """The table's jokers kept, those of the rack free. None if two kept ones are too close to tell apart."""
    places, homes = staying_jokers(pool, pool.held)
    if len(places) == 2:
        one, other = places
        if one.colour == other.colour and 1 <= abs(one.number - other.number) <= 2:
            return None
    return SolverTurn(pool, pool.rack_jokers, places, homes)


def staying_jokers(pool: Pool, jokers: Sequence[Held]) -> tuple[tuple[Place, ...], tuple[tuple[int, Home], ...]]:
    """The places of jokers that stay in runs, and the homes of those that stay in groups."""
    places: list[Place] = []
    homes: list[tuple[int, Home]] = []
    for held in jokers:
        naturals = [tile for tile in pool.table[held.source].tiles if tile != JOKER]
        if held.kind == GROUP:
            homes.append((held.stands - 1, Home(held.source, sum(1 << tile // 13 for tile in naturals))))
        else:
            colour, number = divmod(held.stands, 13)
            places.append(Place(colour, number, min(naturals) < held.stands, max(naturals) > held.stands))
    return tuple(places), tuple(homes)


def table_path(task: SolverTurn) -> Path:
    """The current table as a path through a task that keeps its jokers."""
    groups, naturals, lengths = [0] * NUMBERS, [[0] * 4 for _ in range(NUMBERS)], [[0] * 4 for _ in range(NUMBERS)]
    for each in task.pool.table:
        for tile in each.tiles:
            if tile != JOKER:
                colour, number = divmod(tile, 13)
                if each.kind == GROUP:
                    groups[number] += 3 ** (3 - colour)
                else:
                    naturals[number][colour] += 1
                    lengths[number][colour] += 1
    for place in task.places:
        lengths[place.number][place.colour] += 1
    decisions: list[Decision] = []
    for number in range(NUMBERS):
        homes = tuple([home for at, home in task.homes if at == number])
        places = tuple([place for place in task.places if place.number == number])
        decisions.append(Decision(groups[number], four(naturals[number]), Mark((0, 0, 0, 0), 0, homes, places, ())))
    return path_of(decisions, [four(row) for row in lengths])
