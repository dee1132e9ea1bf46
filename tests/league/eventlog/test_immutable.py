"""The database itself refuses changes. These tests use it like anybody with a connection."""

import pytest
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection, transaction

from league.eventlog import sealer, store
from tests.league.sql import execute
from tests.league.toys import noted, write

pytestmark = pytest.mark.django_db

TABLES = ["event", "ledger"]
COLUMNS = [
    *("stream", "seq", "shard", "kind", "schema", "payload"),
    *("private_commit", "actor", "command_id", "at", "hash"),
]


@pytest.fixture
def log():
    write("match-1", noted(1), noted(2))
    sealer.seal()


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    ("statement", "operation"),
    [
        ("UPDATE eventlog.{} SET seq = seq", "UPDATE"),
        ("UPDATE eventlog.{} SET stream = 'match-2' WHERE seq = 2", "UPDATE"),
        ("DELETE FROM eventlog.{}", "DELETE"),
        ("DELETE FROM eventlog.{} WHERE seq = 2", "DELETE"),
        ("TRUNCATE eventlog.{}", "TRUNCATE"),
        ("TRUNCATE eventlog.{} CASCADE", "TRUNCATE"),
    ],
)
def test_stored_events_cannot_be_changed(log, table, statement, operation):
    with pytest.raises(IntegrityError, match=f"{table} keeps what was written: {operation} is refused"):
        execute(statement.format(table))


@pytest.mark.parametrize("table", TABLES)
def test_stored_events_cannot_be_changed_in_a_replica_session(log, table):
    execute("SET LOCAL session_replication_role = replica")

    with pytest.raises(IntegrityError, match="is refused"):
        execute(f"DELETE FROM eventlog.{table}")


@pytest.mark.parametrize("more", ["", " ON CONFLICT (stream, seq) DO UPDATE SET payload = '{}'"])
def test_a_row_that_was_not_appended_is_refused(log, more):
    with pytest.raises(IntegrityError, match=r"takes events from eventlog\.append only"):
        execute(f"INSERT INTO eventlog.event SELECT * FROM eventlog.event WHERE seq = 2{more}")


def test_an_insert_cannot_overwrite(log):
    execute("SET LOCAL eventlog.appending = 'on'")

    with pytest.raises(IntegrityError, match="UPDATE is refused"):
        execute(
            "INSERT INTO eventlog.event SELECT * FROM eventlog.event WHERE seq = 2"
            " ON CONFLICT (stream, seq) DO UPDATE SET payload = '{}'"
        )


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"payload": "'{}'"}, "its hash does not continue the chain"),
        ({"kind": "'toy.moved'"}, "its hash does not continue the chain"),
        ({"hash": "decode(repeat('00', 32), 'hex')"}, "its hash does not continue the chain"),
        ({"seq": "4"}, "there is no event before it"),
        ({"seq": "0"}, "there is no event before it"),
        ({"stream": "'match-2'"}, "there is no event before it"),
        ({"stream": "'match-2'", "seq": "1"}, "its hash does not continue the chain"),
        ({"at": "'-infinity'"}, "its time is before the year 1970"),
        ({"hash": "''::bytea"}, "its hash does not continue the chain"),
        ({"hash": "NULL"}, "its hash does not continue the chain"),
        ({"shard": "1::smallint"}, "its hash does not continue the chain"),
        ({"seq": "NULL"}, "its hash does not continue the chain"),
    ],
)
def test_an_event_that_does_not_continue_its_chain_is_refused(log, changes, reason):
    values = ", ".join(({"seq": "seq + 1"} | changes).get(column, column) for column in COLUMNS)

    with pytest.raises(IntegrityError, match=reason):
        execute(f"SELECT eventlog.append({values}, NULL, NULL, NULL) FROM eventlog.event WHERE seq = 2")


@pytest.mark.parametrize("changed", ["hashes", "kinds", "payloads"])
def test_the_link_of_every_event_of_a_command_is_checked(log, changed):
    given = {
        "hashes": "(SELECT string_agg(hash, '' ORDER BY seq) FROM eventlog.event)",
        "kinds": "'toy.noted'",
        "payloads": "(SELECT payload FROM eventlog.event WHERE seq = 2)",
    } | {changed: {"hashes": "hash || decode(repeat('00', 32), 'hex')"}.get(changed, "'{}'")}
    columns = ", ".join(COLUMNS[:-1]).replace("stream", "'match-2'", 1)

    with pytest.raises(IntegrityError, match=r"Event [12] of match-2 is refused: its hash does not continue"):
        execute(
            f"SELECT eventlog.append({columns}, {given['hashes']}, {given['kinds']}, '1', {given['payloads']})"
            " FROM eventlog.event WHERE seq = 1"
        )


def test_every_trigger_of_the_log_is_always_enabled():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, tgname, tgenabled FROM pg_trigger"
            " WHERE tgrelid IN ('eventlog.event'::regclass, 'eventlog.ledger'::regclass) ORDER BY 1, 2"
        )
        triggers = cursor.fetchall()

    assert triggers == [
        ("eventlog.event", "event_is_appended", "A"),
        ("eventlog.event", "event_is_never_emptied", "A"),
        ("eventlog.event", "event_never_changes", "A"),
        ("eventlog.ledger", "ledger_is_never_emptied", "A"),
        ("eventlog.ledger", "ledger_never_changes", "A"),
    ]


def test_the_migration_cannot_be_reversed_while_there_are_events(log):
    with pytest.raises(DatabaseError, match="signed checkpoints cover them"), transaction.atomic():
        call_command("migrate", "league", "0001", verbosity=0)

    assert store.head("match-1").seq == 2


def test_an_empty_log_can_be_removed_and_created_again():
    call_command("migrate", "league", "0001", verbosity=0)
    call_command("migrate", "league", verbosity=0)

    assert write("match-1").seq == 1
