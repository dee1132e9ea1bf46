"""The scripts of an installation without containers, with folders of the test's own in place of the system's.

There is no systemd here: `systemctl` is a script that notes what it is asked for, and fails where the test wants it to.
"""

import getpass
import os
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.paths import ROOT

SYSTEMD = ROOT / "deploy" / "systemd"
SYSTEMCTL = """#!/bin/sh
asked="$(basename "$(readlink {home}/current)"): $*"
echo "$asked" >>{home}/asked
! grep --quiet --fixed-strings --line-regexp "$asked" {home}/broken
"""


class Ready(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *words):
        """Say nothing."""


@pytest.fixture
def port():
    """A port of this machine at which every request is answered."""
    with HTTPServer(("127.0.0.1", 0), Ready) as server:
        threading.Thread(target=server.serve_forever).start()
        yield server.server_port
        server.shutdown()


@pytest.fixture
def switch(tmp_path, port):
    """Releases 1.0 and 1.1, and the script that switches to one of them: returns its status and what it says."""
    for release in ("1.0", "1.1"):
        folder = tmp_path / "releases" / release
        folder.mkdir(parents=True)
        (folder / ".venv").symlink_to(ROOT / ".venv")
        (folder / ".ready").touch()
    (tmp_path / "broken").touch()
    systemctl = tmp_path / "systemctl"
    systemctl.write_text(SYSTEMCTL.format(home=tmp_path))
    systemctl.chmod(0o755)
    script = (SYSTEMD / "ludex-release").read_text().replace("/opt/ludex", str(tmp_path)).replace(":8000", f":{port}")

    def run(release, act="switch", *before):
        path = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
        done = subprocess.run(
            ["sh", "-s", act, *before, release], input=script, env=path, capture_output=True, text=True
        )
        return done.returncode, done.stdout + done.stderr

    return run


def asked(folder):
    return (folder / "asked").read_text().splitlines()


def test_a_release_runs_once_the_database_is_up_to_date_and_the_web_server_ready(tmp_path, switch):
    assert [switch("1.0"), switch("1.1")] == [(0, "Release 1.0 runs.\n"), (0, "Release 1.1 runs.\n")]

    steps = ["start ludex-migrate", "restart ludex-web", "restart ludex-worker@* ludex-beat"]
    assert asked(tmp_path) == [f"{release}: {step}" for release in ("1.0", "1.1") for step in steps]
    assert (tmp_path / "current").readlink().name == "1.1"


@pytest.mark.parametrize("broken", ["1.1: start ludex-migrate", "1.1: restart ludex-web"])
def test_a_release_that_does_not_run_leaves_the_old_one_running(tmp_path, switch, broken):
    switch("1.0")
    (tmp_path / "broken").write_text(f"{broken}\n")

    status, said = switch("1.1")

    assert (status, said.startswith("ludex-release: release 1.1 doesn't run, so 1.0 does again.")) == (1, True)
    assert (tmp_path / "current").readlink().name == "1.0"
    assert asked(tmp_path)[-1] == "1.0: restart ludex-web"


def test_a_release_that_is_not_there_is_refused(tmp_path, switch):
    (tmp_path / "releases" / "1.1" / ".ready").unlink()

    assert switch("1.1") == (1, f"ludex-release: there is no release 1.1 in {tmp_path}/releases.\n")
    assert not (tmp_path / "current").exists()


@pytest.mark.parametrize("release", ["", "..", "v/1.0", "-f", "1.0 1.1"])
def test_what_is_no_name_of_a_folder_is_refused_and_nothing_deleted(tmp_path, switch, release):
    refused = (1, "ludex-release: a release has a name of letters, digits, dots and hyphens.\n")

    assert [switch(release), switch(release, "add", "file:///nowhere")] == [refused] * 2
    assert sorted(each.name for each in (tmp_path / "releases").iterdir()) == ["1.0", "1.1"]


def test_commands_have_the_settings_of_the_service(tmp_path):
    settings = {"DATABASE_URL": "postgresql:///unused?a=1&b=2", "SECRET_KEY": "a $HOME b"}
    (tmp_path / "ludex.env").write_text("# Comment=1\n" + "\n".join(f"{name}={settings[name]}" for name in settings))
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\npwd; env; echo "$@"; umask\n')
    python.chmod(0o755)
    script = (SYSTEMD / "ludex-manage").read_text().replace("/opt/ludex/current", str(tmp_path))
    script = script.replace("/etc/ludex", str(tmp_path)).replace("--user=ludex", f"--user={getpass.getuser()}")

    done = subprocess.run(["sh", "-s", "audit", "--all"], input=script, capture_output=True, text=True)

    if os.geteuid() != 0:
        assert (done.returncode, done.stderr) == (1, "ludex-manage: only root may read /etc/ludex/ludex.env.\n")
        return
    lines = done.stdout.splitlines()
    assert (lines[0], lines[-2:]) == (str(tmp_path), ["manage.py audit --all", "0077"])
    assert {f"{name}={value}" for name, value in settings.items()} | {"LUDEX_VAR=/var/lib/ludex"} <= set(lines)
