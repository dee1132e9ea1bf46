"""What standings take: `./ludex python bench/standings.py [passes]`.

Tables of four, eight rounds, 5, 3, 1 and 0 points by place, ties shared. Then five tie-breaks: tables won, Buchholz
without the lowest table, Sonneborn-Berger, the opponents' average, game points. Compared are `standings`, whose figures
can be opened into terms, and plain Python over tuples in whole twelfths. Every pass runs each once. Shown are medians
of processor time. Both must agree on the first fifty rows.
"""

import gc
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.timing import timed  # noqa: E402 - found by the line above
from league.standings.scoring_rules import Scoring  # noqa: E402
from league.standings.table import standings  # noqa: E402
from league.standings.types import Entrant, Outcome, TableResult  # noqa: E402

PLACES = (5, 3, 1, 0)
SCORING = Scoring(by="ranks", ranks={"4": PLACES})
CHAIN = ("match_wins", "buchholz_cut1", "sonneborn_berger", "opponents_average", "points")
ROUNDS, SEATS, TOP = 8, 4, 50

Drawn = tuple[list[Entrant], list[TableResult]]


def drawn(players: int) -> Drawn:
    """A field of *players*, whose stronger ones do better, seated at random."""
    chance = random.Random(players)
    entrants = [Entrant(f"{number:07}", number) for number in range(1, players + 1)]
    tables = []
    for round_ in range(1, ROUNDS + 1):
        order = chance.sample(range(players), players)
        for table in range(players // SEATS):
            seats = order[SEATS * table : SEATS * (table + 1)]
            points = tuple(chance.randint(0, 20) - 10 * seat // players for seat in seats)
            wins = tuple(int(each == max(points)) for each in points)
            winners = tuple(seat for seat in range(SEATS) if wins[seat])
            names = tuple(entrants[seat].id for seat in seats)
            tables.append(TableResult(round_, table + 1, names, Outcome.CONFIRMED, points, wins, winners, 1))
    return entrants, tables


def in_plain_python(rows: list[tuple[int, int, str, int, bool]]) -> list[tuple[Any, ...]]:
    """The first fifty by tuples and dictionaries: (round, table, entrant, points, won). Scores are in twelfths."""
    tables = defaultdict(list)
    for row in rows:
        tables[row[0], row[1]].append(row)
    score: dict[str, int] = defaultdict(int)
    wins: dict[str, int] = defaultdict(int)
    points: dict[str, int] = defaultdict(int)
    for table in tables.values():
        order = sorted(table, key=lambda row: row[3], reverse=True)
        place = 0
        while place < SEATS:
            last = place + 1
            while last < SEATS and order[last][3] == order[place][3]:
                last += 1
            share = 12 * sum(PLACES[place:last]) // (last - place)
            for row in order[place:last]:
                score[row[2]] += share
            place = last
        alone = sum(row[4] for row in table) == 1
        for _, _, entrant, scored, won in table:
            points[entrant] += scored
            wins[entrant] += alone and won
    against: dict[str, list[int]] = defaultdict(list)
    beaten: dict[str, int] = defaultdict(int)
    for table in tables.values():
        at_table = [(entrant, scored, score[entrant]) for _, _, entrant, scored, _ in table]
        together = sum(each for _, _, each in at_table)
        for entrant, scored, mine in at_table:
            against[entrant].append(together - mine)
            halves = 0
            for other, theirs, each in at_table:
                if other != entrant:
                    halves += 2 * each if scored > theirs else each if scored == theirs else 0
            beaten[entrant] += halves
    keys = {
        entrant: (
            score[entrant],
            wins[entrant],
            sum(met) - min(met),
            beaten[entrant],
            sum(met),  # over as many opponents for everybody
            points[entrant],
        )
        for entrant, met in against.items()
    }
    ordered = sorted(keys, key=lambda entrant: (*(-value for value in keys[entrant]), entrant))
    return [(entrant, *keys[entrant]) for entrant in ordered[:TOP]]


def measure(players: int, passes: int) -> None:
    entrants, tables = drawn(players)
    seats = [(table, seat, entrant) for table in tables for seat, entrant in enumerate(table.entrants)]
    rows = [(table.round, table.table, name, table.points[seat], seat in table.winners) for table, seat, name in seats]
    ways: dict[str, Callable[[], Any]] = {
        "standings": lambda: standings(entrants, tables, SCORING, CHAIN),
        "plain": lambda: in_plain_python(rows),
    }
    ours, plain = (way() for way in ways.values())
    assert [(row.entrant, 12 * row.score, row.values[0], row.values[-1]) for row in ours[:TOP]] == [
        (row[0], row[1], row[2], row[-1]) for row in plain
    ]
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(passes):
        for name, way in ways.items():
            gc.collect()
            times[name].append(timed(way, time.process_time))
    taken, theirs = (statistics.median(each) for each in times.values())
    print(f"{len(rows):>7} results of {players:>6} players: standings {taken * 1000:8.1f} ms, ", end="")
    print(f"plain Python {theirs * 1000:7.1f} ms, {taken / theirs:.1f} times as long")


if __name__ == "__main__":
    for players in (24, 124, 300, 12_500):
        measure(players, int(sys.argv[1]) if len(sys.argv) > 1 else 5)
