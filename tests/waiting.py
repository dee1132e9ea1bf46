"""Waiting for conditions, with a time limit that only a hanging program exceeds."""

import time

import pytest

LONGEST = 300.0  # seconds
GLANCE = 0.05  # seconds between two looks


def until(holds, what, *, process=None, said=lambda: ""):
    """Wait until *holds()*; fail with what was *said()* if that takes too long, or if the *process* ends before."""
    deadline = time.monotonic() + LONGEST
    while not holds():
        if process is not None and process.poll() is not None:
            pytest.fail(f"It ended with status {process.returncode} and was not {what}:\n{said()}")
        if time.monotonic() > deadline:
            pytest.fail(f"It was not {what} within {LONGEST:.0f} s:\n{said()}")
        time.sleep(GLANCE)
