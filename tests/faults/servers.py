"""Separate processes on given databases: the web server, and one that follows and audits logs."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil

from deploy.child_process import die_with_parent
from tests.live_plugin import LiveLudex
from tests.paths import ROOT
from tests.waiting import LONGEST
from tests.web_servers import WebServer

IMPATIENT = {"DB_POOL_TIMEOUT": "2"}  # seconds: whoever is to be turned away is so soon


def served(database: str, **environment: str) -> WebServer:
    """A running web server with a pool of one connection, which logs faults quietly."""
    own = {"DATABASE_URL": database, "DB_POOL_SIZE": "1", "CELERY_BROKER_URL": "memory://"}
    server = WebServer({**own, **environment}, quiet=True)
    server.start()
    return server


class Copies:
    """`tests.faults.process` with keys that it creates in *folder*."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.process", str(folder)],
            cwd=ROOT,
            env={**os.environ, "DB_POOL": "false", "DJANGO_SETTINGS_MODULE": "tests.settings"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=die_with_parent(signal.SIGTERM),
        )

    def do(self, what: str, address: str) -> int:
        """Let a copy do something on a database. Returns the copy's exit status."""
        self.process.stdin.write(f"{what} {address}\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def close(self) -> None:
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(LONGEST)


def victim(live: LiveLudex, part: str) -> psutil.Process:
    """The process to kill: a part of the service, or one that a part has started."""
    parts = live.pids()
    if part == "web process":
        return psutil.Process(parts["web"]).children()[0]
    if part == "database process":
        backends = psutil.Process(parts["postgres"]).children()
        return next(backend for backend in backends if "ludex_service ludex" in " ".join(backend.cmdline()))
    return psutil.Process(parts[part])
