"""The auditor of what checkpoints state below their roots: heads of streams, and how long events had waited."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from django.db import connection

from league.eventlog.audit.hash_chains import Finding
from league.eventlog.hash_chain import microseconds
from league.eventlog.transparency import delays, heads
from league.eventlog.transparency.checkpoints import SignedCheckpoint
from league.eventlog.transparency.heads import StoredHeads
from verify import merkle
from verify.heads import BUCKETS, DEPTH, EMPTY, Statement, bucket_hash, bucket_number, stream_key

_CONTINUED = """
SELECT imported.stream, min(imported.seq), min(first.payload) FROM eventlog.ledger AS imported
JOIN eventlog.ledger AS before ON before.stream = imported.stream AND before.seq = imported.seq - 1
LEFT JOIN eventlog.event AS first ON first.stream = imported.stream AND first.seq = 1
WHERE imported.shard = %s AND imported.imported IS NOT NULL AND before.imported IS NULL
GROUP BY imported.stream ORDER BY imported.stream
"""
_CLUBS = "SELECT DISTINCT club::text FROM eventlog.foreign_checkpoint"


def _empty() -> list[list[bytes]]:
    """The tree over empty buckets, level by level from them up to the root."""
    levels, hash_ = [], EMPTY
    for level in range(DEPTH + 1):
        levels.append([hash_] * (BUCKETS >> level))
        hash_ = merkle.node(hash_, hash_)
    return levels


@dataclass(slots=True)
class HeadTree:
    """The heads of all streams. At a checkpoint only what changed since the one before is worked out again."""

    buckets: dict[int, dict[bytes, bytes]] = field(default_factory=dict)
    levels: list[list[bytes]] = field(default_factory=_empty)

    def advance(self, last: Mapping[str, bytes]) -> bytes:
        """Take in the new last leaves of some streams. Returns the root over all."""
        changed = set()
        for stream, leaf in last.items():
            key = stream_key(stream)
            self.buckets.setdefault(bucket_number(key), {})[key] = leaf
            changed.add(bucket_number(key))
        for number in changed:
            self.levels[0][number] = bucket_hash(map(b"".join, self.buckets[number].items()))
        for below, level in pairwise(self.levels):
            changed = {number >> 1 for number in changed}
            for number in changed:
                level[number] = merkle.node(below[2 * number], below[2 * number + 1])
        return self.levels[-1][0]


@dataclass(slots=True)
class Lines:
    """What the log has had up to a checkpoint, to be compared with what that states.

    `stored`: the heads as they were when the audit began, for the service goes on.
    """

    stored: StoredHeads
    last: dict[str, bytes] = field(default_factory=dict)  # the last leaf of each stream
    changed: dict[str, bytes] = field(default_factory=dict)  # … if it is not yet in `tree`
    tree: HeadTree = field(default_factory=HeadTree)
    wrong: list[SignedCheckpoint] = field(default_factory=list)  # one after the other, with other heads than the log
    oldest: datetime | None = None  # since when the events since the last checkpoint have waited
    first: bool = True  # whether no checkpoint came before

    def note(self, stream: str, leaf: bytes, since: datetime | None) -> None:
        """Take in the next event. It waits *since* it was stored."""
        self.last[stream] = self.changed[stream] = leaf
        if since is not None and (self.oldest is None or since < self.oldest):
            self.oldest = since

    def pass_checkpoint(self) -> None:
        self.oldest, self.first = None, False

    def findings(self, signed: SignedCheckpoint) -> Iterator[Finding]:
        """Compare a checkpoint, and the stored heads if they are of its size."""
        stated, what = signed.statement, f"checkpoint {signed.size} (log {signed.log})"
        if stated.heads is None:
            return
        if stated.oldest != (None if self.oldest is None else microseconds(self.oldest)):
            yield Finding("checkpoint", f"{what} states another time of its oldest event than the log has")
        yield from self._late(stated, what)
        yield from self._heads(signed, stated, what)
        if signed.size == self.stored.size:
            for stream, text in heads.faults(self.stored, self.last):
                yield Finding("heads", text, stream)
        elif signed.size == self.stored.newest:
            yield Finding("heads", f"the stored heads of streams are not those of {what}")

    def _heads(self, signed: SignedCheckpoint, stated: Statement, what: str) -> Iterator[Finding]:
        """Whether these are the heads of the streams. Only the first of several wrong statements is told by itself."""
        root, self.changed = self.tree.advance(self.changed), {}
        if root == stated.heads:
            yield from self.others()
            return
        self.wrong.append(signed)
        if len(self.wrong) == 1:
            yield Finding("checkpoint", f"{what} states other heads of streams than the log has")

    def others(self) -> Iterator[Finding]:
        """Tell of those that followed the first wrong one, before the heads were right again."""
        if len(self.wrong) > 1:
            text = f"{len(self.wrong) - 1} later ones, up to checkpoint {self.wrong[-1].size}, state other heads, too"
            yield Finding("checkpoint", f"after checkpoint {self.wrong[0].size}, {text}")
        self.wrong = []

    def _late(self, stated: Statement, what: str) -> Iterator[Finding]:
        """Whether an event could have been changed before it was signed. Nothing is promised before the first one."""
        waited = delays.wait_time(stated)
        if not self.first and waited > delays.PROMISED:
            most = delays.PROMISED.total_seconds()
            text = f"its oldest event had waited {waited.total_seconds():.0f} s, longer than {most:.0f} s"
            yield Finding("late", f"{what} was signed late: {text}")


def continuations(shard: int) -> Iterator[Finding]:
    """Events passed off as imported: in a stream that began here, and without a checkpoint of another log."""
    with connection.cursor() as cursor:
        cursor.execute(_CLUBS)
        signed = {club for (club,) in cursor.fetchall()}
        cursor.execute(_CONTINUED, [shard])
        for stream, seq, payload in cursor.fetchall():
            if _club(stream, payload) not in signed:
                text = "it is marked as imported, but its stream began here, and no other log signed it"
                yield Finding("late", text, stream, seq)


def _club(stream: str, payload: str | None) -> str:
    """The club that the first event of a stream names, or whose stream it is."""
    try:
        first = json.loads(payload or "")
    except ValueError:  # which the audit of the chains has found
        first = None
    return str(first["club"]) if isinstance(first, dict) and "club" in first else stream.partition("-")[2]
