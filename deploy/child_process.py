"""Child processes that are started again when they die, and never outlive the one that started them."""

import contextlib
import ctypes
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import IO

PR_SET_PDEATHSIG = 1


def die_with_parent(number: int) -> Callable[[], None] | None:
    """A hook for a child that has the kernel send it signal *number* when the parent dies (Linux only)."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, number)

    return ask


def say(name: str, text: str) -> None:
    """Print one line under its speaker's name. A closed terminal is ignored."""
    with contextlib.suppress(OSError):
        print(f"{time.strftime('%H:%M:%S')} {name:<8} | {text}", flush=True)


class Backoff:
    """When to restart a program that died: soon at first, later if it keeps dying early."""

    FIRST, LONGEST = 0.25, 8.0  # seconds to wait
    GROWN_UP = 10.0  # seconds of life after which a death counts as a first one again

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.waiting = False
        self.early_deaths = 0
        self._now = now
        self._born = now()
        self._due = 0.0

    def born(self) -> None:
        self.waiting = False
        self._born = self._now()

    def died(self) -> float:
        """Note a death. Returns the seconds to wait."""
        lived = self._now() - self._born
        self.early_deaths = 1 if lived > self.GROWN_UP else self.early_deaths + 1
        pause: float = min(self.FIRST * 2 ** (self.early_deaths - 1), self.LONGEST)
        self.waiting = True
        self._due = self._now() + pause
        return pause

    @property
    def due(self) -> bool:
        return self._now() >= self._due


class Child:
    """A program whose output is printed under its name."""

    def __init__(self, name: str, command: list[str], selector: selectors.BaseSelector) -> None:
        self.name = name
        self.command = command
        self.process: subprocess.Popen[bytes] | None = None
        self._selector = selector

    def launch(self) -> None:
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C is the supervisor's alone to hear
            preexec_fn=die_with_parent(signal.SIGTERM),
        )
        if self.process.stdout is not None:  # it is a pipe
            self._selector.register(self.process.stdout, selectors.EVENT_READ, _Lines(self.name, self._selector))

    @property
    def status(self) -> int | None:
        """The exit status. None while it runs."""
        return self.process.poll() if self.process else 0

    def terminate(self) -> None:
        if self.process is not None and self.status is None:
            self.process.terminate()

    def bury(self) -> None:
        """End it and everything it started, since a web server's orphans would hold the port."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class _Lines:
    """Prints what a child writes, line by line."""

    def __init__(self, name: str, selector: selectors.BaseSelector) -> None:
        self._name = name
        self._selector = selector
        self._rest = b""

    def __call__(self, pipe: IO[bytes]) -> None:
        chunk = os.read(pipe.fileno(), 65536)
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        if not chunk:
            lines.append(self._rest)
            self._selector.unregister(pipe)
            pipe.close()
        for line in filter(None, lines):
            say(self._name, line.decode(errors="replace"))
