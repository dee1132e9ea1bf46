"""Tasks on the event log. Each is safe to repeat and to lose: beat sends it again."""

import logging

from league.common.idempotency import forget_old
from league.eventlog.errors import BadSigningKey, CheckpointRefused, LedgerBroken
from league.eventlog.services import catch_up_projections
from league.integrity import checkpoints
from tasks.celery import app

log = logging.getLogger("ludex.checkpoints")


@app.task(name="projections.catch_up")
def catch_up() -> None:
    """Seal what was committed and bring every projection up to it."""
    catch_up_projections()


@app.task(name="checkpoints.sign")
def sign() -> None:
    """Sign what was sealed since the last time. What prevents it is logged every time, until it is mended."""
    try:
        checkpoints.sign()
    except (BadSigningKey, CheckpointRefused, LedgerBroken) as refusal:
        log.error("%s", refusal)


@app.task(name="answers.forget_old")
def forget_old_answers() -> None:
    """Drop answers to repeated requests that are older than two days."""
    forget_old()
