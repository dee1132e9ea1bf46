"""`manage.py audit`: recompute every chain of the log and replay every match."""

from typing import Any

from django.core.management.base import BaseCommand

from league.eventlog import liveness
from league.integrity.audit import audit


class Command(BaseCommand):
    help = "Recompute every hash chain of the log and replay every match. The exit status is 1 if anything is wrong."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        report = audit()
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
