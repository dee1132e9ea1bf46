"""The whole of it: an evening through the API with a real worker, equal by every path, moved to another place."""

import subprocess
import sys

import pytest

from tests.paths import ROOT


@pytest.mark.e2e
def test_an_evening_is_the_same_by_every_path_and_after_moving_house():
    done = subprocess.run(
        [sys.executable, "manage.py", "rehearse"], cwd=ROOT, capture_output=True, text=True, timeout=300
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "DIFFERENT" not in done.stdout
    assert done.stdout.count("same: ") == 10
    assert "All equal: 24 in the standings" in done.stdout


def test_too_few_players_are_refused():
    done = subprocess.run(
        [sys.executable, "manage.py", "rehearse", "--players", "5"], cwd=ROOT, capture_output=True, text=True
    )

    assert done.returncode == 1
    assert "--players" in done.stderr
