"""The sealer's tree is that of RFC 6962 over the hashes of the log in order."""

import pytest
from django.db import IntegrityError, transaction

from league.eventlog import sealer
from league.eventlog.errors import LedgerBroken
from league.eventlog.transparency import tree
from league.eventlog.transparency.tree import Tree
from tests.league.sql import execute
from tests.league.toys import noted, write
from verify import merkle

pytestmark = pytest.mark.django_db


def leaves():
    """The leaf hashes of all that is sealed, in order."""
    rows = execute(
        "SELECT hash, blind FROM eventlog.ledger JOIN eventlog.event USING (stream, seq)"
        " ORDER BY ledger.shard, position"
    )
    return [merkle.event_leaf(bytes(hash_), bytes(blind)) for hash_, blind in rows]


def grown():
    return tree.frontier(0)


def tiles():
    return [(level, number) for level, number in execute("SELECT level, number FROM eventlog.tile ORDER BY 1, 2")]


def fill(*lengths):
    for number, length in enumerate(lengths):
        write(f"match-{number}", *[noted(at) for at in range(length)])
        sealer.seal_all()


@pytest.fixture
def narrow(monkeypatch):
    """Tiles of four hashes, so that small logs have high trees."""
    monkeypatch.setattr(tree, "WIDTH", 4)
    monkeypatch.setattr(tree, "CHUNK", 16)
    execute("ALTER TABLE eventlog.tile DROP CONSTRAINT tile_hashes_check")


@pytest.mark.parametrize("lengths", [(1,), (255,), (256,), (257,), (100, 156), (255, 1, 1), (10, 600, 3), (5000,)])
def test_the_frontier_is_that_of_the_whole_log(lengths):
    fill(*lengths)

    assert grown() == (sum(lengths), merkle.tree_peaks(leaves()))
    assert tiles() == [(0, number) for number in range(sum(lengths) // 256)]


def test_roots_of_every_size_follow_from_tiles_and_events(narrow):
    for _ in range(40):
        fill(3)
    hashes = leaves()

    for size in range(121):
        assert Tree(0, size).root == merkle.root(merkle.tree_peaks(hashes[:size]))
    assert tiles()[-2:] == [(1, 6), (2, 0)]


def test_proofs_come_from_tiles_and_events(narrow):
    fill(*[3] * 23)
    hashes, size = leaves(), 69
    whole = Tree(0, size)

    for index in range(size):
        path = whole.hashes(merkle.cover([index], size))
        assert merkle.root_by_cover({index: hashes[index]}, size, path) == whole.root
    for first in range(1, size + 1):
        path = whole.hashes(merkle.consistency_path(first, size))
        assert merkle.is_consistent(first, size, Tree(0, first).root, whole.root, path)


def test_a_ledger_older_than_the_tree_is_added_completely():
    fill(700)
    before = grown()
    execute("ALTER TABLE eventlog.tile DISABLE TRIGGER ALL")
    execute("DELETE FROM eventlog.tile")
    execute("DELETE FROM eventlog.tree")

    sealer.seal()

    assert grown() == before
    assert tiles() == [(0, 0), (0, 1)]


def test_an_event_changed_after_sealing_stops_the_sealer_before_its_tile_is_stored():
    fill(200)
    execute("ALTER TABLE eventlog.event DISABLE TRIGGER event_never_changes")
    execute("UPDATE eventlog.event SET hash = sha256('x') WHERE seq = 7")
    write("match-9", *[noted()] * 60)

    with pytest.raises(
        LedgerBroken, match="position 0: an event between here and position 199 differs from what was sealed"
    ):
        sealer.seal()

    assert (grown()[0], tiles()) == (200, [])


def test_a_missing_event_stops_the_sealer():
    fill(200)
    execute("ALTER TABLE eventlog.event DISABLE TRIGGER event_never_changes")
    execute("DELETE FROM eventlog.event WHERE seq = 200")
    write("match-9", *[noted()] * 60)

    with pytest.raises(LedgerBroken, match="position 0: 259 events were found up to position 259"):
        sealer.seal()


@pytest.mark.parametrize("table", ["tile", "checkpoint", "signing_key"])
@pytest.mark.parametrize("change", ["UPDATE eventlog.{} SET {}", "DELETE FROM eventlog.{}", "TRUNCATE eventlog.{}"])
def test_tiles_checkpoints_and_keys_are_never_changed(table, change):
    fill(300)
    execute("INSERT INTO eventlog.signing_key VALUES (1, 1, 0, 'key', NULL)")
    execute("INSERT INTO eventlog.checkpoint VALUES (0, 1, 1, '', '{}', '', now())")
    what = {"tile": "number = 1", "checkpoint": "size = 2", "signing_key": "first = 1"}[table]

    with pytest.raises(IntegrityError, match=f"eventlog.{table} keeps what was written"), transaction.atomic():
        execute(change.format(table, what))
