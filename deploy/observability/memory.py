"""Memory of processes: what is loaded at their start, and what they grow to.

Processes that have grown too large end in good order, and are started again by whatever started them.

A web process answers the requests that it has, a worker finishes its tasks. Python gives little memory back, so one
large picture or list would otherwise stay for good.
"""

import gc
import logging
import os
import resource
from pathlib import Path
from typing import Any

RECYCLE_MEMORY = int(os.environ.get("RECYCLE_MEMORY", "400"))  # MiB. 0: never
STATM = Path("/proc/self/statm")

log = logging.getLogger("ludex.memory")


def pause_collector() -> None:
    """Collect no garbage until `keep_loaded`.

    What is loaded stays for good. Looking through it again and again is a quarter of the time of a start.
    """
    gc.disable()


def keep_loaded() -> None:
    """Leave what is loaded by now out of all later collections, which would make requests wait."""
    gc.freeze()
    gc.enable()


def resident_memory() -> int:
    """MiB of memory that this process has now. 0 where the system doesn't say."""
    try:
        pages = int(STATM.read_text().split()[1])
    except OSError:
        return 0
    return pages * resource.getpagesize() >> 20


def has_grown(most: int = RECYCLE_MEMORY) -> bool:
    """Whether this process has more memory than it may keep. It is logged, so ask once and then end."""
    now = resident_memory() if most else 0
    if now <= most:
        return False
    log.warning("This process has grown to %d MiB and is replaced.", now)
    return True


def stop_grown_worker(most: int = RECYCLE_MEMORY, **_: Any) -> None:
    """After a task: let Celery's worker finish what it has and end."""
    from celery.worker import state  # which takes long to import, and web processes don't have it

    if state.should_stop is None and has_grown(most):
        state.should_stop = os.EX_OK  # type: ignore[assignment] # which its types take for None alone
