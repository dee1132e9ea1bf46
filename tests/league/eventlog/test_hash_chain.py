from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from uuid import UUID

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

from league.eventlog.hash_chain import EMPTY, link, links, microseconds

EVENT = {
    "stream": "match-1",
    "seq": 1,
    "shard": 0,
    "kind": "toy.noted",
    "schema": 1,
    "payload": '{"text":"é"}'.encode(),
    "private_commit": None,
    "actor": UUID(int=1),
    "command_id": UUID(int=2),
    "at": 0x0003_0340_62C5_0000,
}
OTHER = {
    "stream": "match-2",
    "seq": 2,
    "shard": 1,
    "kind": "toy.moved",
    "schema": 2,
    "payload": b'{"text":"e"}',
    "private_commit": bytes(32),
    "actor": None,
    "command_id": UUID(int=3),
    "at": 0x0003_0340_62C5_0001,
}
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
EVENTS = st.fixed_dictionaries(
    {
        "stream": TEXTS,
        "seq": st.integers(1, 2**31 - 1),
        "shard": st.integers(0, 2**15 - 1),
        "kind": TEXTS,
        "schema": st.integers(1, 2**15 - 1),
        "payload": TEXTS.map(str.encode),
        "private_commit": st.none() | st.binary(min_size=32, max_size=32),
        "actor": st.none() | st.uuids(),
        "command_id": st.uuids(),
        "at": st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001 - bounds
    }
)


def test_the_link_is_the_documented_hash():
    described = [
        b"evt1",
        bytes(32),
        bytes.fromhex("0000000a"),  # ten columns
        bytes.fromhex("00000019 00000007") + b"match-1",
        bytes.fromhex("00000017 00000004 00000001"),
        bytes.fromhex("00000015 00000002 0000"),
        bytes.fromhex("00000019 00000009") + b"toy.noted",
        bytes.fromhex("00000015 00000002 0001"),
        bytes.fromhex("00000019 0000000d") + b'{"text":"\xc3\xa9"}',
        bytes.fromhex("00000011 ffffffff"),
        bytes.fromhex("00000b86 00000010 00000000000000000000000000000001"),
        bytes.fromhex("00000b86 00000010 00000000000000000000000000000002"),
        bytes.fromhex("000004a0 00000008 0003034062c50000"),
    ]

    assert link(EMPTY, **EVENT) == sha256(b"".join(described)).digest()


@pytest.mark.parametrize("column", EVENT)
def test_the_link_covers_every_column(column):
    assert link(EMPTY, **EVENT | {column: OTHER[column]}) != link(EMPTY, **EVENT)


def test_the_link_covers_the_previous_link():
    assert link(bytes(31) + b"\1", **EVENT) != link(EMPTY, **EVENT)


def test_neighbouring_columns_cannot_be_confused():
    split = EVENT | {"kind": "toy.note", "payload": b"d" + EVENT["payload"]}

    assert link(EMPTY, **split) != link(EMPTY, **EVENT)


def test_several_events_of_a_command_are_linked_one_by_one():
    at = datetime(2026, 11, 28, 12, 0, 0, 5, tzinfo=UTC)
    common = {"stream": "match-1", "shard": 0, "actor": None, "command_id": UUID(int=2)}

    chain = links(EMPTY, [("toy.noted", 1, b"{}"), ("toy.moved", 3, b'{"a":1}')], first=1, at=at, **common)

    common |= {"private_commit": None, "at": microseconds(at)}
    first = link(EMPTY, seq=1, kind="toy.noted", schema=1, payload=b"{}", **common)
    second = link(first, seq=2, kind="toy.moved", schema=3, payload=b'{"a":1}', **common)
    assert chain == [first, second]


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (datetime(2000, 1, 1, tzinfo=UTC), 0),
        (datetime(2000, 1, 1, 1, tzinfo=timezone(timedelta(hours=1))), 0),
        (datetime(2000, 1, 1, 0, 0, 1, 1, tzinfo=UTC), 1_000_001),
        (datetime(1999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC), -1),
        (datetime(2026, 11, 28, 1, 2, 3, 456_789, tzinfo=UTC), 849_142_923_456_789),
    ],
)
def test_times_are_hashed_as_exact_microseconds_since_2000(at, expected):
    assert microseconds(at) == expected


@pytest.mark.django_db
@settings(max_examples=200)
@given(st.binary(min_size=32, max_size=32), EVENTS)
def test_the_database_computes_the_same_link(previous, event):
    columns = [event[name] for name in EVENT]
    columns[5] = event["payload"].decode()

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT eventlog.link(%s, %s, %s::int, %s::smallint, %s, %s::smallint, %s, %s, %s, %s, %s)",
            [previous, *columns],
        )
        computed = cursor.fetchone()[0]

    assert computed == link(previous, **event | {"at": microseconds(event["at"])})
