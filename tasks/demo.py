"""Making the demo club for somebody who asked for it on a page."""

import logging
from typing import Any

from kombu.exceptions import OperationalError

from tasks.celery import app

EXPIRES = 3600  # seconds; then nobody waits for it any more

log = logging.getLogger("ludex.demo")


@app.task(name="demo.make")
def make() -> None:
    """Make what is missing of the demo club. Safe to repeat, to run twice at once and to kill."""
    from league.club_data.demo import make_demo  # loads half of the service, which no other process of ours needs

    for part in make_demo():
        log.info("The demo club: %d of %d", part.done, part.total)


def send(**_: Any) -> None:
    """Send the task. If it gets lost, the page offers to ask again."""
    try:
        make.apply_async(retry=False, expires=EXPIRES)
    except OperationalError:
        log.warning("The request for the demo club was lost.", exc_info=True)
