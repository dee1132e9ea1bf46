"""The auditor of the tree: recomputes it from the events, and compares tiles, frontier and every checkpoint.

One pass over the log in its order. Where an event is not what its tile has, the tile decides: it is covered by others.
Where tiles were forged as well, a checkpoint tells, and its frontier narrows down where.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain, pairwise
from typing import NamedTuple

from django.db import connection, transaction
from psycopg.pq import Format

from league.eventlog.audit.checkpoint_lines import Lines, continuations
from league.eventlog.audit.hash_chains import CHUNK, Finding
from league.eventlog.store import SHARD
from league.eventlog.transparency import checkpoints, heads, tree
from league.eventlog.transparency.checkpoints import Key, SignedCheckpoint
from verify import merkle
from verify.evidence_file import SigningKey
from verify.key_chain import require_named
from verify.signed_notes import Checkpoint, NoteFault

MOST_NAMED = 5  # streams in one finding

_LEAVES = """
SELECT ledger.position, ledger.stream, ledger.seq, event.hash, ledger.blind,
    coalesce(ledger.imported, event.at)
FROM eventlog.ledger
LEFT JOIN eventlog.event ON event.stream = ledger.stream AND event.seq = ledger.seq
WHERE ledger.shard = %s AND ledger.position < %s ORDER BY ledger.position
"""
_TILES = "SELECT number, hashes, root FROM eventlog.tile WHERE shard = %s AND level = %s ORDER BY number"
_BETWEEN = """
SELECT ledger.stream, min(ledger.seq), count(*), min(ledger.seq) FILTER (WHERE event.seq IS NULL) FROM eventlog.ledger
LEFT JOIN eventlog.event ON event.stream = ledger.stream AND event.seq = ledger.seq
WHERE ledger.shard = %s AND ledger.position >= %s AND ledger.position < %s
GROUP BY ledger.stream ORDER BY min(ledger.position)
"""


class _Leaf(NamedTuple):
    """The event that the ledger has at a position, with its leaf hash and since when it waits."""

    stream: str
    seq: int
    hash: bytes | None
    since: datetime | None = None


class _Tile(NamedTuple):
    number: int
    hashes: list[bytes]
    root: bytes


def audit(witness: Checkpoint | None = None, shard: int = SHARD) -> Iterator[Finding]:
    """Check tree and checkpoints of a shard. *witness*: its checkpoint that was signed last, from outside the database.

    Findings in another shard than the first say which.
    """
    stored = heads.snapshot(shard)  # what is read before the tree cannot be ahead of it
    signed = [each for each in checkpoints.every(shard) if each.size > 0]
    known, (size, frontier) = checkpoints.signing_keys(shard), tree.frontier(shard)
    reached = [each for each in signed if each.size <= size]
    for finding in chain(
        _keys(known),
        _cut(size, signed, witness),
        _compare(signed, witness),
        _Pass(shard, size, frontier, reached, Lines(stored), known, witness).findings(),
        _upper(shard, size),
        continuations(shard),
    ):
        yield finding if shard == SHARD else replace(finding, text=f"in shard {shard}, {finding.text}")


def _keys(known: Sequence[Key]) -> Iterator[Finding]:
    """Only another log, under another name, starts with a key that no earlier one names."""
    for old, new in pairwise(known):
        if (new.log == old.log) != (new.key.name == old.key.name):
            yield Finding("key", f"signing key {new.id} is called {new.key.name}, and is of log {new.log}")
        if new.statement is None and new.log <= old.log:
            yield Finding("key", f"signing key {new.id}: no earlier key names it, and it signs the same log")
        try:
            require_named(old.key, SigningKey(new.key, new.first, new.statement))
        except NoteFault as fault:
            yield Finding("key", f"signing key {new.id}: {fault}")


def _cut(size: int, signed: Sequence[SignedCheckpoint], witness: Checkpoint | None) -> Iterator[Finding]:
    """Whether the log is shorter than what was signed."""
    last = max((each.size for each in signed), default=0)
    if last > size:
        yield Finding("cut", f"checkpoint {last} was signed, and positions {size} to {last - 1} are gone")
    if witness is not None and witness.size > max(size, last):
        text = f"checkpoint {witness.size} is kept outside the database, which has {size} events: it was rolled back"
        yield Finding("rolled_back", text)


def _compare(signed: Sequence[SignedCheckpoint], witness: Checkpoint | None) -> Iterator[Finding]:
    """Whether a checkpoint states the same below its root as the copy outside, if it is the one that was kept."""
    if witness is None:
        return
    start = "\n".join(witness.text.split("\n")[:3])  # origin, size and root
    for each in signed:
        if each.note.startswith(f"{start}\n") and not each.note.startswith(f"{witness.text}\n"):
            text = f"checkpoint {each.size} differs from the copy outside the database, with the same events"
            yield Finding("checkpoint", text)


@dataclass(slots=True)
class _Pass:
    """One pass over the events in their order, tile by tile."""

    shard: int
    size: int
    frontier: Sequence[bytes]
    waiting: list[SignedCheckpoint]
    lines: Lines
    known: Sequence[Key]
    witness: Checkpoint | None
    peaks: list[bytes] = field(default_factory=list)  # of all tiles before the current one
    good: int = 0  # up to this size the log is what was signed
    bad: list[SignedCheckpoint] = field(default_factory=list)

    def findings(self) -> Iterator[Finding]:
        tiles = _tiles(self.shard, 0)
        tile = next(tiles, None)
        for number, leaves in enumerate(self._leaves()):
            if len(leaves) < tree.WIDTH:
                yield from self._checkpoints(number, leaves, [leaf.hash or bytes(32) for leaf in leaves])
                yield from self._edge(leaves)
                break
            if tile is None or tile.number != number:
                yield Finding("tile", f"tile {number} of level 0 is missing")
                hashes = [leaf.hash or bytes(32) for leaf in leaves]
            else:
                yield from self._tile(tile, leaves)
                hashes = _authentic(tile, leaves)
                tile = next(tiles, None)
            yield from self._checkpoints(number, leaves, hashes)
            merkle.push(self.peaks, number, merkle.full(hashes))
        else:
            yield from self._edge([])
        if tile is not None:
            yield Finding("tile", f"tile {tile.number} of level 0 is there, and the log has {self.size} events")
        yield from self._others()
        yield from self.lines.others()

    def _leaves(self) -> Iterator[list[_Leaf]]:
        """The events of one tile after another. Positions that the ledger lacks have no event."""
        held: list[_Leaf] = []
        for leaf in self._in_order():
            held.append(leaf)
            if len(held) == tree.WIDTH:
                yield held
                held = []
        if held:
            yield held

    def _in_order(self) -> Iterator[_Leaf]:
        due = 0
        with transaction.atomic(), connection.chunked_cursor() as cursor:
            cursor.cursor.format = Format.BINARY
            cursor.cursor.itersize = CHUNK
            cursor.execute(_LEAVES, [self.shard, self.size])
            for position, stream, seq, hash_, blind, since in cursor:
                yield from [_Leaf("", 0, None)] * (position - due)
                yield _Leaf(stream, seq, None if hash_ is None else merkle.event_leaf(hash_, blind), since)
                due = position + 1
        yield from [_Leaf("", 0, None)] * (self.size - due)

    def _tile(self, tile: _Tile, leaves: Sequence[_Leaf]) -> Iterator[Finding]:
        """Compare a full tile with its events."""
        whole = merkle.full(tile.hashes) == tile.root
        first = tile.number * tree.WIDTH
        for place, (leaf, hash_) in enumerate(zip(leaves, tile.hashes, strict=True)):
            if leaf.hash == hash_ or leaf.hash is None:
                continue  # an event that is missing is told of by the audit of the chains
            if whole:
                text = f"it is not the event that was sealed at position {first + place}"
                yield Finding("sealed", text, leaf.stream, leaf.seq, "hash")
            else:
                text = f"tile {tile.number} of level 0 has another hash for position {first + place}"
                yield Finding("tile", text, leaf.stream, leaf.seq)
        if not whole and [leaf.hash for leaf in leaves] == tile.hashes:
            yield Finding("tile", f"the root of tile {tile.number} of level 0 is not that of its hashes")

    def _edge(self, leaves: Sequence[_Leaf]) -> Iterator[Finding]:
        """Compare the frontier with the tree of all tiles and of the events behind the last one."""
        hashes = [leaf.hash or bytes(32) for leaf in leaves]
        peaks = [*self.peaks, *merkle.tree_peaks(hashes)]
        yield from self._differing(self.size, peaks, self.frontier, "frontier", "the frontier of the tree")

    def _checkpoints(self, number: int, leaves: Sequence[_Leaf], hashes: Sequence[bytes]) -> Iterator[Finding]:
        """Compare every checkpoint whose last event is in this tile."""
        first = number * tree.WIDTH
        peaks = [*self.peaks]
        inner: list[bytes] = []
        for place, (leaf, hash_) in enumerate(zip(leaves, hashes, strict=True)):
            if not self.waiting and self.witness is None:
                return
            merkle.push(inner, place, hash_)
            self.lines.note(leaf.stream, hash_, leaf.since)
            size = first + place + 1
            while self.waiting and self.waiting[0].size == size:
                yield from self._checkpoint(self.waiting.pop(0), _join_peaks(peaks, number, inner, place + 1))
                self.lines.pass_checkpoint()
            if self.witness is not None and self.witness.size == size:
                if merkle.root(_join_peaks(peaks, number, inner, place + 1)) != self.witness.root:
                    text = f"the copy outside the database is checkpoint {size}, and the log before it is another one"
                    yield Finding("rolled_back", text)
                self.witness = None

    def _checkpoint(self, signed: SignedCheckpoint, peaks: Sequence[bytes]) -> Iterator[Finding]:
        fault = checkpoints.fault_of(signed, self.known)
        if fault is not None:
            yield Finding("checkpoint", f"checkpoint {signed.size} (log {signed.log}): {fault}")
        elif merkle.root(peaks) == signed.root:
            yield from self._others()
            self.good = signed.size
            yield from self.lines.findings(signed)
        else:
            self.bad.append(signed)
            if len(self.bad) == 1:
                yield from self._bad(signed, peaks)

    def _bad(self, signed: SignedCheckpoint, peaks: Sequence[bytes]) -> Iterator[Finding]:
        """Tell of a checkpoint with another root than the tree, and where if an earlier one doesn't vouch for that."""
        what = f"checkpoint {signed.size} (log {signed.log})"
        found = [*self._differing(signed.size, peaks, signed.frontier, "checkpoint", what, good=self.good)]
        yield from found or [
            Finding("checkpoint", f"{what} is not what the log gives, although checkpoint {self.good} is")
        ]

    def _others(self) -> Iterator[Finding]:
        """Tell of those that followed a bad checkpoint before the log was again what was signed."""
        if len(self.bad) > 1:
            text = f"and so are {len(self.bad) - 1} later ones, up to checkpoint {self.bad[-1].size}"
            yield Finding("checkpoint", f"checkpoint {self.bad[0].size} is not what the log gives, {text}")
        self.bad = []

    def _differing(
        self, size: int, made: Sequence[bytes], kept: Sequence[bytes], code: str, what: str, *, good: int = 0
    ) -> Iterator[Finding]:
        """A finding for each full subtree whose hash differs, with the streams that have events there."""
        if len(kept) != size.bit_count():
            yield Finding(code, f"{what} has {len(kept)} hashes, not {size.bit_count()}")
        for (first, end), one, other in zip(_subtrees(size), made, kept, strict=False):
            if one != other and end > good:
                yield _where(self.shard, code, f"{what} is not that of the events", max(first, good), end)


def _authentic(tile: _Tile, leaves: Sequence[_Leaf]) -> list[bytes]:
    """The hashes the tree was made of: those of the tile, unless the tile was changed."""
    if merkle.full(tile.hashes) == tile.root:
        return tile.hashes
    return [leaf.hash or hash_ for leaf, hash_ in zip(leaves, tile.hashes, strict=True)]


def _join_peaks(peaks: Sequence[bytes], number: int, inner: Sequence[bytes], count: int) -> list[bytes]:
    """The peaks of *number* tiles and *count* leaves behind them."""
    if count < tree.WIDTH:
        return [*peaks, *inner]
    joined = [*peaks]
    merkle.push(joined, number, inner[0])
    return joined


def _subtrees(size: int) -> list[merkle.Range]:
    """The full subtrees of a tree, the largest first."""
    ranges: list[merkle.Range] = []
    start = 0
    for digit in reversed(range(size.bit_length())):
        if size >> digit & 1:
            ranges.append((start, start + (1 << digit)))
            start += 1 << digit
    return ranges


def _where(shard: int, code: str, what: str, first: int, end: int) -> Finding:
    """A finding between two positions: of an event that is gone, of one if it is one, else naming who is there.

    Where the ledger has lost positions, nobody can tell whose they were: then no event that is there is blamed.
    """
    with connection.cursor() as cursor:
        cursor.execute(_BETWEEN, [shard, first, end])
        rows = cursor.fetchall()
    lost = end - first - sum(count for _, _, count, _ in rows)
    gone = [(stream, seq) for stream, _, _, seq in rows if seq is not None]
    if end - first == 1 and rows and not gone:
        return Finding(code, f"{what} at position {first}", rows[0][0], rows[0][1], "hash")
    told = [f"{stream} without event {seq}" for stream, seq in gone]
    told += [f"{stream} from event {seq}" for stream, seq, _, missing in rows if missing is None]
    named = ", ".join(told[:MOST_NAMED])
    named += f" and {len(told) - MOST_NAMED} more streams" if len(told) > MOST_NAMED else ""
    if lost:
        named = f"the ledger lacks {lost} of them{f'; the others: {named}' if named else ''}"
    one = gone or [(stream, seq) for stream, seq, _, _ in rows]
    stream, seq = one[0] if len(one) == 1 and not lost else (None, None)
    where = f"at position {first}" if end - first == 1 else f"between positions {first} and {end - 1}"
    return Finding(code, f"{what} {where} ({named})", stream, seq)


def _tiles(shard: int, level: int) -> Iterator[_Tile]:
    with transaction.atomic(), connection.chunked_cursor() as cursor:
        cursor.cursor.format = Format.BINARY
        cursor.cursor.itersize = 16
        cursor.execute(_TILES, [shard, level])
        for number, raw, root in cursor:
            hashes = bytes(raw)
            yield _Tile(number, [hashes[at : at + 32] for at in range(0, len(hashes), 32)], bytes(root))


def _upper(shard: int, size: int) -> Iterator[Finding]:
    """Compare each tile above level 0 with the roots of the tiles below it."""
    level, below = 1, size // tree.WIDTH
    while below >= tree.WIDTH:
        lower = iter(_roots(shard, level - 1))
        found = 0
        for tile in _tiles(shard, level):
            roots = [root for _, root in zip(range(tree.WIDTH), lower, strict=False)]
            if tile.number != found or tile.hashes != roots or merkle.full(tile.hashes) != tile.root:
                yield Finding("tile", f"tile {tile.number} of level {level} is not made of those below it")
            found += 1
        if found != below // tree.WIDTH:
            yield Finding("tile", f"level {level} has {found} tiles, not {below // tree.WIDTH}")
        level, below = level + 1, below // tree.WIDTH


def _roots(shard: int, level: int) -> Iterator[bytes]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT root FROM eventlog.tile WHERE shard = %s AND level = %s ORDER BY number", [shard, level])
        yield from (bytes(root) for (root,) in cursor.fetchall())
