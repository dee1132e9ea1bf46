"""Counters and times of this process. Labels are routes, kinds and names of code, never anything of a person."""

import logging
from typing import Any

from prometheus_client import Counter, Histogram

from league.eventlog.types import Appended

FAST = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
SLOW = (0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 15.0, 60.0, 240.0)

REQUEST_SECONDS = Histogram(
    "ludex_request_seconds", "Time to answer a request.", ["method", "route", "status"], buckets=FAST
)
APPENDED_EVENTS = Counter("ludex_appended_events", "Events that were stored by this process.", ["stream"])
APPENDS = Counter("ludex_appends", "Writes to the log by this process, each of one event or more.", ["stream"])
TASK_SECONDS = Histogram("ludex_task_seconds", "Time that a task took.", ["task", "outcome"], buckets=SLOW)

MOST_IDS = 20  # in one line; of more, the first and the last

log = logging.getLogger("ludex.appends")


def observe_append(*, appended: Appended, **_: Any) -> None:
    """Count an append after its commit, and log the ids of its events, such as `match-…#7`."""
    head = appended.head
    kind = head.stream.split("-", 1)[0]
    APPENDS.labels(kind).inc()
    APPENDED_EVENTS.labels(kind).inc(head.seq - appended.first + 1)
    if log.isEnabledFor(logging.INFO):
        numbers = range(appended.first, head.seq + 1)
        shown = numbers if len(numbers) <= MOST_IDS else (numbers[0], numbers[-1])
        ids = [f"{head.stream}#{number}" for number in shown]
        noted = {"stream": head.stream, "revision": head.seq, "events": ids}
        log.info("Appended to %s up to revision %d.", head.stream, head.seq, extra=noted)
