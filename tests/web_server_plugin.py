"""`web_server`: the web server in its own process on `committed_db`. `listen`: feeds."""

import contextlib

import pytest

from tests.feeds import Feed
from tests.web_servers import WebServer


@pytest.fixture
def web_server(request, committed_db):
    """The running web server. A mark `environment(NAME="…")` adds to its environment."""
    mark = request.node.get_closest_marker("environment")
    server = WebServer(dict(mark.kwargs) if mark else {})
    server.start()
    yield server
    if server.process.poll() is None:
        server.kill()


@pytest.fixture
def listen():
    """Opens feeds, which are all closed at the end."""
    with contextlib.ExitStack() as opened:
        yield lambda *given, **more: opened.enter_context(contextlib.closing(Feed(*given, **more)))
