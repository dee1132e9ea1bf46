"""PostgreSQL from a package's binaries, as a child of this process, on a unix socket that only its owner can enter."""

import hashlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

from deploy.child_process import die_with_parent
from deploy.postgres.account import DATA, PostgresFault, account

OWNER = DATABASE = "ludex"
SERVICE = "ludex_service"  # the role of web, worker and beat
PAUSES = (0.25, 0.5, 1.0, 2.0, 4.0)  # seconds between tries: what a killed server has left needs a moment to end
LARGEST_LOG = 5_000_000  # bytes; a larger one is put aside at the next start
LONGEST_SOCKET_FOLDER = 80  # bytes; the kernel allows about 107 for the whole path of a socket
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
}
CARELESS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "shared_buffers": "64MB"}


class EmbeddedPostgres:
    """One server with its data under *folder*. A throw-away one is faster, and loses everything in a crash."""

    name = "postgres"

    def __init__(self, folder: Path, *, throwaway: bool = False) -> None:
        self.asked_for = folder  # the account may need another one
        self.account = account(folder)
        self.folder = self.account.folder
        self.data = self.folder / DATA
        self.socket = _socket_folder(self.folder)
        self.log = self.folder / "postgres.log"
        self.throwaway = throwaway
        self.process: subprocess.Popen[bytes] | None = None

    def url(self, database: str, role: str = OWNER) -> str:
        return f"postgresql://{role}@/{database}?host={quote(str(self.socket), safe='')}"

    @property
    def addresses(self) -> dict[str, str]:
        """The environment of the service and of its administrator."""
        return {"DATABASE_URL": self.url(DATABASE, SERVICE), "OWNER_DATABASE_URL": self.url(DATABASE)}

    def start(self, *, within: float = 60.0) -> None:
        """Start the server and wait until it answers. Raises `PostgresFault`."""
        deadline = time.monotonic() + within
        for pause in PAUSES:
            self.launch()
            while self.status is None:
                if self.answers():
                    return
                if time.monotonic() > deadline:
                    self.stop()
                    raise PostgresFault(f"PostgreSQL did not answer within {within:.0f} s; see {self.log}.")
                time.sleep(0.02)
            time.sleep(pause)
        raise PostgresFault(f"PostgreSQL ended with status {self.status}; see {self.log}.")

    def launch(self) -> None:
        """Start the server and return at once; make its data first where there is none. Raises `PostgresFault`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        _private(self.socket)
        self.account.own(self.socket)
        if not self.data.exists():
            self._make_data()
        self._check_version()
        self._clear_away_the_last_one()
        if self.log.exists() and self.log.stat().st_size > LARGEST_LOG:
            self.log.replace(self.log.with_suffix(".log.1"))
        settings = {**SETTINGS, **(CARELESS if self.throwaway else {})}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *self.account.prefix,
                    self._binary("postgres"),
                    *("-D", str(self.data), "-k", str(self.socket)),
                    *(word for name, value in settings.items() for word in ("-c", f"{name}={value}")),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGINT),
                cwd="/",
                **self.account.popen,
            )

    def answers(self) -> bool:
        try:
            self._connect().close()
        except psycopg.OperationalError:
            return False
        return True

    @property
    def status(self) -> int | None:
        """The exit status of the server that we started. None while it runs, or when we started none."""
        return self.process.poll() if self.process else None

    def create_database(self, name: str) -> None:
        """Create the database and the service's role unless they are there."""
        with self._connect() as connection:
            if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [SERVICE]).fetchone() is None:
                connection.execute(sql.SQL("CREATE ROLE {} LOGIN CREATEDB").format(sql.Identifier(SERVICE)))
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
            if known is None:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))

    def stop(self, *, within: float = 15.0) -> None:
        """Stop the server. Connections are closed, everything committed is kept."""
        if self.process is None or self.status is not None:
            return
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGQUIT)  # at once, as if the machine had failed; the next start recovers
            self.process.wait()

    def bury(self) -> None:
        """Do nothing: its children notice, and the next start clears up."""

    def remove(self) -> None:
        """Delete the data of a stopped server."""
        for part in (self.data, self.socket, self.folder, self.asked_for):
            shutil.rmtree(part, ignore_errors=True)

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(host=str(self.socket), user=OWNER, dbname="postgres", autocommit=True)

    def _binary(self, name: str) -> str:
        return str(self.account.binaries / name)

    def _run(self, *command: str) -> str:
        done: subprocess.CompletedProcess[str] = subprocess.run(
            [*self.account.prefix, *command], capture_output=True, text=True, cwd="/", **self.account.popen
        )
        if done.returncode:
            raise PostgresFault(f"{command[0]} ended with status {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def _make_data(self) -> None:
        """Make the data beside its final place, so that half-made data is never used."""
        draft = self.data.with_name("postgres.new")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        self.account.own(draft)
        self._run(
            self._binary("initdb"),
            *("-D", str(draft), "-U", OWNER, "--auth=trust", "--encoding=UTF8", "--no-instructions"),
            *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
            *(["--no-sync"] if self.throwaway else []),
        )
        draft.rename(self.data)

    def _check_version(self) -> None:
        data = (self.data / "PG_VERSION").read_text().strip()
        binaries = self._run(self._binary("postgres"), "--version").split()[2].split(".")[0]
        if data != binaries:
            raise PostgresFault(
                f"The data in {self.data} are of PostgreSQL {data}, the binaries of {binaries}: "
                f"dump them with {data} and restore the dump with {binaries}."
            )

    def _clear_away_the_last_one(self) -> None:
        """Stop a server whose launcher was killed, or forget one that is dead."""
        pidfile = self.data / "postmaster.pid"
        try:
            pid = int(pidfile.read_text().split()[0])
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except (OSError, ValueError, IndexError):
            return
        if state == "Z":
            pidfile.unlink(missing_ok=True)
        elif _program(pid) == "postgres":
            os.kill(pid, signal.SIGINT)
            deadline = time.monotonic() + 20
            while pidfile.exists() and time.monotonic() < deadline:
                time.sleep(0.05)


def _program(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/exe").readlink().name
    except OSError:
        return ""


def _socket_folder(folder: Path) -> Path:
    beside = folder / "socket"
    if len(os.fsencode(beside)) <= LONGEST_SOCKET_FOLDER:
        return beside
    short = hashlib.sha256(os.fsencode(beside)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"ludex-{os.geteuid()}-{short}"


def _private(folder: Path) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_mode & 0o077:
        raise PostgresFault(f"{folder} must be a folder that only its owner can enter.")
