"""`LiveLudex`: the whole service as its users start it, with its own data folder and port.

It takes some seconds to start, so tests share one. `prepared` is a database that was made and migrated once: a service
that begins with a copy of it is open in half the time of one that has to make its own.
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import psutil
import pytest

from deploy.child_process import die_with_parent
from deploy.postgres.server import DATABASE, EmbeddedPostgres
from tests import waiting
from tests.paths import ROOT
from tests.processes import free_port, python, without_the_tests
from tests.waiting import LONGEST

TELLS = {"postgres": "/postgres", "web": "gunicorn", "worker": "worker", "beat": "beat"}


class LiveLudex:
    """One installation: its data folder `var`, its address `url`, and its processes while it runs."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.environment = without_the_tests(LUDEX_VAR=str(var), FOUND_CLUBS="anyone")

    @property
    def database_url(self) -> str:
        """Its database, for psycopg and for `DATABASE_URL`."""
        return EmbeddedPostgres(self.var).url(DATABASE)

    @property
    def output(self) -> str:
        """The output so far."""
        return (self.var / "output").read_text(errors="replace")

    def take(self, prepared: EmbeddedPostgres) -> None:
        """Start from a copy of the data of a stopped server."""
        server = EmbeddedPostgres(self.var)
        subprocess.run(["cp", "--archive", str(prepared.data), str(server.data)], check=True)

    def start(self) -> None:
        """Start it like `./ludex run`, and wait until it answers."""
        self.launch()
        self.until(lambda: f"open at {self.url}/" in self.output, "open")

    def launch(self) -> None:
        """Start it without waiting."""
        with (self.var / "output").open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "deploy.supervisor", "--port", str(self.port)],
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGINT),
            )

    def stop(self) -> int:
        """Press Ctrl-C and return the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(LONGEST)

    def abandon(self) -> None:
        """Kill everything that still runs."""
        if not self.running:
            return
        supervisor = psutil.Process(self.process.pid)
        postgres = [psutil.Process(pid) for name, pid in self.pids().items() if name == "postgres"]
        others = [child for part in supervisor.children() if part not in postgres for child in _with_children(part)]
        self.process.kill()
        for process in postgres:
            process.send_signal(signal.SIGQUIT)
        for process in others:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait(LONGEST)
        psutil.wait_procs(postgres, LONGEST)

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def pids(self) -> dict[str, int]:
        """The process ids of the running parts: postgres, web, worker, beat."""
        return {
            name: child.pid
            for child in psutil.Process(self.process.pid).children()
            for name, tell in TELLS.items()
            if any(word.endswith(tell) for word in _command_line(child))
        }

    def processes(self) -> list[psutil.Process]:
        """The supervisor and everything below it."""
        supervisor = psutil.Process(self.process.pid)
        return [supervisor, *supervisor.children(recursive=True)]

    def kill(self, name: str) -> None:
        """Kill a part with SIGKILL: postgres, web, worker, beat, or the supervisor itself."""
        if name == "supervisor":
            self.process.kill()
            self.process.wait(LONGEST)
        else:
            os.kill(self.pids()[name], signal.SIGKILL)

    def kill_everything(self) -> None:
        """Kill the supervisor and all its descendants with SIGKILL, like a power cut."""
        for process in self.processes():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait(LONGEST)

    def kill_and_heal(self, name: str) -> None:
        """Kill a part with SIGKILL, and wait until it is replaced and the service is healthy."""
        before = self.pids()[name]
        os.kill(before, signal.SIGKILL)
        self.until(lambda: self.pids().get(name, before) != before and self.healthy(), f"healed after its {name} died")

    def whole(self) -> bool:
        """Whether every part runs and requests are served."""
        return len(self.pids()) == len(TELLS) and self.healthy()

    def healthy(self) -> bool:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:
            return answer.status == 200
        return False

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run `manage.py` on it, running or not."""
        return python("manage.py", *words, environment=self.environment)

    def until(self, holds, what: str) -> None:
        """Wait until *holds()*; fail with the service's output when it takes too long or the service has ended."""
        waiting.until(holds, what, process=self.process, said=lambda: self.output)


@pytest.fixture(scope="session")
def prepared():
    """A stopped PostgreSQL server with a migrated database, for `LiveLudex.take`."""
    server = EmbeddedPostgres(Path(tempfile.mkdtemp(prefix="ludex-")), throwaway=True)
    server.start()
    server.create_database(DATABASE)
    environment = without_the_tests(DATABASE_URL=server.url(DATABASE), SECRET_KEY="unused")
    python("manage.py", "migrate", "--skip-checks", "--verbosity", "0", environment=environment).check_returncode()
    server.stop()
    yield server
    server.remove()


@pytest.fixture
def ludex_folder():
    """A data folder for this test, with a short path because it will contain a socket."""
    folder = Path(tempfile.mkdtemp(prefix="ludex-"))
    yield folder
    EmbeddedPostgres(folder).remove()


def _with_children(process: psutil.Process) -> list[psutil.Process]:
    with contextlib.suppress(psutil.NoSuchProcess):
        return [process, *process.children(recursive=True)]
    return []


def _command_line(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []
