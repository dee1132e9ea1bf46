"""Sending news to people, one message after the other. Safe to repeat, to run twice at once and to kill."""

import logging
import threading
import time
from contextlib import suppress
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection
from django.utils import translation

from league.notices import deliveries
from league.notices.deliveries import Letter, Outcome
from league.notices.kinds import ADDRESS
from league.notices.queries import describe, language_of
from league.notices.reminders import write_reminders
from league.notices.vapid import can_push
from tasks.celery import app
from tasks.messages import mail, push

LONGEST = 45.0  # seconds of one run, within the minutes for which an outlet is taken

log = logging.getLogger("ludex.notices")
_free = {"mail": threading.BoundedSemaphore(1), "push": threading.BoundedSemaphore(4)}  # threads of a process


@app.task(name="notices.send")
def send() -> None:
    """Begin to send whatever is due, in threads of its own: a mail server or a push service may be slow."""
    for way, is_on in (("mail", settings.NOTICES_BY_MAIL), ("push", can_push())):
        if is_on and _free[way].acquire(blocking=False):
            threading.Thread(target=_run, args=(way,), name=way, daemon=True).start()


@app.task(name="notices.remind")
def remind() -> None:
    """Write reminders of what begins tomorrow; safe to repeat and to lose."""
    write_reminders()


def _run(way: str) -> None:
    try:
        {"mail": send_mail, "push": send_pushes}[way]()
    except Exception:
        log.exception("Sending news by %s was interrupted and is retried in two minutes.", way)
    finally:
        _free[way].release()
        connection.close()


def send_pushes() -> None:
    """Send the push messages that are due, until nothing is or the time of a run is over."""
    began = time.monotonic()
    while time.monotonic() - began < LONGEST and (letter := deliveries.take("push")) is not None:
        with translation.override(language_of(letter.outlet.account_id)):
            if news := describe(letter.notices):
                deliveries.note(letter, *push.send(letter, news))
            else:
                deliveries.drop(letter)


def send_mail() -> None:
    """Send the mail that is due, until nothing is, or the server takes none, or the time of a run is over."""
    began, server = time.monotonic(), get_connection()
    try:
        while time.monotonic() - began < LONGEST and (letter := deliveries.take("mail")) is not None:
            if not _send(letter, server):
                return
    finally:
        with suppress(SMTPException, OSError):
            server.close()


def _send(letter: Letter, server: BaseEmailBackend) -> bool:
    """Send one letter. Returns whether the server takes mail at all."""
    message = None
    with translation.override(language_of(letter.outlet.account_id)):
        if any(each.kind == ADDRESS for each in letter.notices):
            message = mail.question(letter)
        elif news := describe(letter.notices):
            message = mail.digest(letter, news)
    if message is None:
        deliveries.drop(letter)
        return True
    try:
        deliveries.note(letter, mail.send(message, server))
    except mail.Unreachable as fault:
        log.warning("The mail server takes no mail: %s", fault)
        deliveries.note(letter, Outcome.LATER)
        return False
    return True
