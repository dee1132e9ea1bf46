"""Checkpoints of the log, signed by beat where something new was sealed. Safe to repeat and to lose."""

import logging

from league.eventlog.errors import BadSigningKey, CheckpointRefused, LedgerBroken
from league.integrity import checkpoints
from tasks.celery import app

log = logging.getLogger("ludex.checkpoints")


@app.task(name="checkpoints.sign")
def sign() -> None:
    """Sign what was sealed since the last time; what forbids it is told every time, until somebody has looked."""
    try:
        checkpoints.sign()
    except (BadSigningKey, CheckpointRefused, LedgerBroken) as refusal:
        log.error("%s", refusal)
