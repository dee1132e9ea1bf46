"""The order of the search for a player who has opened: bounds first, then whatever is left open, exactly."""

from itertools import chain

from games.rummikub.house import House
from games.rummikub.sets import TileSet
from games.rummikub.solver.building import build, park
from games.rummikub.solver.cases import cases, picked
from games.rummikub.solver.pool import Pool
from games.rummikub.solver.sweep import Outcome, Path, sweep
from games.rummikub.solver.turns import Turn, all_free, all_kept, as_it_lies

Found = tuple[int, list[TileSet]]  # tiles laid from the rack, all sets afterwards
TRIALS = (1, 6, 30, 150)  # states followed in trial passes, which only look for something good


def any_found(pool: Pool, house: House) -> Found | None:
    """An arrangement that lays a tile of the rack, if there is one."""
    if not pool.most:
        return None
    kept = all_kept(pool)
    if kept is not None and any(pool.may):
        outcome = sweep(kept, floor=0, goal=1, path=as_it_lies(kept))
        if outcome is not None:
            return outcome.value, build(outcome.decisions)
    if not pool.rack_jokers and (not pool.held or sweep(all_free(pool), floor=0, goal=1) is None):
        return None
    return exact(pool, house, floor=0, goal=1)


def best_found(pool: Pool, house: House) -> Found | None:
    """An arrangement that lays the most tiles of the rack, if any can be laid."""
    best: Found | None = None
    most, naturals, laid = pool.most, sum(pool.may), 0
    kept = all_kept(pool)
    if kept is not None and most:
        outcome = climb(kept, floor=-1, goal=naturals, path=as_it_lies(kept))
        if outcome is not None:
            best = _with_spare(kept, outcome)
            laid = outcome.value
            if not pool.held:
                most = laid + pool.rack_jokers
    if pool.held and (best is None or best[0] < most):
        outcome = climb(all_free(pool), floor=laid, goal=naturals)
        most = pool.rack_jokers + (outcome.value if outcome else laid)
    if best is None or best[0] < most:
        best = exact(pool, house, floor=best[0] if best else 0, goal=most) or best
    return best if best and best[0] else None


def exact(pool: Pool, house: House, *, floor: int, goal: int | None, free: bool = True) -> Found | None:
    """The most tiles above *floor* that can be laid; *free*: whether jokers of the table may be freed."""
    kept = all_kept(pool)
    best: Found | None = None
    crowded = False  # whether a joker of the rack found no room in an arrangement that had no need of it
    for task in chain([kept] if kept else [], cases(pool, house, free=free)):
        if goal is not None and floor >= goal:
            break
        outcome = climb(task, floor=floor - task.free, goal=None if goal is None else goal - task.free)
        if outcome is not None:
            found = _with_spare(task, outcome)
            crowded |= found[0] < outcome.value + task.free
            if found[0] > floor:
                best, floor = found, found[0]
    for task in picked(pool, house, free=free) if crowded else ():
        outcome = climb(task, floor=floor, goal=goal)
        if outcome is not None:
            best, floor = (outcome.value, build(outcome.decisions, task.slots)), outcome.value
    return best


def _with_spare(task: Turn, outcome: Outcome) -> Found:
    """The outcome's sets with as many of the free jokers beside those that it needs as find room."""
    sets = build(outcome.decisions, task.slots)
    spare = task.free - sum(sum(each.mark.runs) + each.mark.groups for each in outcome.decisions)
    for parked in range(spare, 0, -1):
        wider = park(sets, parked)
        if wider is not None:
            return outcome.value + task.free - spare + parked, wider
    return outcome.value + task.free - spare, sets


def climb(task: Turn, *, floor: int, goal: int | None = None, path: Path | None = None) -> Outcome | None:
    """The best outcome of a task: narrow trial passes raise the floor for the full one."""
    best: Outcome | None = None
    for width in (*TRIALS, None):
        outcome = sweep(task, floor=floor, width=width, goal=goal, path=path)
        if outcome is not None:
            best, floor = outcome, outcome.value
            if goal is not None and floor >= goal:
                break
    return best
