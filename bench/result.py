"""A result of a tournament, against bare statements for the same rows: `./ludex python bench/result.py [tournaments]`.

On a PostgreSQL of its own, with fsync on; by the clock. Shown are medians, and medians of ratios of neighbours.
"""

import random
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import database  # noqa: E402 - found by the line above
from bench.timing import timed  # noqa: E402 - found by the line above

CHANCE = random.Random(1)  # who wins
TABLES = 12  # of a round, at most, whose results are timed
COLUMNS = "stream, seq, shard, kind, schema, payload, actor, command_id, at, hash"
SINCE = f"SELECT {COLUMNS} FROM eventlog.event WHERE stream = %s AND seq > %s ORDER BY seq"
APPEND = f"INSERT INTO eventlog.event ({COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
ROWS = """
INSERT INTO league_tournamentstanding (tournament, stage, "group", entrant, place, rank, row)
SELECT * FROM jsonb_to_recordset(%s::text::jsonb) AS each (
    tournament uuid, stage smallint, "group" smallint, entrant uuid, place integer, rank integer, row jsonb
)
ON CONFLICT (tournament, stage, "group", entrant)
DO UPDATE SET place = excluded.place, rank = excluded.rank, row = excluded.row
"""
CURSOR = "UPDATE eventlog.projection SET position = %s WHERE name = 'bench' AND shard = 0"
BOTH = f"WITH moved AS ({CURSOR}) {ROWS}"
CHAIN = ("points", "direct_encounter", "buchholz_cut1", "buchholz", "sonneborn_berger")


class Writes:
    """The statements with which rows were changed, to be run once more; those that give events their place are not."""

    OF_THE_LOG = ("eventlog.ledger", "eventlog.shard", "eventlog.inbox", "eventlog.tree", "eventlog.tile")

    def __init__(self) -> None:
        self.kept: list[tuple[str, Any]] = []

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        changes = sql.lstrip().startswith(("INSERT", "UPDATE", "DELETE", "WITH"))
        if changes and not any(name in sql for name in self.OF_THE_LOG):
            self.kept.append((sql, params))
        return execute(sql, params, many, context)

    def append(self, match: str, head: int) -> None:
        """The events of a match behind *head*, which the log writes past Django."""
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(SINCE, [f"match-{match}", head])
            self.kept[:0] = [(APPEND, row) for row in cursor.fetchall()]

    @contextmanager
    def past_django(self) -> Iterator[None]:
        """Also those with which projections write past Django."""
        from league.eventlog import prepared
        from league.projections import standings_first

        write, execute = standings_first.write, prepared.execute

        def noted_too(statement: str, *values: Any) -> int:
            self.kept.append((statement, values))
            return execute(statement, *values)

        def noted(name: str, fence: Any, position: int, changed: Mapping[str, Any]) -> Any:
            for tournament, rows in changed.items():
                self.kept.append((ROWS, [text(tournament, rows)]))
            self.kept.append((CURSOR, [position]))
            return write(name, fence, position, changed)

        standings_first.write, prepared.execute = noted, noted_too
        try:
            yield
        finally:
            standings_first.write, prepared.execute = write, execute

    def again(self) -> None:
        from django.db import connection, transaction

        with transaction.atomic(), connection.cursor() as cursor:
            for sql, params in self.kept:
                cursor.execute(sql, params)


def text(tournament: str, rows: Mapping[Any, Any]) -> str:
    """What rows of standings tell, as the statement takes it."""
    names = ("tournament", "stage", "group", "entrant", "place", "rank", "row")
    each = [dict(zip(names, (tournament, *key, *told), strict=True)) for key, told in rows.items()]
    return orjson.dumps(each).decode()


class Bare:
    """Rows of standings written with nothing but statements, whose values are there beforehand."""

    WAYS = ("two bare statements in a transaction", "one bare statement", "two, not waiting for the disk")

    def __init__(self, tournament: str) -> None:
        from django.db import connection

        self.tournament = tournament
        each = (self.in_a_transaction, self.in_one_statement, self.without_the_disk)
        self.ways = dict(zip(self.WAYS, each, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO eventlog.projection (name, shard, version, position) VALUES ('bench', 0, 1, 0)"
                " ON CONFLICT DO NOTHING"
            )

    def rows(self) -> dict[Any, Any]:
        from league.projections.tournament_standings import written

        return dict(written(self.tournament))

    def in_a_transaction(self, rows: str, position: int) -> None:
        """The rows, then where the projection stands."""
        import psycopg
        from django.db import connection, transaction

        with transaction.atomic(), psycopg.Cursor(connection.connection) as cursor:
            cursor.execute(ROWS, [rows], prepare=True)
            cursor.execute(CURSOR, [position], prepare=True)

    def without_the_disk(self, rows: str, position: int) -> None:
        """The same, where the commit does not wait until it is written: ours does not either."""
        from django.db import connection, transaction

        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL synchronous_commit TO off")
            self.in_a_transaction(rows, position)

    def in_one_statement(self, rows: str, position: int) -> None:
        import psycopg
        from django.db import connection

        with psycopg.Cursor(connection.connection) as cursor:
            cursor.execute(BOTH, [position, rows], prepare=True)


def show_standings(players: int, tournaments_: int) -> None:
    """The last result of a table taken into standings with five tie-breaks, against bare statements for the same rows.

    One after the other, each from the rows as they were before. The event is sealed, and nothing else was made of it.
    Ours is all from the look at what is new to the commit; what comes before and after it is told beside it.
    """
    import msgspec

    from league.eventlog import sealer
    from league.projections import runner, together
    from tests.league.evenings import preset

    settings = msgspec.structs.replace(preset("rummikub", "evening"), tiebreaks=CHAIN)
    spent: dict[str, list[float]] = {}
    changed = []

    def note(name: str, work: Callable[[], Any]) -> None:
        spent.setdefault(name, []).append(timed(work))

    def ahead() -> None:
        seen = together.look()
        together.take_ahead(seen, seen.behind())

    for evening, table, last in _last_results(players, settings, tournaments_):
        bare = Bare(evening.id)
        old = bare.rows()
        note("report", lambda: report(evening, table, last))  # noqa: B023
        note("seal", sealer.seal_all)
        note("standings", ahead)
        now, position = bare.rows(), runner.status_of("tournaments").position
        keys = [key for key in now if now[key] != old[key]]
        changed.append(len(keys))
        before, after = (text(evening.id, {key: rows[key] for key in keys}) for rows in (old, now))
        for name, write in bare.ways.items():
            write(before, position)
            note(name, lambda: write(after, position))  # noqa: B023
        note("all else", runner.catch_up_all)
    middle = {name: statistics.median(each) * 1000 for name, each in spent.items()}
    print(f"the last result of a table into standings of {players} with five tie-breaks, {len(changed)} times")
    print(f"  report {middle['report']:.1f} ms, sealed {middle['seal']:.1f} ms, then")
    print(f"  standings {middle['standings']:6.2f} ms, {statistics.median(changed):.0f} rows")
    for name in Bare.WAYS:
        ratios = [ours / theirs for ours, theirs in zip(spent["standings"], spent[name], strict=True)]
        print(f"  {name} {middle[name]:6.2f} ms; ours takes {statistics.median(ratios):.2f} times as long")
    print(f"  all other projections {middle['all else']:.1f} ms")


def _last_results(players: int, settings: Any, tournaments_: int) -> Iterator[tuple[Any, Any, Any]]:
    """Tournaments of four rounds: a table of each, and the game of it that nobody has reported yet."""
    from league.projections import runner
    from league.services import tournaments
    from tests.league.evenings import begun, names

    for _ in range(tournaments_):
        evening = begun(given=settings)
        evening.join(*names(players))
        tournaments.start(tournament_id=evening.id, actor=evening.actor)
        for _ in range(4):
            for number, table in enumerate(evening.draw()):
                *before, last = games(table.match)
                for place in before:
                    report(evening, table, place)
                runner.catch_up_all()
                if number < TABLES:
                    yield evening, table, last
                else:
                    report(evening, table, last)


def show_result() -> None:
    """A result of a tournament of 24, against the bare statements for the same rows, by turns."""
    from django.db import connection, transaction

    from league.projections import hot, runner
    from league.services import tournaments
    from tests.league.evenings import begun, names

    evening = begun()
    evening.join(*names(24))
    tournaments.start(tournament_id=evening.id, actor=evening.actor)
    ways: dict[str, list[float]] = {"report": [], "catch up": [], "bare": []}
    statements = []
    for _ in range(4):
        for number, table in enumerate(evening.draw()):
            *before, last = games(table.match)
            for place in before:
                report(evening, table, place)
            runner.catch_up_all()
            if number % 2:
                ways["report"].append(timed(lambda: report(evening, table, last)))  # noqa: B023
                ways["catch up"].append(timed(runner.catch_up_all))
                continue
            writes = Writes()
            with transaction.atomic(), connection.execute_wrapper(writes), writes.past_django():
                head = hot.current(table.match).head.seq
                report(evening, table, last)
                runner.catch_up_all()
                writes.append(table.match, head)
                transaction.set_rollback(True)
            statements.append(len(writes.kept))
            ways["bare"].append(timed(writes.again))
            runner.catch_up_all()
    middle = {name: statistics.median(each) for name, each in ways.items()}
    both = middle["report"] + middle["catch up"]
    print("the last game of a table of four, 24 players")
    for name, seconds in middle.items():
        print(f"  {name:<9} {seconds * 1000:6.1f} ms")
    print(f"  {statistics.median(statements):.0f} statements; together {both / middle['bare']:.1f} times the bare ones")


def games(match: str) -> list[Any]:
    from league.projections import hot

    return list(hot.current(match).state.places)


def report(evening: Any, table: Any, place: Any) -> None:
    from games.engine import Stated
    from league.projections import hot
    from league.services import results

    now = hot.current(table.match)
    seats = len(now.state.opened.seats)
    winner = CHANCE.randrange(seats)
    points = tuple(10 * (seats - 1) if seat == winner else -10 for seat in range(seats))
    results.report_result(
        match_id=table.match, place=place, stated=Stated(points, "out"), expected=now.head.seq, actor=evening.actor
    )


def main() -> None:
    tournaments_ = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with database.installation("tests.settings"):
        show_standings(24, tournaments_)
        show_standings(100, tournaments_)
        show_result()


if __name__ == "__main__":
    main()
