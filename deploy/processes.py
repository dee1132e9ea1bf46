"""The parts of the service, and the one command that starts each of them, wherever it runs.

    python -m deploy.processes web
    python -m deploy.processes worker
    python -m deploy.processes beat        exactly one

becomes that part; the environment says the rest (docs/operating.md).
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from deploy.data_folder import data_folder
from deploy.static_files import gather_static_files

WEB = [
    *("-m", "gunicorn", "deploy.wsgi", "--config=python:deploy.gunicorn", "--threads=8"),
    *("--worker-class=deploy.web_worker.BufferingWorker", "--worker-connections=2000"),
    *("--graceful-timeout=5", "--no-control-socket"),
]
_CELERY = ("-m", "celery", "--quiet", "--skip-checks", "--app", "tasks")
_AS_ROOT = "ignore:You're running the worker with superuser"


def web() -> list[str]:
    """The web server, on WEB_BIND, with WEB_CONCURRENCY processes, and with static files of its own if need be."""
    if not os.environ.get("STATIC_ROOT"):
        os.environ["STATIC_ROOT"] = str(gather_static_files())
    if int(os.environ.get("WEB_CONCURRENCY", "1")) > 1 or "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        _gather_measurements()
    return [*WEB, f"--bind={os.environ.get('WEB_BIND', '127.0.0.1:8000')}"]


def worker() -> list[str]:
    """A worker of WORKER_CONCURRENCY threads, for WORKER_QUEUES. There may be several."""
    threads = os.environ.get("WORKER_CONCURRENCY", "4")
    named = f"--hostname=worker-{os.getpid()}@%h"
    quiet = ("--without-gossip", "--without-mingle")
    command = [*_CELERY, "worker", "--pool=threads", f"--concurrency={threads}", named, *quiet]
    return ["-W", _AS_ROOT, *command, *_queues()]


def _queues() -> list[str]:
    """What limits the queues that the worker takes: it takes all, but signing only if it has the key."""
    if given := os.environ.get("WORKER_QUEUES"):
        from tasks.queues import QUEUES  # which loads Celery

        names = [each.strip() for each in given.split(",")]
        if unknown := [each for each in names if each not in QUEUES]:
            sys.exit(f"WORKER_QUEUES: {', '.join(map(repr, unknown))} is none of {', '.join(QUEUES)}.")
        return [f"--queues={','.join(names)}"]
    key = Path(os.environ.get("CHECKPOINT_KEY_FILE") or data_folder() / "checkpoint_key")
    return [] if key.exists() else ["--exclude-queues=signing"]


def beat() -> list[str]:
    """The clock that sends tasks. A second one would send them twice, which does no harm."""
    return [*_CELERY, "beat", "--pidfile="]


PARTS: dict[str, Callable[[], list[str]]] = {"web": web, "worker": worker, "beat": beat}


def _gather_measurements() -> None:
    """Set an empty folder in which the processes of one server add up their measurements."""
    given = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if given:
        shutil.rmtree(given, ignore_errors=True)
        Path(given).mkdir(mode=0o700, parents=True)
    else:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="ludex-measurements-")


def main() -> None:
    if len(sys.argv) != 2 or sys.argv[1] not in PARTS:
        sys.exit(f"usage: python -m deploy.processes {'|'.join(PARTS)}")
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, *PARTS[sys.argv[1]]()])  # noqa: S606 - nothing from outside


if __name__ == "__main__":
    main()
