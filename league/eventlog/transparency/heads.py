"""The heads of all streams of a shard at its newest checkpoint, as they are stored: 256 tiles of 256 buckets each.

Only the signer moves them on, in the transaction that signs, over what was sealed since the last checkpoint. What it
touches it checks first: the entries of a bucket give its hash, the hashes of a tile its root, and the roots of all
tiles the heads that the last checkpoint states. So a change in these tables is not signed over.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from league.eventlog import statements
from league.eventlog.errors import CheckpointRefused
from league.eventlog.hash_chain import microseconds
from verify import merkle
from verify.heads import EMPTY, Head, Statement, bucket_hash, bucket_number, stream_key

WIDTH = 256  # buckets of a tile, and tiles
CHUNK = 50_000  # events taken in at a time
NO_TILE = [EMPTY] * WIDTH
NO_TILE_ROOT = merkle.full(NO_TILE)

_SIZE = "SELECT size FROM eventlog.heads WHERE shard = %s"
_KEEP_SIZE = """
INSERT INTO eventlog.heads (shard, size) VALUES (%s, %s) ON CONFLICT (shard) DO UPDATE SET size = excluded.size
"""
_EVENTS = """
FROM eventlog.ledger CROSS JOIN LATERAL (
    SELECT hash, at FROM eventlog.event WHERE event.stream = ledger.stream AND event.seq = ledger.seq
    OFFSET 0 -- one by one, as in tree.py
) AS event
WHERE ledger.shard = %s AND position >= %s AND position < %s
"""
_LAST = f"""
SELECT DISTINCT ON (ledger.stream) ledger.stream, event.hash, ledger.blind {_EVENTS}
ORDER BY ledger.stream, position DESC
"""
_TIMES = f"SELECT clock_timestamp(), min(coalesce(ledger.imported, event.at)) {_EVENTS}"
_ROOTS = "SELECT number, root FROM eventlog.head_tile WHERE shard = %s"
_TILES = "SELECT number, hashes FROM eventlog.head_tile WHERE shard = %s AND number = ANY(%s::smallint[])"
_SNAPSHOT = """
SELECT heads.size,
    (SELECT max(size) FROM eventlog.checkpoint AS known WHERE known.shard = one.shard),
    ARRAY(SELECT stream || leaf FROM eventlog.head WHERE head.shard = one.shard),
    ARRAY(SELECT number FROM eventlog.head_tile AS tile WHERE tile.shard = one.shard ORDER BY number),
    ARRAY(SELECT hashes FROM eventlog.head_tile AS tile WHERE tile.shard = one.shard ORDER BY number),
    ARRAY(SELECT root FROM eventlog.head_tile AS tile WHERE tile.shard = one.shard ORDER BY number)
FROM (SELECT %s::smallint AS shard) AS one LEFT JOIN eventlog.heads ON heads.shard = one.shard
"""
_ENTRIES = """
SELECT head.stream, head.leaf FROM unnest(%s::bytea[], %s::bytea[]) AS bucket (first, last)
CROSS JOIN LATERAL (
    SELECT stream, leaf FROM eventlog.head WHERE shard = %s AND stream BETWEEN bucket.first AND bucket.last
    OFFSET 0 -- by the key, bucket by bucket
) AS head
"""
_KEEP_HEADS = """
INSERT INTO eventlog.head (shard, stream, leaf) SELECT %s, * FROM unnest(%s::bytea[], %s::bytea[])
ON CONFLICT (shard, stream) DO UPDATE SET leaf = excluded.leaf
"""
_KEEP_TILE = """
INSERT INTO eventlog.head_tile (shard, number, hashes, root) VALUES (%s, %s, %s, %s)
ON CONFLICT (shard, number) DO UPDATE SET hashes = excluded.hashes, root = excluded.root
"""
_PROOF = """
SELECT heads.size,
    ARRAY(SELECT stream || leaf FROM eventlog.head
        WHERE head.shard = heads.shard AND stream BETWEEN %s AND %s ORDER BY stream),
    (SELECT hashes FROM eventlog.head_tile AS tile WHERE tile.shard = heads.shard AND number = %s),
    ARRAY(SELECT number FROM eventlog.head_tile AS tile WHERE tile.shard = heads.shard ORDER BY number),
    ARRAY(SELECT root FROM eventlog.head_tile AS tile WHERE tile.shard = heads.shard ORDER BY number)
FROM eventlog.heads WHERE shard = %s
"""


class ProvedHead(NamedTuple):
    """The proof of a stream's last event, at the checkpoint of this size."""

    size: int
    head: Head


class StoredHeads(NamedTuple):
    """Of how many events the stored heads are, and the size of the newest checkpoint: None if there is none.

    `entries`: the last leaf by the hash of the stream. `tiles`: the hashes of each tile, and its root.
    """

    size: int | None
    newest: int | None
    entries: Mapping[bytes, bytes]
    tiles: Mapping[int, tuple[list[bytes], bytes]]


def state(shard: int, size: int, *, since: int, stated: bytes | None) -> Statement:
    """Move the heads on to the first *size* events, and return what their checkpoint states.

    *since*: the size of the last checkpoint. *stated*: the heads in it; without them all are collected anew. Raises
    `CheckpointRefused`.
    """
    if stated is None:
        _clear(shard)
    root = _advance(shard, size, since, stated)
    ((now, oldest),) = statements.fetch(_TIMES, shard, since, size)
    return Statement(root, None if oldest is None else microseconds(oldest), microseconds(now))


def _clear(shard: int) -> None:
    for table in ("head", "head_tile", "heads"):
        statements.execute(f"DELETE FROM eventlog.{table} WHERE shard = %s", shard)  # noqa: S608 - the names above


def _advance(shard: int, size: int, since: int, stated: bytes | None) -> bytes:
    """Move the heads on, and return their root."""
    rows = statements.fetch(_SIZE, shard)
    known = rows[0][0] if rows else 0
    roots = [NO_TILE_ROOT] * WIDTH
    for number, root in statements.fetch(_ROOTS, shard):
        roots[number] = bytes(root)
    if stated is not None and (known, merkle.full(roots)) != (since, stated):
        raise CheckpointRefused(why="the heads of the streams are not those of the last checkpoint")
    for first in range(known, size, CHUNK):
        for number, root in _take(shard, first, min(size, first + CHUNK), roots).items():
            roots[number] = root
    statements.execute(_KEEP_SIZE, shard, size)
    return merkle.full(roots)


def prove(shard: int, stream: str) -> ProvedHead | None:
    """Prove the last event of a stream, if the newest checkpoint of the shard states heads. One snapshot."""
    key = stream_key(stream)
    tile, place = divmod(bucket_number(key), WIDTH)
    rows = statements.fetch(_PROOF, *_range(key[:2]), tile, shard)
    if not rows:
        return None
    size, entries, raw, numbers, found = rows[0]
    roots = [NO_TILE_ROOT] * WIDTH
    for number, root in zip(numbers, found, strict=True):
        roots[number] = bytes(root)
    hashes = NO_TILE if raw is None else _split(raw)
    return ProvedHead(size, Head([bytes(entry) for entry in entries], [*_path(hashes, place), *_path(roots, tile)]))


def snapshot(shard: int) -> StoredHeads:
    """All stored heads of a shard as they are at one moment, beside the newest checkpoint of that moment."""
    size, newest, entries, numbers, hashes, roots = statements.fetch(_SNAPSHOT, shard, binary=True)[0]
    return StoredHeads(
        size,
        newest,
        {bytes(entry[:32]): bytes(entry[32:]) for entry in entries},
        {number: (_split(raw), root) for number, raw, root in zip(numbers, hashes, roots, strict=True)},
    )


def faults(stored: StoredHeads, last: Mapping[str, bytes]) -> Iterator[tuple[str | None, str]]:
    """What is wrong with stored heads, if these are the last leaves of the streams. Names the stream if it can."""
    entries = dict(stored.entries)
    for stream, leaf in last.items():
        if entries.pop(stream_key(stream), None) != leaf:
            yield stream, "its stored head is not its last event"
    if entries:
        yield None, f"heads of {len(entries)} streams are stored that the log does not have"
    made: dict[int, dict[int, list[bytes]]] = {}
    for key, leaf in ((stream_key(stream), leaf) for stream, leaf in last.items()):
        made.setdefault(key[0], {}).setdefault(key[1], []).append(key + leaf)
    for number in range(WIDTH):
        hashes = [bucket_hash(made.get(number, {}).get(place, ())) for place in range(WIDTH)]
        if stored.tiles.get(number, (NO_TILE, NO_TILE_ROOT)) != (hashes, merkle.full(hashes)):
            yield None, f"tile {number} of the heads is not that of the streams"


def _path(hashes: Sequence[bytes], place: int) -> list[bytes]:
    """The hashes beside the way from one of them up to the root of all."""
    path = []
    while len(hashes) > 1:
        path.append(hashes[place ^ 1])
        hashes = [merkle.node(left, right) for left, right in zip(hashes[::2], hashes[1::2], strict=True)]
        place >>= 1
    return path


def _take(shard: int, first: int, end: int, roots: Sequence[bytes]) -> Mapping[int, bytes]:
    """Take in the events from *first* to the one before *end*. Returns the new roots of the tiles that they change."""
    last = statements.fetch(_LAST, shard, first, end)
    new = {stream_key(stream): merkle.event_leaf(hash_, blind) for stream, hash_, blind in last}
    buckets = _buckets(shard, {key[:2] for key in new})
    tiles = _tiles(shard, {key[0] for key in new}, roots)
    for prefix, entries in buckets.items():
        if bucket_hash(map(b"".join, entries.items())) != tiles[prefix[0]][prefix[1]]:
            raise CheckpointRefused(why=f"the heads in bucket {bucket_number(prefix)} do not give its hash")
    for key, leaf in new.items():
        buckets[key[:2]][key] = leaf
    for prefix, entries in buckets.items():
        tiles[prefix[0]][prefix[1]] = bucket_hash(map(b"".join, entries.items()))
    statements.execute(_KEEP_HEADS, shard, list(new), list(new.values()))
    return {number: _keep(shard, number, hashes) for number, hashes in tiles.items()}


def _buckets(shard: int, prefixes: Iterable[bytes]) -> dict[bytes, dict[bytes, bytes]]:
    """The entries of the buckets, by the two bytes with which their streams' hashes begin."""
    found: dict[bytes, dict[bytes, bytes]] = {prefix: {} for prefix in sorted(prefixes)}
    firsts, lasts = zip(*map(_range, found), strict=True)
    for stream, leaf in statements.fetch(_ENTRIES, list(firsts), list(lasts), shard):
        found[bytes(stream[:2])][bytes(stream)] = bytes(leaf)
    return found


def _tiles(shard: int, numbers: Iterable[int], roots: Sequence[bytes]) -> dict[int, list[bytes]]:
    found = {number: [*NO_TILE] for number in sorted(numbers)}
    for number, raw in statements.fetch(_TILES, shard, list(found)):
        found[number] = _split(raw)
    for number, hashes in found.items():
        if merkle.full(hashes) != roots[number]:
            raise CheckpointRefused(why=f"the root of tile {number} of the heads is not that of its hashes")
    return found


def _keep(shard: int, number: int, hashes: Sequence[bytes]) -> bytes:
    root = merkle.full(hashes)
    statements.execute(_KEEP_TILE, shard, number, b"".join(hashes), root)
    return root


def _range(prefix: bytes) -> tuple[bytes, bytes]:
    """The least and the greatest hash of a name in a bucket."""
    return prefix + bytes(30), prefix + b"\xff" * 30


def _split(raw: bytes) -> list[bytes]:
    return [bytes(raw[at : at + 32]) for at in range(0, len(raw), 32)]
