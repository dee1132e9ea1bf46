"""A few events are sealed by one statement; it gives what several give, and does nothing where it may not."""

import random
import threading

import pytest
from django.db import connection

from league.eventlog import seal_fast, sealer, store, tree
from league.eventlog.errors import LedgerBroken
from tests.league.sql import execute
from tests.league.toys import noted, write
from tests.waiting import until
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
    hashes = {
        (stream, seq): bytes(hash_) for stream, seq, hash_ in execute("SELECT stream, seq, hash FROM eventlog.event")
    }
    leaves = [merkle.leaf(hashes[each]) for each in order]
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
    written, ends, done = [], {}, []
    while len(written) < 60:
        for _ in range(chance.choice([1, 1, 2, 5])):
            stream, length = f"match-{chance.randrange(6)}", chance.choice([1, 1, 1, 2, 3, 20])
            write(stream, *[noted(number) for number in range(length)])
            first = ends.get(stream, 0) + 1
            ends[stream] = first + length - 1
            written.append((stream, first, ends[stream]))
        done.append(seal_fast.seal(sealer.BATCH))
        if done[-1] is None:
            sealer.seal()

    assert rows() == as_they_should_be(written, width)
    assert None in done
    assert len([each for each in done if each]) > 2


@pytest.mark.django_db
def test_a_few_events_are_told_as_they_are_read_afterwards_and_then_there_are_none(begun):
    write("match-1", noted(), noted())
    write("match-2")

    told = store.batch(5, seal_fast.seal(sealer.BATCH))

    assert told == store.read_from(5, 9)
    assert [(event.stream, event.seq) for event in told.events] == [("match-1", 6), ("match-1", 7), ("match-2", 1)]
    assert seal_fast.seal(sealer.BATCH) == ()
    assert (sealer.seal(), sealer.seal_all()) == (range(0), ((), ()))
    assert execute("SELECT size FROM eventlog.tree") == [(8,)]


def too_many():
    write("match-2", *[noted()] * (seal_fast.FEW + 1))


def many_appends():
    for _ in range(seal_fast.FEW + 1):
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
        (too_many, seal_fast.FEW + 1),
        (many_appends, seal_fast.FEW + 1),
        (a_full_tile, 51),
        (a_tree_that_is_behind, 0),
        (a_tree_that_is_behind_and_an_event, 1),
    ],
)
def test_what_is_not_plain_is_left_to_the_sealer_who_does_it(begun, prepare, sealed):
    prepare()
    before = rows()

    assert seal_fast.seal(sealer.BATCH) is None
    assert rows() == before
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
def test_events_out_of_order_are_left_to_the_sealer_who_names_the_position(begun, prepare, position):
    prepare()
    before = rows()

    assert seal_fast.seal(sealer.BATCH) is None
    with pytest.raises(LedgerBroken, match=f"broken at position {position}"):
        sealer.seal()
    assert rows() == before


@pytest.mark.django_db
def test_an_event_that_is_gone_is_left_to_the_sealer_who_names_the_position(begun):
    write("match-2")
    execute("ALTER TABLE eventlog.event DISABLE TRIGGER event_never_changes")
    execute("DELETE FROM eventlog.event WHERE stream = 'match-2'")
    before = rows()

    assert seal_fast.seal(sealer.BATCH) is None
    with pytest.raises(LedgerBroken, match="position 5: there are 0 events up to position 5"):
        sealer.seal()
    assert rows() == before


def test_whoever_looked_before_another_sealer_was_done_does_nothing(committed_db, monkeypatch):
    """The look is held up behind its snapshot by a lock of its own, until the other has sealed and committed."""
    plain_statement = seal_fast._statement
    slow = "AS events FROM waiting CROSS JOIN (SELECT pg_advisory_xact_lock(7)) AS held"
    write("match-1")
    sealer.seal()
    write("match-1")
    found = []

    def look():
        found.append(seal_fast.seal(sealer.BATCH))
        connection.close()

    with connection.cursor() as holder:
        holder.execute("SELECT pg_advisory_lock(7)")
        monkeypatch.setattr(
            seal_fast, "_statement", lambda *values: plain_statement(*values).replace("AS events FROM waiting", slow, 1)
        )
        thread = threading.Thread(target=look)
        thread.start()
        until(
            lambda: execute("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"),
            "held up behind its look",
        )
        sealed = sealer._seal()
        holder.execute("SELECT pg_advisory_unlock(7)")
        thread.join()

    assert (sealed, found) == ((range(1, 2), False), [None])
    assert rows()["ledger"] == [(0, "match-1", 1), (1, "match-1", 2)]
    assert (rows()["size"], rows()["inbox"]) == ([(2,)], [])
