"""One temporary PostgreSQL per run: a template is migrated once, and every database is a clone of it.

Loaded with `-p`, since pytest-django reads the settings, and with them DATABASE_URL, before any conftest.
TEST_DATABASE_URL names a server to use instead; the database in it becomes the template, and must be the tests' own.

- `db`, `@pytest.mark.django_db`: this worker's clone, in a transaction that is rolled back. For most tests.
- `committed_db`: a clone of this test's own, where commits are commits. For threads, other processes, triggers.
- `committed_server`: the pages and the API on a free port of this process, on that same clone; has `url`.

Nothing empties tables (`transactional_db`, `live_server`, `TransactionTestCase`): the log refuses TRUNCATE.
"""

import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from deploy.postgres.server import EmbeddedPostgres
from tests.paths import ROOT

TEMPLATE = "ludex_template"
MEMORY = Path("/dev/shm")
ROOM = 4_000_000_000  # bytes; a whole run takes a quarter of it
CLONING = 5_341_992  # an advisory lock: a template serves one clone at a time
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")

_server: EmbeddedPostgres | None = None
_numbers = itertools.count(1)


def _migrate_template() -> None:
    global _server
    if "TEST_DATABASE_URL" not in os.environ:
        _server = EmbeddedPostgres(Path(tempfile.mkdtemp(prefix="ludex-", dir=_quick_folder())), throwaway=True)
        _server.start()
        _server.create_database(TEMPLATE)
        os.environ["TEST_DATABASE_URL"] = _server.url(TEMPLATE)
    os.environ["DATABASE_URL"] = os.environ["TEST_DATABASE_URL"]
    migrated = subprocess.run([sys.executable, "manage.py", "migrate", "--skip-checks", "--verbosity", "0"], cwd=ROOT)
    if migrated.returncode:
        _end()
        raise SystemExit("The template database could not be migrated; the lines above say why.")


def _quick_folder() -> Path | None:
    """Memory, if there is room: a clone is a thousand files, which cost some disks 0.4 s of a processor."""
    return MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM else None


def _end() -> None:
    global _server
    if _server is not None:
        _server.stop()
        _server.remove()
        _server = None


def pytest_unconfigure(config):
    _end()


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker):
    """Point Django at this worker's clone."""
    from django.db import connection

    connection.settings_dict["NAME"] = clone(f"ludex_test_{WORKER}")
    yield
    with django_db_blocker.unblock():
        connection.close()


@pytest.fixture
def committed_db(request, django_db_setup, django_db_blocker, monkeypatch):
    """A database for this test alone, where commits are commits. Returns its address, a `DATABASE_URL`.

    Django's connections in this process use it, those of new threads too, and so do processes that the test starts,
    by their environment. A thread closes its connection (`django.db.connection.close()`) before it ends. One that ends
    later than the test, for a page that still listens, finds this worker's clone: the template has to be left alone.
    """
    from django.db import connections

    if request.node.get_closest_marker("django_db"):
        pytest.fail("committed_db stands for itself: take the mark django_db off.")
    name = clone(f"ludex_test_{WORKER}_{next(_numbers)}")
    address = psycopg.conninfo.make_conninfo(os.environ["TEST_DATABASE_URL"], dbname=name)
    monkeypatch.setenv("DATABASE_URL", address)
    connections.close_all()
    monkeypatch.setitem(connections.settings["default"], "NAME", name)
    with django_db_blocker.unblock():
        yield address
        connections.close_all()
    drop(name)


@pytest.fixture
def committed_server(committed_db):
    """The pages and the API, served by threads of this process on a free port at `url`."""
    from pytest_django.live_server_helper import LiveServer

    server = LiveServer("127.0.0.1")
    yield server
    server.stop()


def clone(name: str) -> str:
    """Create the database *name* from the template, in 20 to 30 ms in memory."""
    template = psycopg.conninfo.conninfo_to_dict(os.environ["TEST_DATABASE_URL"])["dbname"]
    drop(name)
    with _administration() as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [CLONING])
        connection.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template))
        )
    return name


def drop(name: str) -> None:
    """Drop the database *name*, even with open connections."""
    with _administration() as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _administration() -> psycopg.Connection:
    return psycopg.connect(os.environ["TEST_DATABASE_URL"], dbname="postgres", autocommit=True)


os.environ["DB_POOL"] = "false"
os.environ.setdefault("SECRET_KEY", "only-for-tests")
if WORKER == "main":
    _migrate_template()
