"""The list of who was erased, kept beside the backups, since an old backup still knows their names.

A line for each: `player` or `account`, the id, the mark of the pseudonym or `-`. Lines are added and never taken away.
"""

import os
from pathlib import Path
from uuid import UUID

from deploy.backup.postgres_tools import BackupFault
from league.club_data.erasure import erase_again
from league.clubs.accounts import close_again
from league.clubs.models import Erasure

NAME = "erased.txt"


def erasure_lines() -> list[str]:
    """The erasures in this database, a line each."""
    return [f"{each.kind} {each.id} {each.mark or '-'}" for each in Erasure.objects.all()]


def add_to(path: Path) -> int:
    """Add the erasures in this database to the list at *path*. Returns how many were new."""
    there = set(_lines(path)) if path.exists() else set()
    new = [line for line in erasure_lines() if line not in there]
    if new or not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a") as file:
            file.writelines(f"{line}\n" for line in new)
            file.flush()
            os.fsync(file.fileno())
    return len(new)


def erase_all(path: Path) -> int:
    """Erase everybody on the list once more in this database. Returns how many were there. Raises `BackupFault`."""
    wanted = [_read(line, path) for line in _lines(path)]
    return sum(
        erase_again(player_id=id_, mark=mark) if kind == Erasure.Kind.PLAYER else close_again(account_id=id_)
        for kind, id_, mark in wanted
    )


def list_for(backup: Path, given: Path | None) -> Path:
    """The list that is *given*, else the one beside a backup. Raises `BackupFault` where there is none."""
    path = given or backup.with_name(NAME)
    if not path.is_file():
        raise BackupFault(f"{path} is missing. Name the newest list of erased people with --erased.")
    return path


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text().splitlines()
    except OSError as error:
        raise BackupFault(f"{path}: {error.strerror}.") from None


def _read(line: str, path: Path) -> tuple[str, UUID, str]:
    try:
        kind, id_, mark = line.split()
        return Erasure.Kind(kind), UUID(id_), mark
    except ValueError:
        raise BackupFault(f"{path}: this is not a line of a list of erased people: {line!r}.") from None
