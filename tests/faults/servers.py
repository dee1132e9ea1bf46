"""Processes of their own on databases that tests name: the web server alone, and one that follows and proves logs."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from deploy.children import die_with_parent
from deploy.parts import WEB
from tests.paths import ROOT
from tests.ports import answers, free_port
from tests.waiting import LONGEST, until

IMPATIENT = {"DB_POOL_TIMEOUT": "2"}  # seconds: whoever is to be turned away is so soon


class Web:
    """One process of the web server with a pool of one connection; open once it is made, at `url`."""

    def __init__(self, database: str, **environment: str) -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        own = {"DATABASE_URL": database, "DB_POOL": "true", "DB_POOL_SIZE": "1", "CELERY_BROKER_URL": "memory://"}
        self.process = subprocess.Popen(
            [sys.executable, *WEB, f"--bind=127.0.0.1:{port}"],
            cwd=ROOT,
            env={**os.environ, **own, "DJANGO_SETTINGS_MODULE": "deploy.settings", **environment},
            stderr=subprocess.DEVNULL,  # it notes each fault
            preexec_fn=die_with_parent(signal.SIGTERM),
        )
        until(lambda: answers(self.url), "open", process=self.process)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(LONGEST)


class Copies:
    """`tests.faults.process`, with the keys that it makes in *folder*."""

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
        """Let a copy of it do something on a database; the copy's exit status."""
        self.process.stdin.write(f"{what} {address}\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def close(self) -> None:
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(LONGEST)
