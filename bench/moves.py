"""Moves through the services and through the API under load, beside bare commits and a boardgame.io server.

    ./ludex python -m bench.moves [passes] [NODE_MODULES]

Two web workers run on a PostgreSQL of their own, with fsync on. Every client plays a match of its own and sends a move
when it has the answer to the one before. boardgame.io keeps matches in memory and stores nothing. Its server is one
process, its clients are another. It is fetched by npm into a temporary folder unless you name a folder that has it.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter

from bench import database
from bench.clients import LONGEST, MOVES, Clients, Measured, send_bare, send_draw, web_server
from bench.node import boardgame_modules
from bench.writers import Writers, served

CLIENTS = (1, 4, 16)
SCRIPT = Path(__file__).with_name("boardgame_server.js")


class Boardgame:
    """A server and its clients, each a process of node."""

    def __init__(self, modules: Path) -> None:
        self.environment = {**os.environ, "NODE_PATH": str(modules)}
        self.server = self._node("serve")
        assert self.server.stdout
        self.clients = self._node("play", self.server.stdout.readline().strip())

    def _node(self, *words: str) -> subprocess.Popen[str]:
        command = ["node", str(SCRIPT), *words]
        return subprocess.Popen(command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def measure(self, clients: int, moves: int) -> Measured:
        assert self.clients.stdin
        assert self.clients.stdout
        started = perf_counter()
        print(clients, moves, file=self.clients.stdin, flush=True)
        times = [float(word) / 1000 for word in self.clients.stdout.readline().split()]
        return Measured(clients * moves / (perf_counter() - started), times)

    def close(self) -> None:
        self.clients.communicate()
        self.server.terminate()
        self.server.communicate()


def serve(orders: Connection) -> None:
    """A writer's process."""
    import django

    django.setup()
    from bench.append import Bare
    from bench.clients import Match

    bare, match = Bare(), Match()
    served(orders, {"insert": bare.insert, "service": match.moves})


def written(writers: Writers, clients: int, way: str) -> Measured:
    rate = writers.measure(clients, way)
    return Measured(rate, [clients / rate])


def show(clients: int, ways: dict[str, Callable[[], Measured]], passes: int) -> None:
    found: dict[str, list[Measured]] = {name: [] for name in ways}
    for name in ways:
        ways[name]()
    for _ in range(passes):
        for name, way in ways.items():
            found[name].append(way())
    rates = {name: statistics.median(each.rate for each in measured) for name, measured in found.items()}
    for name, measured in found.items():
        times = [took for each in measured for took in each.times]
        cut = statistics.quantiles(times, n=100) if len(times) > 100 else None
        latency = "".join(f"{cut[at - 1] * 1000:9.1f}" for at in (50, 95, 99)) if cut else f"{'-':>9}" * 3
        costs = [each.cost * 1000 for each in measured if each.cost is not None]
        cost = f"{statistics.median(costs):>9.2f}" if costs else f"{'-':>9}"
        ratios = f"{rates[name] / rates['commits']:>9.2f}{rates[name] / rates['bare']:>8.2f}"
        print(f"{clients:>8}  {name:<13}{rates[name]:>9.0f}/s{ratios}{latency}{cost}", flush=True)


def main() -> None:
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    given = sys.argv[2] if len(sys.argv) > 2 else None
    with (
        tempfile.TemporaryDirectory(prefix="ludex-bench-") as folder,
        database.installation("tests.settings"),
        web_server(2, "bench.bare") as (port, workers),
    ):
        from django.db import connection

        from bench.append import BARE
        from bench.bare import create_table

        connection.cursor().execute(BARE)
        create_table()
        writers, api = Writers(max(CLIENTS), serve, MOVES), Clients(port, workers, max(CLIENTS))
        boardgame = Boardgame(boardgame_modules(given, folder))
        columns = "".join(f"{name:>9}" for name in ("p50 ms", "p95 ms", "p99 ms", "cpu ms"))
        print(f"{'clients':>8}  {'':<13}{'moves':>11}{'commits':>9}{'bare':>8}{columns}")
        for number in CLIENTS:
            each = min(MOVES // number // 2, LONGEST)
            ways: dict[str, Callable[[], Measured]] = {
                "commits": lambda number=number: written(writers, number, "insert"),
                "services": lambda number=number: written(writers, number, "service"),
                "bare": lambda number=number: api.measure(number, send_bare),
                "API": lambda number=number: api.measure(number, send_draw),
                "boardgame.io": lambda number=number, each=each: boardgame.measure(number, each),
            }
            show(number, ways, passes)
        boardgame.close()
        writers.dismiss()


if __name__ == "__main__":
    main()
