"""The Merkle tree over the order of the log, as it is stored: its frontier, and full tiles of 256 hashes.

Leaf number n is the event at position n, by its hash and its blind. The sealer lets the tree grow in the transaction
that gives events their positions; so it may be behind the ledger only where the ledger is older than the tree.
"""

from collections.abc import Sequence

from games.errors import Phrase
from league.eventlog import statements
from league.eventlog.errors import LedgerBroken
from verify import merkle

WIDTH = 256  # hashes of a tile
CHUNK = 16 * WIDTH  # leaves read at a time

_TREE = "SELECT size, frontier FROM eventlog.tree WHERE shard = %s"
_GROW = "SELECT eventlog.grow(%s::smallint, %s, %s::bytea[])"
_HASHES = """
SELECT event.hash, ledger.blind FROM eventlog.ledger
CROSS JOIN LATERAL (
    SELECT hash FROM eventlog.event WHERE event.stream = ledger.stream AND event.seq = ledger.seq
    OFFSET 0 -- one by one: PostgreSQL does not reckon that partitions are passed over, and would rather read them whole
) AS event
WHERE ledger.shard = %s AND position >= %s AND position < %s ORDER BY position
"""
_KEEP = "SELECT eventlog.keep_tile(%s::smallint, %s::smallint, %s, %s::bytea, %s::bytea)"
_TILE = "SELECT hashes FROM eventlog.tile WHERE shard = %s AND level = %s AND number = %s"
_ROOTS = """
SELECT root FROM eventlog.tile WHERE shard = %s AND level = %s AND number >= %s AND number < %s ORDER BY number
"""


def grow(shard: int, size: int) -> None:
    """Let the tree cover the first *size* events of the ledger. Raises `LedgerBroken`, and then changes nothing."""
    known, peaks = frontier(shard)
    if known == size:
        return
    while known < size:
        end = min(size, known + CHUNK)
        _take(shard, known, end, peaks)
        known = end
    statements.fetch(_GROW, shard, size, peaks)


def frontier(shard: int) -> tuple[int, list[bytes]]:
    """How many events the tree covers, and the hashes of its full subtrees, the largest first."""
    rows = statements.fetch(_TREE, shard)
    return (rows[0][0], [bytes(peak) for peak in rows[0][1]]) if rows else (0, [])


def _take(shard: int, size: int, end: int, peaks: list[bytes]) -> None:
    """Add the leaves from *size* to *end* to *peaks*, and keep the tiles that become full."""
    begun = size % WIDTH
    if end // WIDTH == size // WIDTH:
        for place, leaf in enumerate(_leaves(shard, size, end), size):
            merkle.push(peaks, place, leaf)
        return
    leaves = _leaves(shard, size - begun, end)
    _unpush(peaks, leaves[:begun], size - begun)
    for first in range(0, len(leaves) - WIDTH + 1, WIDTH):
        number = (size - begun + first) // WIDTH
        merkle.push(peaks, number, _keep(shard, 0, number, leaves[first : first + WIDTH]))
    for place, leaf in enumerate(leaves[len(leaves) - end % WIDTH :]):
        merkle.push(peaks, place, leaf)


def _unpush(peaks: list[bytes], leaves: Sequence[bytes], first: int) -> None:
    """Take the leaves of the tile that begins at *first* from *peaks* again. They must not have changed."""
    given = merkle.tree_peaks(leaves)
    if given and peaks[-len(given) :] != given:
        why = Phrase(
            "an event between here and position {last} differs from what was sealed", last=first + len(leaves) - 1
        )
        raise LedgerBroken(position=first, reason=why)
    del peaks[len(peaks) - len(given) :]


def _keep(shard: int, level: int, number: int, hashes: Sequence[bytes]) -> bytes:
    """Keep a full tile, and that above it if it has become full; the root of the tile."""
    root = merkle.full(hashes)
    statements.fetch(_KEEP, shard, level, number, b"".join(hashes), root)
    above, place = divmod(number, WIDTH)
    if place == WIDTH - 1:
        _keep(shard, level + 1, above, _roots(shard, level, above))
    return root


def _leaves(shard: int, start: int, end: int) -> list[bytes]:
    hashes = [merkle.event_leaf(*row) for row in statements.fetch(_HASHES, shard, start, end)]
    if len(hashes) != end - start:
        why = Phrase("{count} events were found up to position {last}", count=len(hashes), last=end - 1)
        raise LedgerBroken(position=start, reason=why)
    return hashes


def _roots(shard: int, level: int, above: int) -> list[bytes]:
    return [bytes(root) for (root,) in statements.fetch(_ROOTS, shard, level, above * WIDTH, (above + 1) * WIDTH)]


class Tree:
    """The tree as it was at *size*, for roots and proofs. Tiles are read once, missing ones worked out from events."""

    def __init__(self, shard: int, size: int) -> None:
        self.shard = shard
        self.size = size
        self._tiles: dict[tuple[int, int], list[bytes]] = {}

    @property
    def root(self) -> bytes:
        """Its root."""
        return self.hash(0, self.size) if self.size else merkle.EMPTY

    def hash(self, start: int, end: int) -> bytes:
        """The hash over the leaves from *start* to the one before *end*, a range of the tree. Raises `LedgerBroken`."""
        count = end - start
        if count & (count - 1) == 0 and start % count == 0:
            return self._full(count.bit_length() - 1, start // count)
        middle = start + merkle.largest_power_below(count)
        return merkle.node(self.hash(start, middle), self.hash(middle, end))

    def hashes(self, ranges: Sequence[merkle.Range]) -> list[bytes]:
        """The hashes of several ranges."""
        return [self.hash(start, end) for start, end in ranges]

    def _full(self, height: int, number: int) -> bytes:
        """The hash of the *number*-th of the full subtrees of this height."""
        level, rest = divmod(height, WIDTH.bit_length() - 1)
        tile, first = divmod(number << rest, WIDTH)
        return merkle.full(self._tile(level, tile)[first : first + (1 << rest)])

    def _tile(self, level: int, number: int) -> list[bytes]:
        """The hashes of a tile, full or not."""
        if (level, number) not in self._tiles:
            self._tiles[level, number] = self._read(level, number)
        return self._tiles[level, number]

    def _read(self, level: int, number: int) -> list[bytes]:
        rows = statements.fetch(_TILE, self.shard, level, number)
        if rows:
            hashes = bytes(rows[0][0])
            return [hashes[at : at + 32] for at in range(0, len(hashes), 32)]
        if level == 0:
            first = number * WIDTH
            return _leaves(self.shard, first, min(first + WIDTH, self.size))
        return _roots(self.shard, level - 1, number)
