"""`manage.py audit`: recompute every chain of the log and replay every match."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.eventlog import liveness, statements
from league.integrity.audit import audit


class Command(BaseCommand):
    help = "Recompute every hash chain of the log and replay every match. The exit status is 1 if anything is wrong."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        rows = "also make all projections again beside the stored rows and compare them (not on a replica)"
        parser.add_argument("--rows", action="store_true", help=rows)
        processes = "how many processes share the work (default: 1)"
        parser.add_argument("--processes", type=int, default=1, choices=range(1, 65), metavar="NUMBER", help=processes)

    def handle(self, *args: Any, rows: bool, processes: int, **options: Any) -> None:
        if rows and statements.is_read_only():
            raise CommandError("A read-only database can't make rows to compare. Audit them on the writer.")
        report = audit(rows=rows, processes=processes)
        for finding in report.findings:
            self.stdout.write(str(finding))
        self.stdout.write(
            f"{report.events} events in {report.streams} streams, {report.matches} matches replayed: "
            f"{len(report.findings)} findings."
        )
        if not report.events:
            self.stderr.write("The log is empty, so nothing was audited. Is this the right database?")
        if report.findings:
            raise SystemExit(1)
        liveness.note_quietly("audit")  # the database may be a copy that can only be read
