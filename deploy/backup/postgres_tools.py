"""PostgreSQL's own programs that write and read dumps, of the server's version."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from deploy.postgres.account import package_binaries


class BackupFault(Exception):
    """Why a backup could not be made, or is none."""


def run(name: str, server: int, address: str, *words: str) -> None:
    """Run `pg_dump` or `pg_restore` of the *server*'s major version on a database. Raises `BackupFault`."""
    parts: dict[str, Any] = conninfo_to_dict(address)
    password = parts.pop("password", None)
    environment = {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}  # not where `ps` shows it
    command = [str(_program(name, server)), "--no-password", f"--dbname={make_conninfo(**parts)}", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise BackupFault(f"{name} ended with status {done.returncode}: {done.stderr.strip()[-1000:]}")


def major(connection: psycopg.Connection) -> int:
    return connection.info.server_version // 10000


def _program(name: str, server: int) -> Path:
    for found in _candidates(name, server):
        if _version(found) == server:
            return found
    raise BackupFault(
        f"There is no {name} of PostgreSQL {server}, the server's version; name the folder that has it in LUDEX_PG_BIN."
    )


def _candidates(name: str, server: int) -> list[Path]:
    """Possible paths: named, of the distribution, on the PATH, in the embedded server's package."""
    named, on_path = os.environ.get("LUDEX_PG_BIN"), shutil.which(name)
    folders = [Path(named)] if named else []
    folders.append(Path(f"/usr/lib/postgresql/{server}/bin"))
    found = [folder / name for folder in folders] + ([Path(on_path)] if on_path else []) + [package_binaries() / name]
    return [path for path in found if path.exists()]


def _version(program: Path) -> int:
    said = subprocess.run([str(program), "--version"], capture_output=True, text=True).stdout
    number = said.split(")", 1)[-1].split()[0] if ")" in said else "0"
    return int(number.split(".")[0])
