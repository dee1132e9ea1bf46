import pytest

from league.eventlog.transparency import signing


@pytest.fixture(autouse=True)
def _toy_kinds(toy_kinds):
    """Let every test of the log write toys."""


@pytest.fixture
def files(tmp_path):
    """The paths of the key and of the copy of the last checkpoint."""
    signing.make_key(tmp_path / "key", "example.org/club/log1")
    return tmp_path / "key", tmp_path / "witness"
