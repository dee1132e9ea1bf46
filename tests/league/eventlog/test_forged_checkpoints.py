"""A signer with the genuine key cannot make the auditor believe a second checkpoint, other heads or another key."""

import base64
import re

import pytest

from league.eventlog.audit import merkle_tree
from league.eventlog.transparency import checkpoints, key_changes, signing
from tests.league.eventlog.test_tree_audit import told, witness
from tests.league.sql import execute
from verify import merkle
from verify.signed_notes import Checkpoint

pytestmark = pytest.mark.django_db


def forge(files, size, change, log=1):
    """Put another checkpoint in the place of one, signed by the genuine key: its text with a *change*."""
    [signed] = [each for each in checkpoints.every() if (each.size, each.log) == (size, log)]
    note = signing.read_key(files[0]).signed(change(signed.checkpoint.text))
    execute(
        "UPDATE eventlog.checkpoint SET note = %s, root = %s WHERE size = %s AND log = %s",
        [str(note), Checkpoint.read(note.text).root, size, log],
    )


def test_a_forged_checkpoint_of_the_same_size_as_a_good_one_is_named(log, files):
    key_changes.begin_anew(*files)
    assert told(files) == []
    frontier = [bytes([number] * 32) for number in range(6)]
    root = checkpoints.newest().root
    forge(
        files,
        700,
        lambda text: text.replace(*(base64.b64encode(each).decode() for each in (root, merkle.root(frontier)))),
        log=2,
    )
    execute("UPDATE eventlog.checkpoint SET frontier = %s WHERE log = 2", [frontier])

    assert told() == ["checkpoint 700 (log 2) is not what the log gives, although checkpoint 700 is"]


def test_a_checkpoint_with_other_lines_than_the_copy_outside_is_named(log, files):
    kept = witness(files)
    forge(files, 700, lambda text: re.sub("signed .{4}", "signed 2025", text))

    assert "checkpoint 700 differs from the copy outside the database, with the same events" in [
        str(each) for each in merkle_tree.audit(kept)
    ]


def test_heads_are_compared_at_every_checkpoint(log, files):
    """The genuine key signs that a match ended earlier than it did."""

    def other_heads(text):
        return re.sub("heads .{4}", "heads AAAA", text)

    def found(*sizes):
        execute("SAVEPOINT before")
        for size in sizes:
            forge(files, size, other_heads)
        found = told()
        execute("ROLLBACK TO before")
        return found

    first, second, third = (
        f"checkpoint {size} (log 1) states other heads of streams than the log has" for size in (300, 560, 700)
    )
    assert found(560) == [second]
    assert found(300, 700) == [first, third]
    assert found(300, 560, 700) == [
        first,
        "after checkpoint 300, 2 later ones, up to checkpoint 700, state other heads, too",
    ]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("SET statement = NULL", "signing key 2: no earlier key names it, and it signs the same log"),
        ("SET log = 2", "signing key 2 is called example.org/club/log1, and is of log 2"),
        ("SET log = 2, statement = NULL", "signing key 2 is called example.org/club/log1, and is of log 2"),
    ],
)
def test_a_key_that_no_earlier_one_names_is_named_unless_it_starts_another_log(log, files, statement, expected):
    key_changes.rotate(*files)
    execute(f"UPDATE eventlog.signing_key {statement} WHERE id = 2")

    assert told(files) == [expected]


def test_another_log_that_was_started_after_the_key_was_lost_has_no_findings(log, files):
    files[0].unlink()
    key_changes.begin_anew(*files)

    assert told(files) == []
