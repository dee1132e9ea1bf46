"""`manage.py export`: a club as one file."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from league.club_data.export import export_club
from league.errors import LeagueError


class Command(BaseCommand):
    help = "Write a club with all its people and events as one file, without accounts (docs/export.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", type=UUID)
        parser.add_argument("--out", type=Path, help="the file; without it, the standard output")
        parser.add_argument(
            "--without-running", action="store_true", help="leave out running matches that the service deals"
        )

    def handle(self, *args: Any, club: UUID, out: Path | None, without_running: bool, **options: Any) -> None:
        try:
            done = export_club(club_id=club, without_running=without_running)
            if out is None:
                sys.stdout.buffer.write(done.raw)
                sys.stdout.flush()
            else:
                out.write_bytes(done.raw)
        except OSError as error:
            raise CommandError(f"{out}: {error.strerror}.") from None
        except LeagueError as refusal:
            raise CommandError(str(refusal)) from None
        for stream in done.left_out:
            self.stderr.write(f"left out: {stream}")
