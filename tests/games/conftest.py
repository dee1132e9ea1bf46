import pytest

from tests.games.plugged import plugged_in


@pytest.fixture(scope="module")
def sixth_game():
    """A sixth game is installed."""
    with plugged_in():
        yield
