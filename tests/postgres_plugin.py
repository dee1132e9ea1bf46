"""One throw-away PostgreSQL for each run: a template is migrated once, and every worker gets a clone of it.

Loaded with `-p`, since pytest-django reads the settings, and with them DATABASE_URL, before any conftest.
TEST_DATABASE_URL names a server to use instead; its database is then the template, and must be empty or a former one.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from deploy.embedded_postgres import EmbeddedPostgres

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = "ludex_template"
CLONING = 5_341_992  # advisory lock: a template serves one clone at a time

os.environ["DB_POOL"] = "false"
os.environ.setdefault("SECRET_KEY", "only-for-tests")

_server: EmbeddedPostgres | None = None

if "PYTEST_XDIST_WORKER" not in os.environ:
    if "TEST_DATABASE_URL" not in os.environ:
        _server = EmbeddedPostgres(Path(tempfile.mkdtemp(prefix="ludex-")), throwaway=True)
        _server.start()
        _server.create_database(TEMPLATE)
        os.environ["TEST_DATABASE_URL"] = _server.url(TEMPLATE)
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        cwd=ROOT,
        check=True,
        env={**os.environ, "DATABASE_URL": os.environ["TEST_DATABASE_URL"]},
    )
os.environ["DATABASE_URL"] = os.environ["TEST_DATABASE_URL"]


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker):
    """Point Django's connection at this worker's own clone."""
    from django.db import connection

    connection.settings_dict["NAME"] = clone(f"ludex_test_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}")
    yield
    with django_db_blocker.unblock():
        connection.close()


def clone(name: str) -> str:
    """Make a fresh database *name* from the template, in 20 to 30 ms."""
    with _administration() as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [CLONING])
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
        connection.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(_template()))
        )
    return name


def _template() -> str:
    return psycopg.conninfo.conninfo_to_dict(os.environ["TEST_DATABASE_URL"])["dbname"]


def _administration() -> psycopg.Connection:
    return psycopg.connect(os.environ["TEST_DATABASE_URL"], dbname="postgres", autocommit=True)


def pytest_unconfigure(config):
    global _server
    if _server is not None:
        _server.stop()
        _server.remove()
        _server = None
