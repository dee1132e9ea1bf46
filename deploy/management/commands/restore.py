"""`manage.py restore`: a backup into an empty database, with whoever was erased since then erased again."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command

from deploy.backup import erasures, restore
from deploy.backup.postgres_tools import BackupFault
from league.management.base import PlainCommand


class Command(PlainCommand):
    faults = (BackupFault,)
    help = "Restore a backup into the database, which must be empty, and repeat all erasures made since then."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        listed = f"the list of erased people (default: {erasures.NAME} beside the backup)"
        parser.add_argument("--erased", dest="listed", type=Path, metavar="LIST", help=listed)

    def handle(self, *args: Any, file: Path, listed: Path | None, **options: Any) -> None:
        people = erasures.list_for(file, listed)
        facts = restore.restore(os.environ["DATABASE_URL"], file)
        self.stdout.write(f"Restored {facts.events} events in {facts.streams} streams, as the backup describes.")
        call_command("migrate", verbosity=0)
        self.stdout.write(f"Erased again: {erasures.erase_all(people)}.")
