"""Sending to webhooks. A thread for each, some at once, so that whoever does not answer keeps nobody else waiting.

Threads end with the process: a message that was under way is sent again, by the same id.
"""

import logging
import threading
from collections.abc import Sequence
from datetime import UTC, datetime

from django.conf import settings
from django.db import connection

from league import __version__
from league.webhooks import deliveries
from league.webhooks.deliveries import Message, Outcome
from league.webhooks.signature import signed_headers
from tasks.celery import app
from tasks.messages.chats import send_to_chat
from tasks.safe_http import Undeliverable, exchange

AT_ONCE = 8  # webhooks that a process sends to
LONGEST = 45.0  # seconds with one of them, within the minute for which it is taken

logger = logging.getLogger("ludex.webhooks")
_free = threading.BoundedSemaphore(AT_ONCE)


@app.task(name="webhooks.send")
def send() -> None:
    """Begin to send whatever is due; safe to repeat, to run twice at once and to kill."""
    while _free.acquire(blocking=False):
        messages: Sequence[Message] = ()
        try:
            messages = deliveries.take()
        finally:
            if not messages:
                _free.release()
        if not messages:
            return
        threading.Thread(target=_serve, args=(messages,), name="webhook", daemon=True).start()


def _serve(messages: Sequence[Message]) -> None:
    """Send *messages*, all to one webhook, until one fails. A chat gets them as one."""
    began = datetime.now(UTC)
    try:
        if messages[0].app:
            _serve_chat(messages)
        for message in () if messages[0].app else messages:
            outcome = attempt(message)
            deliveries.note(message, outcome)
            if not outcome.good or (datetime.now(UTC) - began).total_seconds() > LONGEST:
                break
        deliveries.release(messages)
    except Exception:
        logger.exception("A webhook was interrupted and is retried in a minute.")
    finally:
        _free.release()
        connection.close()


def _serve_chat(messages: Sequence[Message]) -> None:
    """Send one text about all of *messages*. If it isn't taken, that is one failure, however many they are."""
    outcome = send_to_chat(messages)
    for message in messages if outcome.good else messages[:1]:
        deliveries.note(message, outcome)


def attempt(message: Message) -> Outcome:
    """Send one signed message."""
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"Ludex/{__version__}",
        **signed_headers(message, datetime.now(UTC)),
    }
    body, loopback = message.body.encode(), settings.WEBHOOKS_TO_LOOPBACK
    try:
        answer = exchange(message.url, body, headers, to_loopback=loopback)
    except Undeliverable as fault:
        return Outcome(fault=fault.code)
    return Outcome(answer=answer.status, wait=answer.retry_after)
