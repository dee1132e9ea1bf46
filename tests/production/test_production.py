"""The units of deploy/systemd, command by command, on the distribution's PostgreSQL with Redis and with RabbitMQ.

There is no systemd here: each unit's ExecStart and Environment are read and obeyed, with this checkout in place of
/opt/ludex and folders of the test's own in place of the system's.
"""

import contextlib
import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor, wait
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests import waiting
from tests.e2e.rehearsal.client import Client
from tests.e2e.rehearsal.evening import GIVEN
from tests.paths import ROOT
from tests.processes import free_port, python
from tests.production.networks import machines, reachable
from tests.production.servers import Process, owned, pooler, postgres, rabbitmq, redis, standby
from tests.waiting import LONGEST

UNITS = ROOT / "deploy" / "systemd"
SAID_BY_CELERY = {"", "worker: Warm shutdown (MainProcess)"}  # past all logging, when it is asked to end
AS_SYSTEMD_PASSES_IT = ("sh", "-c", 'LISTEN_PID=$$ exec "$@"', "sh")
STANDARD = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")

pytestmark = pytest.mark.e2e


class Machine:
    """A machine on which Ludex is installed as docs/deploying.md says, but for where things are."""

    def __init__(self, folder, database):
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.token = secrets.token_hex(16)
        example = (UNITS / "ludex.env.example").read_text()
        self.settings = dict(line.split("=", 1) for line in example.splitlines() if re.match("[A-Z_]+=", line))
        self.settings |= {
            "DATABASE_URL": database,
            "SECRET_KEY": secrets.token_hex(32),
            "METRICS_TOKEN": self.token,
            "WEB_BIND": f"127.0.0.1:{self.port}",
            "FOUND_CLUBS": "anyone",  # each broker gets an evening, with an account and a club of its own
            "HTTPS_ONLY": "false",  # no proxy is in front that speaks it
        }
        self.places = {
            "/opt/ludex/current/.venv/bin/python": sys.executable,
            "/opt/ludex/current/static": str(folder / "static"),
            "/opt/ludex/current": str(ROOT),
            "/var/lib/ludex": str(folder / "var"),
            "/var/backups/ludex": str(folder / "backups"),
            "/run/ludex-web": str(folder / "run"),
        }
        for name in ("static", "var", "backups", "run"):
            (folder / name).mkdir()

    def here(self, text):
        """A line of a unit, with our places in it."""
        for there, place in self.places.items():
            text = text.replace(there, place)
        return text

    def lines(self, unit, key):
        """What a unit, and what holds for all, says under a key."""
        files = [UNITS / "ludex-.service.d" / "hardening.conf", UNITS / unit]
        return [self.here(line) for path in files for line in re.findall(rf"^{key}=(.*)$", path.read_text(), re.M)]

    def environment(self, unit, instance=""):
        own = [pair for line in self.lines(unit, "Environment") for pair in line.replace("%i", instance).split()]
        kept = {name: os.environ[name] for name in STANDARD if name in os.environ}
        owner = {"OWNER_DATABASE_URL": owned(self.settings["DATABASE_URL"])}
        files = "".join(self.lines(unit, "EnvironmentFile"))
        kept |= owner if "owner.env" in files else {}
        return kept | self.settings | dict(pair.split("=", 1) for pair in own)

    def once(self, unit):
        """Run a unit that ends by itself; what it says."""
        said = []
        for command in self.lines(unit, "ExecStart"):
            done = subprocess.run(
                command.split(), cwd=ROOT, env=self.environment(unit), capture_output=True, text=True, timeout=LONGEST
            )
            assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
            said.append(done.stdout)
        return "".join(said)

    @contextlib.contextmanager
    def running(self, unit, instance="", address=None, network=None, **more):
        """A unit that stays, stopped as systemd stops it: it has to end well.

        It may get the file of a socket, and the name of a network namespace.
        """
        [command] = self.lines(unit, "ExecStart")
        folder = self.folder / f"{unit}{instance}{len(list(self.folder.iterdir()))}"
        folder.mkdir()
        environment = self.environment(unit, instance) | more | {"PYTHONPATH": str(ROOT)}
        words = [*(["ip", "netns", "exec", network] if network else ()), *command.split()]
        if address is not None:
            words, environment = [*AS_SYSTEMD_PASSES_IT, *words], environment | {"LISTEN_FDS": "1"}
        process = Process(unit, words, folder, environment, before=lambda: address and os.dup2(address, 3))
        try:
            yield process
            assert process.process.poll() is None, process.said()
        finally:
            status = process.stop()
        assert status == 0, process.said()

    def python(self, *words):
        """Run Python as an administrator of that machine would."""
        return python(*words, environment=self.environment("ludex-web.service"))

    def manage(self, *words):
        return self.python("manage.py", *words)

    def ready(self, url=""):
        """What /readyz says, once anybody answers."""
        try:
            with urllib.request.urlopen(f"{url or self.url}/readyz", timeout=10) as answer:
                return json.loads(answer.read())["parts"]
        except (OSError, urllib.error.HTTPError):
            return None

    def all_seen(self):
        """Whether it is ready, and every part that is always at work has been seen."""
        parts = self.ready() or {}
        return {parts.get(each) for each in ("worker", "beat", "projections")} == {"seen", "up to date"}

    def measured(self, address):
        """Samples at an address: values by name and labels, these in the order of their names."""
        request = urllib.request.Request(address, headers={"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request, timeout=LONGEST) as answer:
            families = list(text_string_to_metric_families(answer.read().decode()))
        return {
            (each.name, *(value for _, value in sorted(each.labels.items()))): each.value
            for family in families
            for each in family.samples
        }


@pytest.fixture(scope="module")
def place():
    """A folder with a short path, that other accounts can enter."""
    folder = Path(tempfile.mkdtemp(prefix="ludex-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def brokers(place):
    """Both brokers; the slower one starts while the other is used."""
    with redis(place) as first, rabbitmq(place) as second:
        yield {"redis": first, "rabbitmq": second}


@pytest.fixture(scope="module")
def pooled(place, machine):
    """The settings by which an installation reaches its database through a pooler."""
    direct = machine.settings["DATABASE_URL"]
    with pooler(place, direct) as address:
        yield {"DATABASE_URL": address, "DB_POOLER": "true", "LISTEN_URL": direct}


@pytest.fixture(scope="module")
def machine(place):
    """PostgreSQL, and an installation that is migrated."""
    with postgres(place) as database:
        machine = Machine(place, database)
        assert machine.manage("collectstatic", "--no-input").returncode == 0
        machine.once("ludex-migrate.service")
        assert machine.manage("checkpoint", "--make-key", "ludex.example.org/log1").returncode == 0
        yield machine


@contextlib.contextmanager
def listening(path):
    """Where a unit of Type=notify says that it is ready: the socket, and its address."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
        notices.bind(str(path))
        notices.settimeout(LONGEST)
        yield notices, str(path)


@pytest.mark.parametrize("broker", ["redis", "rabbitmq"])
def test_an_evening_is_played_on_two_web_servers_two_workers_and_a_broker(
    machine, brokers, broker, pooled, monkeypatch
):
    """The one on RabbitMQ with a pooler before the database."""
    monkeypatch.setitem(machine.settings, "CELERY_BROKER_URL", brokers[broker].address())
    if broker == "rabbitmq":
        monkeypatch.setattr(machine, "settings", machine.settings | pooled)
    ports = [free_port(), free_port()]
    with contextlib.ExitStack() as stack:
        notices, address = stack.enter_context(listening(machine.folder / f"notify-{broker}"))
        web = stack.enter_context(machine.running("ludex-web.service", NOTIFY_SOCKET=address))
        workers = [
            stack.enter_context(
                machine.running("ludex-worker@.service", f"{number}", WORKER_METRICS=f"127.0.0.1:{port}")
            )
            for number, port in enumerate(ports, 1)
        ]
        beat = stack.enter_context(machine.running("ludex-beat.service"))
        web.until(machine.all_seen, "ready, with a worker and beat at work")
        assert b"READY=1" in notices.recv(4096)  # what Type=notify waits for
        ready = machine.ready()
        assert ready.pop("accounts") in ("none", "exist")  # the evening by the other broker may have made some
        assert ready == {
            "database": "answers",
            "migrations": "applied",
            "broker": "answers",
            "checkpoints": "up to date",
            "worker": "seen",
            "beat": "seen",
            "projections": "up to date",
            "backup": "never seen",
        }

        played = machine.python("-m", "tests.e2e.rehearsal", "--url", machine.url, "--players", "11")

        assert played.returncode == 0, played.stdout + played.stderr + web.said() + workers[0].said()
        assert "All equal: 12 in the standings" in played.stdout
        told = machine.measured(f"{machine.url}/metrics")
        tasks = [machine.measured(f"http://127.0.0.1:{port}/metrics") for port in ports]
        signed = machine.manage("checkpoint")
        pongs = machine.python("-m", "celery", "--quiet", "--app", "tasks", "inspect", "ping", "--json")
    assert signed.stdout.startswith("ludex.example.org/log1\n"), signed.stderr
    assert list(json.loads(pongs.stdout).values()) == [{"ok": "pong"}] * 2, pongs.stdout + pongs.stderr
    done = ("ludex_task_seconds_count", "success", "projections.catch_up")
    route = "/api/v1/tournaments/<uuid:tournament_id>/rounds/"
    assert told["ludex_request_seconds_count", "POST", route, "201"] == 6  # by both processes together
    assert told["ludex_up", "broker"] == told["ludex_up", "database"] == 1
    assert sum(each.get(done, 0) for each in tasks) > 0
    lines = [line for each in (web, *workers, beat) for line in each.said().splitlines()]
    assert {line for line in lines if not line.startswith("{")} <= SAID_BY_CELERY
    assert [name for name in GIVEN if name in "\n".join(lines)] == []


def test_the_units_for_backup_drill_and_audit_run_their_commands(machine):
    names = [path.name for path in UNITS.glob("*.timer")]
    assert sorted(names) == ["ludex-audit.timer", "ludex-backup.timer", "ludex-erasures.timer"]

    said = {name: machine.once(name.replace(".timer", ".service")) for name in names}

    assert "Dropped. The backup is sound." in said["ludex-backup.timer"]
    assert said["ludex-audit.timer"].endswith(": 0 findings.\n")
    assert said["ludex-erasures.timer"].endswith("erased.txt: 0 new.\n")


def test_no_request_is_refused_while_the_web_server_is_replaced(machine):
    """systemd holds the address: while one release stops and another starts, connections wait."""
    answers, over = [], threading.Event()

    def read():
        while not over.is_set():
            try:
                with urllib.request.urlopen(f"{machine.url}/api/v1/clubs/", timeout=LONGEST) as answer:
                    answers.append((answer.status, bool(answer.read())))
            except OSError as fault:
                answers.append(fault)

    def held():
        return machine.running("ludex-web.service", address=address.fileno())

    with socket.create_server(("127.0.0.1", machine.port), backlog=128) as address, ThreadPoolExecutor(4) as readers:
        try:
            readings = [readers.submit(read) for _ in range(4)]
            for _ in ("the old release", "the new one", "the old one again"):
                before = len(answers)
                with held() as web:
                    web.until(lambda before=before: len(answers) > before + 40, "answered")
        finally:
            over.set()
            with held():
                wait(readings)
    assert set(answers) == {(200, True)}


def test_readers_without_an_account_are_answered_by_a_replica(machine, brokers, place):
    """As long as it keeps up. Whoever writes sees at once what they wrote."""
    direct = machine.settings["DATABASE_URL"]
    cache = brokers["redis"].address()
    clara, reader = Client(machine.url), Client(machine.url)

    def is_asked():
        return ask(copy, "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%league_club%' AND pid <> pg_backend_pid()")

    def clubs(client):
        return [each["name"] for each in client.get("clubs/?page_size=100")["results"]]

    def replica():
        return machine.ready()["replica"]

    with contextlib.ExitStack() as stack:
        standby_server = stack.enter_context(contextlib.ExitStack())
        copy = standby_server.enter_context(standby(place, direct))
        web = stack.enter_context(machine.running("ludex-web.service", REPLICA_URL=copy, CACHE_URL=cache))
        web.until(machine.ready, "ready")
        clara.sign_up()
        clara.post("clubs/", {"name": "Before"})
        waiting.until(lambda: "Before" in clubs(reader) and is_asked(), "read from the replica")

        ask(copy, "SELECT pg_wal_replay_pause()", as_root=place / "standby")
        clara.post("clubs/", {"name": "Meanwhile"})
        assert "Meanwhile" in clubs(clara)
        waiting.until(lambda: "Meanwhile" in clubs(reader), "read from the writer")
        waiting.until(lambda: replica() == "behind", "noticed")

        ask(copy, "SELECT pg_wal_replay_resume()", as_root=place / "standby")
        waiting.until(lambda: replica() == "keeps up", "back")
        standby_server.close()
        assert "Meanwhile" in clubs(reader)
        waiting.until(lambda: replica() == "behind", "left alone")


def test_two_web_machines_share_sessions_counts_and_news(machine, brokers):
    direct, cache = machine.settings["DATABASE_URL"], brokers["redis"].address()
    with machines(2) as addresses, contextlib.ExitStack() as stack:
        shared = {
            "DATABASE_URL": reachable(stack, direct),
            "CACHE_URL": reachable(stack, cache),
            "CELERY_BROKER_URL": reachable(stack, brokers["rabbitmq"].address()),
            "ALLOWED_HOSTS": ",".join(addresses.values()),
            "WEB_CONCURRENCY": "1",
        }
        first, second = (f"http://{address}:{machine.port}" for address in addresses.values())
        for name, address in addresses.items():
            told = shared | {"WEB_BIND": f"{address}:{machine.port}"}
            told["PROMETHEUS_MULTIPROC_DIR"] = str(machine.folder / "run" / name)
            web = stack.enter_context(machine.running("ludex-web.service", network=name, **told))
            web.until(lambda url=f"http://{address}:{machine.port}": machine.ready(url), "ready")
        clara, there = Client(first), Client(second)
        account = clara.sign_up()
        club = clara.post("clubs/", {"name": "Rook"})["id"]
        seats = [clara.post("players/", {"club": club, "name": name})["id"] for name in ("Anna", "Boris")]
        opening = {"club": club, "game": "rummikub", "level": "score", "seats": seats}
        match = clara.post("matches/", opening)["id"]

        session = sign_in(first, account)
        own_page = send(f"{second}/account/", {"Cookie": session}).read().decode()
        with send(f"{second}/api/v1/matches/{match}/feed/") as feed:
            assert any(line == b"id: 1\n" for line in feed)
            clara.post(f"matches/{match}/result/", {"game": 1, "points": [5, -5], "reason": "out", "revision": 1})
            assert any(line == b"id: 2\n" for line in feed)
        for client in (clara, there) * 29:  # and two have signed in before
            client.refused("sign-in/", {}, 400)
        there.refused("sign-in/", {}, 429)

        assert account["username"] in own_page


def send(address, headers={}, form=None):  # noqa: B006 - only read
    """The answer at an address of pages or the API."""
    data = None if form is None else urlencode(form).encode()
    return urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=LONGEST)


def sign_in(url, account):
    """The cookie of somebody who has signed in on a page."""
    with send(f"{url}/sign-in/") as form:
        token = re.search(r"csrftoken=(\w+)", form.headers["Set-Cookie"])[1]
    kept = CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(kept))
    data = urlencode({**account, "csrfmiddlewaretoken": token}).encode()
    browser.open(urllib.request.Request(f"{url}/sign-in/", data, {"Cookie": f"csrftoken={token}"})).close()
    return "; ".join(f"{each.name}={each.value}" for each in kept if each.name == "sessionid")


def ask(address, statement, *, as_root=None):
    """The rows of a statement, as the user of the service or through the server's socket in the folder *as_root*."""
    root = {"host": str(as_root), "user": "postgres"} if as_root else {}
    with psycopg.connect(address, autocommit=True, **root) as connection:
        return connection.execute(statement).fetchall()


def test_ludex_needs_no_superuser_and_owns_no_table_of_the_log(machine):
    superuser = "SELECT rolsuper FROM pg_roles WHERE rolname = current_user"
    owners = "SELECT DISTINCT relowner::regrole::text FROM pg_class WHERE relnamespace = 'eventlog'::regnamespace"
    address = machine.settings["DATABASE_URL"]

    assert ask(address, superuser) == ask(owned(address), superuser) == [(False,)]
    assert ask(address, owners) == [("ludex",)]
