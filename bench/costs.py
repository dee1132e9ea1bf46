"""What one thing that players do costs on this machine: `./ludex python bench/costs.py [FILE]`, for `bench/scale.py`.

Milliseconds of the processor, of web workers, of PostgreSQL and of the worker apart, medians of five; bytes on disk.
They go, with the date and the kind of machine, into FILE, which is `bench/costs.json` by default.
"""

import json
import os
import platform
import statistics
import sys
import time
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import database  # noqa: E402 - found by the line above
from bench.matches import Api  # noqa: E402
from bench.processes import spent  # noqa: E402

PASSES = 5
READS = 100
CLIENTS = 4
STORED = 50_000
TOGETHER = 8  # results of one tournament that are taken in at once
SIZE = """
SELECT sum(pg_total_relation_size(oid)) FROM pg_class
WHERE relnamespace = 'eventlog'::regnamespace AND relkind = 'r' AND relname <> 'inbox' -- emptied, and used again
"""
WRITTEN = "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn"

Cost = dict[str, float]


class Meter:
    """The processor's time of the three kinds of processes."""

    def __init__(self, web: int, postgres: int) -> None:
        self.web, self.postgres = web, postgres

    def measure(self, work: Callable[[], float], *, before: Callable[[], None] = lambda: None) -> Cost:
        """Milliseconds of each for one of the things that *work* does, and by the clock; it returns how many it did."""
        figures: dict[str, list[float]] = {"web": [], "database": [], "worker": [], "clock": []}
        for _ in range(PASSES + 1):
            before()
            begun = self._now()
            count = work()
            for name, then, now in zip(figures, begun, self._now(), strict=True):
                figures[name].append((now - then) / count * 1000)
        return {name: round(statistics.median(each[1:]), 3) for name, each in figures.items()}

    def _now(self) -> tuple[float, float, float, float]:
        return spent(self.web), spent(self.postgres), time.process_time(), time.perf_counter()


def scalar(statement: str) -> float:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement)
        return float(cursor.fetchone()[0])


def moved(api: Api) -> float:
    api.measure(CLIENTS)
    return len(api.times)


def got(api: Api, path: str) -> float:
    for _ in range(READS):
        urllib.request.urlopen(f"http://127.0.0.1:{api.port}{path}", timeout=60).read()
    return READS


def stored() -> Cost:
    """Bytes that an event takes, and that it makes PostgreSQL write ahead."""
    from bench.filling import fill
    from league.eventlog import sealer

    before, ahead = scalar(SIZE), scalar(WRITTEN)
    fill(STORED)
    sealer.seal_all()
    return {
        "disk": round((scalar(SIZE) - before) / STORED),
        "written ahead": round((scalar(WRITTEN) - ahead) / STORED),
    }


def followed(meter: Meter, api: Api) -> Cost:
    """Sealing and all projections, over some hundred moves that wait."""
    from league.projections import runner

    def write() -> None:
        for match, _ in api.clients:
            match.open()
            match.moves(70)

    def follow() -> float:
        return runner.catch_up_all()["matches"]

    return meter.measure(follow, before=write)


def reported(meter: Meter, evening: Any) -> dict[str, Cost]:
    """A result of a game of a tournament of 24, with all projections: taken in alone, and with others."""
    from bench.result import reporting
    from league.projections import hot, runner
    from league.services import tournaments
    from tests.league.evenings import names

    evening.join(*names(24))
    tournaments.start(tournament_id=evening.id, actor=evening.actor)
    rounds: list[tuple[Any, Any]] = []

    def places(table: Any) -> Any:
        return hot.current(str(table.match)).state.places

    def results(count: int) -> float:
        if not rounds:
            rounds.extend((table, place) for table in evening.draw() for place in places(table))
        some, rounds[:] = rounds[:count], rounds[count:]
        for table, place in some:
            reporting(evening, table, place)()
        runner.catch_up_all()
        return len(some)

    return {
        "result": meter.measure(lambda: results(1)),
        "result among others": meter.measure(lambda: results(TOGETHER)),
    }


def costs(meter: Meter, api: Api) -> dict[str, Cost]:
    from league.projections import runner
    from tests.league.evenings import begun

    match, evening = api.clients[0][0], begun()
    found = {"move": meter.measure(lambda: moved(api))}
    runner.catch_up_all()
    found["read a match"] = meter.measure(lambda: got(api, f"/api/v1/matches/{match.id}/"))
    found["page of a match"] = meter.measure(lambda: got(api, f"/matches/{match.id}/"))
    found["follow an event"] = followed(meter, api)
    found |= reported(meter, evening)
    found["page of standings"] = meter.measure(lambda: got(api, f"/tournaments/{evening.id}/standings/"))
    return found


def machine() -> dict[str, Any]:
    return {
        "processors": os.cpu_count(),
        "architecture": platform.machine(),
        "python": platform.python_version(),
        "postgresql": int(scalar("SELECT current_setting('server_version_num')::integer / 10000")),
        "load": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("costs.json")
    with database.installation("tests.settings") as postgres:
        assert postgres.process
        api = Api(CLIENTS)
        found = costs(Meter(api.server.pid, postgres.process.pid), api)
        api.close()
        measured = {
            "date": datetime.now(UTC).date().isoformat(),
            "machine": machine(),
            "milliseconds": found,
            "bytes of an event": stored(),
        }
    target.write_text(json.dumps(measured, indent=2, sort_keys=True) + "\n")
    print(target.read_text())


if __name__ == "__main__":
    main()
