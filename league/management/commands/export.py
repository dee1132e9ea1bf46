"""`manage.py export`: a club as one file."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from league.club_data.export import export_club
from league.management.base import PlainCommand


class Command(PlainCommand):
    help = "Export a club with all its people and events as one file, without accounts (docs/export.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", type=UUID)
        parser.add_argument("--out", type=Path, help="the file (default: the standard output)")
        parser.add_argument(
            "--without-running", action="store_true", help="leave out running matches dealt by the service"
        )

    def handle(self, *args: Any, club: UUID, out: Path | None, without_running: bool, **options: Any) -> None:
        done = export_club(club_id=club, without_running=without_running)
        if out is None:
            sys.stdout.buffer.write(done.raw)
            sys.stdout.flush()
        else:
            out.write_bytes(done.raw)
        for stream in done.left_out:
            self.stderr.write(f"left out: {stream}")
