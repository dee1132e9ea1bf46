"""`manage.py alert TEXT`: tell the operator that something went wrong, by a webhook, by mail, or by both."""

import json
import urllib.error
import urllib.request
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.core.management.base import CommandError

from league.management.base import PlainCommand

WITHIN = 20  # seconds for the webhook to answer


class Command(PlainCommand):
    help = "Send a text to ALERT_URL, as JSON with the member text, and to ALERT_MAIL (docs/operating.md)."
    needs_database = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("text", help="what went wrong, such as the name of a unit")

    def handle(self, *args: Any, text: str, **options: Any) -> None:
        if not settings.ALERT_URL and not settings.ALERT_MAIL:
            raise CommandError("Neither ALERT_URL nor ALERT_MAIL is set, so nobody hears of this.")
        faults = []
        if settings.ALERT_URL:
            faults += _post(settings.ALERT_URL, text)
        if settings.ALERT_MAIL:
            faults += _mail(settings.ALERT_MAIL, text)
        if faults:
            raise CommandError(" ".join(faults))


def _post(url: str, text: str) -> list[str]:
    """Send the text to a webhook. Returns what went wrong, without the address, which may be a secret."""
    body = json.dumps({"text": text}).encode()
    try:
        request = urllib.request.Request(url, body, {"Content-Type": "application/json"})  # noqa: S310 - the operator's
        urllib.request.urlopen(request, timeout=WITHIN).close()  # noqa: S310 - as above
    except (OSError, ValueError) as fault:
        why = fault.code if isinstance(fault, urllib.error.HTTPError) else type(fault).__name__
        return [f"ALERT_URL did not take it: {why}."]
    return []


def _mail(address: str, text: str) -> list[str]:
    try:
        send_mail(f"Ludex: {text.splitlines()[0][:100]}", text, settings.DEFAULT_FROM_EMAIL, [address])
    except OSError as fault:
        return [f"ALERT_MAIL was not sent: {type(fault).__name__}."]
    return []
