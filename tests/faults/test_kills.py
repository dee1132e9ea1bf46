"""SIGKILL for each part while clients write: nothing acknowledged is lost or done twice, and everything recovers.

LUDEX_FAULTS says how many parts are killed after those, drawn by LUDEX_FAULTS_SEED.
"""

import os
import random
import signal

import psutil
import psycopg

from tests.faults.afterwards import caught_up, check_log
from tests.faults.servers import victim

PARTS = ("web", "web process", "worker", "beat", "postgres", "database process")
KILLS = int(os.environ.get("LUDEX_FAULTS", "0"))
SEED = int(os.environ.get("LUDEX_FAULTS_SEED", "0"))


def test_under_load_any_killed_part_comes_back_and_nothing_is_lost_or_done_twice(service, load, check):
    chance = random.Random(SEED)
    drawn = [chance.choice(PARTS) for _ in range(KILLS)]
    for part in (*PARTS, *drawn):
        with load:
            load.go_on(chance.randint(1, 5))
            victim(service, part).kill()
            load.go_on(3)
            service.until(lambda: len(service.pids()) == 4, f"whole after its {part} was killed")
        service.until(lambda: caught_up(service.database_url), f"caught up after its {part} was killed")
        check_log(service.database_url, load.acknowledged)

    check(service, load)


def test_if_everything_is_killed_under_load_the_next_start_has_all_that_was_acknowledged(service, load, check):
    for _ in range(1 + KILLS // 10):
        with load:
            load.go_on()
            service.kill_everything()
            service.start()
            load.go_on()

    check(service, load)


def test_a_worker_paused_while_sealing_blocks_nobody_and_continues(service, load, check):
    worker = psutil.Process(service.pids()["worker"])
    turned_away = [client.turned_away for client in load.clients]
    with load:
        for _ in range(5):
            load.go_on(1)
            worker.suspend()
            load.go_on(3)
            worker.resume()

    check(service, load)
    assert [client.turned_away for client in load.clients] == turned_away
    assert service.pids()["worker"] == worker.pid


def test_a_database_that_is_killed_recovers_everything_acknowledged(service, load, check):
    with psycopg.connect(service.database_url) as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)
    with load:
        for _ in range(2 + KILLS // 10):
            load.go_on(3)
            before = service.pids()["postgres"]
            os.kill(before, signal.SIGQUIT)  # immediate shutdown: no checkpoint, the next start recovers from the WAL
            service.until(lambda before=before: service.pids().get("postgres", before) != before, "recovering")
            load.go_on(3)

    check(service, load)
