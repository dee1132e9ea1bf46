"""What 1,000, 100,000 and 10,000,000 players would need, simulated from the costs that `bench/costs.py` measured.

    bench-venv/bin/python bench/scale.py [FILE]

The evening peak of each size is played with some ten thousand requests: they come at random, wait for a web process
and for a core of the database, writers for the disk as well; a shard's one worker takes in what was sealed, all that
waits at once. Nothing here runs Ludex: it is arithmetic on measured figures, and shows where things queue, not what a
certain machine will do.
"""

import json
import random
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import Any

import simpy

PLAYERS = (1_000, 100_000, 10_000_000)

# What players do. Assumed, not measured.
MATCHES = 1.5  # of a player in a week
SEATS = 4
MOVED = 0.2  # of all matches are recorded move by move, the others by their results
MOVES = 60  # of such a match
RESULTS = 4  # games of a match
READS = 3  # of the match after each move: by the other seats
PAGES = {"page of a match": 10, "page of standings": 12}  # for each match
PEAK = 0.05 * 1.5  # of the week's work in the busiest hour: three evenings of four hours have 60 %, and some hours more

# What it runs on. Assumed as well.
FULL = 0.6  # of what it could do, everything is loaded at the peak at most
SYNC = 1.0  # milliseconds until the disk has a commit
CORES = 16  # of the largest database machine
REQUESTS = 30_000  # simulated at each size

YEAR = 52  # weeks
COLUMNS = (
    *("players", "moves /s", "requests /s", "web processes", "database cores", "shards"),
    *("a move, p95", "standings page, p95", "events to rows, p95", "log a year"),
)

FOLLOWED = ("follow an event", "result", "result among others")  # what the worker does

Costs = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Load:
    """Things a second in the busiest hour, by kind."""

    rates: dict[str, float]
    events: float  # of a year

    @property
    def followed(self) -> float:
        return self.rates["move"] + self.rates["result"]


def load(players: int) -> Load:
    matches = players * MATCHES / SEATS
    week = {"move": matches * MOVED * MOVES, "result": matches * RESULTS}
    week["read a match"] = week["move"] * READS
    week |= {page: matches * count for page, count in PAGES.items()}
    # Besides moves and results: a match is opened, seated, confirmed, closed.
    events = (week["move"] + week["result"] + matches * 6) * YEAR
    return Load({kind: count * PEAK / 3600 for kind, count in week.items()}, events)


@dataclass(frozen=True)
class Layout:
    """How many of each; a shard has a database, a sealer and a worker of its own."""

    web: int
    cores: int  # of all databases
    shards: int


def layout(load: Load, costs: Costs) -> Layout:
    """The least that is loaded to `FULL` at most."""
    web, cores = busy(load, costs)
    shards = max(ceil(following(load, costs) / FULL), ceil(cores / FULL / CORES), 1)
    return Layout(max(ceil(web / FULL), 2), max(ceil(cores / FULL), shards, 2), shards)


def asked(kind: str, costs: Costs) -> dict[str, float]:
    """The costs of a request; that of a result is a move, what it leads to is the worker's."""
    return costs["move" if kind == "result" else kind]


def busy(load: Load, costs: Costs) -> tuple[float, float]:
    """How many web processes and cores of databases would work all the time."""
    web = sum(rate * asked(kind, costs)["web"] for kind, rate in load.rates.items())
    database = sum(rate * asked(kind, costs)["database"] for kind, rate in load.rates.items())
    database += load.rates["move"] * costs["follow an event"]["database"]
    database += load.rates["result"] * costs["result among others"]["database"]
    return web / 1000, database / 1000


def following(load: Load, costs: Costs) -> float:
    """How much of a second one worker would work for a second's events, if it took them in with many others."""
    move, result = costs["follow an event"], costs["result among others"]
    spent = load.rates["move"] * (move["worker"] + move["database"])
    return (spent + load.rates["result"] * (result["worker"] + result["database"])) / 1000


@dataclass
class Evening:
    """One run, of one shard's part of the load."""

    load: Load
    costs: Costs
    web: int
    cores: int
    environment: simpy.Environment = field(default_factory=simpy.Environment)
    took: dict[str, list[float]] = field(default_factory=dict)
    lags: list[float] = field(default_factory=list)

    def run(self) -> None:
        self.chance = random.Random(1)
        self.web_processes = simpy.Resource(self.environment, self.web)
        self.database = simpy.Resource(self.environment, self.cores)
        self.waiting: list[tuple[str, float]] = []
        for kind, rate in self.load.rates.items():
            self.environment.process(self.arrivals(kind, rate))
        self.environment.process(self.worker())
        self.environment.run(until=1000 * REQUESTS / sum(self.load.rates.values()))

    def arrivals(self, kind: str, rate: float) -> Iterator[simpy.Event]:
        while True:
            yield self.environment.timeout(self.chance.expovariate(rate) * 1000)
            self.environment.process(self.request(kind))

    def request(self, kind: str) -> Iterator[simpy.Event]:
        """A web process is held from beginning to end, a core while PostgreSQL works."""
        begun, cost = self.environment.now, asked(kind, self.costs)
        with self.web_processes.request() as process:
            yield process
            yield self.environment.timeout(self.varied(cost["web"]))
            with self.database.request() as core:
                yield core
                yield self.environment.timeout(self.varied(cost["database"]))
        if kind in ("move", "result"):
            yield self.environment.timeout(SYNC)
            self.waiting.append((kind, self.environment.now))
        self.took.setdefault(kind, []).append(self.environment.now - begun)

    def worker(self) -> Iterator[simpy.Event]:
        move, result, many = (self.costs[name] for name in ("follow an event", "result", "result among others"))
        while True:
            yield self.environment.timeout(100 if not self.waiting else 0)  # it is told at most ten times a second
            taken, self.waiting = self.waiting[:1000], self.waiting[1000:]
            if not taken:
                continue
            results = sum(kind == "result" for kind, _ in taken)
            each = many if results > 1 else result
            for part in ("worker", "database"):
                spent = (len(taken) - results) * move[part] + results * each[part]
                if part == "worker":
                    yield self.environment.timeout(spent)
                else:
                    with self.database.request() as core:
                        yield core
                        yield self.environment.timeout(spent)
            self.lags += [self.environment.now - at for _, at in taken]

    def varied(self, middle: float) -> float:
        """Service times have a tail: most are near the middle, some take several times as long."""
        return self.chance.lognormvariate(0, 0.5) * middle


def percentile(figures: list[float], at: int) -> float:
    return statistics.quantiles(figures, n=100)[at - 1]


def simulated(players: int, costs: Costs, sizes: dict[str, float]) -> str:
    whole = load(players)
    needed = layout(whole, costs)
    one = Load({kind: rate / needed.shards for kind, rate in whole.rates.items()}, whole.events / needed.shards)
    evening = Evening(one, costs, ceil(needed.web / needed.shards), ceil(needed.cores / needed.shards))
    evening.run()
    terabytes = whole.events * sizes["disk"] / 1e12
    cells = [
        f"{players:,}",
        f"{whole.rates['move']:.3g}",
        f"{sum(whole.rates.values()):.3g}",
        str(needed.web),
        str(needed.cores),
        str(needed.shards),
        f"{percentile(evening.took['move'], 95):.0f} ms",
        f"{percentile(evening.took['page of standings'], 95):.0f} ms",
        f"{percentile(evening.lags, 95) / 1000:.1f} s",
        f"{terabytes * 1000:,.3g} GB",
    ]
    return f"| {' | '.join(cells)} |"


def limits(costs: Costs) -> dict[str, float]:
    """How many players fill each part of an installation on one machine, everything else being large enough."""
    one = load(1_000_000)
    web, cores = busy(one, costs)
    return {
        "two web processes": 2 * FULL / web * 1e6,
        f"a database machine of {CORES} cores": CORES * FULL / cores * 1e6,
        "one worker, that is one shard": FULL / following(one, costs) * 1e6,
    }


def show_costs(measured: dict[str, Any]) -> None:
    print("| milliseconds of the processor | web | database | worker |")
    print("|---|---|---|---|")
    for name, cost in sorted(measured["milliseconds"].items()):
        shown = (f"{cost[part]:.2g}" if cost[part] else "–" for part in ("web", "database"))
        worker = f"{cost['worker']:.2g}" if name in FOLLOWED else "–"
        print(f"| {name} | {' | '.join(shown)} | {worker} |")
    print()


def main() -> None:
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("costs.json")
    measured: dict[str, Any] = json.loads(source.read_text())
    costs, sizes = measured["milliseconds"], measured["bytes of an event"]
    show_costs(measured)
    print(f"| {' | '.join(COLUMNS)} |")
    print("|" + "---|" * len(COLUMNS))
    for players in PLAYERS:
        print(simulated(players, costs, sizes), flush=True)
    print()
    for part, players in sorted(limits(costs).items(), key=lambda each: each[1]):
        print(f"{part}: {players:,.0f} players")


if __name__ == "__main__":
    main()
