"""How fast the event log takes in events: `./ludex python -m bench.append [passes]`.

It runs on a PostgreSQL of its own, with fsync on. Every pass measures each way once, so that all of them meet the same
machine. The output has medians over the passes, and ratios to psycopg inserting the same rows without a log, into a
table with the same columns and key: an INSERT that commits by itself, and the same with BEGIN and COMMIT.
"""

import os
import sys
import time
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from uuid import UUID, uuid4

import django
import psycopg

from bench import database
from bench.timing import medians
from bench.writers import Writers, served
from league.eventlog import store, upcasters
from league.eventlog.announcements import appended
from league.eventlog.canonical import dump
from league.eventlog.types import Head, NewEvent

WRITERS = (1, 4, 16)
EVENTS = 800  # for each measurement, by all writers together
LENGTHS = (50, 5000)

KIND = "bench.moved"
PAYLOAD = {"clock": 123456, "move": "R5 R6 R7 b10", "seat": 2}
ACTOR = UUID(int=1)
COLUMNS = "stream, seq, shard, kind, schema, payload, private_commit, actor, command_id, at, hash"
BARE = "CREATE TABLE bare (LIKE eventlog.event, PRIMARY KEY (stream, seq))"
INSERT = f"INSERT INTO bare ({COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"


class Bare:
    """psycopg and a table, with rows made beforehand."""

    def __init__(self) -> None:
        self.connection = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True)

    def rows(self, count: int) -> list[tuple[object, ...]]:
        stream, text, at, command_id = f"match-{uuid4()}", dump(PAYLOAD).decode(), datetime.now(UTC), uuid4()
        return [(stream, seq, 0, KIND, 1, text, None, ACTOR, command_id, at, bytes(32)) for seq in range(1, count + 1)]

    def insert(self, count: int) -> float:
        rows = self.rows(count)
        started = time.perf_counter()
        for row in rows:
            self.connection.execute(INSERT, row, prepare=True)
        return time.perf_counter() - started

    def insert_and_commit(self, count: int) -> float:
        rows = self.rows(count)
        self.connection.autocommit = False
        started = time.perf_counter()
        for row in rows:
            self.connection.execute(INSERT, row, prepare=True)
            self.connection.commit()
        elapsed = time.perf_counter() - started
        self.connection.autocommit = True
        return elapsed

    def copy(self, count: int) -> float:
        rows = self.rows(count)
        started = time.perf_counter()
        with self.connection.cursor().copy(f"COPY bare ({COLUMNS}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
        return time.perf_counter() - started


class Log:
    """The event log, as services use it."""

    def __init__(self) -> None:
        django.setup()
        upcasters.register({KIND: 1})
        self.listeners, appended.receivers = appended.receivers, []

    def append(self, count: int) -> float:
        return self.append_behind(Head.empty(f"match-{uuid4()}"), count)

    def append_announced(self, count: int) -> float:
        """With the listener that notifies the worker, through the broker in the same database."""
        appended.receivers = self.listeners
        try:
            return self.append(count)
        finally:
            appended.receivers = []

    def append_behind(self, head: Head, count: int) -> float:
        started = time.perf_counter()
        for _ in range(count):
            head = store.append(head, [NewEvent(KIND, 1, PAYLOAD)], actor=ACTOR, command_id=uuid4()).head
        return time.perf_counter() - started

    def stream_of(self, length: int) -> Head:
        events = [NewEvent(KIND, 1, PAYLOAD)] * length
        return store.append(Head.empty(f"match-{uuid4()}"), events, actor=ACTOR, command_id=uuid4()).head


def serve(orders: Connection) -> None:
    """A writer's process: make a connection of each kind, then measure on request."""
    bare, log = Bare(), Log()
    ways = {
        "insert": bare.insert,
        "insert_and_commit": bare.insert_and_commit,
        "append": log.append,
        "append_announced": log.append_announced,
    }
    served(orders, ways)


def show_single_events(passes: int) -> None:
    writers = Writers(max(WRITERS), serve, EVENTS)
    ways = ("insert", "insert_and_commit", "append", "append_announced")
    print(f"\n{'':>8}{'':>12}{'BEGIN, INSERT,':>16}{'':>12}{'append and':>12}{'append to':>12}")
    print(f"{'writers':>8}{'INSERT':>12}{'COMMIT':>16}{'append':>12}{'announce':>12}{'INSERT':>12}{'COMMIT':>10}")
    for number in WRITERS:
        found = medians(passes, {way: lambda number=number, way=way: writers.measure(number, way) for way in ways})
        insert, committed, append, announced = found.values()
        print(
            f"{number:>8}{insert:>10.0f}/s{committed:>14.0f}/s{append:>10.0f}/s{announced:>10.0f}/s"
            f"{append / insert:>12.2f}{append / committed:>10.2f}"
        )
    writers.dismiss()


def show_lengths(passes: int, log: Log) -> None:
    heads = {length: [log.stream_of(length) for _ in range(passes)] for length in LENGTHS}
    ways = {str(length): lambda length=length: log.append_behind(heads[length].pop(), 200) for length in LENGTHS}
    found = medians(passes, ways)
    short, long = (elapsed / 200 for elapsed in found.values())
    print(f"\nappend to a stream of {LENGTHS[0]}: {short * 1e6:.0f} µs, of {LENGTHS[1]}: {long * 1e6:.0f} µs", end="")
    print(f", ratio {long / short:.2f}")


def main() -> None:
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with database.installation():
        bare, log = Bare(), Log()
        bare.connection.execute(BARE)
        show_single_events(passes)
        show_lengths(passes, log)


if __name__ == "__main__":
    main()
