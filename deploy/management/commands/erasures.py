"""`manage.py erasures`: who was erased, by id, for a list that is kept where the database is not."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from deploy.backup import erasures
from deploy.backup.postgres_tools import BackupFault
from league.management.base import PlainCommand


class Command(PlainCommand):
    faults = (BackupFault,)
    help = "Print the ids of erased people and closed accounts, add them to a list, or repeat the erasures of a list."

    def add_arguments(self, parser: ArgumentParser) -> None:
        to_do = parser.add_mutually_exclusive_group()
        to_do.add_argument(
            "--add-to", type=Path, metavar="LIST", help="a file; ids that it already has are not repeated"
        )
        to_do.add_argument(
            "--again", type=Path, metavar="LIST", help="erase everybody on the list who is not erased here yet"
        )

    def handle(self, *args: Any, add_to: Path | None, again: Path | None, **options: Any) -> None:
        if again:
            self.stdout.write(f"Erased again: {erasures.erase_all(again)}.")
        elif add_to:
            self.stdout.write(f"{add_to}: {erasures.add_to(add_to)} new.")
        else:
            for line in erasures.erasure_lines():
                self.stdout.write(line)
