"""The whole rehearsal: an evening over the API with a real worker, equal by every path, exported and imported."""

import pytest

from tests.processes import python


@pytest.mark.e2e
def test_an_evening_gives_the_same_standings_by_every_path_and_after_an_export():
    done = python("-m", "tests.e2e.rehearsal")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "DIFFERENT" not in done.stdout
    assert done.stdout.count("same: ") == 10
    assert "All equal: 24 in the standings" in done.stdout


def test_too_few_players_are_refused():
    done = python("-m", "tests.e2e.rehearsal", "--players", 5)

    assert done.returncode == 2
    assert "--players" in done.stderr
