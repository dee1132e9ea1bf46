"""How fast and how right the Rummikub solver is, against `rummikub-solver` and an integer program of our own.

    python -m venv bench-venv && bench-venv/bin/pip install rummikub-solver scipy
    bench-venv/bin/python -m bench.solver            200 random positions: medians, p95, maxima, ratios
    bench-venv/bin/python -m bench.solver --check    the same against an integer program; the peer's errors are counted
    bench-venv/bin/python -m bench.solver --full     full tables (70 to 85 tiles) with two jokers: all below a second

Without the two packages it times the solver alone. `--seed N` and `--positions N` choose others.
A position is a legal table of 0 to 85 tiles, drawn set by set from a shuffled game, and a rack of 3 to 40 of the tiles
that are left; 0 to 2 jokers are somewhere in it. The player has opened.
"""

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations

from bench.timing import timed
from games.rummikub import moves, tiles
from games.rummikub.options import Options
from games.rummikub.sets import TileSet, judge
from games.rummikub.solver import any_play, best_play, opening_play
from games.rummikub.solver.pool import Pool
from games.rummikub.solver.sweep import climb
from games.rummikub.solver.turns import turn_freeing_jokers

HOUSE = Options()
Position = tuple[tuple[TileSet, ...], int]  # table, rack


def positions(
    seed: int, count: int, *, sizes: range = range(86), racks: range = range(3, 41), jokers: int | None = None
) -> list[Position]:
    """Random positions, the same for the same seed."""
    rng = random.Random(seed)
    return [
        position(rng, rng.choice(sizes), rng.choice(racks), rng.randrange(3) if jokers is None else jokers)
        for _ in range(count)
    ]


def position(rng: random.Random, size: int, rack: int, jokers: int) -> Position:
    left = Counter(range(52))
    left.update(range(52))
    table: list[list[int]] = []
    misses = 0
    while sum(map(len, table)) + 3 <= size and misses < 200:
        found = group(rng) if rng.random() < 0.4 else run(rng)
        if sum(map(len, table)) + len(found) <= size and all(left[tile] for tile in found):
            left.subtract(found)
            table.append(found)
        else:
            misses += 1
    on_table = sum(rng.random() < 0.6 for _ in range(jokers)) if table else 0
    for _ in range(on_table):
        row = rng.choice(table)
        place = rng.choice([at for at, tile in enumerate(row) if tile != tiles.JOKER])
        left[row[place]] += 1
        row[place] = tiles.JOKER
    rest = list(left.elements())
    rng.shuffle(rest)
    held = [tiles.JOKER] * (jokers - on_table)
    return tuple(map(as_set, table)), tiles.bag([*held, *rest[: rack - len(held)]])


def group(rng: random.Random) -> list[int]:
    number = rng.randrange(13)
    return [13 * colour + number for colour in rng.sample(range(4), rng.choice((3, 3, 4)))]


def run(rng: random.Random) -> list[int]:
    length = rng.choice((3, 3, 3, 4, 4, 5, 6, 7))
    first = 13 * rng.randrange(4) + rng.randrange(14 - length)
    return list(range(first, first + length))


def as_set(row: Sequence[int]) -> TileSet:
    text = ",".join(tiles.NAMES[tile] for tile in row)
    if len(row) == 3 and row.count(tiles.JOKER) == 2:
        found = judge(f"run:{text}")
        return judge(f"group:{text}") if found.error else found
    return judge(text)


def laid(play: moves.Play | None) -> int:
    return 0 if play is None else sum(len(put.tiles) for put in play.on) - sum(len(taken.tiles) for taken in play.off)


def spread(times: Sequence[float]) -> tuple[float, float, float]:
    """Median, 95th percentile and maximum, in milliseconds."""
    ordered = sorted(times)
    return tuple(1000 * t for t in (statistics.median(ordered), ordered[int(0.95 * len(ordered))], ordered[-1]))


def peer() -> Callable[[Position], int] | None:
    """rummikub-solver with its SciPy back end: the most tiles of a position; None where it is not installed."""
    try:
        from rummikub_solver import MILPSolver, RuleSet, SolverMode
        from rummikub_solver._gamestate import GameState
        from rummikub_solver._solver import RummikubSolver
    except ImportError:
        return None
    rules = RuleSet()
    solver = RummikubSolver(rules, MILPSolver.SCIPY)

    def most(given: Position) -> int:
        table, rack = given
        lies = [tile + 1 for each in table for tile in each.tiles]
        state = GameState(rules._tiles, lies, [tile + 1 for tile in tiles.members(rack)], initial=False)
        return len(solver(SolverMode.TILE_COUNT, state).tiles)

    return most


def program() -> Callable[[Position], int]:
    """The most tiles by an integer program with every set and joker pattern; the rules of freed jokers left out."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import lil_matrix

    columns = sorted(set(patterns()))
    matrix = lil_matrix((53, len(columns) + 53))
    for column, row in enumerate(columns):
        for tile in row:
            matrix[tile, column] += 1
    for tile in range(53):
        matrix[tile, len(columns) + tile] = -1
    matrix = matrix.tocsr()
    cost = np.concatenate([np.zeros(len(columns)), -np.ones(53)])

    def most(given: Position) -> int:
        table, rack = given
        lies = np.array(list(tiles.counts(sum(each.bag for each in table))), dtype=float)
        held = np.array(list(tiles.counts(rack)), dtype=float)
        bounds = Bounds(0, np.concatenate([np.full(len(columns), 3.0), held]))
        for presolve in (True, False):
            answer = milp(
                cost,
                constraints=LinearConstraint(matrix, lies, lies),
                bounds=bounds,
                integrality=np.ones(len(cost)),
                options={"presolve": presolve, "mip_rel_gap": 0},
            )
            if answer.status == 0:
                return round(-answer.fun)
        raise RuntimeError(f"no answer: {answer.message}")

    return most


def patterns() -> Iterator[tuple[int, ...]]:
    """Every set as the tiles that it is made of, with up to two jokers in any place."""
    plain = [tuple(13 * c + n for c in cs) for n in range(13) for k in (3, 4) for cs in combinations(range(4), k)]
    plain += [tuple(range(13 * c + a, 13 * c + a + k)) for c in range(4) for k in range(3, 14) for a in range(14 - k)]
    for row in plain:
        for jokers in range(min(3, len(row))):
            for places in combinations(range(len(row)), jokers):
                yield tuple(sorted(tiles.JOKER if at in places else tile for at, tile in enumerate(row)))


def bound(given: Position) -> int:
    """Our answer without the rules of freed jokers."""
    pool = Pool.of(given[1], given[0])
    if pool.held or not pool.rack_jokers:
        outcome = climb(turn_freeing_jokers(pool), floor=0, goal=pool.most)
        return pool.rack_jokers + (outcome.value if outcome else 0)
    return laid(best_play(given[1], given[0], opened=True, options=HOUSE))


def compare(given: Sequence[Position], seed: int) -> None:
    calls: dict[str, Callable[[Position], object]] = {
        "any_play": lambda at: any_play(at[1], at[0], opened=True, options=HOUSE),
        "best_play": lambda at: best_play(at[1], at[0], opened=True, options=HOUSE),
        "opening_play": lambda at: opening_play(at[1]),
    }
    if other := peer():
        calls["rummikub-solver"] = other
    rows: dict[str, tuple[float, float, float]] = {}
    for name, call in calls.items():
        for at in positions(seed + 1, 150):  # a server has been running for a while
            call(at)
        rows[name] = spread([timed(partial(call, at), time.process_time) for at in given])
    print(f"{len(given)} positions         median      p95      max   (ms)")
    for name, ours in rows.items():
        ratios = ""
        if other and name in ("any_play", "best_play"):
            times_as_long = " ".join(
                f"{their / our:.1f}" for their, our in zip(rows["rummikub-solver"], ours, strict=True)
            )
            ratios = f"   the peer takes {times_as_long} times as long"
        print(f"{name:20} " + " ".join(f"{value:8.2f}" for value in ours) + ratios)


def check(given: Sequence[Position]) -> None:
    other, exact = peer(), program()
    wrong = peer_wrong = changed = 0
    for number, (table, rack) in enumerate(given):
        want = exact((table, rack))
        most = laid(best_play(rack, table, opened=True, options=HOUSE))
        some = any_play(rack, table, opened=True, options=HOUSE)
        ours = bound((table, rack))
        error = ours != want or most > want or (some is not None) != (most > 0)
        if not any(each.stands for each in table):
            error |= most != want
        if error:
            lies = " ".join(each.text for each in table)
            print(f"position {number}: {ours} and {most} tiles, the program {want}: {lies} | {tiles.tiles_text(rack)}")
        wrong += error
        changed += most < want
        peer_wrong += other is not None and other((table, rack)) != want
    print(f"{len(given)} positions: {wrong} wrong answers, the peer {peer_wrong}; freed jokers lower {changed}")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("--full", action="store_true")
    arguments.add_argument("--seed", type=int, default=7)
    arguments.add_argument("--positions", type=int, default=200)
    chosen = arguments.parse_args()
    if chosen.full:
        given = positions(chosen.seed, chosen.positions, sizes=range(70, 86), racks=range(3, 19), jokers=2)
        compare(given, chosen.seed)
    elif chosen.check:
        check(positions(chosen.seed, chosen.positions))
    else:
        compare(positions(chosen.seed, chosen.positions), chosen.seed)


if __name__ == "__main__":
    main()
