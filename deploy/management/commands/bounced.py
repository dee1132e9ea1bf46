"""`manage.py bounced ADDRESS…`: leave e-mail addresses alone to which mail came back."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from email import message_from_bytes, policy
from email.message import Message
from typing import Any, cast

from django.core.management.base import CommandError

from league.management.base import PlainCommand
from league.notices.services import mark_bounced

REPORT = "message/delivery-status"


class Command(PlainCommand):
    help = "Send no more news to e-mail addresses, or to those that a returned mail on standard input names."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("addresses", nargs="+", help="e-mail addresses, or - for a returned mail (RFC 3464)")

    def handle(self, *args: Any, addresses: list[str], **options: Any) -> None:
        if addresses == ["-"]:
            addresses = failed_addresses(sys.stdin.buffer.read())
        if not addresses:
            raise CommandError("This mail doesn’t say that an address has failed for good.")
        for address, count in mark_bounced(addresses).items():
            self.stdout.write(f"{address}: {count or 'no'} account{'' if count == 1 else 's'}")


def failed_addresses(mail: bytes) -> list[str]:
    """The addresses that a returned mail (RFC 3464) reports as failed for good."""
    found = []
    for part in message_from_bytes(mail, policy=policy.compat32).walk():
        if part.get_content_type() != REPORT:
            continue
        for each in cast("Sequence[Message]", part.get_payload()):
            action, state = str(each["Action"] or "").strip().lower(), str(each["Status"] or "").strip()
            recipient = str(each["Final-Recipient"] or "").partition(";")[2].strip()
            if recipient and action == "failed" and state.startswith("5."):
                found.append(recipient)
    return found
