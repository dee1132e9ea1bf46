"""The embedded database for one command: the running one, else one started for as long as the command takes."""

import contextlib
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from deploy.data_folder import address, data_folder, only_user, secret_key
from deploy.postgres.server import DATABASE, EmbeddedPostgres
from deploy.secret_files import read_secret_files


class NoDatabase(Exception):
    """A command is about to work on a data folder that has no database. It would find nothing, and nothing wrong."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"There is no database in {folder}. “./ludex run” makes one. If Ludex is installed elsewhere, name its "
            "folder by LUDEX_VAR or its database by DATABASE_URL, or use ludex-manage."
        )


def prepare_environment(*, creates: bool = True) -> EmbeddedPostgres | None:
    """Set the address and the embedded database, running or not, unless the environment names others.

    Nothing is made for a command that doesn't create a database.
    """
    read_secret_files()
    if (known := address(data_folder())) is not None:
        os.environ.setdefault("LUDEX_ADDRESS", known)
    if "DATABASE_URL" in os.environ:
        return None
    folder = data_folder()
    postgres = EmbeddedPostgres(folder)
    os.environ |= postgres.addresses
    if creates:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if creates or postgres.data.exists():
        os.environ.setdefault("SECRET_KEY", secret_key(folder))
    else:
        os.environ.setdefault(
            "SECRET_KEY", secrets.token_urlsafe(64)
        )  # of a command that ends with NoDatabase or needs none
    return postgres


@contextlib.contextmanager
def running(postgres: EmbeddedPostgres | None, *, migrated: bool, creates: bool = True) -> Iterator[None]:
    """Have *postgres* run, brought up to date where *migrated* is asked for and it did not run already.

    Raises `DataFolderInUse`, `PostgresFault`, and `NoDatabase` if there is none and the command doesn't create one.
    """
    if postgres is None or postgres.answers():
        yield
        return
    if not creates and not postgres.data.exists():
        raise NoDatabase(data_folder())
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
