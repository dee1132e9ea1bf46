"""How fast Swiss rounds of pairs are drawn, and at what cost, against the bare matching call of rustworkx.

    ./ludex python -m bench.pairs [players …]
    ./ludex python -m bench.pairs --seats

Round 6 after five rounds drawn the same way, with results by strength and luck; processor time. The bare call gets the
same thinned graph, ready made, with the cost alone: gaps between scores, squared, then gaps of ranks. The draw also
looks for the graph, weighs floats and first moves, seats everybody and says why. `--seats` shows instead how many
players, in percent, have one seat for the third time in a row, in each of rounds 3 to 9.
"""

import argparse
import itertools
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import rustworkx

from bench.timing import timed
from league.seating.round_robin.tables import advance_seekers
from league.seating.swiss import matching, pairs
from league.seating.types import Draw, Inputs, Seeker

PASSES = 7


def rounds(count: int, seed: int = 1) -> Iterator[tuple[Inputs, dict[str, Seeker]]]:
    """The inputs of one round of *count* players after another, and the players before it."""
    rng = random.Random(seed)
    now = {f"p{at}": Seeker(f"p{at}", at + 1) for at in range(count)}
    strength = {player: rng.gauss(0, 1) for player in now}
    points = dict.fromkeys(now, Fraction())
    for number in itertools.count(1):
        given = inputs(now, points, number)
        yield given, now
        draw = pairs.swiss_pairs(given)
        now = advance_seekers(now, number, [table.seats for table in draw.tables], draw.out, 2)
        _score(draw, points, strength, rng)


def played(count: int, number: int) -> Inputs:
    """The inputs of the round after *number* rounds of *count* players."""
    return next(given for given, _ in rounds(count) if given.round > number)


def _score(draw: Draw, points: dict[str, Fraction], strength: dict[str, float], rng: random.Random) -> None:
    for one, other in (table.seats for table in draw.tables):
        lead = strength[one] - strength[other] + rng.gauss(0, 1)
        won = Fraction(1, 2) if abs(lead) < 0.3 else Fraction(lead > 0)
        points[one] += won
        points[other] += 1 - won
    for one in draw.out:
        points[one] += 1


def inputs(now: dict[str, Seeker], points: dict[str, Fraction], number: int) -> Inputs:
    order = sorted(now, key=lambda player: -points[player])
    seekers = (
        Seeker(
            player,
            rank,
            str(points[player]),
            met=now[player].met,
            seats=now[player].seats,
            sat_out=now[player].sat_out,
            last=now[player].last,
            in_row=now[player].in_row,
        )
        for rank, player in enumerate(order, 1)
    )
    return Inputs(pairs.ALGORITHM, number, tuple(seekers), seed="5eed")


def graph_of(given: Inputs, near: int) -> rustworkx.PyGraph:
    """The graph of the *near* nearest opponents not met, a larger weight for a smaller cost."""
    field = matching.build_field(given)
    count = len(field.seekers)
    keys = matching.nearest_meetings(field, np.array(sorted(field.met), dtype=np.int64), near)
    upper, lower = keys // count, keys % count
    cost = (field.points[upper] - field.points[lower]) ** 2 * count**2 + (lower - upper)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(count))
    weights = (int(cost.max()) - cost).tolist()
    graph.add_edges_from(list(zip(upper.tolist(), lower.tolist(), weights, strict=True)))
    return graph


def bare(graph: rustworkx.PyGraph) -> set[tuple[int, int]]:
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def cost(given: Inputs, matched: set[tuple[int, int]]) -> tuple[int, int]:
    ids = [seeker.id for seeker in matching.build_field(given).seekers]
    figures = pairs.figures(given, [(ids[one], ids[other]) for one, other in matched])
    return figures["score_gap"], figures["rank_gap"]


def seats() -> None:
    """How often a player has one seat for the third time in a row, in rounds 3 to 9 of fields of 6 to 40 players."""
    in_row, sat = Counter(), Counter()
    for count, seed in itertools.product(range(6, 41), range(4)):
        for given, now in itertools.islice(rounds(count, seed), 3, 10):
            here = [one for one in now.values() if given.round - 1 not in one.sat_out]
            in_row[given.round - 1] += sum(one.in_row > 2 for one in here)
            sat[given.round - 1] += len(here)
    shares = " ".join(f"{100 * in_row[number] / sat[number]:5.1f}" for number in sat)
    print(f"{shares}  in all {100 * in_row.total() / sat.total():.1f} %")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", type=int, nargs="*", default=[100, 300, 1000, 5000])
    parser.add_argument("--seats", action="store_true", help="show how evenly seats fall, and nothing else")
    asked = parser.parse_args()
    if asked.seats:
        seats()
        return
    print(f"{'players':>8} {'draw':>9} {'bare call':>9} {'ratio':>6} {'repeats':>8}  cost of draw and bare call")
    for count in asked.players:
        given = played(count, 5)
        graph = graph_of(given, matching.NEAREST if count > matching.WHOLE else count - 1)
        passes = [
            (
                timed(lambda given=given: pairs.swiss_pairs(given), time.process_time),
                timed(lambda graph=graph: bare(graph), time.process_time),
            )
            for _ in range(PASSES)
        ]
        ours, theirs = (statistics.median(times) for times in zip(*passes, strict=True))
        figures = pairs.swiss_pairs(given).figures
        costs = (figures["score_gap"], figures["rank_gap"]), cost(given, bare(graph))
        speed = f"{ours * 1000:>6.1f} ms {theirs * 1000:>6.1f} ms {ours / theirs:>6.2f}"
        print(f"{count:>8} {speed} {figures['repeats']:>8}  {costs[0]} {costs[1]}", flush=True)


if __name__ == "__main__":
    main()
