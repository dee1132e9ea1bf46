"""Cosignatures: what witnesses are asked for and have given here, and what this installation gave as a witness."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection, transaction

from league.eventlog.transparency import checkpoints, proofs
from league.eventlog.transparency.checkpoints import SignedCheckpoint
from verify.signed_notes import Note, NoteFault
from verify.witness.cosignatures import WitnessKey
from verify.witness.protocol import origin_hash, request_text

_LAST = "SELECT coalesce(max(size), 0) FROM eventlog.cosignature WHERE shard = %s AND log = %s AND witness = %s"
_ADD = """
INSERT INTO eventlog.cosignature (shard, size, log, witness, line, at) VALUES (%s, %s, %s, %s, %s, %s)
ON CONFLICT DO NOTHING
"""
_LINES = """
SELECT size, log, witness, line, at FROM eventlog.cosignature
WHERE shard = %s AND size = ANY(%s::bigint[]) ORDER BY at, witness
"""
_BEGIN = """
INSERT INTO eventlog.witnessed (origin, note, at) VALUES (%s, '', clock_timestamp()) ON CONFLICT DO NOTHING
"""
_HOLD = "SELECT note FROM eventlog.witnessed WHERE origin = %s FOR UPDATE"
_KEEP = "UPDATE eventlog.witnessed SET note = %s, at = clock_timestamp() WHERE origin = %s"
_WITNESSED = "SELECT origin, note FROM eventlog.witnessed WHERE note <> '' ORDER BY origin"
_SINCE = """
SELECT extract(epoch FROM clock_timestamp() - min(checkpoint.at))::float8 FROM eventlog.checkpoint
WHERE shard = %s AND log = (SELECT max(log) FROM eventlog.signing_key AS key WHERE key.shard = checkpoint.shard)
    AND size > (SELECT coalesce(max(size), 0) FROM eventlog.cosignature AS given
        WHERE given.shard = checkpoint.shard AND given.log = checkpoint.log AND witness = %s)
"""


class Asked(NamedTuple):
    """What one witness is asked: the body of the request, for a checkpoint of a shard."""

    witness: WitnessKey
    shard: int
    signed: SignedCheckpoint
    body: bytes


class Cosigned(NamedTuple):
    """A cosignature that is kept: the key of the witness, the line with its end, and the time in it."""

    witness: str
    line: str
    at: datetime


def due_request(witness: WitnessKey, shard: int) -> Asked | None:
    """What to ask a witness: to cosign the newest checkpoint of a shard, unless it has."""
    signed = checkpoints.newest(shard)
    if signed is None:
        return None
    ((last,),) = _fetch(_LAST, shard, signed.log, str(witness))
    return None if last >= signed.size else request(witness, shard, signed, last)


def request(witness: WitnessKey, shard: int, signed: SignedCheckpoint, old: int) -> Asked:
    """The request for one that cosigned the log last at the size *old*. Raises `Unknown`, `BadRange`."""
    proof = proofs.consistency(old, signed.size, shard).proof if old else []
    return Asked(witness, shard, signed, request_text(old, proof, signed.note).encode())


def delay(witness: WitnessKey, shard: int) -> float:
    """For how many seconds a shard has had a checkpoint that no cosignature of this witness covers."""
    ((seconds,),) = _fetch(_SINCE, shard, str(witness))
    return max(seconds or 0.0, 0.0)


def keep(asked: Asked, answer: str) -> None:
    """Keep the witness's line of an answer. Raises `NoteFault` unless it cosigns that very checkpoint."""
    text = Note.read(asked.signed.note).text
    note = Note.read(f"{text}\n{answer}")
    at = asked.witness.time_of(note)
    if at is None:
        raise NoteFault(f"The answer has no cosignature of {asked.witness.name}.")
    key = (asked.witness.name, asked.witness.number)
    line = next(str(each) for each in note.signatures if (each.name, each.number) == key)
    with connection.cursor() as cursor:
        place = asked.shard, asked.signed.size, asked.signed.log
        cursor.execute(_ADD, [*place, str(asked.witness), line, at])


def cosignatures(signed: Sequence[SignedCheckpoint], shard: int) -> list[list[Cosigned]]:
    """The cosignatures of each of these checkpoints, the oldest first."""
    found: dict[tuple[int, int], list[Cosigned]] = {}
    for size, log, *row in _fetch(_LINES, shard, [each.size for each in signed]):
        found.setdefault((size, log), []).append(Cosigned(*row))
    return [found.get((each.size, each.log), []) for each in signed]


def public_note(signed: SignedCheckpoint, shard: int) -> str:
    """The note of a checkpoint with the cosignatures that it has. Its text is the same."""
    return signed.note + "".join(each.line for each in cosignatures([signed], shard)[0])


class HeldInDatabase:
    """The last note of a log, whose row is locked."""

    def __init__(self, origin: str, note: str | None) -> None:
        self.note, self._origin = note, origin

    def keep(self, note: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_KEEP, [note, self._origin])


class DatabaseMemory:
    """The memory of this installation as a witness. What is kept is on disk when the transaction has ended."""

    @contextmanager
    def hold(self, origin: str) -> Iterator[HeldInDatabase]:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_BEGIN, [origin])
            cursor.execute(_HOLD, [origin])
            note: str = cursor.fetchone()[0]
            yield HeldInDatabase(origin, note or None)


def witnessed_note(hash_: str) -> str | None:
    """The last note that was cosigned here for the log whose origin has this hash."""
    return next((note for origin, note in _fetch(_WITNESSED) if origin_hash(origin) == hash_), None)


def witnessed_notes() -> list[str]:
    """The last note of each log that was cosigned here."""
    return [note for _, note in _fetch(_WITNESSED)]


def _fetch(query: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
