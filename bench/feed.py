"""How soon a thousand listeners get a move, and what they cost the web server.

    ./ludex python -m bench.feed [listeners] [moves]

The web server has one process, on a PostgreSQL of its own with fsync on. The listeners are connections of one other
process. Moves are sent through the API one after another, with a pause. Latency is the time from a move's
acknowledgement to its arrival at the last listener of the match.
"""

import asyncio
import http.client
import resource
import sys
import time
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from bench import database
from bench.clients import Match, processor, send_draw, web_server

PAUSE = 0.15  # seconds between two moves
Place = tuple[str, int]  # a match and its revision


class Listener(asyncio.Protocol):
    """Counts what arrives and does little else, since it shares the processor with the web server."""

    def __init__(self, match: str, after: int, last: dict[Place, tuple[int, float]], connected: list[str]) -> None:
        self.match, self.after, self.last, self.connected = match, after, last, connected

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        request = f"GET /api/v1/matches/{self.match}/feed/?after={self.after} HTTP/1.0\r\nHost: localhost\r\n\r\n"
        transport.write(request.encode())  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        now = time.monotonic()
        if b"retry" in data:
            self.connected.append(self.match)
        for part in data.split(b"id: ")[1:] if b"id: " in data else ():
            place = self.match, int(part.split(b"\n", 1)[0])
            self.last[place] = self.last.get(place, (0, 0.0))[0] + 1, now


def listen(orders: Connection, port: int, wanted: list[tuple[str, int]]) -> None:
    """A process of listeners, which reports when all are connected, and finally when each move arrived everywhere."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    last: dict[Place, tuple[int, float]] = {}

    async def all_of_them() -> None:
        loop, connected = asyncio.get_running_loop(), []
        for number, each in enumerate(wanted, 1):
            await loop.create_connection(partial(Listener, *each, last, connected), "127.0.0.1", port)
            while len(connected) < number - 20:
                await asyncio.sleep(0.01)
        while len(connected) < len(wanted):
            await asyncio.sleep(0.1)
        orders.send("connected")
        while not orders.poll():
            await asyncio.sleep(0.2)
        orders.send(last)

    asyncio.run(all_of_them())


def measure(port: int, pid: int, listeners: int, matches: int, moves: int) -> None:
    from knox.models import AuthToken

    opened = [Match() for _ in range(matches)]
    tokens = [AuthToken.objects.create(match.user)[1] for match in opened]
    wanted = [(opened[place % matches].id, opened[place % matches].revision) for place in range(listeners)]
    before = memory(pid)
    here, there = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=listen, args=(there, port, wanted))
    process.start()
    here.recv()
    time.sleep(2)
    each = (memory(pid) - before) / listeners
    busy, began = processor(pid), time.monotonic()
    said = [write(port, opened[place % matches], tokens[place % matches]) for place in range(moves)]
    share = (processor(pid) - busy) / (time.monotonic() - began)
    time.sleep(3)
    here.send("stop")
    last = here.recv()
    process.terminate()
    process.join()
    report(f"{listeners} on {matches}", said, last, each=listeners // matches, kib=each, cpu=share)


def write(port: int, match: Match, token: str) -> tuple[Place, float]:
    """Make one move, and return its place and the time of its acknowledgement."""
    time.sleep(PAUSE)
    line = http.client.HTTPConnection("127.0.0.1", port)
    send_draw(line, match, token, (78 - match.left) % 2)
    acknowledged = time.monotonic()
    line.close()
    match.left -= 1
    return (match.id, match.revision), acknowledged


def report(
    name: str,
    said: list[tuple[Place, float]],
    last: dict[Place, tuple[int, float]],
    *,
    each: int,
    kib: float,
    cpu: float,
) -> None:
    lost = sum(last.get(place, (0,))[0] != each for place, _ in said)
    late = sorted(max(last[place][1] - at, 0) * 1000 for place, at in said if place in last)
    p50, p95, p99 = (late[min(int(len(late) * part), len(late) - 1)] for part in (0.5, 0.95, 0.99))
    print(
        f"{name:>14}: {len(said)} moves, {lost} missed by some; last listener after {p50:.0f} / {p95:.0f} / {p99:.0f} "
        f"ms (p50/p95/p99); {kib:.1f} KiB a listener; web server {cpu:.0%} of a core, moves included",
        flush=True,
    )


def memory(pid: int) -> float:
    """Resident KiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("VmRSS")))


def main() -> None:
    listeners, moves = (int(given) for given in sys.argv[1:3] + ["1000", "60"][len(sys.argv[1:3]) :])
    with database.installation("tests.settings"), web_server(1) as (port, [pid]):
        measure(port, pid, listeners, 1, moves)
        measure(port, pid, listeners, 100, moves)


if __name__ == "__main__":
    main()
