"""Run everything in the foreground: PostgreSQL, web server, worker, beat. Ctrl-C ends it all.

One thread: the children are started from it, read by it, and started again by it when they die. A second one gathers
the static files while the database is made ready.
"""

import argparse
import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from deploy import addresses
from deploy.child_process import Backoff, Child, say
from deploy.data_folder import DataFolderInUse, data_folder, keep_address, only_user, push_key, secret_key, setup_code
from deploy.postgres.account import PostgresFault
from deploy.postgres.server import DATABASE, EmbeddedPostgres
from deploy.processes import PARTS
from deploy.secret_files import read_secret_files
from league.eventlog.transparency.signing import make_key

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
        self.stopping = self.hurrying = False
        self.postgres: EmbeddedPostgres | None = None
        self.children: list[Child] = []
        self.backoffs: dict[Child | EmbeddedPostgres, Backoff] = {}
        self.selector = selectors.DefaultSelector()

    @property
    def reached(self) -> str:
        """Name and port for a browser on this machine."""
        return f"{addresses.names(self.host)[0]}:{self.port}"

    def run(self) -> None:
        """Run everything, restarting what dies, until a signal comes. Raises `CannotStart`, `PostgresFault`."""
        self._hear_signals()
        try:
            self._start()
            while not self.stopping:
                self._listen(0.25 if self.opened else 0.05)
                for part, backoff in self.backoffs.items():
                    self._mend(part, backoff)
                if not self.opened:
                    self._look_whether_open()
        finally:
            self._stop()

    def _hear_signals(self) -> None:
        """Let signals set a flag, and their byte in a pipe end the selector's sleep."""
        reader, writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(writer)
        self.selector.register(reader, selectors.EVENT_READ, lambda pipe: os.read(pipe, 512))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._heard)

    def _heard(self, number: int, frame: object) -> None:
        self.hurrying = self.stopping  # whoever asks twice does not want to wait
        self.stopping = True

    def _start(self) -> None:
        read_secret_files()
        os.environ["LUDEX_VAR"] = str(self.var)
        os.environ["WEB_BIND"] = f"{self.host}:{self.port}"
        keep_address(self.var, f"http://{self.reached}")
        os.environ.setdefault("SETUP_FROM_LOOPBACK", "true")
        os.environ.setdefault("ALLOWED_HOSTS", ",".join(addresses.names(self.host)))
        if "SECRET_KEY" not in os.environ:
            os.environ["SECRET_KEY"] = secret_key(self.var)
        if "CHECKPOINT_KEY_FILE" not in os.environ:
            make_key(self.var / "checkpoint_key", os.environ.get("CHECKPOINT_ORIGIN"))
        if "PUSH_KEY" not in os.environ:
            os.environ["PUSH_KEY"] = push_key(self.var)
        own = "DATABASE_URL" not in os.environ
        if own:
            self.postgres = EmbeddedPostgres(self.var)
            os.environ |= self.postgres.addresses
        with ThreadPoolExecutor(1) as gatherer:
            static_files = gatherer.submit(_gather_static_files)
            if own:
                self._start_postgres()
            self._migrate()
        os.environ.pop("OWNER_DATABASE_URL", None)  # what follows needs no more than the service may do
        if self.stopping:
            return
        try:
            os.environ["STATIC_ROOT"] = static_files.result()
        except (subprocess.CalledProcessError, OSError) as fault:
            raise CannotStart(f"The static files could not be gathered: {fault}") from None
        for name in PARTS:
            child = Child(name, [sys.executable, "-m", "deploy.processes", name], self.selector)
            child.launch()
            self.children.append(child)
            self.backoffs[child] = Backoff()

    def _start_postgres(self) -> None:
        assert self.postgres is not None  # noqa: S101 - it is called for our own only
        self.postgres.start()
        self.postgres.create_database(DATABASE)
        self.backoffs[self.postgres] = Backoff()
        say("postgres", f"ready; its log is {self.postgres.log}")

    def _migrate(self) -> None:
        migrate = Child(
            "migrate", [sys.executable, "manage.py", "migrate", "--skip-checks", "--verbosity", "0"], self.selector
        )
        migrate.launch()
        self.children = [migrate]
        while migrate.status is None:
            self._listen(0.05)
            if self.stopping:
                migrate.terminate()
        self._listen(0)
        self.children = []
        if migrate.status and not self.stopping:
            raise CannotStart("The database could not be brought up to date; the lines above say why.")

    def _listen(self, within: float) -> None:
        for key, _ in self.selector.select(within):
            key.data(key.fileobj)

    def _mend(self, part: Child | EmbeddedPostgres, backoff: Backoff) -> None:
        if backoff.waiting:
            if backoff.due:
                self._launch_again(part, backoff)
        elif part.status is not None:
            status = part.status
            part.bury()
            pause = backoff.died()
            say(part.name, f"ended with status {status}; starting it again in {pause:g} s")
            if not self.opened and backoff.early_deaths >= TRIES:
                raise CannotStart(f"{part.name} ended {TRIES} times; the lines above say why.")

    def _launch_again(self, part: Child | EmbeddedPostgres, backoff: Backoff) -> None:
        try:
            part.launch()
        except PostgresFault as fault:
            pause = backoff.died()
            say(part.name, f"{fault} Trying again in {pause:g} s.")
        else:
            backoff.born()

    def _look_whether_open(self) -> None:
        with contextlib.suppress(OSError):
            with urllib.request.urlopen(f"http://{self.reached}/readyz", timeout=1) as answer:
                state = json.load(answer)
            self.opened = True
            seconds = time.monotonic() - self.began
            say("ludex", f"open at http://{self.reached}/ after {seconds:.1f} s; Ctrl-C stops everything")
            if self.reached.rpartition(":")[0] in addresses.LOOPBACK:
                say("ludex", "phones cannot reach it here: for them, start it with --host 0.0.0.0")
            if state["parts"]["accounts"] == "none":
                code = setup_code(os.environ["SECRET_KEY"])
                say("ludex", f"the code to set it up from another machine is {code}")

    def _stop(self) -> None:
        self.stopping = True
        began = time.monotonic()
        say("ludex", "stopping")
        for child in self.children:
            child.terminate()
        while any(child.status is None for child in self.children) and not self._tired(began):
            self._listen(0.05)
        for child in self.children:
            if child.status is None:
                say(child.name, "did not stop in time and was killed")
            child.bury()
        self._listen(0)
        if self.postgres is not None:
            self.postgres.stop()
        say("ludex", f"stopped in {time.monotonic() - began:.1f} s")

    def _tired(self, began: float) -> bool:
        return self.hurrying or time.monotonic() > began + PATIENCE


def _gather_static_files() -> str:
    """The folder from which the web server takes static files."""
    from deploy.static_files import gather_static_files  # which loads Django, while PostgreSQL starts

    return os.environ.get("STATIC_ROOT") or str(gather_static_files())


def main() -> None:
    parser = argparse.ArgumentParser(prog="ludex run", description="Run everything in the foreground.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=os.environ.get("PORT", "8000"), help="port to listen on")
    given = parser.parse_args()
    var = data_folder()
    try:
        with only_user(var) as last_was_killed:
            # What a killed supervisor leaves behind needs some seconds to end.
            addresses.check_free(given.host, given.port, patience=PATIENCE if last_was_killed else 0)
            Supervisor(var, given.host, given.port).run()
    except (addresses.CannotListen, CannotStart, DataFolderInUse, PostgresFault) as fault:
        sys.exit(f"ludex: {fault}")


if __name__ == "__main__":
    main()
