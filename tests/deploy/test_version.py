"""The version is the same everywhere."""

import pytest

from league import __version__
from tests.pages import parse
from tests.paths import ROOT
from tests.processes import python


@pytest.mark.parametrize("program", ["ludex", "manage.py"])
def test_both_command_lines_print_the_version(program):
    answer = python(ROOT / program, "--version")

    assert answer.stdout.split(",")[0].strip() == f"Ludex {__version__}"


@pytest.mark.django_db
def test_the_page_foot_shows_the_version(client):
    assert parse(client.get("/")).one("footer").texts("span") == [f"Ludex {__version__}"]


@pytest.mark.django_db
def test_the_api_schema_has_the_version(client):
    schema = client.get("/api/v1/schema/").content.decode()

    assert f"version: {__version__}\n" in schema
