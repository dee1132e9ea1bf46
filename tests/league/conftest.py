import pytest

from tests.league import toys


@pytest.fixture
def toy_kinds(monkeypatch):
    """The toys' kinds of events are known."""
    toys.register(monkeypatch)
