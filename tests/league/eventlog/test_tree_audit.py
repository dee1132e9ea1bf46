"""The auditor finds and locates every change to the log, its tree or its checkpoints."""

import pytest

from league.eventlog import sealer
from league.eventlog.audit import merkle_tree
from league.eventlog.audit.hash_chains import audit
from league.eventlog.hash_chain import EMPTY
from league.eventlog.transparency import checkpoints, heads, key_changes, signing, tree
from tests.league.sql import execute
from tests.league.toys import noted, write
from verify import merkle

pytestmark = pytest.mark.django_db


def witness(files):
    return signing.read_witness(files[1], [key.key for key in checkpoints.signing_keys()])


def findings(files=None):
    kept = witness(files) if files else None
    return [*audit().findings, *merkle_tree.audit(kept)]


def told(files=None):
    return [str(finding) for finding in findings(files)]


def relink(stream):
    """Recompute every link of a stream, so that its chain is valid."""
    before = EMPTY
    for (seq,) in execute("SELECT seq FROM eventlog.event WHERE stream = %s ORDER BY seq", [stream]):
        [(hash_,)] = execute(
            "UPDATE eventlog.event SET hash = eventlog.link(%s, stream, seq, shard, kind, schema, payload,"
            " private_commit, actor, command_id, at) WHERE stream = %s AND seq = %s RETURNING hash",
            [before, stream, seq],
        )
        before = bytes(hash_)


def forge_tiles():
    """Make tiles and frontier those of the events as they are."""
    execute("DELETE FROM eventlog.tile")
    execute("DELETE FROM eventlog.tree")
    sealer.seal()


def cut(size):
    """Delete everything from this position on, in all tables."""
    execute(
        "DELETE FROM eventlog.event USING eventlog.ledger WHERE position >= %s"
        " AND event.stream = ledger.stream AND event.seq = ledger.seq",
        [size],
    )
    execute("DELETE FROM eventlog.ledger WHERE position >= %s", [size])
    execute("UPDATE eventlog.shard SET size = %s", [size])
    forge_tiles()


def test_an_intact_log_has_no_findings(log, files):
    assert told(files) == []


def test_a_log_without_checkpoints_has_no_findings():
    write("match-1", *[noted()] * 300)
    sealer.seal_all()

    assert told() == []


def test_an_edited_payload_is_found_by_the_chain(log, files):
    execute("UPDATE eventlog.event SET payload = replace(payload, '7', '8') WHERE stream = 'match-1' AND seq = 8")

    (finding,) = findings(files)

    assert (finding.code, finding.stream, finding.seq) == ("link", "match-1", 8)


def test_an_edited_time_shared_with_other_events_is_named_by_its_column(log, files):
    execute("UPDATE eventlog.event SET at = at + interval '1 us' WHERE stream = 'match-1' AND seq = 8")

    found = findings(files)

    assert ("link", "match-1", 8, "at") in {(each.code, each.stream, each.seq, each.column) for each in found}


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("kind", "'toy.moved'"),
        ("schema", "2"),
        ("actor", "NULL"),
        ("command_id", "gen_random_uuid()"),
        ("private_commit", "sha256('x')"),
        ("hash", "sha256('x')"),
        ("shard", "1"),
    ],
)
def test_an_edited_column_is_named(log, files, column, value):
    execute(f"UPDATE eventlog.event SET {column} = {value} WHERE stream = 'match-1' AND seq = 8")

    found = {(each.code, each.stream, each.seq, each.column) for each in findings(files)}

    assert ("link", "match-1", 8, column) in found
    assert {(each[1], each[2]) for each in found} == {("match-1", 8)}


def test_a_relinked_stream_is_named_event_by_event(log, files):
    execute("UPDATE eventlog.event SET payload = replace(payload, '7', '8') WHERE stream = 'match-1' AND seq = 298")
    relink("match-1")

    found = findings(files)

    # position 256 and more are in a later tile
    assert found[0] == merkle_tree.Finding(
        "sealed", "it is not the event that was sealed at position 297", "match-1", 298, "hash"
    )
    assert {(each.stream, each.seq) for each in found} == {("match-1", 298), ("match-1", 299), ("match-1", 300)}


def test_a_relinked_stream_with_forged_tiles_is_found_by_the_checkpoint(log, files):
    execute("UPDATE eventlog.event SET payload = replace(payload, '7', '8') WHERE stream = 'match-2' AND seq = 8")
    relink("match-2")
    forge_tiles()

    assert told(files)[0] == (
        "match-2, event 1: checkpoint 560 (log 1) is not that of the events between positions 300 and 511"
        " (match-2 from event 1)"
    )


def test_a_deleted_first_middle_or_last_event_is_named(log, files):
    for seq in (1, 150, 300):
        execute("SAVEPOINT before")
        execute("DELETE FROM eventlog.event WHERE stream = 'match-1' AND seq = %s", [seq])

        found = findings(files)
        execute("ROLLBACK TO before")

        assert ("missing", "match-1", seq) in {(each.code, each.stream, each.seq) for each in found}


LAST_OF_FRONTIER = "the frontier of the tree is not that of the events between positions 696 and 699"


def of_the_frontier():
    """What the audit tells of the frontier, and the events that anything is told of."""
    found = findings()
    return [str(each) for each in found if each.code == "frontier"], {(each.stream, each.seq) for each in found}


def test_after_a_deleted_last_event_no_other_is_blamed(log, files):
    execute("DELETE FROM eventlog.event WHERE stream = 'match-4' AND seq = 40")

    told, where = of_the_frontier()

    assert told == [
        f"match-4, event 40: {LAST_OF_FRONTIER} (match-4 without event 40)",
    ]
    assert ("match-4", 40) in where
    assert not {("match-4", 37), ("match-4", 39)} & where


def test_if_the_ledger_lost_the_last_event_too_its_position_is_named_and_no_other_event(log, files):
    execute("DELETE FROM eventlog.event WHERE stream = 'match-4' AND seq = 40")
    execute("DELETE FROM eventlog.ledger WHERE stream = 'match-4' AND seq = 40")

    told, where = of_the_frontier()

    assert told == [
        f"{LAST_OF_FRONTIER} (the ledger lacks 1 of them; the others: match-4 from event 37)",
    ]
    assert where == {(None, None)}


def test_a_missing_part_of_the_tree_leaves_no_empty_brackets_in_the_message(log, files):
    execute("DELETE FROM eventlog.event WHERE stream = 'match-4' AND seq > 36")
    execute("DELETE FROM eventlog.ledger WHERE stream = 'match-4' AND seq > 36")

    told, _ = of_the_frontier()

    assert told == [f"{LAST_OF_FRONTIER} (the ledger lacks 4 of them)"]


def test_a_missing_stream_is_named(log, files):
    execute("DELETE FROM eventlog.event WHERE stream = 'match-4'")

    found = {(each.stream, each.seq) for each in findings(files) if each.code == "missing"}

    assert found == {("match-4", seq) for seq in range(1, 41)}


def test_a_tail_cut_everywhere_is_found_by_the_checkpoint(log, files):
    cut(600)

    assert told() == ["checkpoint 700 was signed, and positions 600 to 699 are gone"]


def test_a_rolled_back_database_is_found_by_the_copy_outside(log, files):
    kept = witness(files)
    cut(600)
    execute("DELETE FROM eventlog.checkpoint WHERE size > 600")
    heads.state(0, 560, since=0, stated=None)

    assert [str(each) for each in [*audit().findings, *merkle_tree.audit()]] == []
    assert [str(each) for each in merkle_tree.audit(kept)] == [
        "checkpoint 700 is kept outside the database, which has 600 events: it was rolled back"
    ]


def test_a_rolled_back_database_that_grew_again_is_found_by_the_copy_outside(log, files):
    kept = witness(files)
    cut(600)
    execute("DELETE FROM eventlog.checkpoint WHERE size > 600")
    heads.state(0, 560, since=0, stated=None)
    execute("ALTER TABLE eventlog.event ENABLE TRIGGER ALL")
    write("match-9", *[noted(number) for number in range(150)])
    sealer.seal_all()

    assert [str(each) for each in merkle_tree.audit(kept)] == [
        "the copy outside the database is checkpoint 700, and the log before it is another one"
    ]


def test_swapped_ledger_rows_are_named(log, files):
    execute("UPDATE eventlog.ledger SET position = position + 1000 WHERE position IN (310, 311)")
    execute("UPDATE eventlog.ledger SET position = 1621 - position WHERE position > 1000")

    found = {(each.code, each.stream, each.seq) for each in findings(files)}

    assert {("sealed", "match-2", 11), ("sealed", "match-2", 12)} <= found


def test_swapped_events_of_two_streams_are_named(log, files):
    execute("UPDATE eventlog.event SET stream = 'match-x' WHERE stream = 'match-1' AND seq = 8")
    execute("UPDATE eventlog.event SET stream = 'match-1' WHERE stream = 'match-2' AND seq = 8")
    execute("UPDATE eventlog.event SET stream = 'match-2' WHERE stream = 'match-x' AND seq = 8")

    found = {(each.code, each.stream, each.seq) for each in findings(files)}

    assert {("link", "match-1", 8), ("link", "match-2", 8)} <= found


def test_a_changed_tile_is_named_with_the_event_concerned(log, files):
    execute("UPDATE eventlog.tile SET hashes = set_byte(hashes, 64, 255 - get_byte(hashes, 64)) WHERE number = 1")

    assert told(files) == ["match-1, event 259: tile 1 of level 0 has another hash for position 258"]


def test_a_changed_root_of_a_tile_is_named(log, files):
    execute("UPDATE eventlog.tile SET root = sha256('x') WHERE number = 1")

    assert told(files) == ["the root of tile 1 of level 0 is not that of its hashes"]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("DELETE FROM eventlog.tile WHERE number = 0", "tile 0 of level 0 is missing"),
        (
            "INSERT INTO eventlog.tile SELECT shard, level, 2, hashes, root FROM eventlog.tile WHERE number = 1",
            "tile 2 of level 0 is there, and the log has 700 events",
        ),
        (
            "UPDATE eventlog.tree SET frontier[1] = sha256('x')",
            "the frontier of the tree is not that of the events between positions 0 and 511 (match-1 from event 1, ",
        ),
        ("UPDATE eventlog.tree SET frontier = frontier[1:2]", "the frontier of the tree has 2 hashes, not 6"),
        (
            "UPDATE eventlog.checkpoint SET size = 561 WHERE size = 560",
            "checkpoint 561 (log 1): its note has a different",
        ),
        (
            "UPDATE eventlog.checkpoint SET root = sha256('x') WHERE size = 560",
            "checkpoint 560 (log 1): its note has a different",
        ),
        (
            "UPDATE eventlog.checkpoint SET frontier[1] = sha256('x') WHERE size = 560",
            "checkpoint 560 (log 1): its frontier does not lead to its root",
        ),
        (
            "UPDATE eventlog.checkpoint SET note = replace(note, E'\\n560\\n', E'\\n559\\n') WHERE size = 560",
            "checkpoint 560 (log 1): The signature of example.org/club/log1",
        ),
        (
            "UPDATE eventlog.signing_key SET first = 400",
            "checkpoint 300 (log 1): its key did not sign at this size",
        ),
    ],
)
def test_changes_in_tree_checkpoints_or_keys_are_named(log, files, statement, expected):
    kept = witness(files)
    execute(statement)

    found = [str(finding) for finding in [*audit().findings, *merkle_tree.audit(kept)]]

    assert len(found) == 1
    assert found[0].startswith(expected)


def test_a_checkpoint_signed_by_somebody_else_is_named(log, files):
    last = checkpoints.newest()
    stranger = signing.SigningKey.new("example.org/club/log1")
    execute("UPDATE eventlog.checkpoint SET note = %s WHERE size = 700", [str(stranger.signed(last.checkpoint.text))])

    assert told() == ["checkpoint 700 (log 1): The note is not signed by a trusted key"]


def test_an_unintroduced_key_is_named(log, files):
    key_changes.rotate(*files)
    execute("UPDATE eventlog.signing_key SET first = 699 WHERE id = 2")

    assert told()[0] == "signing key 2: The statement of example.org/club/log1 names a different key."


def test_after_the_first_invalid_checkpoint_the_others_are_counted(log, files):
    execute("UPDATE eventlog.event SET payload = replace(payload, '7', '8') WHERE stream = 'match-1' AND seq = 298")
    relink("match-1")
    forge_tiles()

    found = told()

    assert [text.partition(" (match-1")[0] for text in found] == [
        "match-1, event 297: checkpoint 300 (log 1) is not that of the events between positions 296 and 299",
        "checkpoint 300 is not what the log gives, and so are 2 later ones, up to checkpoint 700",
    ]


def test_tiles_of_higher_levels_are_compared(monkeypatch, files):
    monkeypatch.setattr(tree, "WIDTH", 4)
    monkeypatch.setattr(tree, "CHUNK", 16)
    execute("ALTER TABLE eventlog.tile DROP CONSTRAINT tile_hashes_check")
    write("match-1", *[noted(number) for number in range(70)])
    sealer.seal_all()
    checkpoints.sign(*files)
    assert told(files) == []
    execute("ALTER TABLE eventlog.tile DISABLE TRIGGER ALL")
    execute("UPDATE eventlog.tile SET root = sha256('x') WHERE level = 1 AND number = 2")
    execute("UPDATE eventlog.tile SET hashes = %s WHERE level = 2", [merkle.EMPTY * 4])

    found = told(files)

    assert found == [
        "tile 2 of level 1 is not made of those below it",
        "tile 0 of level 2 is not made of those below it",
    ]
