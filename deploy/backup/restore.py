"""Restoring a backup, and comparing what came of it with what the backup says."""

from pathlib import Path

import psycopg

from deploy.backup import postgres_tools
from deploy.backup.dump import read_manifest
from deploy.backup.fingerprint import Facts, is_empty, look
from deploy.backup.postgres_tools import BackupFault


def restore(address: str, path: Path) -> Facts:
    """Restore the backup at *path* into the empty database at *address*, all or nothing. Raises `BackupFault`."""
    manifest = read_manifest(path)
    with psycopg.connect(address, autocommit=True) as connection:
        name, version = connection.info.dbname, postgres_tools.major(connection)
        if not is_empty(connection):
            raise BackupFault(
                f"The database {name} is not empty. A backup can be restored into an empty database only."
            )
        if version < manifest.postgresql:
            raise BackupFault(f"The backup is from PostgreSQL {manifest.postgresql}, and {version} is too old for it.")
        words = ("--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges", str(path))
        postgres_tools.run("pg_restore", version, address, *words)
        found = look(connection)
    if found != manifest.facts:
        raise BackupFault(f"The restored database differs from the backup: {differences(manifest.facts, found)}.")
    return found


def differences(expected: Facts, found: Facts) -> str:
    """Where the two differ, in words."""
    tables = sorted(expected.rows.keys() | found.rows.keys())
    told = [
        f"{table} has {found.rows.get(table)} rows for {expected.rows.get(table)}"
        for table in tables
        if found.rows.get(table) != expected.rows.get(table)
    ]
    if expected.heads != found.heads:
        told.append("streams end otherwise")
    if expected.migrations != found.migrations:
        told.append("other migrations are applied")
    return ", ".join(told)
