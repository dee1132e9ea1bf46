"""Whether the message broker answers, and how many messages wait in it."""

import threading
import time

from django.conf import settings

from tasks.celery import app
from tasks.queues import QUEUES, count_waiting

WITHIN = 2  # seconds that the broker has to answer
FRESH = 2.0  # seconds for which an answer is given again, so that asking us often does not ask the broker often

IN_DATABASE = settings.CELERY_BROKER_URL.startswith("pgmq:")

_asked = threading.Lock()
_last: tuple[float, int | None] = (float("-inf"), None)


def waiting() -> int | None:
    """How many messages wait in the queues. None if the broker does not answer."""
    global _last
    with _asked:
        at, found = _last
        if time.monotonic() - at > FRESH:
            found = _ask()
            _last = (time.monotonic(), found)
    return found


def _patience() -> dict[str, object]:
    """Options that keep the transport from waiting for ever."""
    scheme = settings.CELERY_BROKER_URL.split(":", 1)[0]
    names = {"redis": ["socket_timeout"], "rediss": ["socket_timeout"], "amqp": ["read_timeout"]}
    return dict.fromkeys(names.get(scheme, ()), WITHIN)


def _ask() -> int | None:
    try:
        with app.connection_for_write(connect_timeout=WITHIN, transport_options=_patience()) as connection:
            connection.ensure_connection(max_retries=1, interval_start=0, timeout=WITHIN)
            return sum(count_waiting(connection, queue) for queue in QUEUES)
    except Exception:  # each transport has errors of its own, and all of them mean the same here
        return None
