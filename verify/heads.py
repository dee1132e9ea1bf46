"""The last event of every stream in one hash, and what a checkpoint states below its root (docs/evidence.md).

A stream belongs to one of 65,536 buckets, by the first 16 bits of its name's SHA-256. The buckets are the leaves of a
Merkle tree, so a bucket and 16 hashes prove which event is the last of a stream, and that none follows it.
"""

import base64
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Any

from verify import merkle
from verify.hash_chain import parse_time, time_text
from verify.signed_notes import NoteFault, decode_base64

DEPTH = 16
BUCKETS = 1 << DEPTH
ENTRY = 64  # bytes: the stream's name as a hash, and the leaf of its last event
EMPTY = sha256(b"\0").digest()  # a bucket without streams


@dataclass(frozen=True, slots=True)
class Head:
    """The entries of a bucket, and the hashes beside the path from it up to the root."""

    bucket: Sequence[bytes]
    path: Sequence[bytes]

    def root(self, number: int) -> bytes:
        """The root to which they lead, of bucket *number*. ValueError if the path has another length."""
        if len(self.path) != DEPTH:
            raise ValueError(f"The path has {len(self.path)} hashes, not {DEPTH}.")
        hash_ = bucket_hash(self.bucket)
        for level, beside in enumerate(self.path):
            hash_ = merkle.node(beside, hash_) if number >> level & 1 else merkle.node(hash_, beside)
        return hash_


@dataclass(frozen=True, slots=True)
class Statement:
    """What a checkpoint states below its root, and nothing of it in one from before.

    `oldest` is the time of the oldest event that no earlier checkpoint covers, `signed` that of the signature, both in
    microseconds since 2000. `continues` names the last checkpoint of the log that this one replaced.
    """

    heads: bytes | None = None
    oldest: int | None = None
    signed: int | None = None
    continues: str | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        given = {
            "heads": None if self.heads is None else base64.b64encode(self.heads).decode(),
            "oldest": None if self.oldest is None else time_text(self.oldest),
            "signed": None if self.signed is None else time_text(self.signed),
            "continues": self.continues,
        }
        return tuple(f"{name} {value}" for name, value in given.items() if value is not None)

    @classmethod
    def read(cls, lines: Sequence[str]) -> "Statement":
        """Parse the lines below the root, each known, once, in order. Raises `NoteFault`."""
        found: dict[str, Any] = {}
        for line in lines:
            name, _, value = line.partition(" ")
            if name not in _READERS:
                raise NoteFault(f"{line[:80]!r} is not a known line of a checkpoint.")
            found[name] = _value(name, value)
        statement = cls(**found)
        if statement.lines != tuple(lines):
            raise NoteFault("The lines below the root are not in order, or one appears twice.")
        if (statement.heads is None) != (statement.signed is None):
            raise NoteFault("A checkpoint with heads has the time of its signature, and one without has not.")
        return statement


def stream_key(stream: str) -> bytes:
    return sha256(stream.encode()).digest()


def bucket_number(key: bytes) -> int:
    """The bucket of the stream with this hash."""
    return int.from_bytes(key[:2], "big")


def bucket_hash(entries: Iterable[bytes]) -> bytes:
    """The hash of a bucket with these entries, which it has sorted."""
    return sha256(b"\0" + b"".join(sorted(entries))).digest()


def root_of(leaves: Mapping[str, bytes]) -> bytes:
    """The root over the last leaf of each stream."""
    buckets: dict[int, list[bytes]] = {}
    for stream, leaf in leaves.items():
        key = stream_key(stream)
        buckets.setdefault(bucket_number(key), []).append(key + leaf)
    hashes = [EMPTY] * BUCKETS
    for number, entries in buckets.items():
        hashes[number] = bucket_hash(entries)
    return merkle.full(hashes)


def fault_of(head: Head, stream: str, leaf: bytes, root: bytes) -> str | None:
    """Why the head does not prove that *leaf* is the last of *stream*, if it doesn't."""
    key = stream_key(stream)
    keys = [entry[:32] for entry in head.bucket]
    if any(one >= other for one, other in pairwise(keys)):
        return "the entries of the bucket are not in order, or a stream has two"
    try:
        if head.root(bucket_number(key)) != root:
            return "bucket and path do not give the heads of the checkpoint"
    except ValueError as error:
        return str(error).rstrip(".")
    if key not in keys:
        return "the checkpoint knows no such stream"
    if key + leaf not in head.bucket:
        return "the last event in the file is not the last of the log: something is missing from the end"
    return None


def _value(name: str, text: str) -> Any:
    try:
        return _READERS[name](text)
    except ValueError as error:
        known = isinstance(error, NoteFault)
        raise error if known else NoteFault(f"{text[:80]!r} is not a value of {name}.") from None


def _hash(text: str) -> bytes:
    raw = decode_base64(text)
    if len(raw) != 32:
        raise NoteFault("The heads of a checkpoint have 32 bytes.")
    return raw


_READERS: Mapping[str, Callable[[str], Any]] = {
    "heads": _hash,
    "oldest": parse_time,
    "signed": parse_time,
    "continues": str,
}
