"""Each append is counted and noted by the ids of its events, such as `match-…#7`; never by what they say."""

import logging
from typing import Any

from deploy.observability.metrics import APPENDED_EVENTS, APPENDS
from league.eventlog.types import Appended

MOST = 20  # ids in one line; more are told by the first and the last

log = logging.getLogger("ludex.appends")


def observe(*, appended: Appended, **_: Any) -> None:
    """Take note of an append, after its commit."""
    head = appended.head
    kind = head.stream.split("-", 1)[0]
    APPENDS.labels(kind).inc()
    APPENDED_EVENTS.labels(kind).inc(head.seq - appended.first + 1)
    if log.isEnabledFor(logging.INFO):
        numbers = range(appended.first, head.seq + 1)
        shown = numbers if len(numbers) <= MOST else (numbers[0], numbers[-1])
        ids = [f"{head.stream}#{number}" for number in shown]
        log.info(
            "Appended to %s up to revision %d.",
            head.stream,
            head.seq,
            extra={"stream": head.stream, "revision": head.seq, "events": ids},
        )
