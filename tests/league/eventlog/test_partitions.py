"""The partitioned log keeps its promises, whichever table is named."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import DataError, IntegrityError, InternalError, transaction

from league.eventlog import sealer, services
from league.eventlog.audit.hash_chains import audit
from tests.league.sql import execute
from tests.league.toys import noted, write
from tests.paths import ROOT

STREAMS = [f"match-{number}" for number in range(40)]
ROWS = "SELECT record_send(event)::text FROM eventlog.event ORDER BY stream, seq"
LEDGER = "SELECT record_send(ledger)::text FROM eventlog.ledger ORDER BY position"
COPIED = """
INSERT INTO {} SELECT stream, seq + 1, shard, kind, schema, {}, private_commit, actor, command_id, at, hash FROM {}
"""


@pytest.fixture
def log():
    """Two events in each of forty streams, sealed, and one more in each that waits in the inbox."""
    for stream in STREAMS:
        write(stream, noted(1), noted(2))
    sealer.seal_all()
    for stream in STREAMS:
        write(stream, noted(3))


def leaves():
    return [partition.name for partition in services.partitions()]


@pytest.mark.django_db
def test_the_settings_decide_how_many_partitions_there_are(settings):
    assert leaves() == [f"eventlog.event_{number}" for number in range(settings.LOG_PARTITIONS)]


@pytest.mark.django_db
def test_every_stream_is_in_one_partition(log):
    places = execute(
        "SELECT stream, count(DISTINCT tableoid), count(*) FROM eventlog.event GROUP BY stream ORDER BY stream"
    )

    assert places == [(stream, 1, 3) for stream in sorted(STREAMS)]


@pytest.mark.django_db
def test_streams_are_spread_over_all_partitions(log):
    assert len(execute("SELECT DISTINCT tableoid FROM eventlog.event")) == len(leaves())


@pytest.mark.django_db
def test_there_is_no_default_partition():
    assert execute("SELECT partdefid FROM pg_partitioned_table WHERE partrelid = 'eventlog.event'::regclass") == [(0,)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("statement", "operation"),
    [
        ("UPDATE {} SET kind = kind", "UPDATE"),
        ("DELETE FROM {}", "DELETE"),
        ("TRUNCATE {}", "TRUNCATE"),
    ],
)
def test_stored_events_cannot_be_changed_in_any_partition(log, statement, operation):
    for leaf in leaves():
        message = f"event keeps what was written: {operation} is refused"
        with pytest.raises(IntegrityError, match=message) as refused, transaction.atomic():
            execute(statement.format(leaf))
        assert refused.value.__cause__.diag.constraint_name == "event_never_changes"


@pytest.mark.django_db
def test_a_row_inserted_into_a_partition_is_refused(log):
    for leaf in leaves():
        with pytest.raises(IntegrityError, match=r"takes events from eventlog\.append only"), transaction.atomic():
            execute(COPIED.format(leaf, "'{}'", f"{leaf} WHERE seq = 3"))


@pytest.mark.django_db
def test_an_event_cannot_be_in_the_partition_of_another_stream():
    write("match-1")
    [(own,)] = execute("SELECT tableoid::regclass::text FROM eventlog.event")
    other = next(leaf for leaf in leaves() if leaf != own)
    execute("SET LOCAL eventlog.appending = 'on'")

    with pytest.raises(IntegrityError, match="violates partition constraint"):
        execute(COPIED.format(other, "payload", "eventlog.event"))


@pytest.mark.django_db
def test_every_trigger_of_every_partition_is_always_enabled():
    triggers = execute(
        "SELECT relid::regclass::text, tgname, tgenabled FROM pg_trigger"
        " JOIN pg_partition_tree('eventlog.event') ON tgrelid = relid ORDER BY 1, 2"
    )

    names = ["event_is_appended", "event_is_never_emptied", "event_never_changes"]
    assert triggers == [(table, name, "A") for table in sorted(["eventlog.event", *leaves()]) for name in names]


@pytest.mark.django_db
@pytest.mark.parametrize("number", [1, 3, 16])
def test_changing_the_number_of_partitions_keeps_every_byte(log, number):
    rows, ledger, report = execute(ROWS), execute(LEDGER), audit()

    moved = services.spread_events(number)

    assert (moved, len(leaves())) == (120, number)
    assert (execute(ROWS), execute(LEDGER), audit()) == (rows, ledger, report)


@pytest.mark.django_db
def test_after_a_change_of_partitions_the_log_works_as_before(log):
    services.spread_events(3)

    assert write("match-1").seq == 4
    assert sealer.seal_all() == (range(80, 121),)
    assert audit().findings == ()
    with pytest.raises(IntegrityError, match="event keeps what was written: TRUNCATE is refused"):
        execute("TRUNCATE eventlog.event_2")


@pytest.mark.django_db
@pytest.mark.parametrize("number", [-1, 0, 65])
def test_a_number_out_of_range_is_refused_and_nothing_moves(log, number):
    before = leaves()

    with pytest.raises(DataError, match=f"The log can have 1 to 64 partitions, not {number}"), transaction.atomic():
        services.spread_events(number)
    with pytest.raises(CommandError, match=f"^The log can have 1 to 64 partitions, not {number}.$"):
        call_command("partitions", number)

    assert leaves() == before


@pytest.mark.django_db
def test_read_permissions_survive_a_change_of_partitions():
    role = f"reader_{uuid4().hex}"
    execute(f"CREATE ROLE {role}")
    execute(f"GRANT SELECT ON eventlog.event TO {role}")

    services.spread_events(2)

    rights = "SELECT has_table_privilege(%s, %s, %s)"
    assert execute(rights, [role, "eventlog.event", "SELECT"]) == [(True,)]
    assert execute(rights, [role, "eventlog.event", "INSERT"]) == [(False,)]
    assert execute(rights, [role, "eventlog.event_0", "SELECT"]) == [(True,)]  # for a dump


@pytest.mark.django_db
def test_a_log_used_by_a_view_is_not_repartitioned(log):
    execute("CREATE VIEW kinds AS SELECT DISTINCT kind FROM eventlog.event")
    before = leaves()

    with pytest.raises(InternalError, match="other objects depend on it"), transaction.atomic():
        services.spread_events(2)

    assert (leaves(), execute("SELECT kind FROM kinds")) == (before, [("toy.noted",)])


@pytest.mark.django_db
def test_the_command_changes_the_number_of_partitions_and_lists_them(log):
    said = StringIO()

    call_command("partitions", 2, stdout=said)

    lines = said.getvalue().splitlines()
    assert lines[0] == "120 events moved."
    assert [line.split(":")[0] for line in lines[1:]] == ["eventlog.event_0", "eventlog.event_1"]


def test_writers_wait_during_a_change_of_partitions_and_lose_nothing(committed_db):
    command = [sys.executable, "-m", "tests.league.eventlog.process", "write", "match-1", "50"]
    writers = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    with ThreadPoolExecutor(len(writers)) as pool:
        told = [pool.submit(writer.communicate) for writer in writers]
        for number in (3, 16, 8):
            services.spread_events(number)
        acknowledged = [int(line) for each in told for line in each.result()[0].split()]

    sealer.seal_all()
    assert [writer.returncode for writer in writers] == [0, 0]
    assert sorted(acknowledged) == list(range(1, 101))
    assert (audit().events, audit().findings) == (100, ())


@pytest.mark.django_db
def test_the_way_back_to_the_trigger_that_checked_links_keeps_every_byte(log):
    rows = execute(ROWS)
    services.spread_events(3)
    migration = import_module("league.migrations.0013_append")
    forward, backward = migration.FORWARD, migration.BACKWARD

    execute(backward, None)
    kept = execute(ROWS)
    triggers = {
        row[0] for row in execute("SELECT DISTINCT tgname FROM pg_trigger WHERE tgname LIKE 'event_is_%'", None)
    }
    execute(forward, None)

    assert (kept, execute(ROWS), len(leaves())) == (rows, rows, 3)
    assert triggers == {"event_is_linked", "event_is_never_emptied"}
    assert write("match-new").seq == 1
