"""Each checkpoint states the last event of every stream, and a change of what is stored for that is not signed over."""

import pytest

from league.eventlog import sealer, store
from league.eventlog.audit import merkle_tree
from league.eventlog.audit.checkpoint_lines import Lines
from league.eventlog.errors import CheckpointRefused
from league.eventlog.hash_chain import microseconds
from league.eventlog.transparency import checkpoints, heads, proofs
from tests.league.sql import execute
from tests.league.toys import noted, write
from verify import merkle
from verify.heads import bucket_number, fault_of, root_of, stream_key

pytestmark = pytest.mark.django_db

LEAVES = """
SELECT DISTINCT ON (ledger.stream) ledger.stream, hash, blind FROM eventlog.ledger JOIN eventlog.event
USING (stream, seq) WHERE ledger.shard = %s ORDER BY ledger.stream, position DESC
"""


def last_leaves(shard=0):
    return {
        stream: merkle.event_leaf(bytes(hash_), blind and bytes(blind))
        for stream, hash_, blind in execute(LEAVES, [shard])
    }


def grow(streams, length=1):
    for stream in streams:
        write(stream, *[noted(number) for number in range(length)])
    sealer.seal_all()


def test_each_checkpoint_states_the_last_event_of_every_stream(files, monkeypatch):
    monkeypatch.setattr(heads, "CHUNK", 7)
    told = []
    for names in (range(40), range(20, 60), range(3)):
        grow([f"match-{name}" for name in names])
        signed = checkpoints.sign(*files)
        told.append((signed.statement.heads, root_of(last_leaves())))

    assert all(stated == whole for stated, whole in told)
    assert len({stated for stated, _ in told}) == 3


def test_a_checkpoint_states_the_time_of_its_oldest_new_event_and_of_its_signature(files):
    grow(["match-1", "match-2"], 2)
    checkpoints.sign(*files)
    grow(["match-2", "match-1"], 2)

    signed = checkpoints.sign(*files)

    [(oldest,)] = execute("SELECT at FROM eventlog.event WHERE stream = 'match-2' AND seq = 3")
    assert (signed.statement.oldest, signed.statement.signed) == (microseconds(oldest), microseconds(signed.at))


def test_the_last_event_of_each_stream_can_be_proved(files):
    grow([f"match-{name}" for name in range(30)], 2)
    signed = checkpoints.sign(*files)
    grow(["match-3"])

    for stream, leaf in last_leaves().items():
        size, head = heads.prove(0, stream)
        last = leaf if stream != "match-3" else leaf_at("match-3", 2)
        assert (size, fault_of(head, stream, last, signed.statement.heads)) == (60, None)
    assert heads.prove(0, "match-none").head.root(bucket_number(stream_key("match-none"))) == signed.statement.heads
    assert heads.prove(1, "match-1") is None


def leaf_at(stream, seq):
    rows = "SELECT hash, blind FROM eventlog.ledger JOIN eventlog.event USING (stream, seq)"
    [(hash_, blind)] = execute(f"{rows} WHERE stream = %s AND seq = %s", [stream, seq])
    return merkle.event_leaf(bytes(hash_), bytes(blind))


def test_a_log_from_before_goes_on_without_blinds_and_gets_heads(files):
    grow(["match-1", "match-2"], 140)
    execute("ALTER TABLE eventlog.ledger DISABLE TRIGGER ALL")
    execute("ALTER TABLE eventlog.tile DISABLE TRIGGER ALL")
    execute("UPDATE eventlog.ledger SET blind = NULL")
    execute("DELETE FROM eventlog.tile")
    execute("DELETE FROM eventlog.tree")
    sealer.seal()
    grow(["match-2", "match-3"], 140)

    signed = checkpoints.sign(*files)

    proved = proofs.prove_stream("match-2")
    assert signed.statement.heads == root_of(last_leaves())
    assert [event.blind is None for event in proved.events] == [True] * 140 + [False] * 140
    leaves = {event.position: event.leaf for event in proved.events}
    assert merkle.root_by_cover(leaves, 560, proved.proof) == signed.root
    assert list(merkle_tree.audit()) == []


def test_blinds_are_drawn_for_each_event(files):
    grow(["match-1"], 50)

    blinds = {bytes(blind) for (blind,) in execute("SELECT blind FROM eventlog.ledger")}

    assert (len(blinds), {len(blind) for blind in blinds}) == (50, {32})


def test_missing_heads_are_found(files):
    grow(["match-1"], 2)
    checkpoints.sign(*files)
    execute("DELETE FROM eventlog.heads")

    assert [str(finding) for finding in merkle_tree.audit()] == [
        "the stored heads of streams are not those of checkpoint 2 (log 1)"
    ]


def test_an_audit_that_the_service_overtakes_has_no_findings(files):
    grow([f"match-{number}" for number in range(3)], 2)
    checkpoints.sign(*files)
    grow(["match-1"])

    running = merkle_tree.audit()  # a generator, which reads nothing yet
    stored = heads.snapshot(0)
    checkpoints.sign(*files)
    grow(["match-2"])
    checkpoints.sign(*files)

    assert list(running) == []
    assert (stored.size, heads.snapshot(0).size) == (6, 8)
    lines = Lines(stored)
    for number, (stream, leaf) in enumerate(leaves_in_order(), 1):
        lines.note(stream, leaf, None)
        if number in (6, 8):
            assert [
                each for each in lines.findings(checkpoints.checkpoint_of_size(number)) if each.code == "heads"
            ] == []


def leaves_in_order():
    rows = "SELECT stream, hash, blind FROM eventlog.ledger JOIN eventlog.event USING (stream, seq) ORDER BY position"
    return [(stream, merkle.event_leaf(bytes(hash_), bytes(blind))) for stream, hash_, blind in execute(rows)]


@pytest.mark.parametrize(
    ("statement", "why", "found"),
    [
        (
            "UPDATE eventlog.head SET leaf = sha256('x') WHERE stream = sha256('match-1')",
            "the heads in bucket {} do not give its hash",
            "match-1: its stored head is not its last event",
        ),
        (
            "DELETE FROM eventlog.head WHERE stream = sha256('match-1')",
            "the heads in bucket {} do not give its hash",
            "match-1: its stored head is not its last event",
        ),
        (
            "INSERT INTO eventlog.head VALUES (0, set_byte(sha256('match-1'), 31, 0), sha256('x'))",
            "the heads in bucket {} do not give its hash",
            "heads of 1 streams are stored that the log does not have",
        ),
        (
            "UPDATE eventlog.head_tile SET hashes = set_byte(hashes, 9, 255 - get_byte(hashes, 9))",
            "the root of tile {1} of the heads is not that of its hashes",
            "tile {1} of the heads is not that of the streams",
        ),
        (
            "UPDATE eventlog.head_tile SET root = sha256('x')",
            "the heads of the streams are not those of the last checkpoint",
            "tile {1} of the heads is not that of the streams",
        ),
        (
            "UPDATE eventlog.heads SET size = 1",
            "the heads of the streams are not those of the last checkpoint",
            "the stored heads of streams are not those of checkpoint 2 (log 1)",
        ),
    ],
)
def test_changed_heads_are_found_and_not_signed_over(files, statement, why, found):
    grow(["match-1"], 2)
    checkpoints.sign(*files)
    bucket = bucket_number(stream_key("match-1"))
    names = (bucket, bucket >> 8)
    execute(statement)

    told = [str(finding) for finding in merkle_tree.audit()]
    grow(["match-1"])
    with pytest.raises(CheckpointRefused) as refused:
        checkpoints.sign(*files)

    assert told == [found.format(*names)]
    assert why.format(*names) in str(refused.value)
    assert store.head("match-1").seq == 3
