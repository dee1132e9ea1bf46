import pytest

from league.eventlog import sealer
from league.eventlog.transparency import checkpoints, signing
from tests.league.sql import execute
from tests.league.toys import noted, write


@pytest.fixture(autouse=True)
def _toy_kinds(toy_kinds):
    """Let every test of the log write toys."""


@pytest.fixture
def files(tmp_path):
    """The paths of the key and of the copy of the last checkpoint."""
    signing.make_key(tmp_path / "key", "example.org/club/log1")
    return tmp_path / "key", tmp_path / "witness"


@pytest.fixture
def log(files):
    """Checkpoints at 300, 560 and 700 events; match-1 has positions 0 to 299, and so on; all triggers are off."""
    for stream, length in (("match-1", 300), ("match-2", 260), ("match-3", 100), ("match-4", 40)):
        write(stream, *[noted(number) for number in range(length)])
        sealer.seal_all()
        if stream != "match-3":
            checkpoints.sign(*files)
    for table in ("event", "ledger", "tile", "checkpoint", "signing_key"):
        execute(f"ALTER TABLE eventlog.{table} DISABLE TRIGGER ALL")
