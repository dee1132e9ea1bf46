"""How fast standings are rebuilt: `./ludex python bench/standings.py [passes] [--million]`.

Tables of four, eight rounds, 5, 3, 1 and 0 points by place, ties shared; then five tie-breaks: tables won, Buchholz
without the lowest table, Sonneborn-Berger, the opponents' average, game points. Compared are the rebuild over columns,
plain Python over tuples in whole twelfths, and `standings`, whose figures can be opened into terms. Every pass runs
each once; shown are medians of processor time. All must agree on the first fifty rows. Columns are fetched from a
PostgreSQL of the bench's own, which strings together one row for each seat; that time is by the clock.
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

import numpy as np
import psycopg

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import database  # noqa: E402 - found by the line above
from league.domain.standings.columns import OUTCOMES, Columns  # noqa: E402
from league.domain.standings.rebuild import rebuilt  # noqa: E402
from league.domain.standings.scoring import Scoring  # noqa: E402
from league.domain.standings.table import standings  # noqa: E402
from league.domain.standings.values import Entrant, Outcome, TableResult  # noqa: E402

PLACES = (5, 3, 1, 0)
SCORING = Scoring(by="ranks", ranks={"4": PLACES})
CHAIN = ("match_wins", "buchholz_cut1", "sonneborn_berger", "opponents_average", "points")
ROUNDS, SEATS, TOP = 8, 4, 50
SEATED = "round, number, entrant, seat, points, wins, won"

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


def stored(connection: psycopg.Connection[Any], rows: list[tuple[int, ...]]) -> None:
    columns = ", ".join(f"{name} integer" for name in SEATED.split(", "))
    connection.execute("DROP TABLE IF EXISTS seated")
    connection.execute(f"CREATE TABLE seated ({columns})")
    with connection.cursor().copy(f"COPY seated ({SEATED}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def fetched(connection: psycopg.Connection[Any], entrants: list[Entrant]) -> Columns:
    """Columns from the rows of `seated`, whose tables are numbered through in each round."""
    together = ", ".join(f"string_agg(int4send({name}), '')" for name in SEATED.split(", "))
    cursor = connection.cursor(binary=True)
    fields = cursor.execute(f"SELECT {together} FROM seated").fetchone()  # one scan, so all in one order
    cells = (np.frombuffer(field, dtype=">i4").astype(np.int64) for field in fields)
    round_, number, entrant, seat, points, wins, won = cells
    each_round = len(entrants) // SEATS
    table = (round_ - 1) * each_round + number - 1
    matrices = {}
    for name, values in {"entrant": entrant, "points": points, "wins": wins, "won": won}.items():
        matrices[name] = np.zeros((SEATS, ROUNDS * each_round), dtype=np.int64)
        matrices[name][seat, table] = values
    count = len(entrants)
    tables = np.arange(ROUNDS * each_round)
    return Columns(
        ids=tuple(each.id for each in entrants),
        listed=count,
        seed=np.arange(1, count + 1),
        since=np.ones(count, dtype=np.int64),
        until=np.full(count, np.iinfo(np.int64).max),
        round=tables // each_round + 1,
        number=tables % each_round + 1,
        outcome=np.full(len(tables), OUTCOMES.index(Outcome.CONFIRMED)),
        known=np.ones(len(tables), dtype=bool),
        winners=matrices["won"].sum(axis=0),
        entrant=matrices["entrant"],
        points=matrices["points"],
        wins=matrices["wins"],
        won=matrices["won"].astype(bool),
        absent=np.zeros((SEATS, len(tables)), dtype=bool),
        left=np.zeros((SEATS, len(tables)), dtype=bool),
    )


def timed(work: Callable[[], Any], clock: Callable[[], float]) -> tuple[float, Any]:
    gc.collect()
    started = clock()
    result = work()
    return clock() - started, result


def measure(connection: psycopg.Connection[Any], players: int, passes: int, *, opened: bool) -> None:
    entrants, tables = drawn(players)
    number = {each.id: at for at, each in enumerate(entrants)}
    seats = [(table, seat, entrant) for table in tables for seat, entrant in enumerate(table.entrants)]
    rows = [(table.round, table.table, name, table.points[seat], seat in table.winners) for table, seat, name in seats]
    stored(
        connection,
        [
            (
                table.round,
                table.table,
                number[name],
                seat,
                table.points[seat],
                table.wins[seat],
                int(seat in table.winners),
            )
            for table, seat, name in seats
        ],
    )
    columns = Columns.of(entrants, tables)
    ways: dict[str, Callable[[], Any]] = {
        "columns": lambda: rebuilt(columns, SCORING, CHAIN),
        "fetch": lambda: fetched(connection, entrants),
        "top": lambda: rebuilt(columns, SCORING, CHAIN).rows(0, TOP),
        "plain": lambda: in_plain_python(rows),
    }
    if opened:
        ways["standings"] = lambda: standings(entrants, tables, SCORING, CHAIN)
    times: dict[str, list[float]] = defaultdict(list)
    results: dict[str, Any] = {}
    for _ in range(passes):
        for name, way in ways.items():
            elapsed, results[name] = timed(way, time.perf_counter if name == "fetch" else time.process_time)
            times[name].append(elapsed)
    of_fetched = rebuilt(results["fetch"], SCORING, CHAIN).rows(0, TOP)
    first = [(row.entrant, 12 * row.score, row.values[0], row.values[-1]) for row in results["top"]]
    assert of_fetched == results["top"]
    assert first == [(row[0], row[1], row[2], row[-1]) for row in results["plain"]]
    if opened:
        exact = [(row.rank, row.entrant, row.score, row.values) for row in results["standings"][:TOP]]
        assert exact == [(row.rank, row.entrant, row.score, row.values) for row in results["top"]]
    middle = {name: statistics.median(each) for name, each in times.items()}
    print(f"{len(rows):>9} results of {players} players")
    for name, seconds in middle.items():
        print(
            f"  {name:<10} {seconds * 1000:9.2f} ms   plain Python takes {middle['plain'] / seconds:6.2f} times as long"
        )
    both = middle["fetch"] + middle["columns"]
    print(f"  fetch and columns together: {both * 1000:.2f} ms, {middle['plain'] / both:.2f} times")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:] if word.isdigit()]
    with database.server() as postgres, psycopg.connect(postgres.url("bench"), autocommit=True) as connected:
        for players in [124, 12_500, *([125_000] if "--million" in sys.argv else [])]:
            measure(connected, players, given[0] if given else 5, opened=players < 100_000)
