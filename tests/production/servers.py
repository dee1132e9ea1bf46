"""The distribution's PostgreSQL, Redis and RabbitMQ, on their own ports and folders, not as root."""

import contextlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from deploy.child_process import die_with_parent
from tests import waiting
from tests.paths import ROOT
from tests.processes import free_port
from tests.waiting import LONGEST

ACCOUNT = "postgres"  # comes with Debian's package; nothing else of it is used
MAKE_DATABASE = ROOT / "deploy" / "container" / "make-database.sh"
RABBIT = Path("/usr/lib/rabbitmq")


class Process:
    """A program in the foreground, with its output in a file."""

    def __init__(self, name, command, folder, environment=None, *, account=None, before=lambda: None):
        self.name = name
        self.output = folder / f"{name}.log"
        who = {"user": account, "group": account, "extra_groups": []} if account and os.geteuid() == 0 else {}
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [str(word) for word in command],
                env=environment,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=lambda: (die_with_parent(signal.SIGTERM)(), before()),
                close_fds=False,
                **who,
            )

    def said(self):
        return self.output.read_text(errors="replace")

    def until(self, holds, what):
        """Wait until *holds()*; fail with what the program said when it ends before, or takes too long."""
        waiting.until(holds, what, process=self.process, said=lambda: f"{self.name}: {self.said()}")

    def stop(self, number=signal.SIGTERM):
        """Ask it to stop and return its exit status."""
        self.process.send_signal(number)
        try:
            return self.process.wait(LONGEST)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)


class Broker:
    """A message broker at *url* that can be started by *launch*, killed with all its memory, and restarted."""

    def __init__(self, url, port, launch, ready):
        self.url, self._port, self._launch, self._ready = url, port, launch, ready
        self.start()

    def start(self):
        """Start it without waiting."""
        self._server = self._launch()

    def address(self):
        """Its address, once it is listening."""
        self._server.until(lambda: listens(self._port) and self._ready in self._server.said(), "listening")
        return self.url

    def kill(self):
        """Kill all its processes with SIGKILL."""
        os.killpg(self._server.process.pid, signal.SIGKILL)
        self._server.process.wait(LONGEST)

    def stop(self):
        self._server.stop()


def program(name, *folders):
    """The path of a program of the distribution. The test fails without it, because production needs it."""
    found = shutil.which(name, path=":".join([*map(str, folders), os.environ["PATH"]]))
    if found is None:
        pytest.fail(f"{name} is not installed: apt-get install postgresql pgbouncer redis-server rabbitmq-server")
    return found


def listens(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def given_away(folder):
    """A new folder owned by the account."""
    folder.mkdir(mode=0o755)
    if os.geteuid() == 0:
        account = pwd.getpwnam(ACCOUNT)
        os.chown(folder, account.pw_uid, account.pw_gid)
    return folder


def as_account():
    """What lets subprocess run a program as the account, if that is possible."""
    return {"user": ACCOUNT, "group": ACCOUNT, "extra_groups": []} if os.geteuid() == 0 else {}


def postgres_program(name):
    """The path of a program of the newest PostgreSQL."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    return program(name, *versions[-1:])


@contextlib.contextmanager
def served(data, port, **more):
    """A PostgreSQL server on the folder *data*, with *more* settings; its sockets are in the folder above."""
    settings = {"listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": data.parent, "fsync": "off"}
    told = [word for name, value in (settings | more).items() for word in ("-c", f"{name}={value}")]
    server = Process("postgres", [postgres_program("postgres"), "-D", data, *told], data.parent, account=ACCOUNT)
    try:
        server.until(lambda: listens(port) and "ready to accept" in server.said(), "ready")
        yield server
    finally:
        server.stop(signal.SIGINT)


@contextlib.contextmanager
def postgres(folder, **more):
    """Start a server, with the database that the script of the containers makes and *more* settings.

    Returns the address of the database for the service.
    """
    own, port, password = given_away(folder / "postgres"), free_port(), secrets.token_hex(16)
    words = ("-D", own / "data", "-U", "postgres", "--auth-local=trust", "--auth-host=scram-sha-256", "--no-sync")
    subprocess.run([postgres_program("initdb"), *words], check=True, capture_output=True, cwd=own, **as_account())
    with served(own / "data", port, **more):
        (own / "password").write_text(password)
        files = dict.fromkeys(("LUDEX_PASSWORD_FILE", "SERVICE_PASSWORD_FILE"), str(own / "password"))
        environment = files | {"POSTGRES_USER": "postgres"}
        environment |= {"PGHOST": str(own), "PGPORT": str(port), "PATH": os.environ["PATH"]}
        subprocess.run(["sh", MAKE_DATABASE], env=environment, check=True)
        yield f"postgresql://ludex_service:{password}@127.0.0.1:{port}/ludex"


def owned(address):
    """The address of the same database for its owner, who has the same password here."""
    return address.replace("//ludex_service:", "//ludex:")


def copy_whole(folder, port, data):
    """Copy all of the running server in *folder* to the new folder *data*, as the guide has it done."""
    where = [f"--host={folder}", f"--port={port}", "--username=postgres"]
    given_away(data).chmod(0o700)
    words = [postgres_program("pg_basebackup"), "--checkpoint=fast", f"--pgdata={data}", *where]
    subprocess.run(words, check=True, cwd=data, **as_account())


@contextlib.contextmanager
def standby(folder, address):
    """A replica of the server that `postgres` started in *folder* with this address. Gives its own address."""
    original, own, port = urlsplit(address), given_away(folder / "standby"), free_port()
    copy_whole(folder / "postgres", original.port, own / "data")
    (own / "data" / "standby.signal").touch()
    source = f"host={folder / 'postgres'} port={original.port} user=postgres"
    with served(own / "data", port, primary_conninfo=source):
        yield original._replace(netloc=original.netloc.replace(f":{original.port}", f":{port}")).geturl()


@contextlib.contextmanager
def pooler(folder, address):
    """PgBouncer, which lends its connections to the database for a transaction. Gives the address through it."""
    original, own, port = urlsplit(address), given_away(folder / "pooler"), free_port()
    (own / "users").write_text(f'"{original.username}" "{original.password}"\n')
    (own / "pooler.ini").write_text(
        f"[databases]\n* = host=127.0.0.1 port={original.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
        f"listen_port = {port}\nunix_socket_dir =\nauth_type = scram-sha-256\nauth_file = {own / 'users'}\n"
        "pool_mode = transaction\ndefault_pool_size = 6\n"
    )
    server = Process("pgbouncer", [program("pgbouncer", "/usr/sbin"), own / "pooler.ini"], own, account=ACCOUNT)
    server.until(lambda: listens(port), "listening")
    try:
        yield original._replace(netloc=original.netloc.replace(f":{original.port}", f":{port}")).geturl()
    finally:
        server.stop()


@contextlib.contextmanager
def redis(folder):
    """A server with a password and without persistence."""
    own, port, password = given_away(folder / "redis"), free_port(), secrets.token_hex(16)
    (own / "redis.conf").write_text(f"bind 127.0.0.1\nport {port}\nrequirepass {password}\nsave ''\ndir {own}\n")
    command = [program("redis-server"), own / "redis.conf"]
    url = f"redis://:{password}@127.0.0.1:{port}/0"
    server = Broker(url, port, lambda: Process("redis", command, own, account=ACCOUNT), "Ready to accept connections")
    try:
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def rabbitmq(folder):
    """A server with its own user and the port mapper that it needs."""
    own, port, mapper, password = given_away(folder / "rabbitmq"), free_port(), free_port(), secrets.token_hex(16)
    (own / "rabbitmq.conf").write_text(
        f"listeners.tcp.local = 127.0.0.1:{port}\ndefault_user = ludex\ndefault_pass = {password}\n"
    )
    (own / "plugins").write_text("[].\n")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(own),
        "ERL_EPMD_PORT": str(mapper),
        "ERL_EPMD_ADDRESS": "127.0.0.1",
        "RABBITMQ_NODENAME": f"ludex{port}@localhost",
        "RABBITMQ_DIST_PORT": str(free_port()),
        "RABBITMQ_MNESIA_BASE": str(own / "mnesia"),
        "RABBITMQ_LOG_BASE": str(own / "log"),
        "RABBITMQ_LOGS": "-",
        "RABBITMQ_CONFIG_FILE": str(own / "rabbitmq.conf"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(own / "plugins"),
    }
    epmd = Process("epmd", [program("epmd"), "-port", mapper, "-address", "127.0.0.1"], own, account=ACCOUNT)
    epmd.until(lambda: listens(mapper), "listening")
    command = [program("rabbitmq-server", RABBIT / "bin")]
    server = Broker(
        f"amqp://ludex:{password}@127.0.0.1:{port}//",
        port,
        lambda: Process("rabbitmq", command, own, environment, account=ACCOUNT),
        "Server startup complete",
    )
    try:
        yield server
    finally:
        server.stop()
        epmd.stop()
