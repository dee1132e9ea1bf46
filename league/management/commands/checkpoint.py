"""`manage.py checkpoint`: sign what was sealed, print the newest checkpoints; make or change keys; begin a new log."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import ProgrammingError
from psycopg.errors import InsufficientPrivilege

from league.eventlog import sealer
from league.eventlog.transparency.checkpoints import newest
from league.integrity import checkpoints
from league.management.base import PlainCommand

NOT_OWNER = "Only the owner of the database can change keys: set OWNER_DATABASE_URL for this command."


class Command(PlainCommand):
    help = "Sign all sealed events, and print the newest checkpoint of the log."

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--make-key", metavar="LOG", help="make the first key, for the log of this name")
        what.add_argument(
            "--rotate", action="store_true", help="let the key introduce a new one, which signs from now on"
        )
        what.add_argument(
            "--adopt",
            action="store_true",
            help="if the copy outside the database is missing, take the newest checkpoint from the database",
        )
        what.add_argument(
            "--new-log",
            action="store_true",
            help="start a new log over the present database; its first checkpoint names the last one of the old log",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["make_key"] is not None:
            self.stdout.write(f"Made {checkpoints.make_key(options['make_key'])}, which only its owner can read.")
            return
        try:
            if options["rotate"]:
                key = checkpoints.rotate()
                self.stdout.write(f"From size {key.first} on, this key signs: {key.key}")
                return
            if options["new_log"]:
                checkpoints.begin_anew()
        except ProgrammingError as error:
            if isinstance(error.__cause__, InsufficientPrivilege):
                raise CommandError(NOT_OWNER) from None
            raise
        if options["adopt"]:
            checkpoints.adopt()
        if not options["new_log"]:
            checkpoints.seal_and_sign()
        signed = [each for each in map(newest, sealer.shards()) if each is not None]
        if not signed:
            raise CommandError("There is no checkpoint: the log is empty, or there is no key (CHECKPOINT_KEY_FILE).")
        self.stdout.write("\n\n".join(f"{each.note}\nDigest: {each.checkpoint.digest}" for each in signed))
