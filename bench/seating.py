"""How good and how fast draws of tables are: repeats beside those that nobody could avoid.

    ./ludex python -m bench.seating           eight rounds of a Swiss in fours, three seeds; all rounds planned together
    ./ludex python -m bench.seating seats     how evenly seats fall in plans of 5 to 40 players for 3 to 8 rounds
    ./ludex python -m bench.seating steps     and in rounds of a Swiss
    ./ludex python -m bench.seating plans     repeats and meetings of a pair in plans of 6 to 24 players, 3 to 8 rounds,
                                              beside plain annealing of three seconds; "plans 10 13" for these fields
    ./ludex python -m bench.seating neighbours  how often left neighbours repeat in plans, with and without the setting

Results come from a made-up strength and luck: 4, 2, 1 and 0 points. Repeats are meetings of a pair after its first.
Times are those of the slowest round, the best of three passes: everything from the inputs to the sentences.
"""

import math
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, combinations
from typing import NamedTuple

import msgspec

from games.chance import Chance
from league.seating.draw import TOGETHER, plan_tables, swiss_tables
from league.seating.quality import plan_bound
from league.seating.round_robin.tables import advance_seekers
from league.seating.seat_order import plan as seat_order_plan
from league.seating.seat_order.neighbours import left_pairs
from league.seating.seat_order.quality import gap
from league.seating.swiss.tables import ALGORITHM as SWISS_TABLES
from league.seating.table_sizes import fit_tables
from league.seating.types import Draw, Inputs, Seeker

ROUNDS = 8
ANNEALING = 3.0  # seconds of processor time
POINTS = (4, 2, 1, 0)
SEEDS = range(3)
FIELDS = (16, 18, 22, 40, 41, 42, 43, 100, 200, 300, 1000)
PLANS = ((12, 3), (16, 5), (16, 8), (18, 5), (22, 8), (23, 5), (24, 6), (32, 8), (40, 8), (60, 8), (300, 8), (1000, 8))


def main() -> None:
    if sys.argv[1:] == ["seats"]:
        seats()
        return
    if sys.argv[1:] == ["steps"]:
        steps()
        return
    if sys.argv[1:] == ["neighbours"]:
        neighbours()
        return
    if sys.argv[1:2] == ["plans"]:
        plans([int(each) for each in sys.argv[2:]] or range(6, 25))
        return
    print("players  repeats  (bound)  score gap  short  (fair)  seat gap  slowest round")
    for players in FIELDS:
        runs = [swiss(players, seed) for seed in SEEDS]
        bound = plan_bound(players, [fit_tables(players, (3, 4), 4)[0]] * ROUNDS)
        print(
            f"{players:7}  {', '.join(str(run['repeats']) for run in runs):>10}  {bound:5}"
            f"  {statistics.mean(run['gap'] for run in runs):9.2f}  {max(run['short'] for run in runs):5}"
            f"  {runs[0]['fair']:5}  {max(run['seat_gap'] for run in runs):8}"
            f"  {1000 * statistics.median(run['slowest'] for run in runs):10.0f} ms"
        )
    print("\nplayers x rounds  repeats  (bound)  short  (fair)  seat gap  (bound)  all rounds")
    for players, rounds in PLANS:
        inputs = field(players, TOGETHER, rounds)
        start = time.perf_counter()
        draws = plan_tables(inputs)
        seconds = time.perf_counter() - start
        last = draws[-1].figures
        print(
            f"{players:9} x {rounds:<4}  {last['plan_repeats']:7}  {last['plan_repeats_bound']:7}"
            f"  {last['short_most']:5}  {last['short_bound']:6}  {last['plan_seat_gap']:8}"
            f"  {last['plan_seat_gap_bound']:7}  {1000 * seconds:8.0f} ms"
        )


def plans(fields: Iterable[int]) -> None:
    """Repeats, and how many pairs have the most meetings, beside the bounds and beside plain annealing."""
    print("players x rounds  repeats  (bound)  annealing  most meetings x pairs  (bound)  annealing  seconds")
    for players, rounds in ((players, rounds) for players in fields for rounds in range(3, 9)):
        start = time.process_time()
        draws = plan_tables(field(players, TOGETHER, rounds))
        seconds, last = time.process_time() - start, draws[-1].figures
        met = Counter(frozenset(pair) for draw in draws for each in draw.tables for pair in combinations(each.seats, 2))
        ours = quality_of(met.values())
        other = anneal(players, fit_tables(players, (3, 4), 4)[0], rounds)
        note = "  worse" if ours != other and ours.repeats >= other.repeats and ours[1:] >= other[1:] else ""
        bounds = last["plan_repeats_bound"], last["plan_meetings_most_bound"]
        print(
            f"{players:9} x {rounds:<4}  {ours.repeats:7}  {bounds[0]:7}  {other.repeats:9}"
            f"  {ours.most:14} x {ours.pairs:<4}  {bounds[1]:7}  {other.most:4} x {other.pairs:<4}"
            f"  {seconds:5.1f}{note}",
            flush=True,
        )


class Plan(NamedTuple):
    """The quality of a plan: repeats, the most meetings of a pair, and how many pairs meet that often."""

    repeats: int
    most: int
    pairs: int


def anneal(players: int, sizes: Sequence[int], rounds: int) -> Plan:
    """The fewest repeats that plain annealing finds in three processor seconds, with the most meetings of a pair.

    Its cost is the sum of the squares of all meetings. It cools down four times, and only repeats count.
    """
    rng, count = random.Random(players * rounds), sum(sizes)
    tables = [list(range(end - size, end)) for size, end in zip(sizes, accumulate(sizes), strict=True)]
    table_of = [next(table for table in tables if place in table) for place in range(count)]
    best, start = Plan(10**9, 0, 0), time.process_time()
    for run in range(4):
        plan = [rng.sample(range(players), count) for _ in range(rounds)]
        met = [[0] * players for _ in range(players)]
        for seat in plan:
            for one, other in ((one, other) for table in tables for one in table for other in table if one != other):
                met[seat[one]][seat[other]] += 1
        step, heat = 0, 2.0
        while heat > 0.15:
            step += 1
            if step % 256 == 0:
                spent = (time.process_time() - start - run * ANNEALING / 4) / (ANNEALING / 4)
                heat = 2.0 * 0.07 ** max(spent, 0)
                best = min(best, quality_of(all_meetings(met)))
            seat = rng.choice(plan)
            one, other = rng.randrange(count), rng.randrange(count)
            if table_of[one] is table_of[other]:
                continue
            first, second = met[seat[one]], met[seat[other]]
            ones = [seat[place] for place in table_of[one] if place != one]
            others = [seat[place] for place in table_of[other] if place != other]
            change = sum(second[player] - first[player] + 1 for player in ones)
            change += sum(first[player] - second[player] + 1 for player in others)
            if change <= 0 or rng.random() < math.exp(-change / heat):
                for player in ones:
                    first[player], second[player] = first[player] - 1, second[player] + 1
                    met[player][seat[one]], met[player][seat[other]] = first[player], second[player]
                for player in others:
                    first[player], second[player] = first[player] + 1, second[player] - 1
                    met[player][seat[one]], met[player][seat[other]] = first[player], second[player]
                seat[one], seat[other] = seat[other], seat[one]
        best = min(best, quality_of(all_meetings(met)))
    return best


def all_meetings(met: Sequence[Sequence[int]]) -> Iterator[int]:
    """How often each two players met."""
    return (met[one][other] for one, other in combinations(range(len(met)), 2))


def quality_of(met: Iterable[int]) -> Plan:
    """The quality of a plan in which pairs *met* so often."""
    often = Counter(met)
    return Plan(sum(pairs * max(0, times - 1) for times, pairs in often.items()), max(often), often[max(often)])


def seats() -> None:
    """For each pair of sizes: in how many plans the largest difference between two seats of a player is 0, 1, 2 …"""
    for sizes in ((3, 4), (4, 5), (5, 6)):
        found: dict[str, Counter[int]] = {name: Counter() for name in ("bound", "evenly")}
        slowest = 0.0
        for players, rounds in ((players, rounds) for players in range(5, 41) for rounds in range(3, 9)):
            inputs = msgspec.structs.replace(field(players, TOGETHER, rounds), sizes=sizes, preferred=sizes[-1])
            draws = plan_tables(inputs)
            plan = [[[int(id_[1:]) - 1 for id_ in table.seats] for table in draw.tables] for draw in draws]
            found["bound"][draws[0].figures["plan_seat_gap_bound"]] += 1
            start = time.perf_counter()
            placed = seat_order_plan.seat_rounds(plan, [()] * players, Chance(b"seats", "seats"))
            slowest = max(slowest, time.perf_counter() - start)
            found["evenly"][largest_gap(placed)] += 1
        for name, gaps in found.items():
            print(f"{sizes}  {name:10}", dict(sorted(gaps.items())))
        print(f"{sizes}  slowest seating {1000 * slowest:.0f} ms")


def steps() -> None:
    """After rounds 3 to 8 of a Swiss: the percentage of players who have had one seat twice oftener than another."""
    for fields, seeds in ((range(8, 41, 4), 4), ((100,), 4), ((300,), 2), ((1000,), 1)):
        uneven: Counter[int] = Counter()
        for players, seed in ((players, seed) for players in fields for seed in range(seeds)):
            had: Counter[tuple[str, int]] = Counter()
            for number, (draw, _) in enumerate(evening(players, random.Random(seed), 1), start=1):
                had.update((id_, seat) for table in draw.tables for seat, id_ in enumerate(table.seats))
                uneven[number] += sum(
                    gap([had[id_, seat] for seat in range(4)], 4) > 1 for id_ in {id_ for id_, _ in had}
                )
        everybody = seeds * sum(fields)
        shares = "".join(f"{100 * uneven[number] / everybody:7.1f}" for number in range(3, ROUNDS + 1))
        print(f"{fields[0]:4} to {fields[-1]:<4}  {shares}")


def neighbours() -> None:
    """The most times that a player has one left neighbour in a plan, and how often anybody has one again."""
    print("players x rounds  without: most  again  with: most  (bound)  again  more time")
    for players, rounds in ((6, 5), (8, 3), (8, 8), (10, 5), (12, 3), (12, 8), (16, 8), (22, 8)):
        found = []
        for heeded in (False, True):
            start = time.process_time()
            draws = plan_tables(msgspec.structs.replace(field(players, TOGETHER, rounds), neighbours=heeded))
            seconds = time.process_time() - start
            left = Counter(pair for draw in draws for table in draw.tables for pair in left_pairs(table.seats))
            found.append((max(left.values()), sum(times - 1 for times in left.values()), seconds))
        bound = draws[-1].figures["plan_neighbours_most_bound"]
        print(
            f"{players:9} x {rounds:<4}  {found[0][0]:13}  {found[0][1]:5}  {found[1][0]:10}  {bound:7}"
            f"  {found[1][1]:5}  {1000 * (found[1][2] - found[0][2]):6.0f} ms"
        )


def largest_gap(plan: list[list[list[int]]]) -> int:
    had = Counter((player, seat) for tables in plan for table in tables for seat, player in enumerate(table))
    seats = range(max(seat for _, seat in had) + 1)
    return max(gap([had[player, seat] for seat in seats], len(seats)) for player, _ in had)


def field(players: int, algorithm: str, rounds: int = 1) -> Inputs:
    seekers = tuple(Seeker(id=f"e{number}", rank=number) for number in range(1, players + 1))
    return Inputs(algorithm, 1, seekers, sizes=(3, 4), preferred=4, seed="5eed", rounds=rounds)


def swiss(players: int, seed: int) -> dict[str, float]:
    met: Counter[frozenset[str]] = Counter()
    gaps, slowest, last = [], 0.0, {}
    for draw, seconds in evening(players, random.Random(seed)):
        met.update(frozenset(pair) for table in draw.tables for pair in combinations(table.seats, 2))
        gaps.append(draw.figures["score_gap_hundredths"] / 100)
        slowest, last = max(slowest, seconds), draw.figures
    return {
        "repeats": sum(met.values()) - len(met),
        "gap": statistics.mean(gaps[1:]),
        "slowest": slowest,
        "short": last["short_most"],
        "fair": last["short_bound"],
        "seat_gap": last["seat_gap"],
    }


def evening(players: int, rng: random.Random, passes: int = 3) -> Iterator[tuple[Draw, float]]:
    inputs = field(players, SWISS_TABLES)
    strength = {seeker.id: rng.gauss(0, 1) for seeker in inputs.seekers}
    points: Counter[str] = Counter()
    for number in range(1, ROUNDS + 1):
        times = []
        for _ in range(passes):
            start = time.perf_counter()
            draw = swiss_tables(inputs)
            times.append(time.perf_counter() - start)
        yield draw, min(times)
        for table in draw.tables:
            order = sorted(table.seats, key=lambda one: strength[one] + rng.gauss(0, 1), reverse=True)
            points.update(dict(zip(order, POINTS, strict=False)))
        now = advance_seekers(
            {one.id: one for one in inputs.seekers}, number, [t.seats for t in draw.tables], draw.out, 4
        )
        ranked = sorted(now.values(), key=lambda one: (-points[one.id], one.rank))
        seekers = tuple(
            Seeker(one.id, rank, str(points[one.id]), one.met, one.seats, one.sat_out, one.short, one.last)
            for rank, one in enumerate(ranked, start=1)
        )
        inputs = Inputs(SWISS_TABLES, number + 1, seekers, sizes=(3, 4), preferred=4, seed="5eed")


if __name__ == "__main__":
    main()
