"""`manage.py witness`: make and print the key by which this installation cosigns, and what it has cosigned."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from league.eventlog.transparency.cosignatures import witnessed_notes
from league.integrity import witnesses
from league.management.base import PlainCommand
from verify.signed_notes import Checkpoint, Note


class Command(PlainCommand):
    help = "Print the key by which this installation cosigns checkpoints of other logs, and the last one of each log."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--make-key", metavar="NAME", help="make the key, under a name such as example.org/witness")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["make_key"] is not None:
            witnesses.make_key(options["make_key"])
        key = witnesses.read_key()
        if key is None:
            raise CommandError("There is no key (WITNESS_KEY_FILE). Make one with --make-key NAME.")
        self.stdout.write(str(key.public))
        for note in witnessed_notes():
            checkpoint = Checkpoint.read(Note.read(note).text)
            self.stdout.write(f"{checkpoint.origin}: {checkpoint.size} events, digest {checkpoint.digest}")
