"""How long pieces of work take."""

import statistics
import time
from collections.abc import Callable, Mapping


def timed(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds by a clock, by default the one on the wall."""
    started = clock()
    work()
    return clock() - started


def medians(passes: int, ways: Mapping[str, Callable[[], float]]) -> dict[str, float]:
    """The median figure of each way, all of them measured in turn."""
    figures: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(passes):
        for name, way in ways.items():
            figures[name].append(way())
    return {name: statistics.median(all_passes) for name, all_passes in figures.items()}
