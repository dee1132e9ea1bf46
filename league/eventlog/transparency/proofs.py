"""Proofs from the log: that events are in it, and that it goes on from what it was."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import connection
from psycopg.pq import Format

from games.errors import Phrase
from league.errors import Unknown
from league.eventlog import store
from league.eventlog.errors import BadRange, NothingSigned, NotSignedYet
from league.eventlog.hash_chain import microseconds
from league.eventlog.store import SHARD
from league.eventlog.transparency import checkpoints, heads
from league.eventlog.transparency.checkpoints import SignedCheckpoint
from league.eventlog.transparency.tree import Tree
from verify import merkle
from verify.evidence_file import Consistency, Event, SigningKey
from verify.hash_chain import Columns
from verify.heads import Head

_EVENTS = """
SELECT ledger.position, ledger.blind, event.stream, event.seq, event.shard, kind, schema, payload, private_commit,
    actor, command_id, at, hash
FROM eventlog.event LEFT JOIN eventlog.ledger ON ledger.stream = event.stream AND ledger.seq = event.seq
WHERE event.stream = %s ORDER BY event.seq
"""

_POSITIONS = "SELECT stream, seq, shard, position, blind FROM eventlog.ledger WHERE stream = ANY(%s::text[])"


class StreamProof(NamedTuple):
    """Events of a stream, the hashes that complete the root of a checkpoint, and the keys that vouch for it.

    `head` proves that nothing follows. None for a checkpoint from before there were heads.
    """

    events: list[Event]
    proof: list[bytes]
    signed: SignedCheckpoint
    keys: list[SigningKey]
    head: Head | None


def prove_stream(stream: str) -> StreamProof:
    """Every event of *stream*, proved to be in the newest checkpoint of its shard.

    Raises `NothingSigned`, `NotSignedYet`.
    """
    shard = store.head(stream).shard
    signed, head = _newest(shard, stream)
    if signed is None:
        raise NothingSigned()
    events = _read_events(stream)  # after the checkpoint, which covers none but these
    for event in events:
        if not 0 <= event.position < signed.size:
            raise NotSignedYet(stream=stream, seq=event.columns.seq)
    cover = merkle.cover([event.position for event in events], signed.size)
    return StreamProof(events, Tree(shard, signed.size).hashes(cover), signed, whole_key_chain(shard), head)


def _newest(shard: int, stream: str) -> tuple[SignedCheckpoint | None, Head | None]:
    """The newest checkpoint of the shard, and what it proves of the end of the stream."""
    proved = heads.prove(shard, stream)
    if proved is None:
        return checkpoints.newest(shard), None
    return checkpoints.checkpoint_of_size(proved.size, shard), proved.head


def _read_events(stream: str) -> list[Event]:
    """The events of the stream. Those without a position yet have -1."""
    events = []
    with connection.cursor() as cursor:
        cursor.cursor.format = Format.BINARY
        cursor.execute(_EVENTS, [stream])
        for position, blind, *row, payload, commit, actor, command_id, at, hash_ in cursor.fetchall():
            name, seq, shard, kind, schema = row
            columns = Columns(
                name, seq, shard, kind, schema, payload.encode(), commit, actor, command_id, microseconds(at)
            )
            events.append(Event(-1 if position is None else position, columns, hash_, blind))
    return events


class EventsProof(NamedTuple):
    """Positions and blinds of events, in the order in which they were given, and a checkpoint that covers them all."""

    positions: list[int]
    blinds: list[bytes | None]
    proof: list[bytes]
    note: str
    keys: list[SigningKey]


def prove_events(events: Sequence[tuple[str, int]]) -> EventsProof | None:
    """The proof by the first checkpoint that covers all these events (stream, seq) of one shard, if there is one."""
    with connection.cursor() as cursor:
        cursor.execute(_POSITIONS, [sorted({stream for stream, _ in events})])
        places = {(stream, seq): place for stream, seq, *place in cursor.fetchall()}
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
    blinds = [None if (blind := places[event][2]) is None else bytes(blind) for event in events]
    return EventsProof(positions, blinds, proof, signed.note, key_chain(signed, shard))


def key_chain(signed: SignedCheckpoint, shard: int) -> list[SigningKey]:
    """The keys from the first one that stands for itself to the one that signed."""
    known = checkpoints.signing_keys(shard)
    signer = signed.signer(known)
    led = [key for key in known if key.id <= signer.id]
    first = max(at for at, key in enumerate(led) if key.statement is None)
    return [SigningKey(key.key, key.first, key.statement) for key in led[first:]]


def whole_key_chain(shard: int) -> list[SigningKey]:
    """The newest key, and all before it that are connected with it by statements."""
    known = checkpoints.signing_keys(shard)
    first = max((at for at, key in enumerate(known) if key.statement is None), default=0)
    return [SigningKey(key.key, key.first, key.statement) for key in known[first:]]


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
    return Consistency(first, second, then.root, now.root, now.hashes(path), whole_key_chain(shard))
