"""Child processes that are mended when they die, and never outlive the one that started them."""

import contextlib
import ctypes
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable

PR_SET_PDEATHSIG = 1
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 8.0  # seconds between a death and the next try; doubled at each early death
GROWN_UP = 10.0  # seconds after which a death counts as a first one again


def die_with_parent(number: int) -> Callable[[], None] | None:
    """What a child runs before its program: ask the kernel for signal *number* when the parent dies (Linux only)."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, number)

    return ask


def say(name: str, text: str) -> None:
    """Print one line under its speaker's name. A closed terminal is no reason to fall over."""
    with contextlib.suppress(OSError):
        print(f"{time.strftime('%H:%M:%S')} {name:<8} | {text}", flush=True)


class Backoff:
    """When to start again what has died."""

    def __init__(self) -> None:
        self.early_deaths = 0
        self._born = 0.0
        self._due = 0.0

    def born(self) -> None:
        self._born = time.monotonic()

    def died(self) -> float:
        """Note a death; return the seconds to wait."""
        now = time.monotonic()
        self.early_deaths = 1 if now - self._born > GROWN_UP else self.early_deaths + 1
        pause = min(FIRST_PAUSE * 2 ** (self.early_deaths - 1), LONGEST_PAUSE)
        self._due = now + pause
        return pause

    @property
    def over(self) -> bool:
        return time.monotonic() >= self._due


class Child:
    """One program, its lines on our output under its name."""

    def __init__(self, name: str, command: list[str], selector: selectors.BaseSelector) -> None:
        self.name = name
        self.command = command
        self.backoff = Backoff()
        self.process: subprocess.Popen[bytes] | None = None
        self._selector = selector

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C is the supervisor's alone to hear
            preexec_fn=die_with_parent(signal.SIGTERM),
        )
        self._selector.register(self.process.stdout, selectors.EVENT_READ, _Lines(self.name, self._selector))
        self.backoff.born()

    @property
    def status(self) -> int | None:
        """The exit status, or none while it runs."""
        return self.process.poll() if self.process else 0

    def tell(self, number: int) -> None:
        if self.status is None:
            self.process.send_signal(number)

    def wait(self, within: float) -> None:
        """Wait for the end, bring it about when *within* seconds are not enough, and leave no descendant."""
        if self.process is None:
            return
        try:
            self.process.wait(within)
        except subprocess.TimeoutExpired:
            say(self.name, "did not stop in time and was killed")
        self.kill()

    def kill(self) -> None:
        """End it and everything it started. A web server's orphans would hold the port."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class _Lines:
    """Read what a child writes, and say it line by line."""

    def __init__(self, name: str, selector: selectors.BaseSelector) -> None:
        self._name = name
        self._selector = selector
        self._rest = b""

    def __call__(self, pipe) -> None:
        chunk = os.read(pipe.fileno(), 65536)
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        if not chunk:
            lines.append(self._rest)
            self._selector.unregister(pipe)
            pipe.close()
        for line in filter(None, lines):
            say(self._name, line.decode(errors="replace"))
