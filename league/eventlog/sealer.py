"""The sealer gives committed events their positions in the order of their shard.

Writers need no order among each other, so they wait for nobody; whoever reads the whole log needs an order that only
grows at its end. So an append leaves a note in the inbox, in its own transaction, and the sealer, one at a time in each
shard, moves what it can see from there to the end of the ledger, and lets the Merkle tree grow over it. A slow
transaction simply comes in a later batch.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any
from uuid import UUID

import psycopg
from django.db import IntegrityError, transaction

from games.errors import Phrase
from league.eventlog import statements
from league.eventlog.errors import LedgerBroken
from league.eventlog.store import SHARD
from league.eventlog.transparency import tree

BATCH = 1000  # events; an append of more is sealed as a whole

_LEASE = "SELECT eventlog.lease(%s::smallint)"

# Always from the left end of the inbox: the notes of one stream lie in its order, but one may become visible after a
# later note of another stream, so a sealer that went on behind the last one it took could overtake it.
_WAITING = "SELECT id, last - first + 1 FROM eventlog.inbox WHERE shard = %s ORDER BY id LIMIT %s"

_SEAL = "SELECT eventlog.seal(%s::smallint, %s::bigint[])"
_IN_ORDER = "sealed_in_order"  # by this name the database refuses to seal an event before the one it follows


def choose_shard(club: UUID, shards: int) -> int:
    """The shard of a new club, of so many *shards*: the same on every machine and in every version."""
    return int.from_bytes(sha256(club.bytes).digest()[:8], "big") % shards


def open_shard(shard: int) -> None:
    """Make a shard ready for events, unless it is. It stays for ever."""
    if shard != SHARD:
        statements.fetch("SELECT eventlog.open_shard(%s::smallint)", shard)


def shards() -> list[int]:
    """Every shard that was opened, in order."""
    return [shard for (shard,) in statements.fetch("SELECT id FROM eventlog.shard ORDER BY id")]


def seal(shard: int = SHARD) -> range:
    """Seal what was committed, about `BATCH` events at most; the positions that they got. Raises `LedgerBroken`.

    All or nothing, and safe to run twice at once: the second finds the lease taken and seals nothing.
    """
    return _seal(shard)[0]


def seal_all() -> tuple[range, ...]:
    """Seal everything that is committed by now; the positions, shard by shard and batch by batch.

    Raises `LedgerBroken`, when all other shards are sealed.
    """
    found: list[range] = []
    broken: LedgerBroken | None = None
    for shard in shards():
        try:
            found += seal_shard(shard)
        except LedgerBroken as error:
            broken = broken or error
    if broken is not None:
        raise broken
    return tuple(found)


def seal_shard(shard: int) -> Iterator[range]:
    """Seal everything of a shard that is committed by now; the positions, batch by batch. Raises `LedgerBroken`."""
    more = True
    while more:
        sealed, more = _seal(shard)
        if sealed:
            yield sealed


def _seal(shard: int) -> tuple[range, bool]:
    """Seal one batch. Returns its positions, and whether more may be waiting."""
    with transaction.atomic():
        ((size,),) = statements.fetch(_LEASE, shard)
        if size is None:
            return range(0), False
        waiting = statements.fetch(_WAITING, shard, BATCH)
        notes = _whole_notes(waiting)
        sealed = range(size, size + (_give_positions(shard, notes) if notes else 0))
        tree.grow(shard, sealed.stop)
    return sealed, len(notes) < len(waiting) or len(waiting) == BATCH


def _give_positions(shard: int, notes: list[int]) -> int:
    """How many events of these notes got the next positions. Raises `LedgerBroken`."""
    try:
        return int(statements.fetch(_SEAL, shard, notes)[0][0])
    except IntegrityError as error:
        if isinstance(error.__cause__, psycopg.Error) and error.__cause__.diag.constraint_name == _IN_ORDER:
            why = Phrase("an event would have been sealed before the one it follows")
            raise LedgerBroken(position=int(error.__cause__.diag.message_detail or 0), reason=why) from error
        raise


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
