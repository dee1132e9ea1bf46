"""`manage.py drill`: restore a backup into a database beside, audit it, compare it, and drop it."""

import os
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import psycopg
from django.core.management.base import CommandError

from deploy.backup import dump, erasures, restore
from deploy.backup.fingerprint import look, streams_that_differ
from deploy.backup.postgres_tools import BackupFault
from deploy.backup.scratch_database import Beside, ManageFault, empty_database
from league.eventlog import liveness
from league.management.base import PlainCommand


class Command(PlainCommand):
    faults = (BackupFault, ManageFault)
    help = "Restore a backup into a scratch database, audit it, compare it with this database, and drop it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a backup, or a folder for its newest one")
        listed = f"the list of erased people (default: {erasures.NAME} beside the backup)"
        parser.add_argument("--erased", dest="listed", type=Path, metavar="LIST", help=listed)

    def handle(self, *args: Any, file: Path, listed: Path | None, **options: Any) -> None:
        self.began = time.monotonic()
        try:
            with empty_database(os.environ["DATABASE_URL"], "ludex_drill") as beside:
                self._rehearse(dump.newest(file), listed, beside)
        except psycopg.Error as error:
            raise CommandError(f"PostgreSQL: {str(error).splitlines()[0]}") from None
        liveness.note_now("drill")
        self.say("Dropped. The backup is sound.")

    def _rehearse(self, path: Path, listed: Path | None, beside: Beside) -> None:
        manifest, people = dump.read_manifest(path), erasures.list_for(path, listed)
        self.say(f"{path} of {manifest.made_at:%Y-%m-%d %H:%M:%S} UTC, {path.stat().st_size} bytes.")
        facts = restore.restore(beside.address, path)
        self.say(f"Restored {facts.events} events in {facts.streams} streams, as the backup describes.")
        with psycopg.connect(beside.address) as copy, psycopg.connect(os.environ["DATABASE_URL"]) as source:
            differ = streams_that_differ(copy, source)
            if differ:
                raise BackupFault(f"{differ} streams of the backup differ from the database it was made from.")
            self.say(f"This database has all of them unchanged, and {look(source).events - facts.events} more events.")
        beside.manage("migrate", "--skip-checks", "--verbosity", "0")
        self.say(beside.manage("erasures", "--again", str(people)).strip())
        self.say(f"Audited: {beside.manage('audit').splitlines()[-1]}")

    def say(self, text: str) -> None:
        """Report a step at once, with the seconds since the command began."""
        self.stdout.write(f"{time.monotonic() - self.began:6.1f} s  {text}")
        self.stdout.flush()
