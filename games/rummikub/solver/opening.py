"""The first play: sets from the rack alone, worth 30 points or more (rules 5, Not yet opened)."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from games.rummikub.moves import Play
from games.rummikub.options import Options
from games.rummikub.rules import OPENING
from games.rummikub.sets import TileSet, group_set, run_set
from games.rummikub.solver.building import build
from games.rummikub.solver.cases import joker_choices
from games.rummikub.solver.joker_sets import Shapes
from games.rummikub.solver.pool import Pool
from games.rummikub.solver.runs import FRONT, LAID
from games.rummikub.solver.search import Exact, find_best
from games.rummikub.solver.slots import NUMBERS
from games.rummikub.solver.sweep import OPTION, VALUE, Layer, Option, Progress, finish, first_layer, outcome
from games.rummikub.solver.turning import make_play
from games.rummikub.solver.turns import SolverTurn
from games.rummikub.tiles import JOKER, contains, counts, size


def opening_play(rack: int) -> Play | None:
    """The opening with the most tiles, if the rack has one. Jokers count what they stand for."""
    sets = _largest_opening(rack)
    return Play((), tuple(sets)) if sets else None


def table_opening(rack: int, table: Sequence[TileSet], options: Options) -> Play | None:
    """As `opening_play` if the opening turn may use the table (rules 10, A3). Its jokers are kept (5, freed a)."""
    sets = _largest_opening(rack)
    if not sets:
        return None
    laid = sum(len(each.tiles) for each in sets)
    best = Play((), tuple(sets))
    pool = Pool.of(rack, table)
    whole = Exact(pool, options, laid, pool.most, free=False).run()
    most = whole[0] if whole else laid
    for opening in _openings(rack):
        if laid >= most:
            break
        used = sum(each.bag for each in opening)
        own = size(used)
        found = Exact(Pool.of(rack - used, table), options, laid - own, most - own, free=False).run()
        if found is not None:
            laid = own + found[0]
            best = make_play(table, [*opening, *found[1]], options, opened=False)
    return best


def _openings(rack: int) -> Iterator[tuple[TileSet, ...]]:
    """Sets of the rack that reach 30 points together, but not without the last of them.

    Runs have at most five tiles, since the rest of a longer one can be played as well.
    """
    shapes = Shapes(Pool.of(rack, ()))
    sets: list[TileSet] = []
    for jokers in range(counts(rack)[JOKER] + 1):
        sets += [
            group_set(next(iter(asks)) % 13, [tile // 13 for tile in asks], jokers) for asks in shapes.groups(jokers)
        ]
        sets += [
            run_set(JOKER if at in places else 13 * colour + at for at in span)
            for colour, span, places in shapes.runs(jokers, longest=5)
        ]
    sets.sort(key=lambda each: -each.value)

    def complete(chosen: tuple[TileSet, ...], left: int, points: int, first: int) -> Iterator[tuple[TileSet, ...]]:
        for place in range(first, len(sets)):
            each = sets[place]
            if contains(left, each.bag):
                if points + each.value >= OPENING:
                    yield (*chosen, each)
                else:
                    yield from complete((*chosen, each), left - each.bag, points + each.value, place)

    return complete((), rack, 0, 0)


def _largest_opening(rack: int) -> list[TileSet]:
    """The sets of an opening with the most tiles, if there is one."""
    pool = Pool.of(rack, ())
    if (
        sum(tile % 13 + 1 for tile, count in enumerate(pool.may) for _ in range(count)) + 13 * pool.rack_jokers
        < OPENING
    ):
        return []
    found = find_best(pool, Options())
    if found is None or sum(each.value for each in found[1]) >= OPENING:
        return found[1] if found else []
    best: tuple[int, list[TileSet]] = 0, []
    for task in joker_choices(pool, Options()):
        counted = _OpeningTask(task)
        layers = [first_layer(counted)]
        for number in range(NUMBERS):
            layers.append(_advance(counted, number, layers[-1], best[0]))
        end = finish(counted, layers, best[0])
        if end is not None:
            best = end.value, build(outcome(end).decisions, task.slots)
    return best[1]


class _OpeningTask(NamedTuple):
    """A task without free jokers, whose progress counts points instead, up to the 30 that are needed."""

    task: SolverTurn

    @property
    def start(self) -> Progress:
        return self.task.start

    def complete(self, progress: Progress) -> bool:
        return self.task.complete(progress) and progress[1] >= OPENING

    def options(self, number: int, progress: Progress) -> Sequence[Option]:
        return self.task.options(number, (progress[0], 0))


def _advance(task: _OpeningTask, number: int, layer: Layer, floor: int) -> Layer:
    """As `sweep.advance`, with points: all tiles laid at one number count the same."""
    after: dict[Progress, dict[int, int]] = {}
    used: list[tuple[Progress, Option]] = []
    pool = task.task.pool
    later = sum((tile % 13 + 1) * count for tile, count in enumerate(pool.may) if tile % 13 > number)
    needed = OPENING - later - 13 * pool.rack_jokers  # points below which the rest is not enough
    for progress, nodes in layer.nodes.items():
        for option in task.options(number, progress):
            special = sum(len(step.tiles) + step.jokers for step in option.mark.placed)
            tag = (option.value << VALUE) + (len(used) << OPTION)
            used.append((progress, option))
            for front, node in nodes.items():
                lefts, rights = option.low[front & 4095], option.high[front >> 12]
                for left, others in option.takes:
                    for low, high in product(lefts[left], (step for right in others for step in rights[right])):
                        laid = low + high >> LAID
                        points = progress[1] + (number + 1) * (special + laid)
                        if points < needed or (node >> VALUE) + laid + option.value + option.limit <= floor:
                            continue
                        found = after.setdefault((option.after[0], min(OPENING, points)), {})
                        reached = (node >> VALUE) + laid << VALUE
                        reached += tag + front
                        after_front = low + high & FRONT
                        found[after_front] = max(reached, found.get(after_front, -1))
    return Layer(after, used)
