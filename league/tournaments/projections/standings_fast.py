"""New results are in the standings before anything else is made of them.

One statement writes the rows that change and moves the projection on, if it still stands where the results begin. So
it needs neither a transaction nor a lock: of two who try, one finds the projection elsewhere, and writes nothing. Nor
does it wait for the disk: what a crash of the database takes away is taken in again, since the cursor goes with it.
"""

from collections.abc import Mapping

import orjson
import psycopg
from django.db import connection

from league.eventlog import store
from league.eventlog.projections.registry import Fence
from league.tournaments.domain.live_standings import Key
from league.tournaments.projections.standings import RowValues

_WRITE = """
WITH moved AS (
    UPDATE eventlog.projection SET position = %s
    WHERE name = %s AND shard = %s AND position = %s AND xmin::text = %s
    RETURNING xmin::text AS writer, set_config('synchronous_commit', 'off', true)
), written AS (
    INSERT INTO league_tournamentstanding AS known (tournament, stage, "group", entrant, place, rank, row)
    SELECT each.* FROM moved, jsonb_to_recordset(%s::text::jsonb) AS each (
        tournament uuid, stage smallint, "group" smallint, entrant uuid, place integer, rank integer, row jsonb
    )
    ON CONFLICT (tournament, stage, "group", entrant)
    DO UPDATE SET place = excluded.place, rank = excluded.rank, row = excluded.row
)
SELECT writer FROM moved
"""


def write(name: str, fence: Fence, position: int, changed: Mapping[str, Mapping[Key, RowValues]]) -> Fence | None:
    """Write what rows are to tell, by tournament, and move the projection to *position*.

    Where it stands then; None, and nothing is written, if it does not stand at *fence* any more.
    """
    rows = [
        {
            "tournament": tournament_id,
            "stage": stage,
            "group": group,
            "entrant": entrant,
            "place": place,
            "rank": rank,
            "row": row,
        }
        for tournament_id, lines in changed.items()
        for (stage, group, entrant), (place, rank, row) in lines.items()
    ]
    values = [position, name, store.SHARD, fence.position, fence.writer, orjson.dumps(rows).decode()]
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        cursor.execute(_WRITE, values, prepare=True)
        done = cursor.fetchone()
    return Fence(position, done[0]) if done else None
