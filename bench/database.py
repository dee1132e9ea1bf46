"""A PostgreSQL for one run of a bench, with fsync on."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.postgres.server import EmbeddedPostgres

ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def server() -> Iterator[EmbeddedPostgres]:
    """A server with an empty database `bench`."""
    with tempfile.TemporaryDirectory(prefix="ludex-bench-") as folder:
        postgres = EmbeddedPostgres(Path(folder) / "server")
        postgres.start()
        try:
            postgres.create_database("bench")
            yield postgres
        finally:
            postgres.stop()
            postgres.remove()


@contextmanager
def installation(settings: str = "deploy.settings") -> Iterator[EmbeddedPostgres]:
    """A server with a migrated database `bench`, which Django uses in this process and those that it starts."""
    with server() as postgres:
        os.environ |= {
            "DATABASE_URL": postgres.url("bench"),
            "DB_POOL": "false",
            "DJANGO_SETTINGS_MODULE": settings,
            "SECRET_KEY": "only-for-a-benchmark",
        }
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, check=True)
        import django

        django.setup()
        yield postgres
