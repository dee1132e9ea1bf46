"""A result of a tournament, against bare statements for the same rows: `./ludex python bench/result.py [tournaments]`.

On a PostgreSQL of its own, with fsync on; medians of milliseconds by the clock, and of the processor: what this process
and the server for it have had of it, which says much the same however busy the machine is.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import bare, database  # noqa: E402 - found by the line above
from bench.timing import timed  # noqa: E402 - found by the line above

CHANCE = random.Random(1)  # who wins
TABLES = 12  # of a round, at most, whose results are timed
ALONE = {"rows and cursor, a transaction": bare.standings, "both in one statement": bare.standings_at_once}
WITH_THE_EVENT = "event, place in the log, rows and cursor, a transaction"
CHAIN = ("points", "direct_encounter", "buchholz_cut1", "buchholz", "sonneborn_berger")


class Cost(NamedTuple):
    """Milliseconds by the clock, and of the processor."""

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock:.2f} ms ({self.processor:.2f} of the processor)"


class Spent:
    """What was spent on what, time after time."""

    def __init__(self) -> None:
        self.costs: dict[str, list[Cost]] = {}

    def on(self, name: str, work: Callable[[], Any]) -> Any:
        done: list[Any] = []
        used = _used()
        clock = timed(lambda: done.append(work())) * 1000
        self.costs.setdefault(name, []).append(Cost(clock, (_used() - used) / 1e6))
        return done[0]

    def middle(self, *names: str) -> Cost:
        """For these together."""
        turns = list(zip(*(self.costs[name] for name in names), strict=True))
        clocks = [sum(each.clock for each in turn) for turn in turns]
        return Cost(
            statistics.median(clocks), statistics.median(sum(each.processor for each in turn) for turn in turns)
        )


def _used() -> int:
    """Nanoseconds of the processor that this process has had, and the server for it."""
    from django.db import connection

    server = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat").read_text()
    return time.process_time_ns() + int(server.split()[0])


def show_standings(players: int, tournaments: int) -> None:
    """The last result of a table taken into standings with five tie-breaks.

    Ours is all from the events that were sealed to the commit of the rows. Whoever writes, the same rows were written
    just before, as they were.
    """
    print(f"a result of {players} players into standings with five tie-breaks")
    with bare.without_the_disk():
        _show_standings("nobody waits for the disk", players, tournaments)
    for more in (0, 2):
        with bare.with_the_disk(more):
            _show_standings(f"everybody does, and {more} ms longer than it takes here", players, tournaments)


def _show_standings(how: str, players: int, tournaments: int) -> None:
    import msgspec

    from league.eventlog import sealer
    from league.eventlog.projections import fast_path, runner
    from league.tournaments.projections.standings import stored_rows
    from tests.builders.evenings import preset

    def ahead(sealed: Any) -> None:
        done = fast_path.take_ahead(fast_path.few(sealed), fast_path.left() or {})
        if not done:  # the first result after a draw: everything is read anew
            seen = fast_path.look()
            fast_path.take_ahead(seen.few, seen.fences())

    settings = msgspec.structs.replace(preset("rummikub", "evening"), tiebreaks=CHAIN)
    spent, changed = Spent(), []
    bare.begin()
    for evening, table, last in _last_results(players, settings, tournaments):
        old = dict(stored_rows(evening.id))
        place = runner.status_of("tournaments").position
        bare.run(bare.standings_at_once(bare.text(evening.id, old), place))
        spent.on("report", reporting(evening, table, last))
        sealed = spent.on("seal", sealer.seal_all)
        spent.on("standings", partial(ahead, sealed))
        now, place = dict(stored_rows(evening.id)), runner.status_of("tournaments").position
        keys = [key for key in now if now[key] != old[key]]
        before, after = (bare.text(evening.id, {key: rows[key] for key in keys}) for rows in (old, now))
        changed.append(len(keys))
        for name, statements in ALONE.items():
            bare.run(bare.standings_at_once(before, place))
            spent.on(name, partial(bare.run, statements(after, place)))
        event = bare.event()
        bare.run(bare.standings_at_once(before, place))
        spent.on(WITH_THE_EVENT, partial(bare.run, [*event, *bare.standings(after, place)]))
        runner.catch_up_all()
    print(f"  {how}; {len(changed)} times, {statistics.median(changed):.0f} rows")
    _compare(spent, ("standings",), tuple(ALONE))
    _compare(spent, ("report", "seal", "standings"), (WITH_THE_EVENT,))


def show_result(players: int = 24) -> None:
    """A result with everything that is made of it, by turns with the bare statements for the same rows."""
    from django.db import transaction

    from league.eventlog.projections import runner
    from tests.builders.evenings import preset

    spent, counts, turn = Spent(), [], 0
    bare.begin()
    for evening, table, last in _last_results(players, preset("rummikub", "evening"), 1):
        report = reporting(evening, table, last)
        turn += 1
        if turn % 2:
            spent.on("report", report)
            spent.on("seal and all projections", runner.catch_up_all)
            continue
        with transaction.atomic(), bare.changes() as said:
            report()
            runner.catch_up_all()
            transaction.set_rollback(True)
        event = bare.event()
        counts.append(len(event) + len(said))
        spent.on("all their statements, a transaction", partial(bare.run, [*event, *said]))
        reporting(evening, table, last)()
        runner.catch_up_all()
    print(f"a result of {players} players with all that is made of it, {len(counts)} times")
    _compare(spent, ("report", "seal and all projections"), ("all their statements, a transaction",))
    print(f"    of which there are {statistics.median(counts):.0f}")


def _compare(spent: Spent, ours: tuple[str, ...], theirs: tuple[str, ...]) -> None:
    mine = spent.middle(*ours)
    print(f"    ours {mine}")
    for name in ours if len(ours) > 1 else ():
        print(f"      {name}: {spent.middle(name)}")
    for name in theirs:
        bare_ = spent.middle(name)
        more = f"{mine.clock / bare_.clock:.2f} times ({mine.processor / bare_.processor:.2f})"
        print(f"    bare {bare_}, ours is {more}: {name}")


def _last_results(players: int, settings: Any, count: int) -> Iterator[tuple[Any, Any, Any]]:
    """Tournaments of four rounds: a table of each, and the game of it that nobody has reported yet."""
    from league.eventlog.projections import runner
    from league.matches import repository as match_repository
    from league.tournaments.services import lifecycle as tournaments
    from tests.builders.evenings import begun, names

    for _ in range(count):
        evening = begun(given=settings)
        evening.join(*names(players))
        tournaments.start(tournament_id=evening.id, actor=evening.actor)
        for _ in range(4):
            for number, table in enumerate(evening.draw()):
                *before, last = match_repository.load(table.match).state.places
                for place in before:
                    reporting(evening, table, place)()
                runner.catch_up_all()
                if number < TABLES:
                    yield evening, table, last
                else:
                    reporting(evening, table, last)()


def reporting(evening: Any, table: Any, place: Any) -> Callable[[], Any]:
    """What reports a game of the table, as it stands."""
    from games.engine import Stated
    from league.impact import services as results
    from league.matches import repository as match_repository

    now = match_repository.load(table.match)
    seats = len(now.state.opened.seats)
    winner = CHANCE.randrange(seats)
    points = tuple(10 * (seats - 1) if seat == winner else -10 for seat in range(seats))
    return partial(
        results.report_result,
        match_id=table.match,
        place=place,
        stated=Stated(points, "out"),
        expected=now.head.seq,
        actor=evening.actor,
    )


def main() -> None:
    tournaments = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with database.installation("tests.settings"):
        show_standings(24, tournaments)
        show_standings(100, tournaments)
        show_result()


if __name__ == "__main__":
    main()
