"""Telling others that something was committed, without making whoever committed it wait.

A thread of the process sends the message, and at most some a second: what is committed meanwhile goes into the next
one. A message that is lost, with the broker or with the process, costs time and no data: the worker hears from beat
every second, and whoever listens to feeds is looked after every second.
"""

import logging
import threading
import time
from collections.abc import Callable

logger = logging.getLogger(__name__)


class Announcer:
    """Calls *send* soon after `announce`, once for all since the last call, *pause* seconds ago or more."""

    def __init__(self, send: Callable[[], object], *, pause: float = 0.1) -> None:
        self._send = send
        self._pause = pause
        self._due = threading.Event()
        self._start = threading.Lock()
        self._thread: threading.Thread | None = None

    def announce(self) -> None:
        """Have a message sent; returns at once."""
        self._due.set()
        with self._start:  # started on first use: a web server forks its workers after this module was read
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="announcer", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            self._due.wait()
            self._due.clear()
            try:
                self._send()
            except Exception:
                logger.warning(
                    "An announcement was lost. The next check, within a second, makes up for it.", exc_info=True
                )
            time.sleep(self._pause)
