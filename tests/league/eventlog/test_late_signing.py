"""An event that is kept from being signed is noticed while it waits, and its late signature is found for ever."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache

from league.eventlog import sealer, services, store
from league.eventlog.audit import merkle_tree
from league.eventlog.audit.hash_chains import audit
from league.eventlog.transparency import checkpoints, delays
from league.integrity import checkpoint_views
from tests.league.eventlog.test_tree_audit import relink
from tests.league.sql import execute
from tests.league.toys import noted, write
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


def told():
    return [str(each) for each in [*audit().findings, *merkle_tree.audit()]]


def append_unseen(stream, seconds=0):
    """Append an event, so many *seconds* ago, and take back the note for the sealer, as a superuser can."""
    with store.importing():
        write(stream, at=datetime.now(UTC) - timedelta(seconds=seconds))
    execute("DELETE FROM eventlog.inbox")


@pytest.fixture
def log(files):
    """A log with a checkpoint that was signed 13 minutes ago."""
    cache.delete(checkpoints.REFUSAL)
    write("match-1", noted(1), noted(2))
    sealer.seal_all()
    checkpoints.sign(*files)
    execute("ALTER TABLE eventlog.checkpoint DISABLE TRIGGER ALL")
    execute("UPDATE eventlog.checkpoint SET at = at - interval '13 min'")


def test_an_event_that_nobody_noted_for_the_sealer_is_named_and_the_service_says_late(log):
    before = checkpoint_views.signing_state()

    append_unseen("match-2", seconds=12 * 60)

    unsigned, age = delays.signing_backlog()
    assert (before, checkpoint_views.signing_state(), unsigned) == ("up to date", "late", 0)
    assert 12 * 60 <= age < 13 * 60
    assert "match-2, event 1: it is neither in the ledger nor in the inbox" in told()


def test_an_event_that_was_changed_before_it_was_signed_late_is_found_for_ever(files):
    """The attack of issue 16: stored unseen, changed 13 minutes later, linked anew, and signed by the genuine key."""
    write("match-1", noted(1))
    sealer.seal_all()
    checkpoints.sign(*files)
    append_unseen("match-2", seconds=13 * 60)
    execute("ALTER TABLE eventlog.event DISABLE TRIGGER ALL")
    execute("UPDATE eventlog.event SET payload = replace(payload, 'so be', 'let') WHERE stream = 'match-2'")
    relink("match-2")
    execute("INSERT INTO eventlog.inbox (shard, stream, first, last) VALUES (0, 'match-2', 1, 1)")
    sealer.seal_all()
    write("match-3")
    signed = checkpoints.sign(*files)
    sealer.seal_all()
    checkpoints.sign(*files)

    late = [each for each in merkle_tree.audit() if each.code == "late"]

    waited = delays.wait_time(signed.statement)
    text = f"its oldest event had waited {waited.total_seconds():.0f} s, longer than 300 s"
    assert [str(each) for each in late] == [f"checkpoint 2 (log 1) was signed late: {text}"]
    assert timedelta(minutes=13) <= waited < timedelta(minutes=15)
    shown = checkpoint_views.checkpoints_below((100, 0), 10)
    assert [(each.size, each.late) for each in shown] == [(3, False), (2, True), (1, False)]
    assert shown[1].oldest == shown[1].at - waited
    page = Reader().page("/checkpoints/")
    assert ["late: its oldest event is from" in row.text for row in page.one("tbody").all("tr")] == [False, True, False]


def test_events_of_the_past_that_are_imported_are_not_late(files):
    write("match-1", noted(1))
    sealer.seal_all()
    checkpoints.sign(*files)
    with store.importing():
        write("match-2", noted(1), at=datetime(2019, 5, 1, tzinfo=UTC))

    waiting = delays.signing_backlog()
    sealer.seal_all()
    sealed = delays.signing_backlog()
    signed = checkpoints.sign(*files)

    assert (waiting[0], sealed[0]) == (0, 1)
    assert 0 <= waiting[1] <= sealed[1] < 60
    assert delays.wait_time(signed.statement) < timedelta(minutes=1)
    assert told() == []


def test_an_event_passed_off_as_an_import_in_a_stream_that_began_here_is_found(files):
    write("match-1", noted(1))
    sealer.seal_all()
    checkpoints.sign(*files)
    with store.importing():
        write("match-1", noted(2))
    sealer.seal_all()
    checkpoints.sign(*files)

    assert told() == [
        "match-1, event 2: it is marked as imported, but its stream began here, and no other log signed it"
    ]


def test_marking_an_event_as_imported_afterwards_is_found(files):
    write("match-1", noted(1))
    sealer.seal_all()
    checkpoints.sign(*files)
    execute("ALTER TABLE eventlog.ledger DISABLE TRIGGER ALL")
    execute("UPDATE eventlog.ledger SET imported = clock_timestamp()")

    assert told() == ["checkpoint 1 (log 1) states another time of its oldest event than the log has"]


def test_the_first_checkpoint_of_a_log_is_never_late(files):
    with store.importing():
        write("match-1", at=datetime(2019, 5, 1, tzinfo=UTC))
    execute("UPDATE eventlog.inbox SET imported = NULL")
    sealer.seal_all()

    signed = checkpoints.sign(*files)

    assert delays.wait_time(signed.statement) > timedelta(days=365)
    assert told() == []


def test_a_change_of_partitions_keeps_the_index_that_finds_events_without_a_note():
    services.spread_events(3)

    found = execute("SELECT indexdef FROM pg_indexes WHERE schemaname = 'eventlog' AND tablename = 'event' ORDER BY 1")

    assert [definition.rpartition("USING ")[2] for (definition,) in found] == [
        "brin (at) WITH (pages_per_range='32', autosummarize='on')",
        "btree (stream, seq)",
    ]
