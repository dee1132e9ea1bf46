"""Announcing what was committed, without making the committing request wait.

A thread of the process sends the message, and not more often than a pause allows: what is committed meanwhile goes into
the next one. A lost message costs time and no data. Beat wakes the worker every five seconds, and feeds look for news
every second.
"""

import logging
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue

from django.db import connection

from league.eventlog import announcements

logger = logging.getLogger(__name__)


class Announcer:
    """Calls *send* soon after `announce`, once for all calls, and again after *pause* seconds at the earliest."""

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
                logger.warning("An announcement was lost; within five seconds it is caught up with.", exc_info=True)
            time.sleep(self._pause)


class FeedNews:
    """The streams that were written to, for the feeds of every process."""

    def __init__(self) -> None:
        self._streams: SimpleQueue[str] = SimpleQueue()

    def note(self, stream: str) -> None:
        self._streams.put(stream)

    def send(self) -> None:
        """Announce every stream noted since the last time."""
        streams = set()
        try:
            while True:
                streams.add(self._streams.get_nowait())
        except Empty:
            pass
        try:
            announcements.notify(sorted(streams))
        finally:
            connection.close()  # or give it back to the pool
