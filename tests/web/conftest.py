import pytest

from tests.builders.clubs import of_four


@pytest.fixture
def club():
    """An organiser, as an actor, of a club with four players and a series: actor, club, players, series."""
    return of_four()
