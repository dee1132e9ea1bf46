"""One service for the tests of this folder, which use it, kill parts of it and restart it."""

import tempfile
from pathlib import Path

import pytest

from deploy.postgres.server import EmbeddedPostgres
from tests.live_plugin import LiveLudex


def pytest_collection_modifyitems(items):
    for item in items:
        if "live_ludex" in item.fixturenames:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="package")
def installation(prepared):
    """The service behind `live_ludex`, and its usual environment."""
    folder = Path(tempfile.mkdtemp(prefix="ludex-"))
    live = LiveLudex(folder)
    live.take(prepared)
    yield live, live.environment
    live.abandon()
    EmbeddedPostgres(folder).remove()


@pytest.fixture
def live_ludex(request, installation):
    """The whole service with whatever earlier tests left in it; all of it runs, whatever they did to it.

    A mark `environment(NAME="…")` adds to its environment.
    """
    live, usual = installation
    mark = request.node.get_closest_marker("environment")
    asked = usual | (mark.kwargs if mark else {})
    if live.environment != asked:
        live.abandon()
        live.environment = asked
    if not live.running:
        live.start()
    live.until(live.whole, "whole")
    return live
