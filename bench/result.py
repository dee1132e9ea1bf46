"""How long a result takes into the standings, and into everything: `./ludex python -m bench.result [PLAYERS …]`.

On a PostgreSQL of its own, with fsync on. Medians and maxima of milliseconds by the clock, and medians of the processor
time that this process and the server for it have had, which depends less on how busy the machine is. Over the results
of tables of four in an evening with five tie-breaks and possible final ranks.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bench import database
from bench.timing import timed

CHANCE = random.Random(1)  # who wins
ROUNDS, TABLES = 3, 12  # tables of a round, at most, whose last result is timed
CHAIN = ("points", "direct_encounter", "buchholz_cut1", "buchholz", "sonneborn_berger")


def show_result(players: int) -> None:
    """The last result of a table, from the report on to the last projection."""
    import msgspec

    from league.eventlog import sealer
    from league.eventlog.projections import runner
    from league.matches import repository as match_repository
    from league.tournaments.services import lifecycle as tournaments
    from tests.builders.evenings import begun, names, preset

    settings = msgspec.structs.replace(preset("rummikub", "evening"), tiebreaks=CHAIN)
    costs: dict[str, list[tuple[float, float]]] = {"report": [], "place in the log": [], "projections": []}
    evening = begun(given=settings)
    evening.join(*names(players))
    tournaments.start(tournament_id=evening.id, actor=evening.actor)
    for _ in range(ROUNDS):
        for number, table in enumerate(evening.draw()):
            *before, last = match_repository.load(table.match).state.places
            for place in before:
                reporting(evening, table, place)()
            if number >= TABLES:
                reporting(evening, table, last)()
                continue
            runner.catch_up_all()
            steps: list[Callable[[], Any]] = [reporting(evening, table, last), sealer.seal_all, runner.catch_up_all]
            for name, step in zip(costs, steps, strict=True):
                used = processor_time()
                costs[name].append((timed(step) * 1000, processor_time() - used))
        runner.catch_up_all()
    print(f"a result of {players} players, {len(costs['report'])} times")
    for name, each in costs.items():
        show(name, each)
    show("all together", [tuple(map(sum, zip(*steps, strict=True))) for steps in zip(*costs.values(), strict=True)])


def show(name: str, costs: Sequence[tuple[float, ...]]) -> None:
    clock, processor = zip(*costs, strict=True)
    print(
        f"  {name}: {statistics.median(clock):.1f} ms, at most {max(clock):.1f};"
        f" of the processor {statistics.median(processor):.1f}"
    )


def processor_time() -> float:
    """Milliseconds of the processor that this process has had, and the server for it."""
    from django.db import connection

    server = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat").read_text()
    return (time.process_time_ns() + int(server.split()[0])) / 1e6


def reporting(evening: Any, table: Any, place: Any) -> Callable[[], Any]:
    """A call that reports a game of the table, with a winner by chance."""
    from games.engine import Stated
    from league.impact import services as results
    from league.matches import repository as match_repository

    match = match_repository.load(table.match)
    seats = len(match.state.opened.seats)
    winner = CHANCE.randrange(seats)
    points = tuple(10 * (seats - 1) if seat == winner else -10 for seat in range(seats))
    return partial(
        results.report_result,
        match_id=table.match,
        place=place,
        stated=Stated(points, "out"),
        expected=match.head.seq,
        actor=evening.actor,
    )


def main() -> None:
    with database.installation("tests.settings"):
        for players in map(int, sys.argv[1:] or ("23", "500")):
            show_result(players)


if __name__ == "__main__":
    main()
