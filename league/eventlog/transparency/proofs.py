"""Proofs from the log: that events are in it, and that it goes on from what it was."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import connection
from psycopg.pq import Format

from games.errors import Phrase
from league.errors import Unknown
from league.eventlog.errors import BadRange, NothingSigned, NotSignedYet
from league.eventlog.hash_chain import microseconds
from league.eventlog.store import SHARD
from league.eventlog.transparency import checkpoints
from league.eventlog.transparency.checkpoints import SignedCheckpoint
from league.eventlog.transparency.tree import Tree
from verify import merkle
from verify.evidence_file import Consistency, Event, SigningKey
from verify.hash_chain import Columns

_EVENTS = """
SELECT ledger.position, event.stream, event.seq, event.shard, kind, schema, payload, private_commit, actor, command_id,
    at, hash
FROM eventlog.event LEFT JOIN eventlog.ledger ON ledger.stream = event.stream AND ledger.seq = event.seq
WHERE event.stream = %s ORDER BY event.seq
"""

_POSITIONS = "SELECT stream, seq, shard, position FROM eventlog.ledger WHERE stream = ANY(%s::text[])"


class StreamProof(NamedTuple):
    """Events of a stream, the hashes that complete the root of a checkpoint, and the keys that vouch for it."""

    events: list[Event]
    proof: list[bytes]
    signed: SignedCheckpoint
    keys: list[SigningKey]


def prove_stream(stream: str) -> StreamProof:
    """Every event of *stream*, proved to be in the newest checkpoint of its shard.

    Raises `NothingSigned`, `NotSignedYet`.
    """
    found = _read_events(stream)
    shard = found[0][1].shard if found else SHARD
    signed = checkpoints.newest(shard)
    if signed is None:
        raise NothingSigned()
    events: list[Event] = []
    for position, columns, hash_ in found:
        if position is None or position >= signed.size:
            raise NotSignedYet(stream=stream, seq=columns.seq)
        events.append(Event(position, columns, hash_))
    cover = merkle.cover([event.position for event in events], signed.size)
    return StreamProof(events, Tree(shard, signed.size).hashes(cover), signed, key_chain(signed, shard))


def _read_events(stream: str) -> list[tuple[int | None, Columns, bytes]]:
    """The position, the columns and the hash of each event."""
    events = []
    with connection.cursor() as cursor:
        cursor.cursor.format = Format.BINARY
        cursor.execute(_EVENTS, [stream])
        for position, *row, payload, commit, actor, command_id, at, hash_ in cursor.fetchall():
            name, seq, shard, kind, schema = row
            columns = Columns(
                name, seq, shard, kind, schema, payload.encode(), commit, actor, command_id, microseconds(at)
            )
            events.append((position, columns, hash_))
    return events


def prove_events(events: Sequence[tuple[str, int]]) -> tuple[list[int], list[bytes], str, list[SigningKey]] | None:
    """The first checkpoint that covers all these events (stream, seq) of one shard, if there is one.

    Their positions in the order in which they were given, the proof, the note, and the keys.
    """
    with connection.cursor() as cursor:
        cursor.execute(_POSITIONS, [sorted({stream for stream, _ in events})])
        places = {(stream, seq): (shard, position) for stream, seq, shard, position in cursor.fetchall()}
    if any(event not in places for event in events):
        return None
    shards = {places[event][0] for event in events}
    if len(shards) != 1:
        return None
    (shard,) = shards
    positions = [places[event][1] for event in events]
    signed = checkpoints.checkpoint_covering(max(positions), shard)
    if signed is None:
        return None
    proof = Tree(shard, signed.size).hashes(merkle.cover(sorted(positions), signed.size))
    return positions, proof, signed.note, key_chain(signed, shard)


def key_chain(signed: SignedCheckpoint, shard: int) -> list[SigningKey]:
    """The keys from the first one that stands for itself to the one that signed."""
    known = checkpoints.signing_keys(shard)
    signer = signed.signer(known)
    led = [key for key in known if key.id <= signer.id]
    first = max(at for at, key in enumerate(led) if key.statement is None)
    return [SigningKey(key.key, key.first, key.statement) for key in led[first:]]


def consistency(first: int, second: int, shard: int = SHARD) -> Consistency:
    """That the first *second* events of a shard begin with the first *first*. Raises `Unknown`, `BadRange`."""
    size = checkpoints.size(shard)
    for each in (first, second):
        if not 0 <= each <= size:
            raise Unknown(kind=Phrase("log of size"), id=each)
    if first > second:
        raise BadRange(first=first, second=second)
    path = merkle.consistency_path(first, second)
    then, now = Tree(shard, first), Tree(shard, second)
    return Consistency(first, second, then.root, now.root, now.hashes(path))
