"""The embedded database for one command: the running one, else one started for as long as the command takes."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator

from deploy.data_folder import address, data_folder, only_user, secret_key
from deploy.embedded_postgres.server import DATABASE, EmbeddedPostgres
from deploy.secret_files import read_secret_files


def prepare_environment() -> EmbeddedPostgres | None:
    """Set the address and the embedded database, running or not, unless the environment names others."""
    read_secret_files()
    if (known := address(data_folder())) is not None:
        os.environ.setdefault("LUDEX_ADDRESS", known)
    if "DATABASE_URL" in os.environ:
        return None
    folder = data_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    postgres = EmbeddedPostgres(folder)
    os.environ["DATABASE_URL"] = postgres.url(DATABASE)
    os.environ.setdefault("SECRET_KEY", secret_key(folder))
    return postgres


@contextlib.contextmanager
def running(postgres: EmbeddedPostgres | None, *, migrated: bool) -> Iterator[None]:
    """Have *postgres* run, brought up to date where *migrated* is asked for and it did not run already.

    Raises `DataFolderInUse`, `PostgresFault`.
    """
    if postgres is None or postgres.answers():
        yield
        return
    with only_user(data_folder()):
        try:
            postgres.start()
            postgres.create_database(DATABASE)
            if migrated:
                subprocess.run(
                    [sys.executable, "manage.py", "migrate", "--skip-checks", "--verbosity", "0"], check=True
                )
            yield
        finally:
            postgres.stop()
