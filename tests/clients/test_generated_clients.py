"""What generators and linters make of the schema.

openapi-generator's Python client plays an evening here. Those of openapi-python-client and, for TypeScript,
openapi-generator are the cores of the published clients.
"""

import json
import os
import subprocess
import sys

import pytest

from league.clubs.accounts import sign_up
from tests.paths import ROOT
from tests.waiting import LONGEST

HERE = ROOT / "tests" / "clients"
BIN = ROOT / ".venv" / "bin"
SCHEMA = ROOT / "docs" / "openapi.yaml"
PASSWORD = "correct horse battery"
GENERATOR = BIN / "openapi-generator-cli"


def run(*command, cwd, **environment):
    """What a program prints."""
    environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "DENO_DIR": f"{ROOT}/.venv/deno", **environment}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=LONGEST)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


@pytest.fixture
def server(committed_server):
    sign_up(username="organiser", password=PASSWORD)
    return committed_server.url


def scores(printed):
    """The scores, best first, of four entrants of whom the first won every game."""
    rows = json.loads(printed.splitlines()[-1])
    assert len({entrant for entrant, _ in rows}) == 4
    return [score for _, score in rows]


def test_the_python_client_of_openapi_generator_plays_an_evening(server, tmp_path):
    only = "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false"
    made = ("-i", SCHEMA, "-g", "python", "-o", ".", "--package-name", "ludex_api", "--global-property", only)
    run(GENERATOR, "generate", *made, cwd=tmp_path)

    printed = run(
        sys.executable,
        HERE / "evening_by_openapi_generator.py",
        server,
        PASSWORD,
        cwd=tmp_path,
        PYTHONPATH=str(tmp_path),
    )

    assert scores(printed) == ["4", "0", "0", "0"]


def test_the_schema_keeps_to_our_rules(tmp_path):
    lock = ("--lock", HERE / "deno.lock", "--frozen", "--no-config")
    rules = ("lint", "--config", HERE / "redocly.yaml", SCHEMA)

    run(BIN / "deno", "run", "--quiet", "--allow-all", *lock, "npm:@redocly/cli@2.77.0", *rules, cwd=tmp_path)
