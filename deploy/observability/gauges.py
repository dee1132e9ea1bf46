"""What the whole installation is at, read from the database and the broker when it is asked for."""

import platform
from collections.abc import Iterator

from django.core.cache import cache
from django.db import DatabaseError, connection
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily
from prometheus_client.registry import Collector

from deploy.observability import broker
from league import __version__, replica
from league.eventlog import liveness
from league.eventlog.projections import runner
from league.eventlog.transparency import checkpoints, delays
from league.integrity.witnesses import witness_delays

_INBOX = "SELECT coalesce(sum(last - first + 1), 0)::bigint FROM eventlog.inbox"
_OUTBOX = """
SELECT count(*), coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8
FROM league_delivery WHERE status = 'pending'
"""
_NOTICES = """
SELECT way, count(*), extract(epoch FROM now() - min(at))::float8
FROM league_notice JOIN league_outlet ON league_outlet.id = outlet_id
WHERE status = 'pending' AND refused_at IS NULL GROUP BY way ORDER BY way
"""
_SEALED = "SELECT sum(size)::bigint FROM eventlog.shard"


class State(Collector):
    """Gauges of the installation, the same from every process. One is left out while its source does not answer."""

    def collect(self) -> Iterator[Metric]:
        build = {"version": __version__, "python": platform.python_version()}
        yield InfoMetricFamily("ludex_build", "What runs.", value=build)
        up = GaugeMetricFamily("ludex_up", "Whether a part that others depend on answers.", labels=["part"])
        try:
            found = [*_database()]
            up.add_metric(["database"], 1)
        except DatabaseError:
            found = []
            up.add_metric(["database"], 0)
        waiting = broker.waiting()
        up.add_metric(["broker"], waiting is not None)
        if replica.exists():
            up.add_metric(["replica"], replica.keeps_up())
        yield up
        yield from found
        if waiting is not None:
            yield GaugeMetricFamily("ludex_queue_messages", "Messages that wait for a worker.", value=waiting)


def sealing_backlog() -> tuple[int, float]:
    """How many events wait for a position, and for how many seconds the first has, even if nobody noted it."""
    with connection.cursor() as cursor:
        cursor.execute(_INBOX)
        events = cursor.fetchone()[0]
    return events, delays.sealing_delay()


def _database() -> Iterator[Metric]:
    events, age = sealing_backlog()
    with connection.cursor() as cursor:
        cursor.execute(_SEALED)
        sealed = cursor.fetchone()[0]
        cursor.execute(_OUTBOX)
        deliveries, oldest = cursor.fetchone()
    unsigned, waits = delays.signing_backlog()
    yield GaugeMetricFamily("ludex_unsealed_events", "Events that have no position yet.", value=events)
    yield GaugeMetricFamily("ludex_unsealed_seconds", "Age of the first event without a position.", value=age)
    yield GaugeMetricFamily("ludex_sealed_events", "Events that have a position.", value=sealed)
    yield GaugeMetricFamily("ludex_unsigned_events", "Events that no checkpoint covers.", value=unsigned)
    yield GaugeMetricFamily("ludex_unsigned_seconds", "Age of the first of them.", value=waits)
    owed = GaugeMetricFamily("ludex_uncosigned_seconds", "Since when a witness owes a cosignature.", labels=["witness"])
    for witness, seconds in witness_delays().items():
        owed.add_metric([witness], seconds)
    yield owed
    refused = cache.get(checkpoints.REFUSAL) is not None
    yield GaugeMetricFamily("ludex_signing_refused", "Whether the worker refuses to sign.", value=refused)
    yield GaugeMetricFamily(
        "ludex_webhook_deliveries", "Messages to webhooks that are not there yet.", value=deliveries
    )
    yield GaugeMetricFamily("ludex_webhook_seconds", "Age of the first of them.", value=oldest)
    yield from _notices()
    behind = GaugeMetricFamily("ludex_projection_behind", "Sealed events not taken in yet.", labels=["projection"])
    faulted = GaugeMetricFamily("ludex_projection_faulted", "Whether it stopped at a fault.", labels=["projection"])
    lacks = GaugeMetricFamily(
        "ludex_projection_seconds", "For how long it has lacked an event of the log.", labels=["projection"]
    )
    for each in runner.status():
        behind.add_metric([each.name], each.behind)
        faulted.add_metric([each.name], each.fault is not None)
        lacks.add_metric([each.name], each.age)
    yield behind
    yield faulted
    yield lacks
    yield _seen()


def _notices() -> Iterator[Metric]:
    """News to people that wait, by the way they go. Nothing if none do."""
    waiting = GaugeMetricFamily("ludex_notices", "News to people that are not sent yet.", labels=["way"])
    oldest = GaugeMetricFamily("ludex_notice_seconds", "Age of the first of them.", labels=["way"])
    with connection.cursor() as cursor:
        cursor.execute(_NOTICES)
        for way, count, seconds in cursor.fetchall():
            waiting.add_metric([way], count)
            oldest.add_metric([way], seconds)
    yield waiting
    yield oldest


def _seen() -> Metric:
    seen = GaugeMetricFamily("ludex_seen_seconds", "Since a part was last seen at work, if ever.", labels=["part"])
    for part, age in liveness.ages().items():
        if age is not None:
            seen.add_metric([part], age)
    return seen
