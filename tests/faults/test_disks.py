"""Full disks and a read-only database: writes are refused, and everything continues once there is room."""

import contextlib

import psycopg
import pytest
from psycopg import sql

from deploy.postgres.server import EmbeddedPostgres
from tests.faults.disks import disk
from tests.faults.load import Load
from tests.faults.servers import IMPATIENT
from tests.live_plugin import LiveLudex

SMALL, LARGE = 8, 400  # megabytes: of the log's tables alone, and of everything
PARTS_OF_THE_LOG = """
SELECT c.relkind, c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'eventlog' AND c.relkind IN ('r', 'i') AND c.relpersistence = 'p' ORDER BY 1, 2
"""


def move_log(service, tablespace):
    with psycopg.connect(service.database_url, autocommit=True) as connection:
        for kind, name in connection.execute(PARTS_OF_THE_LOG).fetchall():
            what = "TABLE" if kind == "r" else "INDEX"
            connection.execute(f"ALTER {what} {name} SET TABLESPACE {tablespace}")


@pytest.fixture
def small_disk(service):
    """A disk with only the tables of the log."""
    with disk(SMALL) as small, psycopg.connect(service.database_url, autocommit=True) as connection:
        folder = small.folder / "log"
        folder.mkdir()
        EmbeddedPostgres(service.var).account.own(folder)
        connection.execute(sql.SQL("CREATE TABLESPACE small LOCATION {}").format(sql.Literal(str(folder))))
        move_log(service, "small")
        yield small
        move_log(service, "pg_default")
        connection.execute("DROP TABLESPACE small")


def test_while_the_log_cannot_grow_writes_are_refused_and_afterwards_they_succeed(service, load, small_disk, check):
    with load:
        load.go_on()
        small_disk.fill()
        load.be_turned_away()
        small_disk.empty()
        load.go_on()

    check(service, load)


@pytest.fixture
def cramped(prepared):
    """A service with all its data on one disk, `disk`."""
    with disk(LARGE) as large:
        live = LiveLudex(large.folder)
        live.disk = large
        live.environment |= IMPATIENT
        live.take(prepared)
        live.start()
        yield live
        live.abandon()


def test_while_the_disk_is_full_the_service_waits_and_afterwards_it_recovers(cramped, check):
    load = Load(cramped.url, clients=2)
    with load:
        load.go_on()
        cramped.disk.fill()
        load.be_turned_away()
        with contextlib.suppress(KeyError, ProcessLookupError):  # if it has not ended by itself
            cramped.kill("postgres")
        load.be_turned_away()
        cramped.disk.empty()
        load.go_on()

    check(cramped, load)


def test_while_the_database_is_read_only_writes_are_refused_and_afterwards_they_succeed(service, load, check):
    def read_only(value):
        with psycopg.connect(
            service.database_url, autocommit=True, options="-c default_transaction_read_only=off"
        ) as connection:
            connection.execute(f"ALTER SYSTEM SET default_transaction_read_only = {value}")
            connection.execute("SELECT pg_reload_conf()")

    with load:
        load.go_on()
        read_only("on")
        load.be_turned_away()
        read_only("off")
        load.go_on()

    check(service, load)
