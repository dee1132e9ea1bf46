"""Sealing writes the rows of a plain model of ledger and tree, or nothing."""

import random

import pytest

from league.eventlog import sealer
from league.eventlog.errors import LedgerBroken
from league.eventlog.transparency import tree
from tests.league.sql import execute
from tests.league.toys import noted, write
from verify import merkle

ROWS = {
    "ledger": "SELECT position, stream, seq FROM eventlog.ledger ORDER BY position",
    "inbox": "SELECT stream, first, last FROM eventlog.inbox ORDER BY id",
    "size": "SELECT size FROM eventlog.shard",
    "tree": "SELECT size, frontier FROM eventlog.tree",
    "tiles": "SELECT level, number, hashes, root FROM eventlog.tile ORDER BY level, number",
}


def rows():
    """Everything that sealing changes."""
    return {name: [tuple(map(plain, row)) for row in execute(query)] for name, query in ROWS.items()}


def plain(value):
    if isinstance(value, list):
        return [bytes(each) for each in value]
    return bytes(value) if isinstance(value, memoryview) else value


def as_they_should_be(written, width):
    """The same by a plain model, of appends `(stream, first, last)` that are all sealed."""
    order = [(stream, seq) for stream, first, last in written for seq in range(first, last + 1)]
    drawn = execute("SELECT stream, seq, hash, blind FROM eventlog.event JOIN eventlog.ledger USING (stream, seq)")
    found = {(stream, seq): merkle.event_leaf(bytes(hash_), bytes(blind)) for stream, seq, hash_, blind in drawn}
    leaves = [found[each] for each in order]
    tiles, level, row = [], 0, leaves
    while len(row) >= width:
        full = [row[at : at + width] for at in range(0, len(row) - width + 1, width)]
        tiles += [(level, number, b"".join(tile), merkle.full(tile)) for number, tile in enumerate(full)]
        level, row = level + 1, [merkle.full(tile) for tile in full]
    return {
        "ledger": [(position, *each) for position, each in enumerate(order)],
        "inbox": [],
        "size": [(len(order),)],
        "tree": [(len(order), merkle.tree_peaks(leaves))],
        "tiles": tiles,
    }


@pytest.fixture
def begun():
    """A log of five sealed events."""
    write("match-1", *[noted()] * 5)
    sealer.seal()


@pytest.mark.django_db
@pytest.mark.parametrize("width", [8, 256])
@pytest.mark.parametrize("seed", range(4))
def test_any_inbox_gives_the_rows_of_a_plain_model(monkeypatch, seed, width):
    monkeypatch.setattr(tree, "WIDTH", width)
    monkeypatch.setattr(tree, "CHUNK", 2 * width)
    execute("ALTER TABLE eventlog.tile DROP CONSTRAINT tile_hashes_check")
    chance = random.Random(seed)
    written, ends = [], {}
    while len(written) < 60:
        for _ in range(chance.choice([1, 1, 2, 5])):
            stream, length = f"match-{chance.randrange(6)}", chance.choice([1, 1, 1, 2, 3, 20])
            write(stream, *[noted(number) for number in range(length)])
            first = ends.get(stream, 0) + 1
            ends[stream] = first + length - 1
            written.append((stream, first, ends[stream]))
        sealer.seal()

    assert rows() == as_they_should_be(written, width)


def many_at_once():
    write("match-2", *[noted()] * 129)


def many_appends():
    for _ in range(129):
        write("match-2")


def a_full_tile():
    write("match-2", *[noted()] * 100)
    sealer.seal()
    write("match-2", *[noted()] * 100)
    sealer.seal()
    write("match-2", *[noted()] * 51)


def a_tree_that_is_behind():
    execute("DELETE FROM eventlog.tree")


def a_tree_that_is_behind_and_an_event():
    a_tree_that_is_behind()
    write("match-2")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("prepare", "sealed"),
    [
        (many_at_once, 129),
        (many_appends, 129),
        (a_full_tile, 51),
        (a_tree_that_is_behind, 0),
        (a_tree_that_is_behind_and_an_event, 1),
    ],
)
def test_the_tree_covers_the_whole_ledger_after_any_batch(begun, prepare, sealed):
    prepare()

    assert len(sealer.seal()) == sealed
    assert rows()["tree"][0][0] == len(rows()["ledger"]) == rows()["size"][0][0]


def one_before_its_predecessor():
    write("match-2")
    write("match-2")
    execute("DELETE FROM eventlog.inbox WHERE first = 1")


def two_that_changed_places():
    write("match-2")
    write("match-2")
    execute("UPDATE eventlog.inbox SET first = 3 - first, last = 3 - last")


def one_behind_another_of_its_stream():
    write("match-2")
    write("match-2")
    write("match-2")
    execute("DELETE FROM eventlog.inbox WHERE first = 2")


def one_whose_predecessor_lies_behind_the_end():
    one_before_its_predecessor()
    execute("INSERT INTO eventlog.ledger VALUES (0, 1000, 'match-2', 1)")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("prepare", "position"),
    [
        (one_before_its_predecessor, 5),
        (two_that_changed_places, 5),
        (one_behind_another_of_its_stream, 6),
        (one_whose_predecessor_lies_behind_the_end, 5),
    ],
)
def test_events_out_of_order_are_not_sealed_and_the_position_is_named(begun, prepare, position):
    prepare()
    before = rows()

    with pytest.raises(LedgerBroken, match=f"corrupted at position {position}"):
        sealer.seal()
    assert rows() == before


@pytest.mark.django_db
def test_a_deleted_event_is_not_sealed_and_the_position_is_named(begun):
    write("match-2")
    execute("ALTER TABLE eventlog.event DISABLE TRIGGER event_never_changes")
    execute("DELETE FROM eventlog.event WHERE stream = 'match-2'")
    before = rows()

    with pytest.raises(LedgerBroken, match="position 5: 0 events were found up to position 5"):
        sealer.seal()
    assert rows() == before
