"""The queues of the broker, by purpose. Most messages only wake a worker, so a few that wait are as good as many.

| Queue | What for | Who takes it |
| --- | --- | --- |
| `celery` | projections | every worker |
| `webhooks` | messages to webhooks, and news to people | every worker |
| `signing` | checkpoints | workers that have the key |
| `housekeeping` | what is forgotten after a time, cosignatures, and the demo club | every worker |
"""

from collections.abc import Mapping
from typing import Any

from kombu import Connection

PROJECTIONS, WEBHOOKS, SIGNING, HOUSEKEEPING = QUEUES = ("celery", "webhooks", "signing", "housekeeping")
WAKING = (PROJECTIONS, WEBHOOKS, SIGNING)  # whose messages only wake a worker
ROUTES: Mapping[str, Mapping[str, str]] = {
    "projections.catch_up": {"queue": PROJECTIONS},
    "webhooks.send": {"queue": WEBHOOKS},
    "notices.send": {"queue": WEBHOOKS},
    "checkpoints.sign": {"queue": SIGNING},
    "*": {"queue": HOUSEKEEPING},
}


def count_waiting(connection: Connection, queue: str) -> int:
    """How many messages in *queue* no worker has taken yet. 0 if there is no such queue."""
    channel: Any = connection.channel()
    try:
        if hasattr(channel, "pgmq"):  # which would create the queue again, and count what workers have in hand as well
            there = channel._has_queue(queue)
            return int(channel.pgmq.metrics(queue).queue_visible_length) if there else 0
        return int(channel.queue_declare(queue, passive=True).message_count)
    except connection.channel_errors:
        return 0
    finally:
        channel.close()


def purge_waking(connection: Connection, queues: list[str]) -> int:
    """Drop what waits in those of *queues* whose messages only wake a worker. Returns how many they were."""
    channel: Any = connection.channel()
    try:
        return sum(int(channel.queue_purge(queue) or 0) for queue in queues if queue in WAKING)
    finally:
        channel.close()
