"""The heads of all streams: a bucket and a path prove the last event of one, and nothing else passes."""

from hashlib import sha256

import pytest

from tests.verify.given import sample
from tests.verify.log import SIGNER, head_of, in_log, linked, written
from verify import heads, merkle
from verify.evidence_check import check
from verify.evidence_file import evidence as read
from verify.heads import Head, Statement, fault_of, root_of
from verify.signed_notes import Checkpoint, Note, NoteFault

LEAF = sha256(b"leaf").digest()
STATED = ("heads " + "A" * 43 + "=", "oldest 2026-11-28T18:30:00.000000Z", "signed 2026-11-28T18:30:01.000000Z")


def faults(given):
    return [str(fault) for fault in check(read(written(given))).faults]


def test_the_root_over_few_streams_is_that_of_the_whole_tree():
    leaves = {f"match-{number}": sha256(b"%d" % number).digest() for number in range(300)}
    buckets = [[] for _ in range(heads.BUCKETS)]
    for stream, leaf in leaves.items():
        key = sha256(stream.encode()).digest()
        buckets[int.from_bytes(key[:2], "big")].append(key + leaf)

    whole = merkle.full([sha256(b"\0" + b"".join(sorted(bucket))).digest() for bucket in buckets])

    assert (root_of(leaves), root_of({})) == (whole, merkle.full([heads.EMPTY] * heads.BUCKETS))


def test_a_head_proves_the_last_event_of_its_stream_only():
    head = head_of("match-1", LEAF)
    root = head.root(heads.bucket_number(heads.stream_key("match-1")))
    first, second = head.bucket

    assert fault_of(head, "match-1", LEAF, root) is None
    for other, stream, leaf, said in (
        (head, "match-1", bytes(32), "the last event in the file is not the last of the log"),
        (head, "match-2", LEAF, "bucket and path do not give the heads of the checkpoint"),
        (Head([first], head.path), "match-1", LEAF, "bucket and path do not give the heads of the checkpoint"),
        (Head([second, first], head.path), "match-1", LEAF, "the entries of the bucket are not in order"),
        (Head([first, first], head.path), "match-1", LEAF, "the entries of the bucket are not in order"),
        (Head(head.bucket, head.path[1:]), "match-1", LEAF, "The path has 15 hashes, not 16"),
    ):
        assert fault_of(other, stream, leaf, root).startswith(said)


def test_a_stream_that_a_checkpoint_does_not_know_is_named():
    empty = Head([], head_of("match-1", LEAF).path)
    root = empty.root(heads.bucket_number(heads.stream_key("match-1")))

    assert fault_of(empty, "match-1", LEAF, root) == "the checkpoint knows no such stream"


def test_a_statement_survives_reading_and_writing():
    again = ("continues example.org/log1 3 00",)

    for lines in ((), again, STATED, (STATED[0], STATED[2]), (*STATED, *again)):
        assert Statement.read(lines).lines == lines


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("more",), "'more' is not a known line of a checkpoint"),
        (("heads x",), "'x' is not valid base64"),
        (("heads eA==", STATED[2]), "The heads of a checkpoint have 32 bytes"),
        (("heads " + "A" * 42 + "B=", STATED[2]), "is not canonical base64"),
        (("oldest 2026-11-28",), "'2026-11-28' is not a value of oldest"),
        ((STATED[0], STATED[2], STATED[1]), "not in order, or one appears twice"),
        ((*STATED, STATED[2]), "not in order, or one appears twice"),
        (STATED[:2], "A checkpoint with heads has the time of its signature"),
        (STATED[2:], "A checkpoint with heads has the time of its signature"),
    ],
)
def test_lines_below_the_root_are_read_strictly(lines, said):
    with pytest.raises(NoteFault, match=said):
        Statement.read(lines)


def test_a_later_ruling_that_was_left_out_is_found():
    """The file as it was before the last event, in a checkpoint that covers that event."""
    given = in_log(sample("ruled"))
    shorter = in_log({**given, "events": linked(given["events"][:-1])})
    text = Note.read(shorter["checkpoint"]).text
    point = Checkpoint.read(text)
    later = Checkpoint.read(Note.read(given["checkpoint"]).text)
    note = SIGNER.sign(Checkpoint(point.origin, point.size, point.root, later.more).text)

    assert "head: bucket and path do not give the heads of the checkpoint" in faults({**shorter, "checkpoint": note})
    assert ("head: the last event in the file is not the last of the log: something is missing from the end") in faults(
        {**shorter, "checkpoint": note, "head": given["head"]}
    )


def test_without_a_head_it_is_not_proved_that_nothing_came_later():
    given = in_log(sample("dealt"))
    bare = Checkpoint.read(Note.read(given["checkpoint"]).text)
    note = SIGNER.sign(Checkpoint(bare.origin, bare.size, bare.root).text)

    told = check(read(written({**given, "head": None})), SIGNER.public)

    assert (told.faults, told.unproved) == (
        (),
        ("whether anything came after the last event: the file has no head of the match",),
    )
    assert faults({**given, "checkpoint": note}) == ["head: the checkpoint has no heads, but the file has one"]


def test_leaves_differ_for_equal_events_and_need_their_blind():
    assert merkle.event_leaf(LEAF, None) == merkle.leaf(LEAF)
    assert merkle.event_leaf(LEAF, b"b" * 32) == sha256(b"\0" + LEAF + b"b" * 32).digest()
