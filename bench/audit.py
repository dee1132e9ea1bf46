"""How fast the log is audited: `./ludex python -m bench.audit [events] [passes] [part …]`.

The finished matches of the demo club are copied, each time an hour later and as streams of their own, until there are
so many events (a million). So the payloads are real, and every copy can be replayed. All matches of an hour grow side
by side, and are sealed and signed as usual, on a PostgreSQL of its own. Every pass measures each part once, by the
clock, beside psycopg reading the same rows in one scan. The output has medians. Name parts to measure only those.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import zip_longest
from uuid import uuid4

from bench import database
from bench.timing import medians, timed
from league.eventlog.types import Head, NewEvent

ENDED = "SELECT DISTINCT stream FROM eventlog.event WHERE kind = 'match.ended' ORDER BY stream"
SCAN = """
SELECT stream, seq, shard, kind, schema, payload, private_commit, actor, command_id, at, hash FROM eventlog.event
"""
COMMAND = 20  # events, at most
DEFAULTS = ("1000000", "5")


def fill(events: int) -> int:
    """Make a log of at least so many events. Returns how many it has."""
    from django.db import connection

    from league.club_data import demo
    from league.eventlog import store
    from league.eventlog.projections import runner
    from league.integrity import checkpoints

    for _ in demo.make_demo():
        pass
    with connection.cursor() as cursor:
        cursor.execute(ENDED)
        originals = [commands(stream) for (stream,) in cursor.fetchall()]
        copies = events // sum(sum(map(len, match)) for match in originals) + 1
        for hours in reversed(range(copies)):
            with store.importing():
                play(originals, datetime.now(UTC) - timedelta(hours=hours))
        checkpoints.make_key("bench.example/log")
        checkpoints.seal_and_sign()
        runner.catch_up_all()
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("SELECT count(*) FROM eventlog.event")
        count: int = cursor.fetchone()[0]
    return count


def commands(stream: str) -> list[list[NewEvent]]:
    """The commands of a match, which is in no tournament or series here."""
    from league.eventlog import store

    found = [NewEvent(event.kind, event.schema, event.payload) for event in store.read(stream).events]
    opening = {key: value for key, value in found[0].payload.items() if key not in ("series", "tournament")}
    found[0] = NewEvent(found[0].kind, found[0].schema, opening)
    return [found[start : start + COMMAND] for start in range(0, len(found), COMMAND)]


def play(originals: list[list[list[NewEvent]]], at: datetime) -> None:
    """Play all matches side by side."""
    from league.eventlog import store

    heads = [Head.empty(f"match-{uuid4()}") for _ in originals]
    for row in zip_longest(*originals):
        for number, command in enumerate(row):
            if command:
                heads[number] = store.append(heads[number], command, actor=None, command_id=uuid4(), at=at).head


def parts() -> dict[str, Callable[[], object]]:
    """What is measured, by name."""
    from league.eventlog import store
    from league.integrity import audit

    streams = store.streams("match-")
    return {
        "psycopg, one scan": scan,
        "chains and order": partial(audit.audit_chains, 0, 1),
        "tree and checkpoints": partial(audit.audit_tree, 0),
        "replay": partial(audit.replay_matches, streams),
        "rows": audit.audit_rows,
        "all of it": partial(audit.audit, rows=True),
        "all, two processes": partial(audit.audit, rows=True, processes=2),
    }


def scan() -> int:
    """Read every row as psycopg does."""
    from django.db import connection
    from psycopg.pq import Format

    with connection.chunked_cursor() as cursor:
        cursor.cursor.format = Format.BINARY
        cursor.cursor.itersize = 2000
        cursor.execute(SCAN)
        return sum(1 for _ in cursor)


def main() -> None:
    given, wanted = sys.argv[1:3], sys.argv[3:]
    events, passes = (int(word) for word in (*given, *DEFAULTS[len(given) :]))
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"CHECKPOINT_KEY_FILE": f"{folder}/key", "CHECKPOINT_WITNESS_FILE": f"{folder}/last"}
        with database.installation():
            from league.eventlog.announcements import appended

            appended.receivers = []  # nothing follows the log here
            count = fill(events)
            ways = {name: partial(timed, way) for name, way in parts().items() if name in (wanted or parts())}
            for name, seconds in medians(passes, ways).items():
                print(f"{name:>24}{seconds:>8.1f} s{count / seconds:>10,.0f} events/s")


if __name__ == "__main__":
    main()
