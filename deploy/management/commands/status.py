"""`manage.py status`: how the installation is, in one look."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import ProgrammingError

from deploy.data_folder import data_folder
from deploy.observability.status import lines, look
from deploy.postgres.server import EmbeddedPostgres
from league.common.read_models import json_bytes
from league.management.base import PlainCommand


class Command(PlainCommand):
    help = "Report the version, database, worker, beat, queue, log, projections, backups, audits and locked accounts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="as JSON, with sizes in bytes and ages in seconds")

    def handle(self, *args: Any, json: bool, **options: Any) -> None:
        embedded = EmbeddedPostgres(data_folder())
        own = os.environ["DATABASE_URL"] == embedded.addresses["DATABASE_URL"]
        try:
            status = look(embedded.data if own else None)
        except ProgrammingError as error:
            raise CommandError(f"The database is not migrated: {str(error).splitlines()[0]}") from None
        if json:
            self.stdout.write(json_bytes(status).decode())
        else:
            for line in lines(status):
                self.stdout.write(line)
        if status.problems:
            raise SystemExit(1)
