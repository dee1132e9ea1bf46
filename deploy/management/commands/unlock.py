"""`manage.py unlock NAME`: let somebody sign in again after too many wrong passwords."""

from argparse import ArgumentParser
from typing import Any

from deploy.sign_in import unlock
from league.management.base import PlainCommand


class Command(PlainCommand):
    help = "Let somebody sign in again after too many wrong passwords (docs/operating.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="as it is typed to sign in")

    def handle(self, *args: Any, **options: Any) -> None:
        count = unlock(options["name"])
        self.stdout.write(f"{count} wrong passwords for {options['name']} are forgotten.")
