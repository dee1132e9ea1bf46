"""From decisions to sets: whole runs and groups of tiles, as texts that `judge` reads."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from games.rummikub.sets import GROUP, RUN, TileSet, judge
from games.rummikub.solver.groups import divisions
from games.rummikub.solver.marks import Mark, Place
from games.rummikub.solver.slots import NUMBERS, Slot
from games.rummikub.solver.sweep import Decision
from games.rummikub.tiles import JOKER, NAMES


@dataclass(slots=True)
class Run:
    """Tiles of one colour from a number (counted from 0) on; None where nothing is decided yet."""

    colour: int
    first: int
    tiles: list[int | None] = field(default_factory=list)

    def covers(self, number: int) -> bool:
        return self.first <= number < self.first + len(self.tiles)

    def tile(self, number: int) -> int | None:
        return self.tiles[number - self.first]

    def put(self, number: int, tile: int) -> None:
        self.tiles[number - self.first] = tile


def run_set(tiles: Iterable[int]) -> TileSet:
    return _set(RUN, list(tiles))


def group_set(number: int, colours: Iterable[int], jokers: int) -> TileSet:
    return _set(GROUP, [13 * colour + number for colour in colours] + [JOKER] * jokers)


def _set(kind: str, tiles: Sequence[int]) -> TileSet:
    text = ",".join(NAMES[tile] for tile in tiles)
    open_kind = len(tiles) == 3 and tiles.count(JOKER) == 2
    return judge(f"{kind}:{text}" if open_kind else text)


def open_runs(colour: int, counts: Sequence[int]) -> list[Run]:
    """The runs of a colour that *counts* tiles by number make, in the way that `runs.step` counts them."""
    done: list[Run] = []
    runs: list[Run] = []
    for number, count in enumerate(counts):
        runs.sort(key=lambda run: len(run.tiles) >= 3)  # short ones have to go on
        done += runs[count:]
        runs = runs[:count] + [Run(colour, number) for _ in range(count - len(runs))]
        for run in runs:
            run.tiles.append(None)
    return done + runs


def build(decisions: Sequence[Decision], slots: Sequence[Slot] = ()) -> list[TileSet]:
    """The sets of the decisions of a `Turn` with *slots*; free jokers that were not needed are in none of them."""
    sets: list[TileSet] = []
    done = [decision.mark for decision in decisions]
    for number, (decision, mark) in enumerate(zip(decisions, done, strict=True)):
        groups = divisions(mark.groups, mark.homes)[decision.take]
        sets += [group_set(number, group.colours, len(group.jokers)) for group in groups]
    for colour in range(4):
        counts = [
            decision.in_runs[colour] + mark.runs[colour] + sum(place.colour == colour for place in mark.places)
            for decision, mark in zip(decisions, done, strict=True)
        ]
        runs = open_runs(colour, counts)
        for place in (place for mark in done for place in mark.places if place.colour == colour):
            _keep(runs, place)
        for number in range(NUMBERS):
            _fill(runs, number, done[number].runs[colour])
        sets += [run_set(tile for tile in run.tiles if tile is not None) for run in runs]
    return sets + [each for index in range(len(slots)) if (each := _in_slot(done, index))]


def _in_slot(done: Sequence[Mark], index: int) -> TileSet | None:
    """The set that a slot was given, if any."""
    shape = [
        (number, mark.placed[index]) for number, mark in enumerate(done) if mark.placed and mark.placed[index].active
    ]
    if not shape:
        return None
    if len(shape) == 1:
        number, step = shape[0]
        return group_set(number, [tile // 13 for tile, _ in step.tiles], step.jokers)
    return run_set(step.tiles[0][0] if step.tiles else JOKER for _, step in shape)


def _keep(runs: Sequence[Run], place: Place) -> None:
    """Put a kept joker into a run that goes on to where its old set was, with a natural tile there."""
    number = place.number
    for run in runs:
        if not run.covers(number) or run.tile(number) is not None:
            continue
        for wanted, beside in ((place.left, number - 1), (place.right, number + 1)):
            if wanted and run.covers(beside) and run.tile(beside) != JOKER:
                run.put(number, JOKER)
                run.put(beside, 13 * place.colour + beside)
                return
    raise AssertionError("a kept joker has no run")


def _fill(runs: Sequence[Run], number: int, jokers: int) -> None:
    """Put free jokers where nothing is decided, natural tiles everywhere else."""
    for run in runs:
        if run.covers(number) and run.tile(number) is None:
            run.put(number, JOKER if jokers else 13 * run.colour + number)
            jokers -= jokers > 0


def park(sets: Sequence[TileSet], jokers: int) -> list[TileSet] | None:
    """Give *jokers* spare jokers a place: at an end of a run or as fourth of a group; None where there is none."""
    found = list(sets)
    for _ in range(jokers):
        for place, each in enumerate(found):
            wider = widened(each)
            if wider:
                found[place : place + 1] = wider
                break
        else:
            return None
    return found


def widened(each: TileSet) -> list[TileSet]:
    """The set with one joker more, a run of thirteen in two parts; nothing where a group is full."""
    if each.kind == GROUP:
        number = next(tile for tile in each.tiles if tile != JOKER) % 13
        colours = [tile // 13 for tile in each.tiles if tile != JOKER]
        return [group_set(number, colours, len(each.stands) + 1)] if len(each.tiles) == 3 else []
    at, tile = next((at, tile) for at, tile in enumerate(each.tiles) if tile != JOKER)
    first = tile % 13 - at
    if first + len(each.tiles) < NUMBERS:
        return [run_set((*each.tiles, JOKER))]
    if first > 0:
        return [run_set((JOKER, *each.tiles))]
    return [run_set((*each.tiles[:6], JOKER)), run_set(each.tiles[6:])]
