"""How fast the log is audited: `./ludex python bench/audit.py [events]`, a million by default.

Chains, order, tree and checkpoints, against a plain sequential scan of the same rows by psycopg and against hashing
their payloads. Then how long evidence of one of its streams takes to prove.
"""

import sys
import tempfile
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import database  # noqa: E402 - found by the line above
from bench.timing import timed  # noqa: E402 - found by the line above

SCAN = (
    "SELECT stream, seq, shard, kind, schema, payload, private_commit, actor, command_id, at, hash FROM eventlog.event"
)
FILLED = 200_000  # events at a time


def scan(hashed: bool) -> int:
    """Read every row of the log; hash each payload if asked to."""
    from django.db import connection, transaction
    from psycopg.pq import Format

    rows = 0
    with transaction.atomic(), connection.chunked_cursor() as cursor:
        cursor.cursor.format = Format.BINARY
        cursor.cursor.itersize = 2000
        cursor.execute(SCAN)
        for row in cursor:
            rows += 1
            if hashed:
                sha256(row[5].encode()).digest()
    return rows


def main() -> None:
    events = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with database.installation("tests.settings"), tempfile.TemporaryDirectory() as folder:
        from django.db import connection

        from bench.filling import fill
        from league.eventlog import audit, checkpoints, proofs, sealer, signing, tree_audit

        key, witness = Path(folder) / "key", Path(folder) / "witness"
        signing.make_key(key)
        for _ in range(max(1, events // FILLED)):
            fill(min(events, FILLED))
            sealer.seal_all()
            checkpoints.sign(key, witness)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE eventlog.ledger, eventlog.tile")
            cursor.execute("SELECT stream FROM eventlog.ledger WHERE position = 0")
            stream = cursor.fetchone()[0]
        plain, hashing = timed(lambda: scan(hashed=False)), timed(lambda: scan(hashed=True))
        found: list[object] = []
        chains = timed(lambda: found.extend(audit.audit().findings))
        whole = timed(lambda: found.extend(tree_audit.audit()))
        proof = min(timed(lambda: proofs.of_stream(stream)) for _ in range(5))
        assert found == [], found[:3]
        for name, seconds in (
            ("plain scan", plain),
            ("scan and hash payloads", hashing),
            ("chains and order", chains),
            ("tree and checkpoints", whole),
            ("audit in all", chains + whole),
        ):
            print(f"{name:<24}{events / seconds:>10.0f} events/s  {seconds:6.1f} s  {seconds / plain:5.2f} x the scan")
        print(f"proof of a stream of 100 events: {proof * 1000:.1f} ms")


if __name__ == "__main__":
    main()
