"""How many results a second the workers take in, with 1, 2 and 4 shards: `./ludex python -m bench.shards [PASSES]`.

Four clubs report an evening each while nobody follows. Then as many workers as shards, each a process with its own
shard first, take everything in, in batches of `BATCH` events. Beside it, so many processes count as fast as they can:
that is what the cores give them at that moment. The time of the processor for a result, of workers and database, does
not depend on how busy the machine is. Each figure is a median, and the ways are measured in turn.
"""

import statistics
import subprocess
import sys
import time

import psutil

from bench import database
from bench.result import reporting

CLUBS, PLAYERS, ROUNDS = 4, 32, 3
BATCH = 20  # events, about as many as wait when a worker is busy
COUNTED = 20_000_000
PAUSE = 0.05  # seconds before a worker looks again when others are at everything that is left


def prepare(shards: int) -> int:
    """Report the evenings of all clubs, spread evenly. Returns how many results that are."""
    from league.eventlog import sealer
    from league.matches import repository as match_repository
    from league.tournaments.services import lifecycle as tournaments
    from tests.builders.evenings import begun, names

    results = 0
    for club in range(CLUBS):
        evening = begun(shard=club % shards)
        evening.join(*names(PLAYERS))
        tournaments.start(tournament_id=evening.id, actor=evening.actor)
        for _ in range(ROUNDS):
            for table in evening.draw():
                for place in match_repository.load(table.match).state.places:
                    reporting(evening, table, place)()
                    results += 1
    sealer.seal_all()
    return results


def follow(shard: int) -> None:
    """Be a worker, from a line of input on until nothing is lacked. Prints the seconds of the processor that it had."""
    import django

    django.setup()
    from league.eventlog import store
    from league.eventlog.projections import runner

    runner.BATCH = BATCH
    runner.try_out(store.read_from(0, 1000, shard).events)  # so that it has worked before, as workers have
    start_together()
    used = time.process_time()
    while not all(each.current for each in runner.status()):
        if not any(runner.catch_up_all(first=(shard,)).values()):
            time.sleep(PAUSE)
    print(time.process_time() - used)


def count() -> None:
    """Count, from a line of input on."""
    start_together()
    used = time.process_time()
    for _ in range(COUNTED):
        pass
    print(time.process_time() - used)


def start_together() -> None:
    print("ready", flush=True)
    sys.stdin.readline()


def seconds(*commands: list[str]) -> tuple[float, float]:
    """How long the processes take when they begin together, and what they have of the processor, by their own words."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "bench.shards", *words],
            cwd=database.ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for words in commands
    ]
    for process in processes:
        process.stdout.readline()  # type: ignore[union-attr]
    started = time.perf_counter()
    for process in processes:
        process.stdin.write("\n")  # type: ignore[union-attr]
        process.stdin.flush()  # type: ignore[union-attr]
    used = sum(float(process.communicate()[0]) for process in processes)
    return time.perf_counter() - started, used


def show_once(shards: int) -> None:
    """Print results and counts a second of so many processes, and milliseconds for a result: of workers, of all."""
    with database.installation("tests.settings") as postgres:
        results = prepare(shards)
        server = psutil.Process(int((postgres.data / "postmaster.pid").read_text().split()[0]))
        before = sum(server.cpu_times()[2:4])  # of connections that have ended
        followed, used = seconds(*(["follow", str(shard)] for shard in range(shards)))
        time.sleep(1)  # until the server has seen that they are gone
        by_database = sum(server.cpu_times()[2:4]) - before
        counted, _ = seconds(*(["count"] for _ in range(shards)))
    costs = (1000 * used / results, 1000 * (used + by_database) / results)
    print(results / followed, shards * COUNTED / counted, *costs)


def main() -> None:
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    figures: dict[int, list[tuple[float, ...]]] = {1: [], 2: [], 4: []}
    for _ in range(passes):
        for shards, found in figures.items():
            once = [sys.executable, "-m", "bench.shards", "once", str(shards)]
            said = subprocess.run(once, cwd=database.ROOT, capture_output=True, text=True, check=True).stdout
            found.append(tuple(map(float, said.split())))
    one = [statistics.median(each) for each in zip(*figures[1], strict=True)]
    for shards, found in figures.items():
        results, counting, workers, everything = (statistics.median(each) for each in zip(*found, strict=True))
        print(
            f"{shards} shards and workers: {results:.0f} results /s, {results / one[0]:.2f} of one;"
            f" counting {counting / one[1]:.2f} of one; of the processor {workers:.1f} ms a result in the workers,"
            f" {everything:.1f} with the database"
        )


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["follow", number]:
            follow(int(number))
        case ["count"]:
            count()
        case ["once", number]:
            show_once(int(number))
        case _:
            main()
