import pytest

from league.eventlog.transparency import signing


@pytest.fixture(autouse=True)
def _toy_kinds(toy_kinds):
    """Every test of the log may write toys."""


@pytest.fixture
def files(tmp_path):
    """Where the key is, and the copy of the last checkpoint."""
    signing.make_key(tmp_path / "key", "example.org/club/log1")
    return tmp_path / "key", tmp_path / "witness"
