"""A backup restores completely, into an empty database only, and later erasures are repeated."""

import json
import os
import re
import stat
from io import StringIO

import psycopg
import pytest
from django.core.management import CommandError, call_command

from league.clubs.models import Player, User
from league.eventlog import store
from league.eventlog.projections import runner
from tests.api.clients import API, founded, joined, signed_up
from tests.postgres_plugin import drop
from tests.processes import python, without_the_tests

NAME, EMAIL = "Аделаида Ляпишева", "adelaida@example.org"


def manage(*words, **given):
    """Run `manage.py` in another process."""
    kept = {name: os.environ[name] for name in ("DATABASE_URL", "SECRET_KEY")}
    return python("manage.py", *words, environment=without_the_tests(**kept | given))


def said(*words):
    """The output of a command in this process."""
    output = StringIO()
    call_command(*map(str, words), stdout=output)
    return output.getvalue()


@pytest.fixture
def club(committed_db):
    """An organiser, and a player with a name and a contact who has played."""
    organiser = signed_up("organiser")
    club = founded(organiser)
    sent = {"club": club, "name": NAME, "email": EMAIL}
    player = organiser.post(f"{API}/players/", sent, format="json").json()["id"]
    sent = {"club": club, "game": "rummikub", "seats": [player, joined(organiser, club, "Борис")], "level": "score"}
    match = organiser.post(f"{API}/matches/", sent, format="json").json()["id"]
    runner.catch_up_all()
    return organiser, player, match


@pytest.fixture
def empty():
    """The address of an empty database."""
    name = "ludex_test_restored"
    drop(name)
    with psycopg.connect(os.environ["TEST_DATABASE_URL"], dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    yield psycopg.conninfo.make_conninfo(os.environ["TEST_DATABASE_URL"], dbname=name)
    drop(name)


@pytest.fixture
def backup(club, tmp_path):
    """A backup of the club."""
    file = tmp_path / "ludex.dump"
    call_command("backup", file, stdout=StringIO())
    return file


def rows(address, query):
    with psycopg.connect(address) as connection:
        return connection.execute(query).fetchall()


def databases():
    return rows(os.environ["TEST_DATABASE_URL"], "SELECT datname FROM pg_database WHERE datname LIKE 'ludex_drill%'")


def test_a_backup_is_restored_completely_into_an_empty_database(club, backup, empty, committed_db):
    _, _, match = club

    restored = manage("restore", backup, DATABASE_URL=empty)

    assert (restored.returncode, restored.stderr) == (0, "")
    assert restored.stdout == "Restored 1 events in 1 streams, as the backup describes.\nErased again: 0.\n"
    heads = "SELECT stream, seq, hash FROM eventlog.event"
    assert rows(empty, heads) == rows(committed_db, heads) == [(f"match-{match}", 1, store.head(f"match-{match}").hash)]
    assert rows(empty, "SELECT name FROM league_player ORDER BY 1") == [(NAME,), ("Борис",)]
    assert manage("audit", DATABASE_URL=empty).returncode == 0
    with psycopg.connect(empty) as connection, pytest.raises(psycopg.errors.RestrictViolation):
        connection.execute("DELETE FROM eventlog.event")


def test_a_backup_does_not_open_the_key_that_signs(club, tmp_path, settings):
    settings.CHECKPOINT_KEY_FILE = tmp_path / "key"
    settings.CHECKPOINT_KEY_FILE.write_bytes(b"\xff")  # can't be read as text

    assert "1 events in 1 streams." in said("backup", tmp_path / "ludex.dump")


def test_a_restore_overwrites_nothing(club, backup):
    with pytest.raises(CommandError, match=r"is not empty\. A backup can be restored into an empty database only\."):
        said("restore", backup)

    assert Player.objects.count() == 2


def test_people_erased_after_the_backup_stay_erased(club, backup, empty):
    organiser, player, _ = club
    leaver = signed_up("leaver")
    later = backup.with_name("later.dump")
    call_command("backup", later, stdout=StringIO())
    assert organiser.delete(f"{API}/players/{player}/").status_code == 200
    closed = leaver.post(f"{API}/me/closing/", {"password": "correct horse battery"}, format="json")
    assert closed.status_code == 204, closed.content
    assert said("erasures", "--add-to", later.with_name("erased.txt")).endswith(": 2 new.\n")
    assert said("erasures", "--add-to", later.with_name("erased.txt")).endswith(": 0 new.\n")

    restored = manage("restore", later, DATABASE_URL=empty)

    assert restored.stdout.endswith("Erased again: 2.\n")
    mark = Player.objects.get(pk=player).mark
    assert rows(empty, "SELECT name, email, mark FROM league_player ORDER BY number") == [
        ("", "", mark),
        ("Борис", "", ""),
    ]
    assert rows(empty, "SELECT username FROM league_user") == [("organiser",)]
    assert rows(empty, "SELECT kind, mark FROM league_erasure ORDER BY kind") == [("account", ""), ("player", mark)]
    assert User.objects.count() == 1


def test_a_restore_asks_for_the_list_of_erased_people(club, backup, empty, monkeypatch):
    backup.with_name("erased.txt").unlink()
    monkeypatch.setenv("DATABASE_URL", empty)

    with pytest.raises(CommandError, match="Name the newest list of erased people with --erased"):
        said("restore", backup)

    assert rows(empty, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(0,)]


def test_an_invalid_line_in_the_list_is_named(committed_db, tmp_path):
    (tmp_path / "erased.txt").write_text("player somebody -\n")

    with pytest.raises(CommandError, match="'player somebody -'"):
        said("erasures", "--again", tmp_path / "erased.txt")


@pytest.mark.parametrize("damage", ["flipped", "short", "gone", "undescribed"])
def test_a_damaged_backup_is_refused_by_name(club, backup, empty, damage, monkeypatch):
    raw = backup.read_bytes()
    middle = len(raw) // 2
    damaged = {"flipped": raw[:middle] + bytes([raw[middle] ^ 1]) + raw[middle + 1 :], "short": raw[:-1]}
    if damage == "gone":
        backup.unlink()
    elif damage == "undescribed":
        backup.with_name("ludex.dump.json").write_text("{}")
    else:
        backup.write_bytes(damaged[damage])

    monkeypatch.setenv("DATABASE_URL", empty)

    with pytest.raises(CommandError, match=re.escape(str(backup))):
        said("restore", backup)

    assert rows(empty, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(0,)]


def test_a_backup_names_what_it_does_not_contain_and_contains_keys_only_on_request(club, backup):
    told = json.loads(backup.with_name("ludex.dump.json").read_text())
    named = {each["name"]: each["value"] for each in told["outside"]}
    keys = backup.with_name("keys.dump")
    call_command("backup", keys, "--with-keys", stdout=StringIO())
    contained = {
        each["name"]: each["value"] for each in json.loads(keys.with_name("keys.dump.json").read_text())["outside"]
    }

    assert "SECRET_KEY" in named
    assert set(named.values()) == {None}
    assert contained["SECRET_KEY"] == os.environ["SECRET_KEY"]
    for path in (backup, keys, keys.with_name("keys.dump.json")):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_folder_keeps_the_newest_backups(club, tmp_path):
    old = tmp_path / "ludex-20200101T000000Z.dump"
    old.write_bytes(b"old")

    told = said("backup", tmp_path, "--keep", "1")

    [kept] = tmp_path.glob("*.dump")
    assert (kept != old, told.splitlines()[-1]) == (True, f"Deleted: {old}")


def test_a_drill_restores_audits_compares_and_leaves_nothing_behind(club, backup):
    organiser, _, match = club
    result = {"revision": 1, "game": 1, "points": [5, -5], "reason": "out"}
    assert organiser.post(f"{API}/matches/{match}/result/", result, format="json").status_code == 201
    newer = store.head(f"match-{match}").seq - 1

    drilled = manage("drill", backup.parent)

    assert (drilled.returncode, drilled.stderr) == (0, "")
    told = [line.split(" s  ", 1)[-1] for line in drilled.stdout.splitlines()]
    assert told[1:] == [
        "Restored 1 events in 1 streams, as the backup describes.",
        f"This database has all of them unchanged, and {newer} more events.",
        "Erased again: 0.",
        "Audited: 1 events in 1 streams, 1 matches replayed: 0 findings.",
        "Dropped. The backup is sound.",
    ]
    assert databases() == []


def test_a_drill_reports_a_database_that_changed_in_the_meantime(club, backup, committed_db):
    with psycopg.connect(committed_db) as connection:
        connection.execute("ALTER TABLE eventlog.event DISABLE TRIGGER ALL")
        connection.execute("UPDATE eventlog.event SET hash = sha256(hash)")

    with pytest.raises(CommandError, match="1 streams of the backup differ from the database it was made from"):
        said("drill", backup)

    assert databases() == []


def test_a_drill_reports_a_backup_whose_log_was_changed(club, tmp_path, committed_db):
    with psycopg.connect(committed_db) as connection:
        connection.execute("DELETE FROM eventlog.inbox")
        connection.execute("UPDATE eventlog.shard SET size = size + 1")
    call_command("backup", tmp_path / "ludex.dump", stdout=StringIO())

    with pytest.raises(CommandError, match="findings"):
        said("drill", tmp_path)

    assert databases() == []


def test_an_audit_and_a_backup_of_nothing_say_so(empty, tmp_path):
    manage("migrate", "--verbosity", "0", DATABASE_URL=empty).check_returncode()

    audited, kept = (manage(*words, DATABASE_URL=empty) for words in (["audit"], ["backup", tmp_path / "x.dump"]))

    assert audited.stderr == "The log is empty, so nothing was audited. Is this the right database?\n"
    assert kept.stderr == "The log is empty, so this backup has no events. Is this the right database?\n"
    assert (audited.returncode, kept.returncode) == (0, 0)
