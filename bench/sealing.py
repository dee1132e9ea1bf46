"""How fast committed events are sealed, with few waiting and with many: `./ludex python bench/sealing.py [passes]`.

Those of the backlog wait, each with a note of its own, while 100,000 more do. Beside it, what PostgreSQL takes to copy
as many rows into a table with the ledger's keys.
"""

import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import database  # noqa: E402 - found by the line above
from bench.timing import timed  # noqa: E402 - found by the line above

BACKLOG = 100_000
SOME = 5_000  # events of a measurement
BATCH = 1_000
FEW = 100  # waiting at a time, without a backlog

COPIED = """
INSERT INTO bare SELECT 0, %s + row_number() OVER (ORDER BY id) - 1, stream, first FROM (
    SELECT id, stream, first FROM eventlog.inbox ORDER BY id OFFSET %s LIMIT %s) AS waiting
"""


def seal(events: int) -> int:
    from league.eventlog import sealer

    sealed = 0
    while sealed < events:
        sealed += len(sealer.seal())
    return sealed


def without_backlog() -> float:
    """Events a second, a hundred at a time."""
    from bench.filling import fill

    spent = 0.0
    for _ in range(SOME // FEW // 10):
        fill(FEW)
        spent += timed(lambda: seal(FEW))
    return SOME / 10 / spent


def with_backlog() -> float:
    started = time.perf_counter()
    return seal(SOME) / (time.perf_counter() - started)


def bare(first: int) -> float:
    """Rows a second of the same batches."""
    from django.db import connection

    with connection.cursor() as cursor:
        return SOME / timed(lambda: [cursor.execute(COPIED, [first + at, at, BATCH]) for at in range(0, SOME, BATCH)])


def main() -> None:
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with database.installation("tests.settings"):
        from django.db import connection

        from bench.filling import fill

        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE TABLE bare (LIKE eventlog.ledger, PRIMARY KEY (shard, position), UNIQUE (stream, seq))"
            )
        few = statistics.median(without_backlog() for _ in range(passes))
        print(f"sealed, {FEW} waiting: {few:.0f}/s", flush=True)
        fill(BACKLOG + SOME * passes)
        many, rows = [], []
        for number in range(passes):
            rows.append(bare(number * SOME))
            many.append(with_backlog())
        print(f"sealed, {BACKLOG} waiting: {statistics.median(many):.0f}/s")
        print(
            f"bare rows: {statistics.median(rows):.0f}/s, ratio {statistics.median(many) / statistics.median(rows):.2f}"
        )


if __name__ == "__main__":
    main()
