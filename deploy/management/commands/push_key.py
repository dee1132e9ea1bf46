"""`manage.py push_key`: print the public key by which push services know this installation."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from league.management.base import PlainCommand
from league.notices.vapid import encode_base64, public_bytes, read_push_key


class Command(PlainCommand):
    help = "Print the public key by which push services know this installation (docs/notices.md)."
    needs_database = False

    def handle(self, *args: Any, **options: Any) -> None:
        key = read_push_key(settings.PUSH_KEY)
        if key is None:
            raise CommandError("There is no key: set PUSH_KEY.")
        self.stdout.write(encode_base64(public_bytes(key)))
