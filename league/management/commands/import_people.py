"""`manage.py import_people`: take a list of people into a club, after a look at what that would do."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from league.clubs.people_import.preview import RowPreview, plan_preview
from league.clubs.people_import.service import import_people, preview
from league.clubs.sessions import get_actor
from league.common.encodings import ENCODINGS
from league.management.base import PlainCommand


class Command(PlainCommand):
    help = "Preview the import of people from a CSV file. With --yes, import them, completely or not at all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", type=UUID)
        parser.add_argument("file", type=Path)
        parser.add_argument("--as", dest="username", required=True, help="the organiser's account")
        parser.add_argument("--encoding", choices=ENCODINGS, help="the file's encoding (default: detected)")
        parser.add_argument("--yes", action="store_true", help="import")
        parser.add_argument("--perhaps", choices=("new", "skip"), help="what to do with possible matches")
        parser.add_argument("--skip-faulty", action="store_true", help="skip faulty rows")

    def handle(
        self,
        *args: Any,
        club: UUID,
        file: Path,
        username: str,
        encoding: str | None,
        yes: bool,
        perhaps: str | None,
        skip_faulty: bool,
        **options: Any,
    ) -> None:
        raw, actor = file.read_bytes(), get_actor(username)
        plan = preview(club_id=club, raw=raw, actor=actor, encoding=encoding)
        shown = plan_preview(plan)
        for each in shown.encodings:
            self.stdout.write(f"--encoding {each.encoding}? {' / '.join(each.sample)}")
        for row in shown.rows:
            self.stdout.write(f"line {row.line}: {row.name}: {row.kind}{_details(row)}")
        self.stdout.write(", ".join(f"{kind} {count}" for kind, count in shown.totals.items()))
        if not yes:
            return
        wanted = {"perhaps": perhaps, "faulty": "skip" if skip_faulty else None}
        decisions = {row.line: decision for row in shown.rows if (decision := wanted.get(row.kind)) is not None}
        done = import_people(
            club_id=club, raw=raw, content=plan.content, decisions=decisions, actor=actor, encoding=encoding
        )
        new = sum(entry.new for entry in done.entries)
        self.stdout.write(f"Imported: {new} new, {len(done.entries) - new} known, {len(done.skipped)} skipped.")


def _details(row: RowPreview) -> str:
    """The player, the candidates, or the fault."""
    if row.fault:
        return f" ({row.fault})"
    if row.candidates:
        return "".join(f" ({' – '.join(filter(None, (each.name, each.why)))})" for each in row.candidates)
    return f" ({row.shown_as})" if row.shown_as else ""
