"""The changes that a result makes, as nothing but statements whose values are there beforehand."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import orjson
import psycopg

EVENT = """
INSERT INTO eventlog.event (stream, seq, shard, kind, schema, payload, actor, command_id, at, hash)
VALUES (%s, 1, 0, %s, %s, %s, %s, %s, %s, %s)
"""
LEDGER = """
WITH note AS (DELETE FROM eventlog.inbox RETURNING stream, first)
INSERT INTO eventlog.ledger (shard, position, stream, seq) SELECT 0, %s, stream, first FROM note
"""
SIZE = "UPDATE eventlog.shard SET size = %s WHERE id = 0"
TREE = "UPDATE eventlog.tree SET size = %s, frontier = %s WHERE shard = 0"
ROWS = """
INSERT INTO league_tournamentstanding (tournament, stage, "group", entrant, place, rank, row)
SELECT * FROM jsonb_to_recordset(%s::text::jsonb) AS each (
    tournament uuid, stage smallint, "group" smallint, entrant uuid, place integer, rank integer, row jsonb
)
ON CONFLICT (tournament, stage, "group", entrant)
DO UPDATE SET place = excluded.place, rank = excluded.rank, row = excluded.row
"""
BEGUN = """
INSERT INTO eventlog.projection (name, shard, version, position) VALUES ('bench', 0, 1, 0) ON CONFLICT DO NOTHING
"""
CURSOR = "UPDATE eventlog.projection SET position = %s WHERE name = 'bench' AND shard = 0"
BOTH = f"WITH moved AS ({CURSOR}) {ROWS}"
OF_THE_LOG = ("eventlog.event", "eventlog.ledger", "eventlog.shard", "eventlog.inbox", "eventlog.tree", "eventlog.tile")

Statement = tuple[str, Sequence[Any]]


def text(tournament: str, rows: Mapping[Any, Any]) -> str:
    """What rows of standings tell, as the statement takes it."""
    names = ("tournament", "stage", "group", "entrant", "place", "rank", "row")
    each = [dict(zip(names, (tournament, *key, *told), strict=True)) for key, told in rows.items()]
    return orjson.dumps(each).decode()


def begin() -> None:
    """Let the cursor be there that is moved."""
    run([(BEGUN, ())])


def standings(rows: str, position: int) -> list[Statement]:
    """The rows, and where the projection stands."""
    return [(ROWS, [rows]), (CURSOR, [position])]


def standings_at_once(rows: str, position: int) -> list[Statement]:
    """The same as one statement."""
    return [(BOTH, [position, rows])]


def event() -> list[Statement]:
    """One more event as long as that of a result, sealed. Others come first where it would fill a tile of the tree."""
    from league.eventlog import canonical, store, tree
    from league.eventlog.hash_chain import EMPTY, links
    from verify import merkle

    at, peaks = tree.frontier(0)
    if (at + 1) % tree.WIDTH == 0:
        at, peaks = _past_the_tile()
    [newest] = store.read_from(at - 1, 1).events
    body = (newest.kind, newest.schema, canonical.dump(newest.payload))
    stream = f"bench-{uuid4()}"
    given = {"actor": newest.actor, "command_id": newest.command_id, "at": newest.at}
    [hash_] = links(EMPTY, [body], stream=stream, first=1, shard=0, **given)
    merkle.push(peaks, at, merkle.leaf(hash_))
    row = [stream, newest.kind, newest.schema, body[2].decode(), newest.actor, newest.command_id, newest.at, hash_]
    return [(EVENT, row), (LEDGER, [at]), (SIZE, [at + 1]), (TREE, [at + 1, peaks])]


def _past_the_tile() -> tuple[int, list[bytes]]:
    """Let the sealer fill the tile; how long the log is then, and the frontier of its tree."""
    from league.eventlog import sealer, store, tree
    from league.eventlog.types import Head, NewEvent

    [newest] = store.read_from(tree.frontier(0)[0] - 1, 1).events
    head = Head.empty(f"bench-{uuid4()}")
    store.append(head, [NewEvent(newest.kind, newest.schema, newest.payload)], actor=newest.actor, command_id=uuid4())
    sealer.seal_all()
    return tree.frontier(0)


def run(statements: Sequence[Statement]) -> None:
    """All of them in one transaction, or the only one by itself; prepared, past Django."""
    from django.db import connection, transaction

    connection.ensure_connection()
    if len(statements) == 1:
        _execute(connection.connection, statements)
    else:
        with transaction.atomic():
            _execute(connection.connection, statements)


def _execute(link: Any, statements: Sequence[Statement]) -> None:
    with psycopg.Cursor(link) as cursor:
        for sql, values in statements:
            cursor.execute(sql, values, prepare=True)


@contextmanager
def without_the_disk() -> Iterator[None]:
    """Commits meanwhile do not wait until they are written, as those of projections do not."""
    run([("SET synchronous_commit TO off", ())])
    yield
    run([("RESET synchronous_commit", ())])


@contextmanager
def with_the_disk(milliseconds: int) -> Iterator[None]:
    """Standings wait meanwhile as well; each commit waits that much longer than the disk here takes."""
    from league.tournaments.projections import standings_fast

    ours = standings_fast._WRITE
    standings_fast._WRITE = ours.replace("'synchronous_commit', 'off'", "'synchronous_commit', 'on'")
    run([(f"SET commit_delay TO {milliseconds * 1000}", ())])
    run([("SET commit_siblings TO 0", ())])
    yield
    run([("RESET commit_delay", ())])
    standings_fast._WRITE = ours


def _of_the_log(sql: str) -> bool:
    return any(name in sql for name in OF_THE_LOG)


@contextmanager
def changes() -> Iterator[list[Statement]]:
    """The statements with which rows are changed meanwhile, but for those of the log itself."""
    from league.tournaments.projections import standings_fast

    said: list[Statement] = []
    execute: Callable[..., Any] = psycopg.Cursor.execute

    def noted(self: Any, sql: str, values: Any = None, **more: Any) -> Any:
        if sql is standings_fast._WRITE:  # it looks where the cursor stands first
            position, *_, rows = values
            said.extend(standings(rows, position))
        elif sql.lstrip().startswith(("INSERT", "UPDATE", "DELETE", "WITH")) and not _of_the_log(sql):
            said.append((sql, values))
        return execute(self, sql, values, **more)

    psycopg.Cursor.execute = noted  # type: ignore[method-assign]
    try:
        yield said
    finally:
        psycopg.Cursor.execute = execute  # type: ignore[method-assign]
