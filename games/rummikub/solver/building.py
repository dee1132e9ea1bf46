"""Sets from decisions: whole runs and groups of tiles."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

from games.rummikub.sets import TileSet, group_set, run_set, widen
from games.rummikub.solver.groups import divisions
from games.rummikub.solver.slots import NUMBERS, Place, Slot
from games.rummikub.solver.sweep import Decision
from games.rummikub.tiles import JOKER


@dataclass(slots=True)
class Run:
    """Tiles of one colour from a number (counted from 0) on, None where nothing is decided yet."""

    colour: int
    first: int
    tiles: list[int | None] = field(default_factory=list)

    def covers(self, number: int) -> bool:
        return self.first <= number < self.first + len(self.tiles)

    def tile(self, number: int) -> int | None:
        return self.tiles[number - self.first]

    def put(self, number: int, tile: int) -> None:
        self.tiles[number - self.first] = tile


def open_runs(colour: int, counts: Sequence[int]) -> list[Run]:
    """The runs of a colour from *counts* of tiles by number, as `runs.step` counts them."""
    done: list[Run] = []
    runs: list[Run] = []
    for number, count in enumerate(counts):
        if count < len(runs):
            runs.sort(key=lambda run: len(run.tiles) >= 3)  # short ones have to continue
            done += runs[count:]
        runs = runs[:count] + [Run(colour, number) for _ in range(count - len(runs))]
        for run in runs:
            run.tiles.append(None)
    return done + runs


def build(decisions: Sequence[Decision], slots: Sequence[Slot] = ()) -> list[TileSet]:
    """The sets of the decisions of a `SolverTurn` with *slots*, without free jokers that were not needed."""
    sets: list[TileSet] = []
    done = [decision.mark for decision in decisions]
    for number, (decision, mark) in enumerate(zip(decisions, done, strict=True)):
        groups = divisions(mark.groups, mark.homes, mark.lacking)[decision.take]
        sets += [group_set(number, group.colours, len(group.jokers)) for group in groups]
    places = [place for mark in done for place in mark.places]
    for colour in range(4):
        free = [mark.runs[colour] for mark in done]
        counts = [decision.in_runs[colour] + count for decision, count in zip(decisions, free, strict=True)]
        kept = [place for place in places if place.colour == colour]
        for place in kept:
            counts[place.number] += 1
        runs = open_runs(colour, counts)
        if kept or any(free):
            _keep(runs, kept)
            for number in range(NUMBERS):
                _fill(runs, number, free[number])
            sets += [run_set(tile for tile in run.tiles if tile is not None) for run in runs]
        else:
            first = 13 * colour
            sets += [run_set(range(first + run.first, first + run.first + len(run.tiles))) for run in runs]
    for index, slot in enumerate(slots):
        sets += slot.sets([mark.placed[index] for mark in done])
    return sets


def _keep(runs: Sequence[Run], places: Sequence[Place]) -> None:
    """Put kept jokers into runs that continue to where their old sets were, with a natural tile there.

    Jokers that stand for equal tiles share out the runs: where `J,b11,b12` and `b8,b9,J` are kept as two b10, the
    first one needs the run with a b11 and leaves the run with a b9 to the other.
    """
    for chosen in product(*(_homes(runs, place) for place in places)):
        cells = {(at, place.number) for (at, _), place in zip(chosen, places, strict=True)}
        if len(cells) == len(places) and cells.isdisjoint(chosen):
            for (at, beside), place in zip(chosen, places, strict=True):
                runs[at].put(place.number, JOKER)
                runs[at].put(beside, 13 * place.colour + beside)
            return
    raise AssertionError("kept jokers have no runs")  # pragma: no cover - would be a fault of the sweep


def _homes(runs: Sequence[Run], place: Place) -> list[tuple[int, int]]:
    """Where a kept joker may go: the index of a run, and the number beside it that a natural tile has to take."""
    sides = [(place.left, place.number - 1), (place.right, place.number + 1)]
    return [
        (at, beside)
        for at, run in enumerate(runs)
        if run.covers(place.number)
        for needed, beside in sides
        if needed and run.covers(beside)
    ]


def _fill(runs: Sequence[Run], number: int, jokers: int) -> None:
    """Put free jokers where nothing is decided, natural tiles everywhere else."""
    for run in runs:
        if run.covers(number) and run.tile(number) is None:
            run.put(number, JOKER if jokers else 13 * run.colour + number)
            jokers -= jokers > 0


def park(sets: Sequence[TileSet], jokers: int) -> list[TileSet] | None:
    """The sets with *jokers* spare jokers added, at an end of a run or as fourth tile of a group, if possible."""
    found = list(sets)
    for _ in range(jokers):
        for place, each in enumerate(found):
            wider = widen(each)
            if wider:
                found[place : place + 1] = wider
                break
        else:
            return None
    return found
