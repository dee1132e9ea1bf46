"""Every part of the service can be stopped at any moment of its start without a traceback."""

import signal
import subprocess
import sys
import time

import psutil
import pytest

from deploy.processes import PARTS
from tests.paths import ROOT
from tests.waiting import LONGEST

MOMENTS = 5  # spread evenly over the processor time of a start
LOOK = 2.0  # seconds between two looks at a part


@pytest.fixture
def environment(committed_db, monkeypatch, tmp_path):
    monkeypatch.setenv("LUDEX_VAR", str(tmp_path))
    monkeypatch.setenv("WEB_BIND", "127.0.0.1:0")


def launch(part):
    return subprocess.Popen(
        [sys.executable, "-m", "deploy.processes", part],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def processor_time(process):
    """Seconds that the process has computed, so that a busy machine changes nothing."""
    return sum(psutil.Process(process.pid).cpu_times()[:2])


def output_after(process):
    """Stop the process and return everything it printed."""
    process.send_signal(signal.SIGTERM)
    return process.communicate(timeout=LONGEST)[0]


def processor_time_of_a_start(part):
    """Start the part and wait until it computes little beside what it has: beat and the worker are never quite idle."""
    process, before = launch(part), 0.0
    while (used := processor_time(process)) > 1.1 * before or not used:
        before = used
        time.sleep(LOOK)
    assert "Traceback" not in output_after(process)
    return used


@pytest.mark.parametrize("part", PARTS)
def test_a_part_ended_during_its_start_prints_no_traceback(part, environment):
    whole = processor_time_of_a_start(part)

    for moment in range(1, MOMENTS + 1):
        process = launch(part)
        while processor_time(process) < whole * moment / (MOMENTS + 1):
            time.sleep(0.01)

        assert "Traceback" not in output_after(process)
