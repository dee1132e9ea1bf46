"""PostgreSQL's own log brings the database back to any moment, by the settings of docs/operating.md."""

import re
import shutil
import tempfile
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from tests import waiting
from tests.paths import ROOT
from tests.processes import python, without_the_tests
from tests.production.servers import copy_whole, given_away, owned, postgres, served

DJANGO = {"DJANGO_SETTINGS_MODULE": "deploy.settings"}
pytestmark = pytest.mark.e2e

WRITE = """
import django
django.setup()
from tests.builders.evenings import started
started(4)
"""
TOURNAMENTS = "SELECT count(*) FROM eventlog.event WHERE stream LIKE 'tournament-%' AND seq = 1"


def test_the_database_is_put_back_to_a_moment(place):
    archive = given_away(place / "wal")
    told = settings(archive)
    archiving = {name: told[name] for name in ("archive_mode", "archive_command", "archive_timeout")}
    with postgres(place, **archiving) as address:
        port = conninfo_to_dict(address)["port"]
        root = {"host": str(place / "postgres"), "port": port, "user": "postgres", "autocommit": True}
        django(address, "manage.py", "migrate", "--verbosity=0")
        copy_whole(place / "postgres", port, place / "base")
        django(address, "-c", WRITE)
        with psycopg.connect(address) as connection:
            [moment] = connection.execute("SELECT clock_timestamp()").fetchone()
        django(address, "-c", WRITE)
        with psycopg.connect(dbname="postgres", **root) as connection:
            [last] = connection.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()
        waiting.until(lambda: (archive / last).exists(), f"{last} in the archive")
    data = place / "postgres" / "data"
    data.rename(data.with_name("aside"))
    (place / "base").rename(data)
    (data / "recovery.signal").touch()
    recovering = {name: told[name] for name in ("restore_command", "recovery_target_action")}

    with served(data, port, recovery_target_time=moment.isoformat(), **recovering):
        with psycopg.connect(dbname="postgres", **root) as connection:
            waiting.until(lambda: connection.execute("SELECT NOT pg_is_in_recovery()").fetchone()[0], "recovered")
        with psycopg.connect(address) as connection:
            assert connection.execute(TOURNAMENTS).fetchone() == (1,)
        assert django(address, "manage.py", "audit").endswith(": 0 findings.\n")


@pytest.fixture
def place():
    """A folder with a short path, that other accounts can enter."""
    folder = Path(tempfile.mkdtemp(prefix="ludex-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def settings(archive):
    """The settings that the guide gives, with the archive in another place."""
    guide = (ROOT / "docs" / "operating.md").read_text()
    found = dict(re.findall(r"^    (\w+) = (.*)$", guide, re.MULTILINE))
    return {name: value.strip("'").replace("/var/backups/wal", str(archive)) for name, value in found.items()}


def django(address, *words):
    """What Python prints in an installation on that database."""
    addresses = {"DATABASE_URL": address, "OWNER_DATABASE_URL": owned(address)}
    done = python(*words, environment=without_the_tests(**addresses, SECRET_KEY="x" * 50) | DJANGO)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
