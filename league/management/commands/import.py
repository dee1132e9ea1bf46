# noqa: N999 - the command is called so
"""`manage.py import`: a club out of a file that `manage.py export` wrote."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from league.club_data.import_ import import_club
from league.management.base import PlainCommand


class Command(PlainCommand):
    help = "Import an exported club, completely or not at all. Existing rows stay unchanged (docs/export.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--organiser", help="the account that becomes organiser of the club")

    def handle(self, *args: Any, file: Path, organiser: str | None, **options: Any) -> None:
        done = import_club(raw=file.read_bytes(), organiser=organiser)
        self.stdout.write(f"{done.club}: {done.players} new players, {done.events} new events.")
