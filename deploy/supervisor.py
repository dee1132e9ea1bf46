"""Run everything in the foreground: PostgreSQL, web server, worker, beat. Ctrl-C ends it all.

One thread: children are started from it, read by it and mended by it when they die.
"""

import argparse
import contextlib
import fcntl
import os
import selectors
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from deploy.children import Backoff, Child, say
from deploy.embedded_postgres import EmbeddedPostgres, PostgresFault
from deploy.secret_key import secret_key

ROOT = Path(__file__).resolve().parent.parent
DATABASE = "ludex"
PATIENCE = 10.0  # seconds that children have to stop
TRIES = 3  # early deaths of one part before the first page, after which starting is given up


class CannotStart(Exception):
    """Why there is no point in going on."""


class Supervisor:
    def __init__(self, var: Path, host: str, port: int) -> None:
        self.var = var
        self.host = host
        self.port = port
        self.began = time.monotonic()
        self.opened = False
        self.stopping = False
        self.postgres: EmbeddedPostgres | None = None
        self.postgres_backoff = Backoff()
        self.selector = selectors.DefaultSelector()
        self.children: list[Child] = []

    def run(self) -> None:
        """Start everything, keep it alive until a signal comes, stop everything. Raises `CannotStart`."""
        self._hear_signals()
        try:
            self._start()
            while not self.stopping:
                self._listen(0.5 if self.opened else 0.05)
                self._mend()
                if not self.opened:
                    self._look_whether_open()
        finally:
            self._stop()

    def _hear_signals(self) -> None:
        """A signal sets a flag, and a byte in a pipe ends the selector's sleep."""
        reader, writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(writer)
        self.selector.register(reader, selectors.EVENT_READ, lambda pipe: os.read(pipe, 512))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._heard)

    def _heard(self, number: int, frame: object) -> None:
        if self.stopping:
            for child in self.children:
                child.tell(signal.SIGKILL)
        self.stopping = True

    def _start(self) -> None:
        _free(self.host, self.port)
        os.environ.setdefault("LUDEX_VAR", str(self.var))
        if "SECRET_KEY" not in os.environ:
            os.environ["SECRET_KEY"] = secret_key(self.var)
        if "DATABASE_URL" not in os.environ:
            self._start_postgres()
        python = sys.executable
        self._to_its_end(Child("migrate", [python, "manage.py", "migrate", "--verbosity", "0"], self.selector))
        if self.stopping:
            return
        self.children = [Child(name, [python, *command], self.selector) for name, command in self._commands().items()]
        for child in self.children:
            child.start()

    def _commands(self) -> dict[str, list[str]]:
        web = f"-m gunicorn deploy.wsgi --bind {self.host}:{self.port} --worker-class gthread --workers 1 --threads 8"
        celery = "-m celery --quiet --app tasks"
        as_root = "ignore:You're running the worker with superuser"
        return {
            "web": [*web.split(), "--log-level=warning", "--no-control-socket"],
            "worker": [
                *("-W", as_root, *celery.split(), "worker", "--pool=threads", "--concurrency=4", "--loglevel=warning"),
                *("--without-gossip", "--without-mingle"),
            ],
            "beat": [*celery.split(), "beat", "--loglevel=warning", f"--schedule={self.var / 'beat'}", "--pidfile="],
        }

    def _start_postgres(self) -> None:
        self.postgres = EmbeddedPostgres(self.var)
        os.environ["DATABASE_URL"] = self.postgres.url(DATABASE)
        self.postgres.start()
        self.postgres_backoff.born()
        self.postgres.create_database(DATABASE)
        say("postgres", f"ready; its log is {self.postgres.log}")

    def _to_its_end(self, child: Child) -> None:
        child.start()
        while child.status is None:
            self._listen(0.05)
            if self.stopping:
                child.tell(signal.SIGTERM)
        self._listen(0)
        if child.status and not self.stopping:
            raise CannotStart(f"{child.name} ended with status {child.status}; its lines above say why.")

    def _listen(self, within: float) -> None:
        for key, _ in self.selector.select(within):
            key.data(key.fileobj)

    def _mend(self) -> None:
        if self.postgres is not None and self.postgres.process.poll() is not None:
            self._mend_postgres()
        for child in self.children:
            if child.process is not None and child.status is not None:
                status = child.status
                child.kill()
                child.process = None
                pause = child.backoff.died()
                say(child.name, f"ended with status {status}; starting it again in {pause:g} s")
                if not self.opened and child.backoff.early_deaths >= TRIES:
                    raise CannotStart(f"{child.name} ended {TRIES} times; its lines above say why.")
            elif child.process is None and child.backoff.over:
                child.start()

    def _mend_postgres(self) -> None:
        pause = self.postgres_backoff.died()
        say("postgres", f"ended with status {self.postgres.process.returncode}; starting it again in {pause:g} s")
        time.sleep(pause)
        with contextlib.suppress(PostgresFault):
            self.postgres.launch()
            self.postgres_backoff.born()

    def _look_whether_open(self) -> None:
        host = "127.0.0.1" if self.host == "0.0.0.0" else self.host  # noqa: S104 - compared, not bound
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://{host}:{self.port}/healthz", timeout=1).close()
            self.opened = True
            seconds = time.monotonic() - self.began
            say("ludex", f"open at http://{host}:{self.port}/ after {seconds:.1f} s; Ctrl-C stops everything")

    def _stop(self) -> None:
        began = time.monotonic()
        say("ludex", "stopping")
        for child in self.children:
            child.tell(signal.SIGTERM)
        deadline = began + PATIENCE
        while any(child.status is None for child in self.children) and time.monotonic() < deadline:
            self._listen(0.05)
        for child in self.children:
            child.wait(0.01)
        self._listen(0)
        if self.postgres is not None:
            self.postgres.stop()
        say("ludex", f"stopped in {time.monotonic() - began:.1f} s")


def _free(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as fault:
            raise CannotStart(
                f"Cannot listen on {host}:{port} ({fault.strerror}); choose another port with --port."
            ) from fault


@contextlib.contextmanager
def only_one(var: Path):
    """Hold the data folder for this process alone. Raises `CannotStart`."""
    var.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (var / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise CannotStart(f"Ludex is already running on {var} (process {lock.read().strip()}).") from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield
        lock.truncate(0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="ludex run", description="Run everything in the foreground.")
    parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"), help="address to listen on")
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")), help="port to listen on")
    given = parser.parse_args()
    var = Path(os.environ.get("LUDEX_VAR", ROOT / "var")).resolve()
    try:
        with only_one(var):
            Supervisor(var, given.host, given.port).run()
    except (CannotStart, PostgresFault) as fault:
        sys.exit(f"ludex: {fault}")


if __name__ == "__main__":
    main()
