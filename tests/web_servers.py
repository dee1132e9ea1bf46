"""The web server alone, as the service runs it, in its own process."""

import os
import signal
import subprocess
import sys
import urllib.request

from deploy.child_process import die_with_parent
from deploy.processes import WEB
from tests.paths import ROOT
from tests.processes import free_port
from tests.waiting import LONGEST, until


class WebServer:
    """gunicorn at `url` with additional `environment`. It can be killed and restarted.

    What it complains of is to be seen, unless it is *quiet*.
    """

    def __init__(self, environment, *, quiet=False):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "deploy.settings", "DB_POOL": "true"}
        self.environment |= {"FOUND_CLUBS": "anyone"} | environment
        self.complaints = subprocess.DEVNULL if quiet else None
        self.process = None

    def start(self):
        """Start it and wait until it answers."""
        command = [sys.executable, *WEB, "--bind", f"127.0.0.1:{self.port}"]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.environment,
            stderr=self.complaints,
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGTERM),
        )
        until(self.answers, "open", process=self.process)

    def kill(self):
        """Kill it and its workers."""
        os.killpg(self.process.pid, 9)
        self.process.wait()

    def stop(self):
        """Ask it to stop and return its exit status."""
        self.process.terminate()
        return self.process.wait(LONGEST)

    def answers(self):
        """Whether one of its processes answers."""
        try:
            urllib.request.urlopen(f"{self.url}/healthz", timeout=5).close()
        except OSError:
            return False
        return True
