"""The service used for the rehearsal, a running one or its own, and `manage.py` on it."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from deploy.backup.scratch_database import empty_database
from deploy.child_process import die_with_parent
from deploy.data_folder import ROOT
from deploy.postgres.server import DATABASE, EmbeddedPostgres
from tests.e2e.rehearsal.client import Failed
from tests.processes import free_port
from tests.waiting import LONGEST

OF_ANOTHER = (
    "ALLOWED_HOSTS",
    "CELERY_BROKER_URL",
    "DATABASE_URL",
    "DB_POOL",
    "DJANGO_SETTINGS_MODULE",
    "PORT",
    "SECRET_KEY",
)


class Service:
    """The service's address, and the environment for `manage.py` on its database."""

    def __init__(self, url: str, environment: dict[str, str]) -> None:
        self.url = url
        self.environment = environment

    def manage(self, *words: str) -> bytes:
        """The output of `manage.py`. Raises `Failed` with its error output."""
        done = subprocess.run(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=self.environment, capture_output=True
        )
        if done.returncode:
            raise Failed(f"manage.py {' '.join(words[:1])}: {done.stderr.decode(errors='replace').strip()[-1000:]}")
        return done.stdout

    @contextlib.contextmanager
    def beside(self) -> "Iterator[Service]":
        """An installation without a service: an empty database in the same PostgreSQL, dropped afterwards."""
        with empty_database(self.environment["DATABASE_URL"], "ludex_rehearsal", self.environment) as beside:
            empty = Service("", beside.environment)
            empty.manage("migrate", "--skip-checks", "--verbosity", "0")
            yield empty


@contextlib.contextmanager
def own_service() -> Iterator[Service]:
    """The whole service as `run` starts it, with its own data folder and port, removed afterwards. Raises `Failed`."""
    folder = Path(tempfile.mkdtemp(prefix="ludex-"))
    postgres = EmbeddedPostgres(folder)
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if name not in OF_ANOTHER}
    environment["LUDEX_VAR"] = str(folder)
    with (folder / "output").open("wb") as output:
        supervisor = subprocess.Popen(
            [sys.executable, "-m", "deploy.supervisor", "--port", str(port)],
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGINT),
        )
    try:
        url = f"http://127.0.0.1:{port}"
        _wait(supervisor, url, folder / "output")
        key = (folder / "secret_key").read_text()
        yield Service(url, {**environment, "DATABASE_URL": postgres.url(DATABASE), "SECRET_KEY": key})
    finally:
        if supervisor.poll() is None:
            supervisor.send_signal(signal.SIGINT)
        supervisor.wait()
        postgres.remove()


def _wait(supervisor: subprocess.Popen[bytes], url: str, output: Path) -> None:
    deadline = time.monotonic() + LONGEST
    while supervisor.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{url}/readyz", timeout=5):
            return
        time.sleep(0.1)
    raise Failed(f"The service did not start: {output.read_text(errors='replace')[-2000:]}")
