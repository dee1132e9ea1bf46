"""The service's role can write the log by its functions only, and the audit finds another form of the log."""

import os

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction

from league.clubs import services as clubs
from league.clubs.models import User
from league.common.actor import Actor
from league.eventlog import sealer
from league.eventlog.audit import definition
from league.eventlog.projections import runner
from league.eventlog.transparency import checkpoints, key_changes, signing
from tests.league.sql import execute
from tests.league.toys import noted, write

pytestmark = pytest.mark.django_db
SERVICE = "a_service"


@pytest.fixture
def service():
    """This connection as the role of the service, on a log with two sealed events."""
    write("match-1", noted(1), noted(2))
    sealer.seal()
    execute(f"CREATE ROLE {SERVICE}")
    execute("SELECT eventlog.admit(%s)", [SERVICE])
    execute(f"SET LOCAL ROLE {SERVICE}")
    yield
    execute("RESET ROLE")


@pytest.mark.parametrize(
    ("statement", "refusal"),
    [
        ("INSERT INTO eventlog.event SELECT * FROM eventlog.event", "permission denied for table event"),
        ("UPDATE eventlog.event SET payload = '{}'", "permission denied for table event"),
        ("DELETE FROM eventlog.event", "permission denied for table event"),
        ("TRUNCATE eventlog.event", "permission denied for table event"),
        ("UPDATE eventlog.event_0 SET payload = '{}'", "permission denied for table event_0"),
        ("DROP TABLE eventlog.event_0", "must be owner of table event_0"),
        ("ALTER TABLE eventlog.event DISABLE TRIGGER ALL", "must be owner of table event"),
        ("ALTER TABLE eventlog.event DETACH PARTITION eventlog.event_0", "must be owner of table event"),
        ("SET LOCAL session_replication_role = replica", "permission denied to set parameter"),
        ("SET LOCAL eventlog.appending = 'on'; DELETE FROM eventlog.event", "permission denied for table event"),
        ("DELETE FROM eventlog.inbox", "permission denied for table inbox"),
        ("INSERT INTO eventlog.ledger SELECT * FROM eventlog.ledger", "permission denied for table ledger"),
        ("UPDATE eventlog.ledger SET blind = NULL", "permission denied for table ledger"),
        ("UPDATE eventlog.shard SET size = 0", "permission denied for table shard"),
        ("UPDATE eventlog.tree SET size = 1", "permission denied for table tree"),
        ("DELETE FROM eventlog.tile", "permission denied for table tile"),
        ("DELETE FROM eventlog.checkpoint", "permission denied for table checkpoint"),
        ("INSERT INTO eventlog.signing_key VALUES (9, 1, 0, 'key', NULL)", "permission denied for table signing_key"),
        ("UPDATE eventlog.signing_key SET key = 'mine'", "permission denied for table signing_key"),
        ("DELETE FROM eventlog.private", "permission denied for table private"),
        ("CREATE TABLE eventlog.more (id integer)", "permission denied for schema eventlog"),
        ("CREATE FUNCTION public.sha256(bytea) RETURNS bytea LANGUAGE sql AS 'SELECT $1'", "denied for schema public"),
        ("SELECT eventlog.spread(3)", "permission denied for function spread"),
        ("SELECT eventlog.admit('a_service')", "permission denied for function admit"),
        ("DELETE FROM django_migrations", "permission denied for table django_migrations"),
    ],
)
def test_the_service_cannot_write_past_the_functions_of_the_log(service, statement, refusal):
    with pytest.raises(DatabaseError, match=refusal), transaction.atomic():
        execute(statement, None)


@pytest.mark.parametrize(
    ("statement", "refusal"),
    [
        ("grow(0::smallint, 3, '{}')", "shard 0 has not sealed 3 events"),
        ("grow(0::smallint, 1, '{}')", "shard 0 has not sealed 1 events"),
        ("keep_tile(0::smallint, 0::smallint, 0, ''::bytea, ''::bytea)", "tile 0 of level 0 is not that of the ledger"),
        ("keep_tile(0::smallint, 1::smallint, 0, ''::bytea, ''::bytea)", "tile 0 of level 1 is not that of the ledger"),
        (
            "add_checkpoint(0::smallint, 1, 1::smallint, '', '{x}', '', now())",
            "of checkpoint 1 does not lead to its root",
        ),
        (
            "add_checkpoint(0::smallint, 1, 1::smallint, 'x', '{x,x}', '', now())",
            "checkpoint 1 does not lead to its root",
        ),
        ("add_checkpoint(0::smallint, 3, 1::smallint, '', '{}', '', now())", "the tree does not have 3 events"),
        ("add_checkpoint(0::smallint, 2, 1::smallint, '', '{}', '', now())", "2 events and this frontier"),
        ("add_key(0::smallint, 2, 1::smallint, 0, 'key', NULL)", "permission denied for function add_key"),
        ("add_checkpoint(0::smallint, 2, 9::smallint, '', '{}', '', now())", "log 9 is not that of the newest key"),
    ],
)
def test_functions_of_the_log_refuse_what_does_not_follow(service, statement, refusal):
    execute("SELECT eventlog.add_first_key(0::smallint, 'key')")
    with pytest.raises(DatabaseError, match=refusal), transaction.atomic():
        execute(f"SELECT eventlog.{statement}", None)


def test_the_service_appends_seals_signs_and_projects(service, tmp_path):
    key, copy = tmp_path / "key", tmp_path / "copy"
    signing.make_key(key, "example.org/log1")
    organiser = User.objects.create_user("anna")
    clubs.create_club(name="A club", actor=Actor(organiser.pk))
    for number in range(300):  # more than a tile
        write(f"match-{number}", noted(number))

    runner.catch_up_all()
    signed = checkpoints.sign(key, copy)
    execute("RESET ROLE")
    key_changes.rotate(key, copy)
    execute(f"SET LOCAL ROLE {SERVICE}")
    write("match-new")
    sealer.seal()
    again = checkpoints.sign(key, copy)

    assert again.size == signed.size + 1 > 300


def test_the_service_cannot_publish_a_key_of_its_own(service, tmp_path, monkeypatch):
    own, another = (str(signing.SigningKey.new("example.org/log1").public) for _ in range(2))
    for key in (own, another):
        execute("SELECT eventlog.add_first_key(0::smallint, %s)", [key])
    execute("SELECT eventlog.add_first_key(55::smallint, 'of no shard')")
    monkeypatch.setattr(settings, "CHECKPOINT_KEY_FILE", tmp_path / "key")
    signing.make_key(tmp_path / "key", "example.org/log1")

    keys = execute("SELECT shard, key FROM eventlog.signing_key")
    with pytest.raises(CommandError, match="Only the owner of the database can change keys"), transaction.atomic():
        call_command("checkpoint", "--new-log")

    assert keys == [(0, own)]


def test_rights_that_the_service_had_before_are_taken(service):
    execute("RESET ROLE")
    execute(f"GRANT EXECUTE ON FUNCTION eventlog.add_key TO {SERVICE}")
    execute(f"GRANT INSERT ON eventlog.ledger TO {SERVICE}")
    execute(f"GRANT UPDATE (payload) ON eventlog.event TO {SERVICE}")

    execute("SELECT eventlog.admit(%s)", [SERVICE])

    assert list(definition.audit()) == []


def test_the_form_of_the_log_is_what_the_migrations_made():
    execute(f"CREATE ROLE {SERVICE}")
    execute("SELECT eventlog.admit(%s)", [SERVICE])
    if os.environ.get("WRITE_CONTRACT"):
        definition.EXPECTED.write_text("".join(f"{line}\n" for line in definition.expected_lines()), encoding="utf-8")

    assert definition.EXPECTED.read_text(encoding="utf-8").splitlines() == definition.expected_lines()
    assert list(definition.audit()) == []


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        ("ALTER TABLE eventlog.event_2 DISABLE TRIGGER event_never_changes", "eventlog.event_2 has what"),
        ("ALTER TABLE eventlog.event ENABLE TRIGGER event_is_appended", "eventlog.event has what"),
        ("DROP TRIGGER ledger_never_changes ON eventlog.ledger", "eventlog.ledger lacks what"),
        ("DROP TRIGGER event_is_never_emptied ON eventlog.event_3", "eventlog.event_3 lacks what"),
        ("ALTER TABLE eventlog.ledger DROP CONSTRAINT ledger_stream_seq_key", "eventlog.ledger lacks what"),
        ("ALTER TABLE eventlog.event ALTER COLUMN at DROP NOT NULL", "eventlog.event has what"),
        ("ALTER FUNCTION eventlog.append RESET search_path", "eventlog.append has what"),
        (
            "CREATE FUNCTION eventlog.shortcut() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
            "eventlog.shortcut has what",
        ),
        ("CREATE RULE quiet AS ON DELETE TO eventlog.event DO INSTEAD NOTHING", "eventlog.event has what"),
        ("GRANT INSERT ON eventlog.ledger TO a_service", "eventlog.ledger has what"),
        ("GRANT UPDATE (payload) ON eventlog.event TO a_service", "eventlog.event has what"),
        ("GRANT EXECUTE ON FUNCTION eventlog.append TO PUBLIC", "eventlog.append has what"),
        ("ALTER TABLE eventlog.tile OWNER TO a_service", "eventlog.tile belongs to a_service"),
        (
            "CREATE OR REPLACE FUNCTION eventlog.refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'",
            "eventlog.refuse_change has what",
        ),
    ],
)
def test_another_form_of_the_log_is_found(statement, finding):
    execute(f"CREATE ROLE {SERVICE}")
    execute("SELECT eventlog.admit(%s)", [SERVICE])

    execute(statement, None)

    assert any(str(each).startswith(finding) for each in definition.audit())
