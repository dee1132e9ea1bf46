"""Several shards in one log: each has an order, a tree, checkpoints, keys and cursors of its own."""

from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from django.db import connection

from league.eventlog import sealer, store
from league.eventlog.audit import hash_chains, merkle_tree
from league.eventlog.errors import CheckpointRefused, LedgerBroken, LinkRefused, ProjectionFaulted
from league.eventlog.projections import runner
from league.eventlog.transparency import checkpoints, delays, key_changes, proofs
from league.eventlog.types import Head
from tests.league.eventlog.test_runner import make_totals, rows
from tests.league.sql import execute
from tests.league.toys import ANNA, noted, write
from tests.waiting import until
from verify.signed_notes import Note


def begin(stream, shard, *facts):
    """Append the first events of a stream of a shard."""
    sealer.open_shard(shard)
    return store.append(Head.empty(stream, shard), facts or (noted(),), actor=ANNA, command_id=uuid4()).head


def three_shards():
    """Streams of three shards: two events in the first, three in the second, one in the last."""
    begin("match-a", 0, noted(1), noted(2))
    begin("match-b", 1, noted(10))
    begin("match-c", 3, noted(100))
    write("match-b", noted(20), noted(30))


@pytest.fixture
def totals(db, monkeypatch):
    return make_totals(monkeypatch)


@pytest.mark.parametrize(
    ("club", "by_count"),
    [
        ("01939a3e-0000-7000-8000-000000000001", {1: 0, 2: 1, 4: 3, 64: 39}),
        ("01939a3e-0000-7000-8000-000000000002", {1: 0, 2: 0, 4: 0, 64: 60}),
        ("01939a3e-0000-7000-8000-000000000005", {1: 0, 2: 1, 4: 1, 64: 53}),
    ],
)
def test_the_shard_of_a_club_is_the_same_everywhere(club, by_count):
    assert {count: sealer.choose_shard(UUID(club), count) for count in by_count} == by_count


@pytest.mark.django_db
def test_a_stream_stays_in_the_shard_of_its_first_event():
    begin("match-b", 2)

    head = write("match-b", noted(2))

    assert (head.shard, store.head("match-b").shard, store.read("match-b").head.shard) == (2, 2, 2)
    assert execute("SELECT seq, shard FROM eventlog.event ORDER BY seq") == [(1, 2), (2, 2)]
    assert hash_chains.audit().findings == ()


@pytest.mark.django_db
def test_the_database_refuses_an_event_in_another_shard():
    head = begin("match-b", 2)

    with pytest.raises(LinkRefused, match="its stream is in another shard"):
        store.append(Head(head.stream, 1, head.hash, head.at, shard=1), [noted()], actor=ANNA, command_id=uuid4())


@pytest.mark.django_db
def test_each_shard_has_positions_of_its_own():
    three_shards()

    sealed = sealer.seal_all()

    assert sealed == (range(2), range(3), range(1))
    assert execute("SELECT shard, position, stream, seq FROM eventlog.ledger ORDER BY 1, 2") == [
        (0, 0, "match-a", 1), (0, 1, "match-a", 2),
        (1, 0, "match-b", 1), (1, 1, "match-b", 2), (1, 2, "match-b", 3),
        (3, 0, "match-c", 1),
    ]  # fmt: skip
    assert [event.seq for event in store.read_from(1, 9, shard=1).events] == [2, 3]
    assert hash_chains.audit().findings == ()


def test_a_shard_that_cannot_be_sealed_holds_up_no_other(totals):
    three_shards()
    execute("DELETE FROM eventlog.inbox WHERE shard = 1 AND first = 1")

    with pytest.raises(LedgerBroken, match="corrupted at position 0"):
        runner.catch_up_all()

    assert rows() == [("match-a", 0, 3), ("match-c", 1, 100)]


def test_every_shard_is_taken_in_and_counted_together(totals):
    three_shards()
    assert (runner.lag("totals"), runner.lacks("totals")) == ((0, False), True)

    applied = runner.catch_up_all()

    assert (applied, runner.lag("totals")) == ({"totals": 6}, (6, True))
    assert rows() == [("match-a", 0, 3), ("match-b", 1, 60), ("match-c", 2, 100)]


def test_a_worker_follows_its_own_shards_first(totals):
    three_shards()

    runner.catch_up_all(first=(3, 1))

    assert [stream for stream, *_ in rows()] == ["match-b", "match-c", "match-a"]


def test_a_new_version_is_made_from_all_shards(totals):
    three_shards()
    runner.catch_up_all()
    write("match-c", noted(5))
    totals.version = 2

    runner.catch_up_all()

    assert rows() == [("match-a", 0, 3), ("match-b", 1, 60), ("match-c", 2, 105)]
    assert runner.rebuild("totals") == 7
    assert execute("SELECT shard, version, position FROM eventlog.projection ORDER BY 1") == [
        (0, 2, 2), (1, 2, 3), (3, 2, 2)
    ]  # fmt: skip


def test_a_fault_stops_its_shard_alone(totals):
    three_shards()
    totals.refuses = 20

    runner.catch_up_all()
    write("match-a", noted(4))
    runner.catch_up_all()

    [found] = runner.status()
    assert (found.position, found.behind, found.current) == (5, 2, False)
    assert found.fault == "shard 1, ArithmeticError: 20 is too much"
    with pytest.raises(ProjectionFaulted, match="20 is too much"):
        runner.rebuild("totals")
    assert rows() == [("match-a", 0, 7), ("match-b", 1, 10), ("match-c", 2, 100)]
    assert execute("SELECT shard, position, fault FROM eventlog.projection ORDER BY 1") == [
        (shard, position, "at position 1 of shard 1, anew: ArithmeticError: 20 is too much")
        for shard, position in ((0, 3), (1, 1), (3, 1))
    ]


def test_shards_that_another_worker_is_at_are_left_to_it_until_it_is_gone(committed_db, monkeypatch):
    make_totals(monkeypatch)
    three_shards()
    runner.catch_up_all()
    for stream in ("match-a", "match-b"):
        write(stream, noted(1000))
    with psycopg.connect(**psycopg_address()) as other:
        other.execute("SELECT FROM eventlog.shard WHERE id = 1 FOR UPDATE")
        other.execute("SELECT FROM eventlog.projection WHERE shard = 1 FOR UPDATE")

        while_taken = runner.catch_up_all()
        gone = other.info.backend_pid
        other.close()  # as when it is killed
    until(lambda: not alive(gone), "free")

    assert while_taken == {"totals": 1}
    assert runner.catch_up_all() == {"totals": 1}
    assert rows() == [("match-a", 0, 1003), ("match-b", 1, 1060), ("match-c", 2, 100)]


def alive(backend):
    """Whether the database still has a connection with this process."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE pid = %s", [backend])
        return bool(cursor.fetchone()[0])


def psycopg_address():
    given = connection.get_connection_params()
    return {name: given[name] for name in ("dbname", "user", "password", "host", "port") if name in given}


@pytest.mark.django_db
def test_each_shard_has_checkpoints_and_keys_under_its_own_name(files):
    three_shards()
    sealer.seal_all()

    signed = [checkpoints.sign(*files, shard) for shard in sealer.shards()]

    assert [(each.checkpoint.origin, each.size) for each in signed] == [
        ("example.org/club/log1", 2), ("example.org/club/log1/shard1", 3), ("example.org/club/log1/shard3", 1)
    ]  # fmt: skip
    [own] = checkpoints.signing_keys()
    for shard, each in zip((0, 1, 3), signed, strict=True):
        [key] = checkpoints.signing_keys(shard)
        assert (key.key.raw, each.signer([key])) == (own.key.raw, key)
        assert own.key.for_log(each.checkpoint.origin) == key.key
        copy = checkpoints.copy_of_shard(files[1], shard)
        assert copy.read_text() == each.note
    assert delays.signing_backlog()[0] == 0
    assert proofs.prove_stream("match-c").signed == signed[2]
    assert proofs.prove_events([("match-b", 2)])[0] == [1]
    assert proofs.prove_events([("match-a", 2), ("match-b", 2)]) is None


@pytest.mark.django_db
def test_the_key_changes_in_all_shards_at_once(files):
    three_shards()
    sealer.seal_all()

    key_changes.rotate(*files)
    write("match-b")
    begin("match-d", 2)
    sealer.seal_all()
    signed = {shard: checkpoints.sign(*files, shard) for shard in sealer.shards()}

    assert {shard: len(checkpoints.signing_keys(shard)) for shard in signed} == {0: 2, 1: 2, 2: 1, 3: 2}
    assert (signed[1].size, signed[2].size) == (4, 1)
    assert [key.first for key in proofs.key_chain(signed[1], 1)] == [0, 3]
    assert audited(files) == []


@pytest.mark.django_db
def test_another_log_begins_in_all_shards_at_once(files):
    three_shards()
    sealer.seal_all()
    old = [checkpoints.sign(*files, shard) for shard in sealer.shards()]

    first = key_changes.begin_anew(*files)

    new = [checkpoints.newest(shard) for shard in sealer.shards()]
    assert first == new[0]
    assert [each.checkpoint.origin for each in new] == [
        "example.org/club/log2", "example.org/club/log2/shard1", "example.org/club/log2/shard3"
    ]  # fmt: skip
    assert [each.statement.continues for each in new] == [
        f"{each.checkpoint.origin} {each.size} {each.root.hex()}" for each in old
    ]
    assert audited(files) == []


@pytest.mark.django_db
def test_a_copy_that_is_missing_is_that_of_its_shard(files):
    three_shards()
    sealer.seal_all()
    for shard in sealer.shards():
        checkpoints.sign(*files, shard)
    Path(f"{files[1]}.shard3").unlink()

    with pytest.raises(CheckpointRefused, match="the copy outside the database is missing"):
        checkpoints.sign(*files, 3)
    key_changes.adopt(files[1])

    assert checkpoints.sign(*files, 3).size == 1


@pytest.mark.django_db
def test_the_auditor_names_the_shard(files):
    three_shards()
    sealer.seal_all()
    for shard in sealer.shards():
        checkpoints.sign(*files, shard)
    execute("ALTER TABLE eventlog.checkpoint DISABLE TRIGGER ALL")
    execute("UPDATE eventlog.checkpoint SET root = sha256('x') WHERE shard = 3")

    assert audited(files) == ["in shard 3, checkpoint 1 (log 1): its note has a different size or root"]


def audited(files):
    """The findings in all shards."""
    found = [*hash_chains.audit().findings]
    for shard in sealer.shards():
        text = checkpoints.copy_of_shard(files[1], shard).read_text()
        witness = checkpoints.Checkpoint.read(Note.read(text).text)
        found += merkle_tree.audit(witness, shard)
    return [str(each) for each in found]
