"""An empty database in the same PostgreSQL, and `manage.py` on it; dropped afterwards."""

import contextlib
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator, Mapping

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from deploy.data_folder import ROOT

OF_THE_INSTALLATION = (
    *("DATABASE_URL_FILE", "OWNER_DATABASE_URL", "OWNER_DATABASE_URL_FILE"),
    *("CHECKPOINT_WITNESS_FILE", "CHECKPOINT_KEY_FILE"),
)

NOWHERE = "/nonexistent/no-checkpoint-is-signed-there"


class ManageFault(Exception):
    """What `manage.py` complains of."""


class Beside:
    """The scratch database and `manage.py` on it, which signs nothing and knows no checkpoint of the other one."""

    def __init__(self, address: str, environment: Mapping[str, str]) -> None:
        self.address = address
        kept = {name: value for name, value in environment.items() if name not in OF_THE_INSTALLATION}
        none = dict.fromkeys(("CHECKPOINT_KEY_FILE", "CHECKPOINT_WITNESS_FILE"), NOWHERE)
        self.environment = {**kept, **none, "DATABASE_URL": address}

    def manage(self, *words: str) -> str:
        """What `manage.py` prints. Raises `ManageFault`."""
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True)
        if done.returncode:
            said = (done.stderr.strip() or done.stdout.strip())[-1000:]
            raise ManageFault(f"manage.py {words[0]}: {said}")
        return done.stdout


@contextlib.contextmanager
def empty_database(address: str, prefix: str, environment: Mapping[str, str] = os.environ) -> Iterator[Beside]:
    """A database of a new name. Raises `ManageFault` if the user at *address* may not create one."""
    name = f"{prefix}_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(address, autocommit=True) as connection:
        template = sql.SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'").format(sql.Identifier(name))
        try:
            connection.execute(template)
        except psycopg.errors.InsufficientPrivilege:
            user = connection.info.user
            raise ManageFault(f"{user} may not create databases: ALTER ROLE {user} CREATEDB.") from None
        try:
            yield Beside(make_conninfo(address, dbname=name), environment)
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
