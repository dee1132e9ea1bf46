"""`manage.py setup_code`: the code that a browser on another machine needs to set up this installation."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from league.clubs.installation import is_new
from league.management.base import PlainCommand


class Command(PlainCommand):
    help = "Print the code for setting up this installation while it has no account (docs/deploying.md)."

    def handle(self, *args: Any, **options: Any) -> None:
        if not is_new():
            raise CommandError("This installation has been set up. People sign in with their accounts.")
        self.stdout.write(settings.SETUP_CODE)
