import pytest


@pytest.fixture(autouse=True)
def _toy_kinds(toy_kinds):
    """Every test of the log may write toys."""
