"""Redis and RabbitMQ as the broker, killed with all their memory while clients write."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.faults.afterwards import caught_up, sealed
from tests.faults.load import Load
from tests.live_plugin import LiveLudex
from tests.production.servers import rabbitmq, redis

BROKERS = {
    "redis-server": redis,
    "rabbitmq-server": rabbitmq,
}  # by Debian's packages, which are called as their programs


@pytest.fixture(params=BROKERS)
def broker(request):
    """A broker of its own, that can be killed and started again."""
    if shutil.which(request.param) is None:
        tell = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        tell(f"Debian's package `{request.param}` is needed.")
    with tempfile.TemporaryDirectory(prefix="ludex-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # other accounts run in it
        with BROKERS[request.param](Path(folder)) as broker:
            yield broker
            broker.kill()


@pytest.fixture
def by_broker(ludex_folder, prepared, broker):
    """A service with that broker, which starts beside it."""
    live = LiveLudex(ludex_folder)
    live.environment["CELERY_BROKER_URL"] = broker.url
    live.take(prepared)
    live.start()
    yield live
    live.abandon()


def test_a_dead_broker_delays_no_request_and_everything_catches_up_once_it_is_back(by_broker, broker, check):
    load = Load(by_broker.url, clients=2)
    with load:
        broker.address()
        by_broker.until(lambda: sealed(by_broker.database_url), "at work through its broker")
        load.go_on()
        broker.kill()
        load.go_on(20)
        broker.start()
        load.go_on()

    by_broker.until(lambda: caught_up(by_broker.database_url), "caught up after its broker was killed")
    check(by_broker, load)
    assert [client.turned_away for client in load.clients] == [0, 0]
