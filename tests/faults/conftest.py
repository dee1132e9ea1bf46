"""One service for the tests of this folder, which break parts of it and let them recover."""

import tempfile
from pathlib import Path

import pytest

from deploy.postgres.server import EmbeddedPostgres
from tests.faults import afterwards
from tests.faults.load import Load
from tests.faults.servers import IMPATIENT, Copies
from tests.live_plugin import LiveLudex


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="package")
def service(prepared):
    """The whole service with two web processes, running."""
    folder = Path(tempfile.mkdtemp(prefix="ludex-"))
    live = LiveLudex(folder)
    live.environment |= {"WEB_CONCURRENCY": "2", **IMPATIENT}
    live.take(prepared)
    live.start()
    yield live
    live.abandon()
    EmbeddedPostgres(folder).remove()


@pytest.fixture(scope="package")
def load(service):
    """Clients of that service. What one test leaves acknowledged is still there in the next."""
    return Load(service.url)


@pytest.fixture(scope="package")
def check(tmp_path_factory):
    """`check(live, load)` compares everything that must agree after any fault."""
    copies = Copies(tmp_path_factory.mktemp("keys"))
    yield lambda live, load: afterwards.check(live, load, copies)
    copies.close()
