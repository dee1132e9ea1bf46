"""What actions cost, and from that the busiest hour of installations of any size: `./ludex python -m bench.scaling`.

Costs are the processor time of the web server's two processes, of PostgreSQL with all its processes (fsync on), and of
this process, which does the worker's part. The week is a guess: 1.5 matches of four for each player, a fifth of them
move by move with 60 moves, the others by the results of four games. After each move the other three players look at the
match. Each match's page is viewed ten times, and standings twelve times, of which one after each result is made anew
and the others are kept. The busiest hour has 7.5 % of the week. No machine is loaded above 60 %. Latencies are those of
a simulated queue, and of a quiet network.
"""

import asyncio
import heapq
import itertools
import math
import os
import random
import statistics
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from bench import database
from bench.clients import LONGEST, Clients, processor, send_draw, web_server
from bench.pages import ask

PLAYERS = (1_000, 100_000, 10_000_000)
LOAD = 0.6  # of a machine, at most
HOUR = 0.075 / 3600  # of a week's actions, in a second of the busiest hour
MATCHES, BY_MOVES, MOVES, GAMES, LOOKS, VIEWS, STANDINGS = 1.5 / 4, 0.2, 60, 4, 3, 10, 12
SIGMA, COMMIT, SIMULATED = 0.5, 0.001, 100_000  # of the logarithm of service times; seconds; requests
PASSES, EACH, TABLES = 5, 60, 6
CORES = 16  # of a large database machine
EVENT, EVENTS_OF_RESULT = 580, 3  # bytes of an event with its place in the order and all indexes; events


class Cost(NamedTuple):
    """Seconds of the processor."""

    web: float
    database: float
    worker: float


class Meter:
    """Processor time used so far."""

    def __init__(self, web: list[int], address: str) -> None:
        self.web = web
        with psycopg.connect(address) as connection:
            self.postmaster = int(_fields(connection.info.backend_pid)[1])

    def of(
        self, work: Callable[[], object], count: int, *, before: Callable[[], object] = int, worker: bool = False
    ) -> Cost:
        """The median cost of one of the *count* actions that *work* does, with something unmeasured *before* each pass.

        This process counts only as the *worker*.
        """
        passes = []
        for _ in range(PASSES):
            before()
            began = self._now()
            work()
            passes.append([(now - was) / count for now, was in zip(self._now(), began, strict=True)])
        web, server, own = map(statistics.median, zip(*passes, strict=True))
        return Cost(web, server, own if worker else 0.0)

    def _now(self) -> Cost:
        backends = Path(f"/proc/{self.postmaster}/task/{self.postmaster}/children").read_text().split()
        ended = sum(map(int, _fields(self.postmaster)[13:15])) / os.sysconf("SC_CLK_TCK")
        server = processor(self.postmaster) + ended + sum(processor(int(each)) for each in backends)
        return Cost(sum(map(processor, self.web)), server, sum(os.times()[:2]))


def _fields(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()


def measure(address: str) -> dict[str, Cost]:
    """The cost of each action."""
    from league.eventlog.projections import runner

    with web_server(2) as (port, pids):
        meter, clients = Meter(pids, address), Clients(port, pids, 4)
        tables = rounds()
        for _ in range(2 * TABLES):
            evening, table = next(tables)
            evening.report(table)
        runner.catch_up_all()
        match, standings = clients.clients[0][0], f"/tournaments/{evening.id}/standings/"
        hosts = map("localhost:{}".format, itertools.count(1))
        clients.measure(4, send_draw)
        view(port, standings, hosts)
        etag = asyncio.run(ask(port, standings))[1]
        costs = {
            "move": meter.of(lambda: clients.measure(4, send_draw), 4 * EACH),
            "page of a match": meter.of(lambda: view(port, f"/matches/{match.id}/", hosts), EACH),
            "page of standings, made": meter.of(lambda: view(port, standings, hosts), EACH),
            "page of standings, kept": meter.of(
                lambda: view(port, standings, itertools.repeat("localhost"), etag), EACH
            ),
            "read a match": meter.of(lambda: view(port, f"/api/v1/matches/{match.id}/", hosts), EACH),
        }

        def follow(count: int, prepare: Callable[[], Callable[[], object]]) -> Cost:
            """What is left to do for the worker once *count* actions are written."""

            def write() -> None:
                act = prepare()
                runner.catch_up_all()
                act()

            return meter.of(runner.catch_up_all, count, before=write, worker=True)

        def play() -> Callable[[], object]:
            match.open()
            return lambda: match.moves(LONGEST)

        def report(count: int, tables: Iterator[tuple[Any, Any]]) -> Callable[[], object]:
            due = [*itertools.islice(tables, count)]
            return lambda: [evening.report(table) for evening, table in due]

        return costs | {
            "follow an event": follow(LONGEST, play),
            "follow a result": follow(1, partial(report, 1, rounds())),
            "follow a result among others": follow(TABLES, partial(report, TABLES, rounds())),
        }


def rounds() -> Iterator[tuple[Any, Any]]:
    """Tables whose results are due, each with its evening of 24 people."""
    from tests.builders.evenings import started

    while True:
        evening = started(4 * TABLES)
        for _ in range(4):
            yield from ((evening, table) for table in evening.draw())


def view(port: int, path: str, hosts: Iterator[str], etag: str = "") -> None:
    """Ask for something `EACH` times."""

    async def ask_all() -> None:
        for host in itertools.islice(hosts, EACH):
            await ask(port, path, etag, host)

    asyncio.run(ask_all())


class Hour(NamedTuple):
    """The busiest hour: actions a second by name, and processor cores that they fill."""

    actions: Mapping[str, float]
    web: float
    database: float
    worker: float


def busiest_hour(players: float, costs: Mapping[str, Cost]) -> Hour:
    matches = players * MATCHES * HOUR  # a second
    moves, results = matches * BY_MOVES * MOVES, matches * (1 - BY_MOVES) * GAMES
    actions = {
        "move": moves + results,  # a result is entered at the price of a move
        "read a match": moves * LOOKS,
        "page of a match": matches * VIEWS,
        "page of standings, made": results,
        "page of standings, kept": max(matches * STANDINGS - results, 0),
        "follow an event": moves,
        "follow a result among others": results,
    }
    web, server, worker = (
        sum(rate * costs[name][part] for name, rate in actions.items()) for part in range(len(Cost._fields))
    )
    return Hour(actions, web, server, worker)


def latencies(hour: Hour, costs: Mapping[str, Cost], servers: int) -> dict[str, float]:
    """The 95th percentile of the seconds until an answer, by action, of requests that so many *servers* share."""
    asked = {name: rate for name, rate in hour.actions.items() if costs[name].web}
    free, now, found = [0.0] * servers, 0.0, dict[str, list[float]]()
    for name in random.choices([*asked], [*asked.values()], k=SIMULATED):
        now += random.expovariate(sum(asked.values()))
        mean = math.log(costs[name].web + costs[name].database) - SIGMA**2 / 2
        ended = max(now, heapq.heappop(free)) + random.lognormvariate(mean, SIGMA)
        heapq.heappush(free, ended)
        found.setdefault(name, []).append(ended - now + (COMMIT if name == "move" else 0))
    return {name: sorted(each)[int(0.95 * len(each))] for name, each in found.items()}


def show_costs(costs: Mapping[str, Cost]) -> None:
    print("| milliseconds of the processor | web | database | worker |\n|---|---|---|---|")
    for name, cost in costs.items():
        print(f"| {name} | {' | '.join(_short(each * 1000) if each else '–' for each in cost)} |")


def show_hours(costs: Mapping[str, Cost]) -> None:
    print("\n| players | moves /s | requests /s | web processes | database cores | workers | a move, p95 | ", end="")
    print("standings, p95 | log a year |\n|---|---|---|---|---|---|---|---|---|")
    for players in PLAYERS:
        hour = busiest_hour(players, costs)
        web, cores, workers = (
            max(math.ceil(each / LOAD), least) for each, least in zip(hour[1:], (2, 2, 1), strict=True)
        )
        late = latencies(hour, costs, web)
        matches = players * MATCHES * 52
        log = matches * (BY_MOVES * MOVES + (1 - BY_MOVES) * GAMES * EVENTS_OF_RESULT) * EVENT
        requests = sum(rate for name, rate in hour.actions.items() if costs[name].web)
        move, standings = (late[name] * 1000 for name in ("move", "page of standings, made"))
        print(
            f"| {players:,} | {_short(hour.actions['follow an event'])} | {_short(requests)} | {web} | {cores} "
            f"| {workers} | {move:.0f} ms | {standings:.0f} ms | {_short(log / 1e9)} GB |"
        )


def _short(number: float) -> str:
    """A number with two digits that count, or more before its point."""
    return f"{number:,.{max(1 - math.floor(math.log10(number)), 0)}f}"


def show_limits(costs: Mapping[str, Cost]) -> None:
    hour = busiest_hour(1, costs)
    for what, amount, each in (
        ("two web processes", 2, hour.web),
        ("one worker", 1, hour.worker),
        (f"a database of {CORES} cores", CORES, hour.database),
    ):
        print(f"{what}: full at {amount * LOAD / each:,.0f} players")


def main() -> None:
    random.seed(1)
    with database.installation("tests.settings") as postgres:
        costs = measure(postgres.url("bench"))
    show_costs(costs)
    show_hours(costs)
    show_limits(costs)


if __name__ == "__main__":
    main()
