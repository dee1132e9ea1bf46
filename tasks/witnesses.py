"""Asking witnesses for cosignatures. Safe to repeat and to lose: beat sends it again."""

import logging

from django.conf import settings

from league import __version__
from league.integrity import witnesses
from league.integrity.witnesses import Request
from tasks.celery import app
from tasks.safe_http import Undeliverable, exchange

HEADERS = {"Content-Type": "text/plain; charset=utf-8", "User-Agent": f"Ludex/{__version__}"}

log = logging.getLogger("ludex.witnesses")


@app.task(name="checkpoints.cosign")
def collect() -> None:
    """Ask every witness to cosign the newest checkpoints, and keep what they answer."""
    for request in witnesses.due_requests():
        asked: Request | None = request
        while asked is not None:
            asked = _ask(asked)


def _ask(asked: Request) -> Request | None:
    """Send one request. Returns the next one to the same witness, if it needs one."""
    url = f"{asked.url.rstrip('/')}/add-checkpoint"
    try:
        answer = exchange(url, asked.asked.body, HEADERS, to_loopback=settings.WEBHOOKS_TO_LOOPBACK)
    except Undeliverable as fault:
        log.warning("The witness %s did not answer: %s", asked.url, fault.code)
        return None
    return witnesses.take_answer(asked, answer.status, answer.body.decode(errors="replace"))
