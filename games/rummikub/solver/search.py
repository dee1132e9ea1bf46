"""The search for a player who has opened: first bounds, then exact answers to what is left open."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement

from games.rummikub.jokers import set_changes
from games.rummikub.options import Options
from games.rummikub.sets import TileSet, widen
from games.rummikub.solver.building import build, park
from games.rummikub.solver.cases import cases, joker_choices
from games.rummikub.solver.pool import Pool
from games.rummikub.solver.sweep import Outcome, climb
from games.rummikub.solver.turning import is_lawful
from games.rummikub.solver.turns import SolverTurn, table_path, turn_freeing_jokers, turn_keeping_jokers
from games.rummikub.tiles import JOKER, counts

Found = tuple[int, list[TileSet]]  # tiles laid from the rack, all sets afterwards
PLACES = 8  # sets in which a spare joker is tried before the search by cases


def find_any(pool: Pool, options: Options) -> Found | None:
    """An arrangement that plays a tile of the rack, if there is one."""
    if not pool.most:
        return None
    kept = turn_keeping_jokers(pool)
    if kept is not None and any(pool.may):
        outcome = climb(kept, floor=0, goal=1, path=table_path(kept))
        if outcome is not None:
            sets = build(outcome.decisions)
            if blocking_set(pool, sets, options) is None:  # pragma: no branch - no position is known where one is
                return outcome.value, sets
    if not pool.rack_jokers and (not pool.held or climb(turn_freeing_jokers(pool), floor=0, goal=1) is None):
        return None
    return Exact(pool, options, 0, 1).run()


def find_best(pool: Pool, options: Options) -> Found | None:
    """An arrangement that plays the most tiles of the rack, if any can be played."""
    exact = Exact(pool, options, 0, pool.most)
    if not pool.most:
        return None
    naturals = 0  # laid where all jokers are kept
    kept = turn_keeping_jokers(pool)
    if kept is not None:
        outcome = climb(kept, floor=-1, goal=sum(pool.may), path=table_path(kept))
        if outcome is not None:  # pragma: no branch - the table as it lies is one
            exact.take_kept(kept, outcome)
            if not pool.held:
                exact.goal = outcome.value + pool.rack_jokers
            if not exact.kept:  # pragma: no branch - no position is known where it is not taken
                naturals = outcome.value
    if pool.held and exact.floor < exact.goal:
        free = turn_freeing_jokers(pool)
        outcome = climb(free, floor=naturals, goal=sum(pool.may))
        exact.goal = pool.rack_jokers + (outcome.value if outcome else naturals)
        lucky = _chance_find(pool, free, outcome, options) if outcome else None
        if lucky is not None:
            return lucky
    return exact.run()


@dataclass(slots=True)
class Exact:
    """The search for the most tiles above *floor*, up to *goal*."""

    pool: Pool
    options: Options
    floor: int
    goal: int
    free: bool = True  # jokers of the table may be freed
    kept: bool = True  # the case that all of them are kept is still to be tried
    crowded: bool = False  # a spare joker of the rack found no room in some arrangement
    lacking: tuple[TileSet, ...] = ()  # old sets that may not be made again
    best: Found | None = None  # so far

    def run(self) -> Found | None:
        """The best of all cases."""
        if not self.lacking:
            kept = turn_keeping_jokers(self.pool) if self.kept else None
            self._run(chain([kept] if kept else [], cases(self.pool, self.options, free=self.free)))
        if self.lacking or self.crowded:
            self._run(joker_choices(self.pool, self.options, free=self.free, lacking=self.lacking))
        return self.best

    def take_kept(self, task: SolverTurn, outcome: Outcome) -> None:
        """Use an outcome of the case that all jokers are kept, if it is lawful."""
        found = self._with_spare(task, outcome)
        if (
            blocking_set(self.pool, found[1], self.options) is None
        ):  # pragma: no branch - no position is known where one is
            self.kept = False
            if found[0] > self.floor:
                self._keep(found)

    def _run(self, tasks: Iterator[SolverTurn]) -> None:
        while self.floor < self.goal and (task := next(tasks, None)) is not None:
            outcome = climb(task, floor=self.floor - task.free, goal=self.goal - task.free)
            if outcome is None:
                continue
            found = self._with_spare(task, outcome)
            if found[0] > self.floor:
                stays = blocking_set(self.pool, found[1], self.options, opened=self.free)
                if stays is not None:
                    self._either(stays)
                    break
                self._keep(found)

    def _with_spare(self, task: SolverTurn, outcome: Outcome) -> Found:
        """The sets of an outcome, with as many of its spare jokers as find room."""
        sets = build(outcome.decisions, task.slots)
        spare = _spare(task, outcome)
        for parked in range(spare, 0, -1):
            wider = park(sets, parked)
            if wider is not None:
                self.crowded |= parked < spare
                return outcome.value + task.free - spare + parked, wider
        self.crowded |= spare > 0
        return outcome.value + task.free - spare, sets

    def _either(self, source: int) -> None:
        """Try both cases of the old set *source*: it stays as it is, or it is not made again.

        Equal tiles of a turn are interchangeable, except with a set that is there before and after it.
        """
        old = self.pool.table[source]
        rest = Exact(
            self.pool.without(source), self.options, self.floor, self.goal, self.free, lacking=self.lacking
        ).run()
        if rest is not None:
            self._keep((rest[0], [*rest[1], old]))
        if self.floor < self.goal:
            lacking = (*self.lacking, old)
            other = Exact(self.pool, self.options, self.floor, self.goal, self.free, lacking=lacking).run()
            if other is not None:
                self._keep(other)
        self.goal = self.floor  # nothing else is left to try

    def _keep(self, found: Found) -> None:
        self.floor, self.best = found[0], found


def blocking_set(pool: Pool, sets: Sequence[TileSet], options: Options, *, opened: bool = True) -> int | None:
    """An old set that is made again and shares a tile with a set that a joker leaves or joins, if that is illegal."""
    if not pool.held:
        return None
    off, on = set_changes(pool.table, sets)
    if is_lawful(off, on, options, opened=opened):
        return None
    moved = {tile for each in (*off, *on) if each.stands for tile in each.tiles if tile != JOKER}
    left = Counter(taken.key for taken in off)
    for source, each in enumerate(pool.table):
        if left[each.key]:
            left[each.key] -= 1
        elif moved & set(each.tiles):
            return source
    raise AssertionError("a joker may not move, and no set is in its way")  # pragma: no cover - would be a fault here


def _chance_find(pool: Pool, task: SolverTurn, outcome: Outcome, options: Options) -> Found | None:
    """An outcome with all jokers free that happens to be legal, with its spare jokers in a few likely places."""
    sets = build(outcome.decisions)
    must = pool.must
    laid = {tile for tile, count in enumerate(counts(sum(each.bag for each in sets))[:52]) if count > must[tile]}
    likely = sorted(range(len(sets)), key=lambda place: laid.isdisjoint(sets[place].tiles))[:PLACES]
    for places in combinations_with_replacement(likely, _spare(task, outcome)):
        found = [[each] for each in sets]
        for place in places:
            found[place] = [*(widen(found[place][0]) if found[place] else ()), *found[place][1:]]
        arranged = [each for parts in found for each in parts]
        if all(found) and is_lawful(*set_changes(pool.table, arranged), options):
            return outcome.value + pool.rack_jokers, arranged
    return None


def _spare(task: SolverTurn, outcome: Outcome) -> int:
    """The number of free jokers that an outcome does not need."""
    return task.free - sum(sum(each.mark.runs) + each.mark.groups for each in outcome.decisions)
