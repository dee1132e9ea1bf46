import os
import tempfile
from pathlib import Path

import psutil
import psycopg
import pytest

from deploy.postgres import account
from deploy.postgres.account import PostgresFault, binaries, package_binaries
from deploy.postgres.server import EmbeddedPostgres


@pytest.fixture
def folder():
    """A folder with a short path, because it will contain a socket."""
    path = Path(tempfile.mkdtemp(prefix="ludex-"))
    yield path
    EmbeddedPostgres(path).remove()


def started(folder):
    server = EmbeddedPostgres(folder, throwaway=True)
    server.start()
    return server


def test_committed_data_are_there_at_the_next_start(folder):
    server = started(folder)
    server.create_database("kept")
    with psycopg.connect(server.url("kept")) as connection:
        connection.execute("CREATE TABLE seen AS SELECT 7 AS number")
    server.stop()

    server = started(folder)
    server.create_database("kept")

    with psycopg.connect(server.url("kept")) as connection:
        assert connection.execute("SELECT number FROM seen").fetchall() == [(7,)]
    server.stop()


def test_an_incomplete_data_folder_is_created_again(folder):
    (folder / "postgres.new").mkdir()
    (folder / "postgres.new" / "PG_VERSION").write_text("18\n")

    server = started(folder)

    assert server.answers()
    server.stop()


def test_data_of_another_version_are_refused_with_both_version_numbers(folder):
    server = started(folder)
    server.stop()
    (server.data / "PG_VERSION").write_text("15\n")

    with pytest.raises(PostgresFault, match=r"are of PostgreSQL 15, the binaries of 18: dump them with 15"):
        server.start()


def test_the_distributions_server_is_preferred_unless_the_data_are_of_another_version(folder, monkeypatch):
    distribution = folder / "distribution"
    for version in ("9.6", "15", "17", "18"):
        (distribution / version / "bin").mkdir(parents=True)
    for version in ("15", "18"):  # of 17 there are the programs for clients alone
        for each in package_binaries().iterdir():
            (distribution / version / "bin" / each.name).symlink_to(each)
    monkeypatch.setattr(account, "DISTRIBUTION", distribution)
    (distribution / "data").mkdir()

    chosen = binaries()
    server = started(folder / "server")
    server.stop()
    (distribution / "data" / "PG_VERSION").write_text("15\n")
    for_old_data = binaries(distribution / "data")
    (distribution / "data" / "PG_VERSION").write_text("16\n")

    assert (chosen, server.account.binaries) == (distribution / "18" / "bin",) * 2
    assert for_old_data == distribution / "15" / "bin"
    assert binaries(distribution / "data") == package_binaries()


def test_a_server_without_its_starter_is_replaced(folder):
    forgotten = started(folder)

    server = started(folder)

    assert forgotten.process.wait(30) == 0
    assert server.answers()
    server.stop()


def test_a_folder_without_a_server_is_refused_by_name(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDEX_PG_BIN", "/nowhere/bin")

    with pytest.raises(PostgresFault, match="LUDEX_PG_BIN is /nowhere/bin, which has no `postgres`"):
        EmbeddedPostgres(tmp_path)


def test_a_long_path_moves_the_socket_to_a_shorter_one():
    server = EmbeddedPostgres(Path("/srv") / ("long" * 30))

    assert len(os.fsencode(server.socket)) < 80


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to lend PostgreSQL another name")
def test_root_uses_another_account_where_user_namespaces_are_forbidden(folder, tmp_path, monkeypatch):
    (tmp_path / "unshare").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "unshare").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    server = started(folder)

    assert server.folder.parent == Path("/var/lib/ludex")
    assert psutil.Process(server.process.pid).username() in ("postgres", "nobody")
    assert server.answers()
    server.stop()
    server.remove()
    assert (server.folder.exists(), folder.exists()) == (False, False)
