"""Redis as the broker, killed with all it holds while clients write."""

import os
import shutil
import signal
import subprocess

import pytest

from deploy.children import die_with_parent
from tests.faults.afterwards import caught_up
from tests.faults.load import Load
from tests.live_plugin import LiveLudex
from tests.ports import free_port
from tests.waiting import LONGEST


class Redis:
    """A server that keeps nothing, on a port of its own; it can be killed and started again."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)],
            stdout=subprocess.DEVNULL,
            preexec_fn=die_with_parent(signal.SIGTERM),
        )

    def kill(self):
        self.process.kill()
        self.process.wait(LONGEST)


@pytest.fixture
def redis(tmp_path):
    if shutil.which("redis-server") is None:
        tell = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        tell("Debian's package `redis-server` is needed.")
    redis = Redis(tmp_path)
    redis.start()
    yield redis
    redis.kill()


@pytest.fixture
def by_redis(ludex_folder, prepared, redis):
    """A service whose broker is Redis."""
    live = LiveLudex(ludex_folder)
    live.environment["CELERY_BROKER_URL"] = redis.url
    live.take(prepared)
    live.start()
    yield live
    live.abandon()


def test_a_broker_that_is_killed_delays_no_request_and_all_is_caught_up_once_it_is_back(by_redis, redis, check):
    load = Load(by_redis.url, clients=2)
    with load:
        load.go_on()
        redis.kill()
        load.go_on(20)
        redis.start()
        load.go_on()

    by_redis.until(lambda: caught_up(by_redis.database_url), "caught up after its broker was killed")
    check(by_redis, load)
    assert [client.turned_away for client in load.clients] == [0, 0]
