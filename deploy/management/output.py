"""What a long command says of its steps, each with the time it was said at."""

import time

from django.core.management.base import BaseCommand


class TellingCommand(BaseCommand):
    """A command that tells each step at once, with the seconds since the command began."""

    def execute(self, *args: object, **options: object) -> str | None:
        self.began = time.monotonic()
        return super().execute(*args, **options)

    def say(self, text: str) -> None:
        self.stdout.write(f"{time.monotonic() - self.began:6.1f} s  {text}")
        self.stdout.flush()
