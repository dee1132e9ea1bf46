"""What public pages cost the web server, and how long many readers of one wait.

    ./ludex python -m bench.pages [readers] [results]

The web server has two processes, on a PostgreSQL of its own with fsync on. First, pages of a tournament of 23 in its
third round are made again and again, each time for another address of the site, so that none is kept. Then one reader
asks for a page that they have already (304). At last a result is entered every two seconds, and every reader asks for
the standings 100 to 700 ms later, as `live.js` does.
"""

import asyncio
import itertools
import random
import statistics
import sys
import time
from collections.abc import Callable

from bench import database
from bench.clients import processor, web_server

PASSES, EACH = 5, 40  # of pages that are made
REPEATS = 400  # conditional requests
PAUSE = 2.0  # seconds between two results
GATHERING, SPREAD = 0.1, 0.6  # seconds, as in live.js
PLAYERS, ROUNDS = 23, 2
Answer = tuple[int, str, float]  # status, ETag, seconds


async def ask(port: int, path: str, etag: str = "", host: str = "localhost") -> Answer:
    """Ask for a page as a browser does that may have it already, over a connection of its own."""
    began = time.monotonic()
    incoming, outgoing = await asyncio.open_connection("127.0.0.1", port)
    condition = f"If-None-Match: {etag}\r\n" if etag else ""
    head = f"GET {path} HTTP/1.0\r\nHost: {host}\r\nAccept-Language: en\r\nAccept-Encoding: gzip\r\n"
    outgoing.write(f"{head}{condition}\r\n".encode())
    received = await incoming.read()
    outgoing.close()
    lines = received.partition(b"\r\n\r\n")[0].decode().split("\r\n")
    found = next((line[6:] for line in lines if line.lower().startswith("etag: ")), "")
    return int(lines[0].split()[1]), found, time.monotonic() - began


async def show_fresh_pages(port: int, pids: list[int], tournament: str) -> None:
    paths = {"home": "/", "tournament": tournament, "round": f"{tournament}rounds/1/"}
    hosts = map("localhost:{}".format, itertools.count(1))

    async def measure(path: str) -> float:
        before = sum(map(processor, pids))
        for _ in range(EACH):
            status, _, _ = await ask(port, path, host=next(hosts))
            assert status == 200, status
        return (sum(map(processor, pids)) - before) / EACH * 1000

    costs: dict[str, list[float]] = {}
    for _ in range(PASSES + 1):
        for name, path in (paths | {"standings": f"{tournament}standings/"}).items():
            costs.setdefault(name, []).append(await measure(path))
    for name, found in costs.items():
        print(f"{name:>10}: {statistics.median(found[1:]):.1f} ms of the processor, not kept", flush=True)


async def show_repeats(port: int, pids: list[int], path: str) -> None:
    _, etag, _ = await ask(port, path)
    for count, name, condition in ((50, "", etag), (REPEATS, "304", etag), (REPEATS, "200, kept", "")):
        before = sum(map(processor, pids))
        found = [await ask(port, path, condition) for _ in range(count)]
        if name:
            cost = (sum(map(processor, pids)) - before) / count * 1000
            print(f"{name:>10}: {cost:.2f} ms of the processor, statuses { ({each[0] for each in found}) }", flush=True)


async def show_refetches(
    port: int, pids: list[int], path: str, readers: int, results: list[Callable[[], object]]
) -> None:
    from asgiref.sync import sync_to_async

    etags = [(await ask(port, path))[1]] * readers

    async def refetch(reader: int) -> float:
        await asyncio.sleep(GATHERING + random.random() * SPREAD)
        status, etags[reader], took = await ask(port, path, etags[reader])
        assert status == 200, status
        return took

    times: list[float] = []
    before = sum(map(processor, pids))
    for enter in results:
        until = time.monotonic() + PAUSE
        await sync_to_async(enter)()
        times += await asyncio.gather(*map(refetch, range(readers)))
        await asyncio.sleep(max(until - time.monotonic(), 0))
    cost = (sum(map(processor, pids)) - before) / len(times) * 1000
    times.sort()
    p50, p95, p99 = (times[int(len(times) * part)] * 1000 for part in (0.5, 0.95, 0.99))
    print(f"{readers} readers, {len(results)} results: {p50:.0f} / {p95:.0f} / {p99:.0f} ms (p50/p95/p99)")
    print(f"{'':>10}  {cost:.2f} ms of the processor for each reader and result")


def main() -> None:
    readers, results = (int(given) for given in sys.argv[1:3] + ["1000", "10"][len(sys.argv[1:3]) :])
    with database.installation("tests.settings"), web_server(2) as (port, pids):
        from league.eventlog.projections import runner
        from tests.builders.evenings import started

        evening = started(PLAYERS)
        for _ in range(ROUNDS):
            for table in evening.draw():
                evening.report(table)
        left = list(evening.draw())
        runner.catch_up_all()
        path = f"/tournaments/{evening.id}/"
        asyncio.run(show_fresh_pages(port, pids, path))
        path += "standings/"
        asyncio.run(show_repeats(port, pids, path))

        def enter() -> None:
            """The next result. When a round has all of its results, the next one is drawn first."""
            if not left:
                left.extend(evening.draw())
            evening.report(left.pop(0))

        asyncio.run(show_refetches(port, pids, path, readers, [enter] * results))


if __name__ == "__main__":
    main()
