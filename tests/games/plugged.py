"""A sixth game as an installed plug-in: a distribution on the path whose entry point names its engine."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games.registry import AnyEngine, engines

SIXTH = Path(__file__).parent / "sixth"  # holds the package `nim` and what its installation says


@contextmanager
def plugged_in(path: Path = SIXTH) -> Iterator[None]:
    """Install the distributions in *path* for a while."""
    sys.path.insert(0, str(path))
    engines.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(path))
        engines.cache_clear()


with plugged_in():
    ENGINES: list[AnyEngine] = [engine for by_rules in engines().values() for engine in by_rules.values()]


def name(engine: AnyEngine) -> str:
    return f"{engine.meta.slug}-{engine.meta.rules}"
