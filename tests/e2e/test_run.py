"""The service as its users start it: it recovers, stops without leftovers, and finds its data again."""

import socket

import psutil
import psycopg
import pytest

from tests.e2e.client import Scorekeeper
from tests.live_plugin import LiveLudex
from tests.processes import python
from tests.waiting import LONGEST

ADD = "from league.models import User; User.objects.create_user('anna')"
PARTS = ["beat", "postgres", "web", "worker"]


def accounts(live):
    with psycopg.connect(live.database_url) as connection:
        return [name for (name,) in connection.execute("SELECT username FROM league_user ORDER BY username")]


def waiting(live):
    """The tasks that were sent and are not done yet."""
    with psycopg.connect(live.database_url) as connection:
        return {task for (task,) in connection.execute("SELECT message -> 'headers' ->> 'id' FROM pgmq.q_housekeeping")}


def send(live, name):
    """Send a task through the broker; return its id."""
    environment = {**live.environment, "DATABASE_URL": live.database_url, "SECRET_KEY": "unused"}
    sent = python("-m", "celery", "--app", "tasks", "call", name, environment=environment)
    assert (sent.returncode, sent.stderr) == (0, "")
    return sent.stdout.strip()


@pytest.fixture
def new_ludex(ludex_folder):
    """A service started without any data."""
    live = LiveLudex(ludex_folder)
    live.start()
    yield live
    live.abandon()


@pytest.mark.e2e
def test_a_first_start_runs_every_part_and_ctrl_c_leaves_nothing(new_ludex):
    processes = new_ludex.processes()
    assert sorted(new_ludex.pids()) == PARTS
    new_ludex.until(lambda: "the code to set it up from another machine is " in new_ludex.output, "printed")

    status = new_ludex.stop()

    assert status == 0
    assert [process for process in processes if process.is_running()] == []
    assert "Traceback" not in new_ludex.output


def test_a_second_start_finds_the_data(live_ludex):
    keeper = Scorekeeper(live_ludex.url)
    live_ludex.stop()

    live_ludex.start()

    assert keeper.username in accounts(live_ludex)


def test_any_killed_part_comes_back_with_its_data(live_ludex):
    keeper = Scorekeeper(live_ludex.url)

    for name in PARTS:
        live_ludex.kill_and_heal(name)

    assert keeper.username in accounts(live_ludex)
    assert live_ludex.manage("check", "--database", "default").returncode == 0


def test_the_worker_does_what_was_sent_while_it_was_dead(live_ludex):
    worker = psutil.Process(live_ludex.pids()["worker"])
    live_ludex.kill_and_heal("postgres")

    worker.suspend()
    task = send(live_ludex, "celery.accumulate")
    assert task in waiting(live_ludex)
    worker.kill()

    live_ludex.until(lambda: task not in waiting(live_ludex), "done with its task")


def test_ludex_recovers_after_the_supervisor_was_killed(live_ludex):
    keeper = Scorekeeper(live_ludex.url)
    left = live_ludex.processes()[1:]

    live_ludex.kill("supervisor")
    live_ludex.start()

    assert keeper.username in accounts(live_ludex)
    assert psutil.wait_procs(left, timeout=LONGEST)[1] == []


def test_ludex_recovers_after_everything_was_killed(live_ludex):
    keeper = Scorekeeper(live_ludex.url)

    live_ludex.kill_everything()
    live_ludex.start()

    assert keeper.username in accounts(live_ludex)


def test_a_second_run_on_the_same_data_folder_is_refused(live_ludex):
    second = python("-m", "deploy.supervisor", "--port", "0", environment=live_ludex.environment)

    running = f"ludex: Ludex is already running on {live_ludex.var} (process {live_ludex.process.pid}).\n"
    assert (second.returncode, second.stdout, second.stderr) == (1, "", running)
    assert live_ludex.healthy()


@pytest.mark.e2e
def test_a_port_in_use_is_named(ludex_folder):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        refused = python("-m", "deploy.supervisor", "--port", port, environment={"LUDEX_VAR": str(ludex_folder)})

    assert refused.stderr == f"ludex: Port {port} is used by another program; choose one with --port {port + 1}.\n"
    assert refused.returncode == 1


@pytest.mark.e2e
def test_a_command_starts_the_database_when_it_needs_it_and_stops_it_afterwards(ludex_folder):
    def manage(*words):
        return python("manage.py", *words, environment={"LUDEX_VAR": str(ludex_folder)})

    refused = manage("audit")
    untouched = list(ludex_folder.iterdir())
    manage("migrate", "--verbosity", "0").check_returncode()
    manage("shell", "--no-imports", "-c", ADD).check_returncode()
    counted = manage("shell", "--no-imports", "-c", "from league.models import User; print(User.objects.count())")

    assert (refused.returncode, refused.stdout, untouched) == (1, "", [])
    assert refused.stderr.startswith(f"ludex: There is no database in {ludex_folder}. “./ludex run” makes one.")
    assert (counted.stdout, counted.stderr) == ("1\n", "")
    assert not (ludex_folder / "postgres" / "postmaster.pid").exists()
