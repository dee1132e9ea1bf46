"""The auditor of what checkpoints state below their roots: heads of streams, and how long events had waited."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection

from league.eventlog.audit.hash_chains import Finding
from league.eventlog.hash_chain import microseconds
from league.eventlog.transparency import delays, heads
from league.eventlog.transparency.checkpoints import SignedCheckpoint
from league.eventlog.transparency.heads import StoredHeads
from verify.heads import Statement, root_of

_CONTINUED = """
SELECT imported.stream, min(imported.seq), min(first.payload) FROM eventlog.ledger AS imported
JOIN eventlog.ledger AS before ON before.stream = imported.stream AND before.seq = imported.seq - 1
LEFT JOIN eventlog.event AS first ON first.stream = imported.stream AND first.seq = 1
WHERE imported.shard = %s AND imported.imported IS NOT NULL AND before.imported IS NULL
GROUP BY imported.stream ORDER BY imported.stream
"""
_CLUBS = "SELECT DISTINCT club::text FROM eventlog.foreign_checkpoint"


@dataclass(slots=True)
class Lines:
    """What the log has had up to a checkpoint, to be compared with what that states.

    `newest`: the size of the last one. `stored`: the heads as they were when the audit began, for the service goes on.
    """

    newest: int
    stored: StoredHeads
    last: dict[str, bytes] = field(default_factory=dict)  # the last leaf of each stream
    oldest: datetime | None = None  # since when the events since the last checkpoint have waited
    first: bool = True  # whether no checkpoint came before

    def note(self, stream: str, leaf: bytes, since: datetime | None) -> None:
        """Take in the next event. It waits *since* it was stored."""
        self.last[stream] = leaf
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
        if signed.size == self.newest and root_of(self.last) != stated.heads:
            yield Finding("checkpoint", f"{what} states other heads of streams than the log has")
        if signed.size == self.stored.size:
            for stream, text in heads.faults(self.stored, self.last):
                yield Finding("heads", text, stream)
        elif signed.size == self.stored.newest:
            yield Finding("heads", f"the stored heads of streams are not those of {what}")

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
