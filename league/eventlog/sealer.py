"""The sealer gives committed events their positions in the order of the whole log.

Writers need no order among each other, so they wait for nobody; whoever reads the whole log needs an order that only
grows at its end. So an append leaves a note in the inbox, in its own transaction, and the sealer, one at a time, moves
what it can see from there to the end of the ledger, and lets the Merkle tree grow over it. A slow transaction simply
comes in a later batch.
"""

from typing import Any

from django.db import connection, transaction

from games.errors import Phrase
from league.errors import LedgerBroken
from league.eventlog import tree
from league.eventlog.store import SHARD

BATCH = 1000  # events; an append of more is sealed as a whole

_LEASE = "SELECT size FROM eventlog.shard WHERE id = %s FOR UPDATE SKIP LOCKED"

# Always from the left end of the inbox: the notes of one stream lie in its order, but one may become visible after a
# later note of another stream, so a sealer that went on behind the last one it took could overtake it.
_WAITING = "SELECT id, last - first + 1 FROM eventlog.inbox WHERE shard = %s ORDER BY id LIMIT %s"

_SEAL = """
INSERT INTO eventlog.ledger (shard, position, stream, seq)
SELECT inbox.shard, %s + row_number() OVER (ORDER BY inbox.id, seq) - 1, inbox.stream, seq
FROM eventlog.inbox, generate_series(inbox.first, inbox.last) AS seq
WHERE inbox.id = ANY(%s)
"""

_OUT_OF_ORDER = """
SELECT min(sealed.position) FROM eventlog.inbox
JOIN eventlog.ledger AS sealed ON sealed.stream = inbox.stream AND sealed.seq = inbox.first
LEFT JOIN eventlog.ledger AS previous
    ON previous.stream = inbox.stream AND previous.seq = inbox.first - 1 AND previous.position < sealed.position
WHERE inbox.id = ANY(%s) AND inbox.first > 1 AND previous.seq IS NULL
"""

_FORGET = "DELETE FROM eventlog.inbox WHERE id = ANY(%s)"

_GROW = "UPDATE eventlog.shard SET size = size + %s WHERE id = %s"


def seal() -> int:
    """Seal what was committed, about `BATCH` events at most; return how many. Raises `LedgerBroken`.

    All or nothing, and safe to run twice at once: the second finds the lease taken and returns 0.
    """
    return _seal()[0]


def seal_all() -> int:
    """Seal everything that is committed by now, in batches; return how many events."""
    total, more = 0, True
    while more:
        sealed, more = _seal()
        total += sealed
    return total


def _seal() -> tuple[int, bool]:
    """Seal one batch; how many events, and whether more may wait that was there before."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_LEASE, [SHARD])
        lease = cursor.fetchone()
        if lease is None:
            return 0, False
        size: int = lease[0]
        cursor.execute(_WAITING, [SHARD, BATCH])
        waiting = cursor.fetchall()
        notes = _whole_notes(waiting)
        if not notes:
            tree.grow(cursor, SHARD, size)
            return 0, False
        cursor.execute(_SEAL, [size, notes])
        sealed: int = cursor.rowcount
        cursor.execute(_OUT_OF_ORDER, [notes])
        wrong = cursor.fetchone()[0]
        if wrong is not None:
            raise LedgerBroken(position=wrong, reason=Phrase("an event was to be sealed before the one it follows"))
        cursor.execute(_FORGET, [notes])
        cursor.execute(_GROW, [sealed, SHARD])
        tree.grow(cursor, SHARD, size + sealed)
    return sealed, len(notes) < len(waiting) or len(waiting) == BATCH


def _whole_notes(waiting: list[tuple[Any, ...]]) -> list[int]:
    """As many notes from the front as make up one batch, and one at least."""
    notes: list[int] = []
    events = 0
    for note, length in waiting:
        events += length
        if notes and events > BATCH:
            break
        notes.append(note)
    return notes
