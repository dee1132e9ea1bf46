import os

import psycopg
import pytest
from django.db import connections

from tests.builders.club_files import forget_everything
from tests.league import toys
from tests.postgres_plugin import clone, drop


@pytest.fixture
def toy_kinds(monkeypatch):
    """Register the toys' kinds of events."""
    toys.register(monkeypatch)


@pytest.fixture
def empty_database(committed_db, monkeypatch):
    """Switch to an empty installation for this test."""
    made = []

    def switch():
        name = clone(f"ludex_test_empty_{os.getpid()}_{len(made)}")
        made.append(name)
        connections.close_all()
        monkeypatch.setitem(connections.settings["default"], "NAME", name)
        monkeypatch.setenv("DATABASE_URL", psycopg.conninfo.make_conninfo(committed_db, dbname=name))
        forget_everything()

    yield switch
    connections.close_all()
    for name in made:
        drop(name)
