"""`manage.py rebuild`: drop every projection, or those named, and build it again from the log."""

from argparse import ArgumentParser
from typing import Any

from league.eventlog.projections import registry, runner
from league.management.base import PlainCommand


class Command(PlainCommand):
    help = "Build projections again from the log, all of them or those named."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("projections", nargs="*", help="names of projections (default: all)")

    def handle(self, *args: Any, **options: Any) -> None:
        names = options["projections"] or registry.names()
        for name in names:
            registry.find(name)
        for name in names:
            runner.rebuild(name)
            self.stdout.write(f"{name}: rebuilt.")
