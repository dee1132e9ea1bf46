"""What must hold after every fault: nothing acknowledged is lost, nothing is done twice, everything agrees."""

import json
from collections import defaultdict
from typing import Any

import psycopg
from psycopg import sql

from tests.faults.load import Acknowledged, Client, Load
from tests.faults.servers import Copies

_CAUGHT_UP = """
SELECT NOT EXISTS (SELECT FROM eventlog.inbox) AND (
    SELECT bool_and(projection.position = shard.size AND projection.fault IS NULL)
    FROM eventlog.projection JOIN eventlog.shard ON shard.id = projection.shard)
"""
_TABLES = """
SELECT tablename FROM pg_tables
WHERE schemaname = 'public' AND tablename LIKE 'league_%' AND tablename <> 'league_seen_part' -- which has times alone
ORDER BY 1
"""
_NUMBERED = """
SELECT EXISTS (SELECT FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = %s AND column_name = 'id' AND data_type = 'bigint')
"""
_EVENTS = "SELECT stream, kind, payload FROM eventlog.event WHERE stream LIKE 'match-%' ORDER BY stream, seq"
_SOME = 4  # every so many requests are sent once more

Rows = dict[str, list[str]]


def caught_up(address: str) -> bool:
    """Whether all committed events are sealed and projected."""
    try:
        with psycopg.connect(address) as connection:
            return bool(connection.execute(_CAUGHT_UP).fetchone()[0])
    except psycopg.OperationalError:
        return False


def sealed(address: str) -> bool:
    """Whether the worker has sealed anything."""
    with psycopg.connect(address) as connection:
        return bool(connection.execute("SELECT bool_or(size > 0) FROM eventlog.shard").fetchone()[0])


def rows(address: str) -> Rows:
    """The rows of every table of the league, without generated numbers."""
    found: Rows = {}
    with psycopg.connect(address) as connection:
        for (table,) in connection.execute(_TABLES).fetchall():
            numbered = connection.execute(_NUMBERED, [table]).fetchone()[0]
            leave_out = sql.SQL(" - 'id'") if numbered else sql.SQL("")
            select = sql.SQL("SELECT (to_jsonb(each){})::text FROM {} AS each ORDER BY 1")
            found[table] = [
                row for (row,) in connection.execute(select.format(leave_out, sql.Identifier(table))).fetchall()
            ]
    return found


def events(address: str) -> dict[str, list[tuple[str, Any]]]:
    """Kind and payload of the events of each match, in order, by the match's id."""
    found: dict[str, list[tuple[str, Any]]] = defaultdict(list)
    with psycopg.connect(address) as connection:
        for stream, kind, payload in connection.execute(_EVENTS):
            found[stream.removeprefix("match-")].append((kind, json.loads(payload)))
    return found


def check(live: Any, load: Load, copies: Copies) -> None:
    """Wait until the service has caught up by itself, and compare everything that must agree."""
    live.until(lambda: caught_up(live.database_url), "caught up with its log")
    check_log(live.database_url, load.acknowledged)
    for client in load.clients:
        check_answers(client)
    before = rows(live.database_url)
    findings = copies.do("prove", live.database_url)
    assert rows(live.database_url) == before
    assert findings == 0


def check_log(address: str, acknowledged: list[Acknowledged]) -> None:
    """Check that the log has exactly the acknowledged matches with exactly the acknowledged events."""
    stored = events(address)
    opened = [each.answer["id"] for each in acknowledged if each.address == "/matches/"]
    assert sorted(stored) == sorted(opened)
    last = {each.answer["id"]: each.answer["revision"] for each in acknowledged if each.address == "/matches/"}
    for each in acknowledged:
        if each.address == "/matches/":
            continue
        match = each.address.split("/")[2]
        last[match] = max(last[match], each.answer["revision"])
        found = stored[match][each.sent["revision"] : each.answer["revision"]]
        if "moves" in each.sent:
            assert [(kind, {"seat": fact["seat"], "move": fact["move"]}) for kind, fact in found] == [
                ("move.played", move) for move in each.sent["moves"]
            ]
        else:
            assert [(kind, fact["points"]) for kind, fact in found[:1]] == [("result.reported", each.sent["points"])]
    assert {match: len(history) for match, history in stored.items()} == last


def check_answers(client: Client) -> None:
    """Check that repeating acknowledged requests gives the same responses."""
    some = client.acknowledged[::_SOME] + client.acknowledged[-2:]
    again = [client._once("POST", each.address, each.sent, each.key) for each in some]
    assert again == [each.answer for each in some]
