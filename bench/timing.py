"""How long a piece of work takes."""

import time
from collections.abc import Callable


def timed(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds by a clock, by default the one on the wall."""
    started = clock()
    work()
    return clock() - started
