"""The web server alone, in a process of its own, on a database that a test names."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request

from deploy.children import die_with_parent
from deploy.parts import WEB
from tests.live_plugin import LONGEST, ROOT


class Web:
    """One process of the web server with a pool of one connection; open once it is made, at `url`."""

    def __init__(self, database: str, **environment: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        own = {"DATABASE_URL": database, "DB_POOL": "true", "DB_POOL_SIZE": "1", "CELERY_BROKER_URL": "memory://"}
        self.process = subprocess.Popen(
            [sys.executable, *WEB, f"--bind=127.0.0.1:{port}"],
            cwd=ROOT,
            env={**os.environ, **own, "DJANGO_SETTINGS_MODULE": "deploy.settings", **environment},
            stderr=subprocess.DEVNULL,  # it notes each fault
            preexec_fn=die_with_parent(signal.SIGTERM),
        )
        deadline = time.monotonic() + LONGEST
        while not self._answers():
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(LONGEST)

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.url}/healthz", timeout=5).close()
        except OSError:
            return False
        return True
