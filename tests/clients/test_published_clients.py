"""The clients in `clients/`: built as packages of their own, they play an evening, even if answers get lost."""

import json
import sys
import tarfile

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher

from league.eventlog.projections import runner
from league.models import User
from tests.builders.evenings_by_requests import Evening
from tests.clients.test_generated_clients import BIN, PASSWORD, run
from tests.paths import ROOT

HERE = ROOT / "tests" / "clients"
BUILD = ROOT / "clients" / "build.py"
EVENING = {
    "round": 1,
    "players": ["Boris", "Clara", "Dan", "Анна"],
    "outcomes": ["unplayed", "unplayed", "unplayed", "confirmed", "tournament.phase"],
    "entered": 4,
    "scores": ["4", "0", "0", "0"],
}


@pytest.fixture
def server(web_server):
    """Its organiser has a club and a draft."""
    Evening()
    known_there = PBKDF2PasswordHasher().encode(PASSWORD, "salt")  # another process knows no hashes of the tests
    User.objects.filter(username="organiser").update(password=known_there)
    runner.catch_up_all()
    return web_server.url


def test_the_python_client_is_a_package_and_does_nothing_twice(server, tmp_path):
    wheel = run(sys.executable, BUILD, "python", tmp_path, cwd=ROOT).strip()
    run(BIN / "uv", "pip", "install", "--quiet", "--no-deps", "--target", tmp_path / "site", wheel, cwd=tmp_path)

    evening = HERE / "evening_by_published_client.py"
    printed = run(sys.executable, evening, server, PASSWORD, cwd=tmp_path, PYTHONPATH=str(tmp_path / "site"))

    assert json.loads(printed) == EVENING


def test_the_typescript_client_is_a_package_and_does_nothing_twice(server, tmp_path):
    run(sys.executable, BUILD, "typescript", tmp_path, cwd=ROOT)
    with tarfile.open(tmp_path / "typescript" / "ludex-client.tgz") as packed:
        assert "package/src/ludex.js" in packed.getnames()
    config = json.loads((tmp_path / "typescript" / "deno.json").read_text())
    names = {"imports": {config["name"]: "./typescript/src/ludex.ts"}, "compilerOptions": config["compilerOptions"]}
    names["compilerOptions"]["lib"].append("deno.ns")
    (tmp_path / "deno.json").write_text(json.dumps(names))

    evening = ("run", "--quiet", "--check", "--allow-net=127.0.0.1", "--config", tmp_path / "deno.json")
    printed = run(BIN / "deno", *evening, HERE / "evening_by_published_client.ts", server, PASSWORD, cwd=tmp_path)

    assert json.loads(printed) == {name: seen for name, seen in EVENING.items() if name != "players"}
