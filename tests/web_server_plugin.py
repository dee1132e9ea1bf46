"""`web_server`: the web server as the service runs it, in a process of its own, on `committed_db`; `listen`: feeds."""

import contextlib
import os
import subprocess
import sys

import pytest

from deploy.parts import WEB
from tests.feeds import Feed
from tests.paths import ROOT
from tests.ports import answers, free_port
from tests.waiting import LONGEST, until


class WebServer:
    """gunicorn on a port of its own, with `environment` beside the usual one; `url`; can be killed and come back."""

    def __init__(self, environment):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "deploy.settings", "DB_POOL": "true"} | environment
        self.process = None

    def start(self):
        """Start it and wait until it answers."""
        command = [sys.executable, *WEB, "--bind", f"127.0.0.1:{self.port}"]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, start_new_session=True)
        until(lambda: answers(self.url), "open", process=self.process)

    def kill(self):
        """End it and its workers at once."""
        os.killpg(self.process.pid, 9)
        self.process.wait()

    def stop(self):
        """Ask it to stop; its exit status."""
        self.process.terminate()
        return self.process.wait(LONGEST)


@pytest.fixture
def web_server(request, committed_db):
    """The web server, running; a mark `environment(NAME="…")` adds to its environment."""
    mark = request.node.get_closest_marker("environment")
    server = WebServer(dict(mark.kwargs) if mark else {})
    server.start()
    yield server
    if server.process.poll() is None:
        server.kill()


@pytest.fixture
def listen():
    """Opens a `Feed`; all are closed at the end."""
    with contextlib.ExitStack() as opened:
        yield lambda *given, **more: opened.enter_context(contextlib.closing(Feed(*given, **more)))
