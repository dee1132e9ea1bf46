"""Making a backup: a dump in PostgreSQL's custom format, and beside it what is in it and what is not."""

import hashlib
import os
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import psycopg
from django.conf import settings

from deploy.backup import erasures, postgres_tools
from deploy.backup.fingerprint import Facts, look
from deploy.backup.postgres_tools import BackupFault

SUFFIX = ".dump"


class Outside(msgspec.Struct, frozen=True):
    """A thing that an installation needs beside its database. Its `value` is there only where that was asked for."""

    name: str
    without_it: str
    value: str | None = None


class Manifest(msgspec.Struct, frozen=True):
    """The description of a backup, in `FILE.json`."""

    made_at: datetime
    postgresql: int  # major version
    sha256: str  # of the dump
    facts: Facts
    outside: list[Outside]


def back_up(address: str, path: Path, *, with_keys: bool) -> Manifest:
    """Write the database at *address* to *path*, all of it as it was at one moment. Raises `BackupFault`."""
    if path.exists():
        raise BackupFault(f"{path} already exists.")
    draft = path.with_name(f"{path.name}.part")
    made_at = datetime.now(UTC)
    with psycopg.connect(address) as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        [(snapshot,)] = connection.execute("SELECT pg_export_snapshot()").fetchall()
        version = postgres_tools.major(connection)
        draft.touch(mode=0o600)
        words = ("--format=custom", "--no-unlogged-table-data", f"--snapshot={snapshot}", f"--file={draft}")
        postgres_tools.run("pg_dump", version, address, *words)
        facts = look(connection)
    manifest = Manifest(made_at, version, digest(draft), facts, outside(contained=with_keys))
    described = description(path)
    described.touch(mode=0o600)
    described.write_bytes(msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
    _keep(described)
    _keep(draft)
    draft.rename(path)  # so that there is never a dump without a description, nor half a dump
    erasures.add_to(path.with_name(erasures.NAME))
    return manifest


def outside(*, contained: bool) -> list[Outside]:
    """What an installation needs beside its database, with the values if they are to be *contained*.

    Otherwise the files are not even opened: the nightly backup may not read the key.
    """
    files = settings.CHECKPOINT_KEY_FILE, settings.CHECKPOINT_WITNESS_FILE
    signing, witness = (_text(Path(path)) if contained else None for path in files)
    found = [
        ("SECRET_KEY", "everybody signs in anew", settings.SECRET_KEY),
        ("CHECKPOINT_KEY_FILE", "checkpoints are signed by a new key", signing),
        ("CHECKPOINT_WITNESS_FILE", "nobody sees that the log lost its end", witness),
        ("METRICS_TOKEN", "whoever collects measurements is told a new one", settings.METRICS_TOKEN),
        ("DATABASE_URL", "the password of the database is set anew", os.environ["DATABASE_URL"]),
        ("CELERY_BROKER_URL", "the password of the broker is set anew", settings.CELERY_BROKER_URL),
    ]
    return [Outside(name, without, value if contained else None) for name, without, value in found]


def description(path: Path) -> Path:
    """Where the manifest of the backup at *path* is."""
    return path.with_name(f"{path.name}.json")


def read_manifest(path: Path) -> Manifest:
    """What the backup at *path* says of itself. Raises `BackupFault` if it is not what it was."""
    try:
        manifest = msgspec.json.decode(description(path).read_bytes(), type=Manifest)
        found = digest(path)
    except OSError as error:
        raise BackupFault(f"{error.filename}: {error.strerror}.") from None
    except msgspec.MsgspecError as error:
        raise BackupFault(f"{description(path)}: {error}.") from None
    if found != manifest.sha256:
        raise BackupFault(f"{path} was changed after the backup: its SHA-256 is {found}.")
    return manifest


def newest(path: Path) -> Path:
    """*path*, or the newest backup in it if it is a folder. Raises `BackupFault`."""
    if not path.is_dir():
        return path
    found = sorted(path.glob(f"*{SUFFIX}"))
    if not found:
        raise BackupFault(f"There is no backup in {path}.")
    return found[-1]


def drop_old(folder: Path, keep: int) -> list[Path]:
    """Delete all but the *keep* newest backups in a folder. Returns the deleted ones."""
    old = sorted(folder.glob(f"*{SUFFIX}"))[:-keep]
    for path in old:
        path.unlink()
        description(path).unlink(missing_ok=True)
    return old


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _keep(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _text(path: Path) -> str | None:
    return path.read_text() if path.is_file() else None
