"""The base of commands that report a refusal in one line."""

from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from games.errors import Refused
from league.errors import LeagueError


class PlainCommand(BaseCommand):
    """Turns files that cannot be read, refusals, or other *faults*, into a `CommandError`."""

    faults: ClassVar[tuple[type[Exception], ...]] = (LeagueError, Refused)
    requires_system_checks = ()  # they import the API and all pages, which takes longer than most commands

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}.") from None
        except self.faults as fault:
            raise CommandError(str(fault)) from None
