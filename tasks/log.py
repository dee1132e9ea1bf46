"""Tasks on the event log. Each is safe to repeat and to lose: beat sends it again."""

import logging
from typing import Any

from django.conf import settings

from league.eventlog.errors import BadSigningKey, CheckpointRefused, LedgerBroken
from league.eventlog.services import catch_up_projections
from league.integrity import checkpoints
from tasks.celery import app
from tasks.queues import purge_waking

EXPIRES = 60  # seconds after which beat has woken the worker anyway

log = logging.getLogger("ludex.checkpoints")


@app.task(name="projections.catch_up")
def catch_up() -> None:
    """Seal what was committed and bring every projection up to it, in the shards of this worker before the others."""
    catch_up_projections(settings.WORKER_SHARDS)


def hear_of_messages(sender: Any, *, conf: Any, **_: Any) -> None:
    """A worker begins: if the database is its broker, have it announce new messages."""
    if conf.broker_url.startswith("pgmq:"):
        conf.broker_transport_options["use_notify"] = True


def drop_and_catch_up(sender: Any, **_: Any) -> None:
    """A worker has started: everything that wakes workers has waited long enough, and one message does for all."""
    try:
        with app.connection_for_write() as connection:
            purge_waking(connection, list(app.amqp.queues.consume_from))
        catch_up.apply_async(retry=False, expires=EXPIRES)
    except Exception:  # each transport has errors of its own, and all of them mean the same here
        log.warning("The broker lost the first message of this worker; beat sends another.", exc_info=True)


@app.task(name="checkpoints.sign")
def sign() -> None:
    """Sign what was sealed since the last time. What prevents it is logged every time, until it is mended."""
    try:
        checkpoints.sign()
    except (BadSigningKey, CheckpointRefused, LedgerBroken) as refusal:
        log.error("%s", refusal)
