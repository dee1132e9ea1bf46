import pytest

from tests.league import toys
from tests.league.clubs import of_four


@pytest.fixture
def toy_kinds(monkeypatch):
    """The toys' kinds of events are known."""
    toys.register(monkeypatch)


@pytest.fixture
def club():
    """An organiser, as an actor, of a club with four players and a series: actor, club, players, series."""
    return of_four()
