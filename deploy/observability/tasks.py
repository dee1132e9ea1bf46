"""Each task is timed and noted by its name and id; and a worker's measurements can be read from it."""

import logging
import os
import threading
import time
from typing import Any

from celery import signals
from django.db import connection
from prometheus_client import start_http_server

from deploy.observability.memory import stop_grown_worker
from deploy.observability.metrics import TASK_SECONDS
from league.eventlog import liveness

log = logging.getLogger("ludex.tasks")

_began: dict[str, float] = {}  # by task id, of the tasks that run now


def connect() -> None:
    """Listen to Celery's signals, and leave logging to Django's settings."""
    signals.setup_logging.connect(_leave_logging, weak=False)
    signals.task_prerun.connect(_begin, weak=False)
    signals.task_postrun.connect(_end, weak=False)
    signals.task_postrun.connect(stop_grown_worker, weak=False)
    signals.task_failure.connect(_log_failure, weak=False)
    signals.worker_init.connect(_serve, weak=False)
    signals.task_prerun.connect(_note_broker, weak=False)
    signals.worker_ready.connect(lambda **_: _note_process("worker"), weak=False)
    signals.beat_init.connect(lambda **_: _note_process("beat"), weak=False)


def _leave_logging(**_: Any) -> None:
    """Do nothing. Once this is connected, Celery sets up no logging of its own."""


def _begin(*, task_id: str, **_: Any) -> None:
    _began[task_id] = time.perf_counter()


def _end(*, task_id: str, task: Any, state: str | None, **_: Any) -> None:
    took = time.perf_counter() - _began.pop(task_id, time.perf_counter())
    outcome = (state or "unknown").lower()
    TASK_SECONDS.labels(task.name, outcome).observe(took)
    noted = {"outcome": outcome, "ms": round(took * 1000, 1)}
    log.debug("Task %s: %s in %.1f ms", task.name, outcome, noted["ms"], extra=noted)


def _log_failure(*, exception: BaseException, sender: Any, **_: Any) -> None:
    log.error("Task %s failed.", sender.name, exc_info=exception)


def _serve(**_: Any) -> None:
    address = os.environ.get("WORKER_METRICS")
    if address:
        host, _colon, port = address.rpartition(":")
        start_http_server(int(port), host or "127.0.0.1")


def _note_broker(**_: Any) -> None:
    """A message has come through."""
    liveness.note_quietly("broker")


def _note_process(part: str) -> None:
    """Note this process from now on, whether messages come or not."""
    threading.Thread(target=_note_for_ever, args=(part,), name="liveness", daemon=True).start()


def _note_for_ever(part: str) -> None:
    while True:
        liveness.note_quietly(part)
        connection.close()
        time.sleep(liveness.PAUSE)
