"""`manage.py push_key`: print the public key by which push services know this installation, or make the key."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from league.management.base import PlainCommand
from league.notices.vapid import encode_base64, make_push_key, public_bytes, read_push_key


class Command(PlainCommand):
    help = "Print the public key by which push services know this installation."
    needs_database = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--make-key", action="store_true", help="make the key, unless it is there")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["make_key"]:
            make_push_key(settings.PUSH_KEY_FILE)
        key = read_push_key(settings.PUSH_KEY_FILE)
        if key is None:
            raise CommandError("There is no key (PUSH_KEY_FILE). Make one with --make-key.")
        self.stdout.write(encode_base64(public_bytes(key)))
