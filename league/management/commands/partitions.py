"""`manage.py partitions`: what each partition of the log takes; with a number, spread the log over so many."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.eventlog import services as log


class Command(BaseCommand):
    help = "Show the size of each partition of the log. With a number, move the log into that many while writers wait."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "number", nargs="?", type=int, help=f"the new number of partitions, {log.FEWEST} to {log.MOST}"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        number = options["number"]
        if number is not None:
            if not log.FEWEST <= number <= log.MOST:
                raise CommandError(f"The log can have {log.FEWEST} to {log.MOST} partitions, not {number}.")
            self.stdout.write(f"{log.spread_events(number)} events moved.")
        for name, table, indexes in log.partitions():
            self.stdout.write(f"{name}: {table} bytes, indexes {indexes} bytes")
