"""Private parts of events: what is said about persons, and pictures. They can be erased; the log cannot.

The log holds a commitment alone, in the event's `private_commit`:

    commitment = SHA-256("prv1" + digests of the parts, in order)
    digest = SHA-256("prt1" + salt (32 random bytes) + part (2 bytes) + length of audience (4 bytes) + audience + body)

Numbers are big-endian and parts count from 1. A part that is erased loses its salt and body and keeps its digest, so
that those beside it can still be checked, and nobody can find out by trying what it said.
"""

import os
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from itertools import groupby
from struct import pack
from typing import Any, NamedTuple

from django.db import connection

from games.errors import Phrase

SALT = 32  # bytes

_PUT = """
INSERT INTO eventlog.private (stream, seq, part, audience, salt, body, digest, erased_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
"""
_COLUMNS = "stream, seq, part, audience, salt, body, digest, erased_at"
_BODY = "SELECT body FROM eventlog.private WHERE stream = %s AND seq = %s AND part = %s AND erased_at IS NULL"
_OF = f"SELECT {_COLUMNS} FROM eventlog.private WHERE stream = ANY(%s::text[]) ORDER BY stream, seq, part"  # noqa: S608
_ERASE = """
UPDATE eventlog.private SET salt = '', body = '', erased_at = now()
WHERE audience = ANY(%s::text[]) AND erased_at IS NULL AND (%s::text IS NULL OR stream IN (
    SELECT stream FROM eventlog.event WHERE seq = 1 AND payload::jsonb ->> 'club' = %s))
"""
_ALL = f"""
SELECT event.stream, event.seq, event.private_commit,
    part, audience, salt, body, digest, erased_at
FROM (SELECT stream, seq, private_commit FROM eventlog.event WHERE private_commit IS NOT NULL) AS event
FULL JOIN (SELECT {_COLUMNS} FROM eventlog.private) AS private USING (stream, seq)
ORDER BY 1, 2, 4
"""  # noqa: S608 - nothing but the names above are put in


class Part(NamedTuple):
    """A part to keep beside an event. *audience* is whose it is, and who may have it erased."""

    audience: str
    body: bytes


class StoredPart(NamedTuple):
    stream: str
    seq: int
    part: int
    audience: str
    salt: bytes
    body: bytes
    digest: bytes
    erased_at: datetime | None

    @property
    def opens(self) -> bool:
        """Whether it matches its digest, or is wholly erased."""
        if self.erased_at is not None:
            return not (self.salt or self.body)
        return digest(self.part, self.audience, self.salt, self.body) == self.digest


def seal_parts(stream: str, seq: int, parts: Sequence[Part]) -> list[StoredPart]:
    """The parts with fresh salts, as they are stored beside an event."""
    kept = []
    for number, (audience, body) in enumerate(parts, 1):
        salt = os.urandom(SALT)
        kept.append(StoredPart(stream, seq, number, audience, salt, body, digest(number, audience, salt, body), None))
    return kept


def digest(part: int, audience: str, salt: bytes, body: bytes) -> bytes:
    """The digest of one part in the commitment."""
    whose = audience.encode()
    return sha256(b"prt1" + salt + pack(">hI", part, len(whose)) + whose + body).digest()


def commitment(digests: Sequence[bytes]) -> bytes:
    """The commitment of the event to its parts."""
    return sha256(b"prv1" + b"".join(digests)).digest()


def put(parts: Sequence[StoredPart]) -> None:
    """Store parts, in the transaction of their event."""
    with connection.cursor() as cursor:
        cursor.executemany(_PUT, parts)


def body(stream: str, seq: int, part: int) -> bytes | None:
    """The content of a part. None if it was erased or there is none."""
    with connection.cursor() as cursor:
        cursor.execute(_BODY, [stream, seq, part])
        row = cursor.fetchone()
    return None if row is None else bytes(row[0])


def list_parts(streams: Sequence[str]) -> list[StoredPart]:
    """All parts of the events of these streams, in order."""
    with connection.cursor() as cursor:
        cursor.execute(_OF, [list(streams)])
        return [_stored_part(row) for row in cursor.fetchall()]


def erase(audiences: Collection[str], club: str | None = None) -> int:
    """Erase all parts of these audiences, in the streams of one club or in all, for good. Returns how many."""
    with connection.cursor() as cursor:
        cursor.execute(_ERASE, [list(audiences), club, club])
        erased: int = cursor.rowcount
    return erased


def faults() -> Iterator[tuple[str, int, str]]:
    """Stream, number and fault of each event whose parts are not those that it was written with."""
    with connection.cursor() as cursor:
        cursor.execute(_ALL)
        rows = cursor.fetchall()
    for (stream, seq), group in groupby(rows, key=lambda row: (row[0], row[1])):
        found = list(group)
        parts = [_stored_part((stream, seq, *row[3:])) for row in found if row[3] is not None]
        if (fault := fault_of(found[0][2], parts)) is not None:
            yield stream, seq, fault


def fault_of(private_commit: bytes | None, parts: Sequence[StoredPart]) -> Phrase | None:
    """What is wrong with the parts of an event, if anything."""
    if private_commit is None:
        return Phrase("it has private data that it does not refer to") if parts else None
    for part in parts:
        if not part.opens:
            return Phrase("part {part} of its private data is not what was written", part=part.part)
    if commitment([part.digest for part in parts]) != bytes(private_commit):
        return Phrase("its private data differs from what was originally written")
    return None


def _stored_part(row: Sequence[Any]) -> StoredPart:
    stream, seq, part, audience, salt, content, digest_, erased_at = row
    when = None if erased_at is None else erased_at.astimezone(UTC)
    return StoredPart(stream, seq, part, audience, bytes(salt), bytes(content), bytes(digest_), when)
