"""`manage.py backup`: write the whole database to a file, described beside it."""

import os
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from deploy.backup import dump
from deploy.backup.postgres_tools import BackupFault
from league.eventlog import liveness
from league.management.base import PlainCommand


class Command(PlainCommand):
    faults = (BackupFault,)
    help = "Back up the whole database to FILE, or to a new file in a folder, and list what else is needed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, metavar="FILE", help="a file, or a folder for a file named by date and time"
        )
        parser.add_argument("--keep", type=int, help="how many backups to keep in the folder; older ones are deleted")
        parser.add_argument("--with-keys", action="store_true", help="also store secrets and keys beside the backup")

    def handle(self, *args: Any, file: Path, keep: int | None, with_keys: bool, **options: Any) -> None:
        if keep is not None and (keep < 1 or not file.is_dir()):
            raise CommandError("--keep needs a whole number from 1 on and an existing folder.")
        name = f"ludex-{datetime.now(UTC):%Y%m%dT%H%M%SZ}{dump.SUFFIX}"
        path = file / name if file.is_dir() else file
        manifest = dump.back_up(os.environ["DATABASE_URL"], path, with_keys=with_keys)
        liveness.note_now("backup")
        size, facts = path.stat().st_size, manifest.facts
        self.stdout.write(f"{path}: {size} bytes, {facts.events} events in {facts.streams} streams.")
        if not facts.events:
            self.stderr.write("The log is empty, so this backup has no events. Is this the right database?")
        self.stdout.write(
            "Stored beside it, readable by its owner only:" if with_keys else "Not included, so keep these too:"
        )
        for each in manifest.outside:
            self.stdout.write(f"  {each.name}: without it, {each.without_it}.")
        for old in dump.drop_old(file, keep) if keep else ():
            self.stdout.write(f"Deleted: {old}")
