"""The statements that run at every move find their rows by an index, in the one partition that has them.

On a log of 50,000 events, which is large enough that PostgreSQL would read no table whole for the sake of a few rows. A
statement is looked at after it ran as often as it takes until PostgreSQL may keep one plan for all values.
"""

import itertools
import re

import pytest
from django.db import connection

from league.eventlog import sealer, store
from league.eventlog.transparency import delays, tree
from tests.league.toys import noted, write
from verify import merkle

pytestmark = pytest.mark.django_db

FILL = """
INSERT INTO eventlog.event (stream, seq, shard, kind, schema, payload, actor, command_id, at, hash)
SELECT 'match-' || stream, seq, 0, 'toy.noted', 1, '{}', NULL, gen_random_uuid(), now(), sha256('')
FROM generate_series(1, 2500) AS stream, generate_series(1, 20) AS seq
"""
SEALED = """
INSERT INTO eventlog.ledger (shard, position, stream, seq)
SELECT 0, row_number() OVER (ORDER BY seq, stream) - 1, stream, seq FROM eventlog.event WHERE seq <= 19
"""
NOTED = """
INSERT INTO eventlog.inbox (shard, stream, first, last)
SELECT 0, stream, 20, 20 FROM eventlog.event WHERE seq = 20
"""
SMALL = {"inbox", "shard", "checkpoint"}
BY_INDEX = {"Index Scan", "Index Only Scan", "Bitmap Heap Scan"}
READ_WHOLE = """
SELECT relname FROM pg_stat_xact_user_tables
WHERE schemaname = 'eventlog' AND seq_tup_read > 0 AND (relname LIKE 'event%' OR relname IN ('ledger', 'tile'))
"""
ONE_STREAM = {
    "read": (store._READ, ["'match-77'", "1"]),
    "read what came since": (store._READ, ["'match-77'", "19"]),
    "head": (store._HEAD, ["'match-77'"]),
    "ends": (store._ENDS, ["'{match-77}'"]),
    "read many": (store._READ_MANY, ["'{match-77}'", "'{}'"]),
    "what was written": (store._WRITTEN, ["'match-77'", "15", "2"]),
}
MANY_STREAMS = {
    "follow": (store._FOLLOW, ["0", "40000", "1000"]),
    "hashes for the tree": (tree._HASHES, ["0", "40000", "41000"]),
    "mention somebody": (store._MENTIONING, ["'access-'", "'access.'", "'{account.linked}'", "'x'"]),
    "waiting": (sealer._WAITING, ["0", "1000"]),
    "stored without a place": (delays._STORED, ["'1 min'", "'1 hour'", "1000"]),
}


@pytest.fixture
def filled():
    """A log as large as that; nobody checks its links here."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE eventlog.event DISABLE TRIGGER event_is_appended")
        for statement in (FILL, SEALED, NOTED, "ANALYZE eventlog.event, eventlog.ledger, eventlog.inbox"):
            cursor.execute(statement)


def scans(statement, values):
    """The tables that the statement read, each with how: `{("event_3", "Index Scan"), …}`."""
    numbers = itertools.count(1)
    with connection.cursor() as cursor:
        cursor.execute("PREPARE hot AS " + re.sub("%s", lambda _: f"${next(numbers)}", statement))
        for _ in range(7):
            cursor.execute("SAVEPOINT before")
            given = f"({', '.join(values)})" if values else ""
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE hot {given}")
            [(explained,)] = cursor.fetchall()
            cursor.execute("ROLLBACK TO before")
        cursor.execute("DEALLOCATE hot")
    return {
        (node["Relation Name"], node["Node Type"])
        for node in nodes(explained[0]["Plan"])
        if "Relation Name" in node and node["Actual Loops"] and node["Node Type"] != "ModifyTable"
    }


def nodes(plan):
    yield plan
    for below in plan.get("Plans", []):
        yield from nodes(below)


def test_statements_about_one_stream_read_one_partition_by_its_key(filled):
    for name, (statement, values) in ONE_STREAM.items():
        found = scans(statement, values)

        assert len(found) == 1, name
        assert {how for _, how in found} <= BY_INDEX, name


def test_statements_that_follow_the_log_read_no_whole_table_except_those_of_few_rows(filled):
    for name, (statement, values) in MANY_STREAMS.items():
        found = scans(statement, values)

        assert found, name
        assert {how for table, how in found if table not in SMALL} <= BY_INDEX, name


def test_functions_of_the_log_read_no_whole_table(filled):
    with connection.cursor() as cursor:
        cursor.execute("UPDATE eventlog.shard SET size = 47500")
        cursor.execute(READ_WHOLE, None)
        before = cursor.fetchall()
        for number in range(7):  # after which PostgreSQL may keep one plan for all values
            write(f"match-new-{number}", noted(), noted())
            write(f"match-new-{number}", noted())
            cursor.execute("SELECT id FROM eventlog.inbox ORDER BY id DESC LIMIT 2")
            cursor.execute("SELECT eventlog.seal(0::smallint, %s::bigint[])", [[note for (note,) in cursor.fetchall()]])
            tile(cursor, number)
        cursor.execute(READ_WHOLE, None)

        assert cursor.fetchall() == before


def tile(cursor, number):
    leaves = tree._leaves(0, number * 256, number * 256 + 256)
    cursor.execute(tree._KEEP, [0, 0, number, b"".join(leaves), merkle.full(leaves)])
