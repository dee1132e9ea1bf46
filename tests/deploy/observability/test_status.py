"""`manage.py status`: one look, as text and as JSON, with what needs attention."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from deploy.observability.status import duration, size
from league import __version__
from league.clubs.accounts import sign_up
from league.eventlog import liveness
from league.eventlog.projections import runner
from tests.builders.disputes import Dispute

pytestmark = pytest.mark.django_db


@pytest.fixture
def status(capsys):
    """The output of the command and its exit status."""

    def run(*words):
        code = 0
        try:
            call_command("status", *words)
        except SystemExit as ended:
            code = ended.code
        return capsys.readouterr().out, code

    return run


def test_a_healthy_installation_has_no_problems(status):
    Dispute()
    runner.catch_up_all()
    for part in ("worker", "beat", "backup", "audit"):
        liveness.note_now(part)

    text, code = status()
    found, again = status("--json")

    shown = dict(line.split(": ", 1) for line in text.splitlines()[1:])
    assert (code, again) == (0, 0)
    assert text.startswith(f"Ludex {__version__} on Python ")
    assert shown.keys() == {
        "database",
        *("worker", "beat", "broker", "backup", "drill", "audit"),
        "queue",
        "log",
        *(f"projection {each.name}" for each in runner.status()),
        "accounts",
    }
    assert (shown["worker"], shown["drill"]) == ("seen 0 s ago", "never seen")
    assert shown["queue"].endswith(" messages")
    state = json.loads(found)
    assert (state["version"], state["problems"], state["disk"]) == (__version__, [], None)
    assert state["projections"]["matches"] == {"behind": 0, "seconds": 0.0, "fault": None}
    assert (state["unsealed"], state["seen"]["drill"], state["locked"]) == (0, None, [])


def test_what_needs_attention_is_named_and_the_exit_status_says_so(status, client):
    sign_up(username="clerk", password="correct horse battery")
    for _ in range(10):
        client.post("/sign-in/", {"username": "clerk", "password": "wrong"})
    Dispute()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE eventlog.event DISABLE TRIGGER USER")
        cursor.execute("UPDATE eventlog.event SET at = at - interval '10 min'")
    runner.catch_up_all()
    for part in ("beat", "backup"):
        liveness.note_now(part)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE league_seen_part SET seen = seen - interval '3 days'")
        cursor.execute("UPDATE eventlog.projection SET position = 0, fault = 'no rules' WHERE name = 'matches'")

    text, code = status()

    assert code == 1
    assert ", locked: clerk\n" in text
    assert {line for line in text.splitlines() if line.startswith("PROBLEM")} == {
        "PROBLEM: worker was never seen",
        "PROBLEM: beat was last seen 3 d ago",
        "PROBLEM: backup was last seen 3 d ago",
        "PROBLEM: projection matches has stopped: no rules",
    }


def test_ages_and_sizes_are_for_people():
    assert [duration(each) for each in (0.4, 119, 120, 7199, 7200, 200_000)] == [
        "0 s",
        "119 s",
        "2 min",
        "120 min",
        "2 h",
        "2 d",
    ]
    assert (size(5 << 20), size(3 << 30)) == ("5.0 MiB", "3.0 GiB")


def test_a_database_without_tables_is_named():
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA eventlog CASCADE")

    with pytest.raises(CommandError, match=r"The database is not migrated: relation .* does not exist"):
        call_command("status")
