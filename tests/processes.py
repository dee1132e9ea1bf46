"""Programs started by tests."""

import os
import socket
import subprocess
import sys

from tests.paths import ROOT
from tests.waiting import LONGEST

OF_THE_TESTS = ("DATABASE_URL", "DB_POOL", "SECRET_KEY", "CELERY_BROKER_URL", "DJANGO_SETTINGS_MODULE", "PORT")


def without_the_tests(**given: str) -> dict[str, str]:
    """This process's environment without the tests' own variables, with the given changes."""
    return {name: value for name, value in os.environ.items() if name not in OF_THE_TESTS} | given


def python(
    *words: object, environment: dict[str, str] | None = None, within: float = LONGEST
) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments in the project folder, by default in the tests' environment."""
    return subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=within,
    )


def free_port() -> int:
    """A free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
