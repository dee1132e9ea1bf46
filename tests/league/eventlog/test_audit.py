"""The auditor finds everything that a superuser with disabled triggers can do to the log."""

from collections import Counter
from contextlib import contextmanager

import pytest
from django.db import transaction

from league.eventlog import sealer
from league.eventlog.audit import hash_chains
from league.eventlog.audit.hash_chains import Finding, Report, audit
from tests.league import toys
from tests.league.sql import execute
from tests.league.toys import noted, write, write_raw

pytestmark = pytest.mark.django_db

FLIP_TEXT = "overlay({0} placing chr(ascii(substr({0}, 4, 1)) # 1) from 4 for 1)"
FLIP_BYTES = "coalesce(set_byte({0}, 7, get_byte({0}, 7) # 1), decode(repeat('00', 32), 'hex'))"
FLIP_UUID = "encode(set_byte(uuid_send({0}), 7, get_byte(uuid_send({0}), 7) # 1), 'hex')::uuid"
FLIPS = {
    "stream": FLIP_TEXT,
    "seq": "seq # 256",
    "shard": "(shard::int # 1)::smallint",
    "kind": FLIP_TEXT,
    "schema": "(schema::int # 2)::smallint",
    "payload": FLIP_TEXT,
    "private_commit": FLIP_BYTES,
    "actor": FLIP_UUID,
    "command_id": FLIP_UUID,
    "at": "at + interval '1 microsecond'",
    "hash": FLIP_BYTES,
}
EVENTS = [
    ("match-1", 1),
    ("match-1", 2),
    ("match-1", 3),
    ("match-1", 4),
    ("match-2", 1),
    ("match-2", 2),
    ("season-1", 1),
]


@pytest.fixture
def log():
    """Three streams, with the last events of two of them still in the inbox."""
    write("match-1", noted(1), noted(2))
    write("match-2", noted(3))
    write("season-1", noted(4))
    sealer.seal()
    write("match-1", noted(5), noted(6))
    write("match-2", noted(7))
    execute("ALTER TABLE eventlog.event DISABLE TRIGGER ALL")
    execute("ALTER TABLE eventlog.ledger DISABLE TRIGGER ALL")


def findings():
    return list(audit().findings)


@contextmanager
def tampered(statement, values=()):
    """The log after *statement*."""
    with transaction.atomic():
        assert execute(statement, values) == 1
        yield
        transaction.set_rollback(True)


def test_an_intact_log_has_no_findings(log):
    report = audit()

    assert (report.streams, report.events, report.findings) == (3, 7, ())


def test_an_empty_log_has_no_findings():
    assert audit().findings == ()


@pytest.mark.parametrize("column", FLIPS)
def test_a_flipped_bit_in_any_column_of_any_event_is_located(log, column):
    for stream, seq in EVENTS:
        flip = f"UPDATE eventlog.event SET {column} = {FLIPS[column].format(column)} WHERE stream = %s AND seq = %s"
        with tampered(flip, [stream, seq]):
            found = findings()

        assert (stream, seq) in {(finding.stream, finding.seq) for finding in found}


def test_a_flipped_bit_in_any_byte_of_a_payload_is_found(log):
    length = len('{"number":2,"text":"so be it"}')
    for place in range(1, length + 1):
        flip = f"overlay(payload placing chr(ascii(substr(payload, {place}, 1)) # 1) from {place} for 1)"
        with tampered(f"UPDATE eventlog.event SET payload = {flip} WHERE stream = 'match-1' AND seq = 2"):
            found = findings()

        assert ("link", "match-1", 2) in {(finding.code, finding.stream, finding.seq) for finding in found}


def test_a_flipped_bit_in_any_byte_of_a_hash_is_located_in_the_hash(log):
    for place in range(32):
        flip = f"set_byte(hash, {place}, get_byte(hash, {place}) # 1)"
        with tampered(f"UPDATE eventlog.event SET hash = {flip} WHERE stream = 'match-1' AND seq = 2"):
            found = findings()

        assert found == [Finding("link", "its hash is not that of its columns", "match-1", 2, "hash")]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (
            "UPDATE eventlog.event SET actor = NULL WHERE stream = 'match-1' AND seq = 2",
            [Finding("link", "its hash is not that of its columns", "match-1", 2, "actor")],
        ),
        (
            "UPDATE eventlog.event SET at = '290000-01-01' WHERE stream = 'season-1'",
            [Finding("link", "its hash is not that of its columns", "season-1", 1)],
        ),
        (
            "UPDATE eventlog.event SET payload = 'no json' WHERE stream = 'season-1'",
            [
                Finding("link", "its hash is not that of its columns", "season-1", 1, "payload"),
                Finding("payload", "“payload” cannot be stored: it is not JSON.", "season-1", 1, "payload"),
            ],
        ),
        (
            "DELETE FROM eventlog.event WHERE stream = 'match-1' AND seq = 2",
            [
                Finding("gap", "event 2 is missing before it", "match-1", 3),
                Finding("missing", "the ledger has it at position 1", "match-1", 2),
            ],
        ),
        (
            "DELETE FROM eventlog.event WHERE stream = 'season-1'",
            [Finding("missing", "the ledger has it at position 3", "season-1", 1)],
        ),
        (
            "DELETE FROM eventlog.event WHERE stream = 'match-1' AND seq = 4",
            [Finding("missing", "the inbox has events 3 to 4", "match-1", 4)],
        ),
        (
            "DELETE FROM eventlog.inbox WHERE stream = 'match-2'",
            [Finding("unsealed", "it is neither in the ledger nor in the inbox", "match-2", 2)],
        ),
        (
            "INSERT INTO eventlog.inbox (shard, stream, first, last) VALUES (0, 'match-2', 1, 1)",
            [Finding("twice", "it has 2 places in ledger and inbox", "match-2", 1)],
        ),
        (
            "DELETE FROM eventlog.ledger WHERE position = 1",
            [
                Finding("hole", "the ledger of shard 0 lacks positions 1 to 1"),
                Finding("unsealed", "it is neither in the ledger nor in the inbox", "match-1", 2),
            ],
        ),
        (
            "DELETE FROM eventlog.ledger WHERE position = 3",
            [
                Finding("size", "shard 0 has sealed 4 events, but its ledger ends at 3"),
                Finding("unsealed", "it is neither in the ledger nor in the inbox", "season-1", 1),
            ],
        ),
        (
            "UPDATE eventlog.shard SET size = 5",
            [Finding("size", "shard 0 has sealed 5 events, but its ledger ends at 4")],
        ),
    ],
)
def test_each_kind_of_tampering_is_named(log, statement, expected, monkeypatch):
    with tampered(statement):
        quick = audit()
        monkeypatch.setattr(hash_chains, "_is_canonical", lambda payload: False)  # so every stream is explained
        whole = audit()

    assert [*quick.findings] == expected
    assert whole == quick


@pytest.mark.parametrize("shares", [2, 3, 7])
def test_shares_have_every_stream_once(log, shares):
    execute("UPDATE eventlog.event SET actor = NULL WHERE seq = 2")
    execute("DELETE FROM eventlog.ledger WHERE position = 3")
    whole = audit()

    parts = [audit(share, shares) for share in range(shares)]

    assert (sum(part.streams for part in parts), sum(part.events for part in parts)) == (whole.streams, whole.events)
    assert Counter(found for part in parts for found in part.findings) == Counter(whole.findings)


def test_a_stream_that_only_waits_is_counted():
    execute("INSERT INTO eventlog.inbox (shard, stream, first, last) VALUES (0, 'match-9', 1, 1)")

    assert audit() == Report(1, 0, (Finding("missing", "the inbox has events 1 to 1", "match-9", 1),))


@pytest.mark.parametrize(
    "flip",
    [
        "UPDATE eventlog.ledger SET shard = 1 WHERE position = {}",
        "UPDATE eventlog.ledger SET position = position + 64 WHERE position = {}",
        "UPDATE eventlog.ledger SET stream = stream || '0' WHERE position = {}",
        "UPDATE eventlog.ledger SET seq = seq + 64 WHERE position = {}",
    ],
)
@pytest.mark.parametrize("position", range(4))
def test_a_change_in_any_column_of_the_ledger_is_found(log, flip, position):
    with tampered(flip.format(position)):
        assert findings() != []


@pytest.mark.parametrize(
    "flip",
    [
        "shard = 1",
        "stream = stream || '0'",
        "first = first - 1",
        "first = first + 64",
        "last = 2147483647",
        "last = -5",
    ],
)
@pytest.mark.parametrize("stream", ["match-1", "match-2"])
def test_a_change_in_any_column_of_the_inbox_is_found(log, flip, stream):
    with tampered(f"UPDATE eventlog.inbox SET {flip} WHERE stream = %s", [stream]):
        assert findings() != []


def test_positions_out_of_the_order_of_a_stream_are_found(log):
    execute("UPDATE eventlog.ledger SET position = position + 10 WHERE position < 2")
    execute("UPDATE eventlog.ledger SET position = 11 - position WHERE position >= 10")

    assert findings() == [Finding("order", "it is sealed before the event it follows", "match-1", 2)]


def test_a_forged_chain_is_found_by_its_times(log):
    execute("UPDATE eventlog.event SET at = at - interval '1 hour' WHERE stream = 'match-1' AND seq = 4")

    assert findings() == [
        Finding("link", "its hash is not that of its columns", "match-1", 4, "at"),
        Finding("time", "it is older than the event before it", "match-1", 4, "at"),
    ]


def test_a_payload_that_is_not_canonical_is_found_even_with_a_correct_link():
    write_raw("match-1", toys.NOTED, 1, b'{"text": "a", "number": 1}')

    assert findings() == [Finding("payload", "its payload is not canonical JSON", "match-1", 1, "payload")]


def test_a_finding_names_its_place():
    assert (
        str(Finding("link", "its hash is wrong", "match-1", 2, "hash")) == "match-1, event 2, hash: its hash is wrong"
    )
    assert str(Finding("hole", "the ledger lacks positions 1 to 1")) == "the ledger lacks positions 1 to 1"
