"""Signed checkpoints: what a shard of the log was at a size, said so that nobody can take it back.

Each shard has checkpoints and keys of its own. The keys have one secret and different names.

Before a checkpoint is signed, the root is recomputed from tiles and compared with the frontier, with the last
checkpoint in the database, and with the last one that was signed, which is kept outside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from league.eventlog.errors import CheckpointRefused
from league.eventlog.store import SHARD
from league.eventlog.transparency import heads, signing, tree
from league.eventlog.transparency.signing import SigningKey
from league.eventlog.transparency.tree import Tree
from verify import merkle
from verify.hash_chain import time_text
from verify.heads import Statement
from verify.signed_notes import Checkpoint, Note, NoteFault, PublicKey

REFUSAL = "checkpoints.refusal"  # under which the shared cache holds for a while why nothing is signed
_KEYS = "SELECT id, log, first, key, statement FROM eventlog.signing_key WHERE shard = %s ORDER BY id"
_LOCK = "SELECT id FROM eventlog.signing_key WHERE shard = %s ORDER BY id DESC LIMIT 1 FOR UPDATE SKIP LOCKED"
_FIRST_KEY = "SELECT eventlog.add_first_key(%s::smallint, %s)"
_ADD = "SELECT eventlog.add_checkpoint(%s::smallint, %s, %s::smallint, %s::bytea, %s::bytea[], %s, %s::timestamptz)"
_COLUMNS = "SELECT size, log, root, frontier, note, at FROM eventlog.checkpoint WHERE shard = %s"
_NEWEST = f"{_COLUMNS} ORDER BY size DESC, log DESC LIMIT 1"
_AT = f"{_COLUMNS} AND size = %s ORDER BY log DESC LIMIT 1"
_ALL = f"{_COLUMNS} ORDER BY size, log"
_PAGE = f"{_COLUMNS} AND (size, log) < (%s, %s) ORDER BY size DESC, log DESC LIMIT %s"
_COVERING = f"{_COLUMNS} AND size > %s ORDER BY size, log LIMIT 1"
_FIRST = "SELECT min(size) FROM eventlog.checkpoint WHERE shard = %s"
_FOREIGN = """
SELECT club, events, line::jsonb ->> 'note', line::jsonb -> 'keys' -> -1 ->> 'key'
FROM eventlog.foreign_checkpoint WHERE %s::uuid IS NULL OR club = %s ORDER BY club, events, line LIMIT %s
"""


@dataclass(frozen=True, slots=True)
class SignedCheckpoint:
    """A stored checkpoint. `note` is the text that was published."""

    size: int
    log: int
    root: bytes
    frontier: tuple[bytes, ...]
    note: str
    at: datetime

    @property
    def checkpoint(self) -> Checkpoint:
        """What the note says. Raises `NoteFault`."""
        return Checkpoint.read(Note.read(self.note).text)

    @property
    def statement(self) -> Statement:
        """What it states below its root. Raises `NoteFault`."""
        return Statement.read(self.checkpoint.more)

    def signer(self, known: Sequence["Key"]) -> "Key":
        """The key that signed it. Raises `NoteFault`."""
        by = Note.read(self.note).signer(each.key for each in known)
        return next(each for each in known if each.key == by)


@dataclass(frozen=True, slots=True)
class Key:
    """A key that signs from size `first` until the next one. `statement`: the note in which the one before names it."""

    id: int
    log: int
    first: int
    key: PublicKey
    statement: str | None


class ForeignCheckpoint(NamedTuple):
    """A checkpoint that covers the first `events` events of a club, with the public key that signed it."""

    club: UUID
    events: int
    note: str
    key: str


def signing_keys(shard: int = SHARD) -> list[Key]:
    """Every key that signs or signed a shard, in order."""
    rows = _fetch(_KEYS, shard)
    return [Key(id_, log, first, PublicKey.read(key), statement) for id_, log, first, key, statement in rows]


def newest(shard: int = SHARD) -> SignedCheckpoint | None:
    return _one(_NEWEST, shard)


def checkpoint_of_size(size: int, shard: int = SHARD) -> SignedCheckpoint | None:
    """The newest checkpoint of exactly this size."""
    return _one(_AT, shard, size)


def first_size(shard: int = SHARD) -> int | None:
    """The size of the first checkpoint."""
    found: int | None = _fetch(_FIRST, shard)[0][0]
    return found


def checkpoint_covering(position: int, shard: int) -> SignedCheckpoint | None:
    """The first checkpoint that covers the event at this position."""
    return _one(_COVERING, shard, position)


def every(shard: int = SHARD) -> list[SignedCheckpoint]:
    """All checkpoints, the smallest first."""
    return [_checkpoint(row) for row in _fetch(_ALL, shard)]


def page(below: tuple[int, int], limit: int, shard: int = SHARD) -> list[SignedCheckpoint]:
    """At most *limit* checkpoints that come before this size and log, the newest first."""
    return [_checkpoint(row) for row in _fetch(_PAGE, shard, *below, limit)]


def list_foreign_checkpoints(club: UUID | None, limit: int) -> list[ForeignCheckpoint]:
    """At most *limit* checkpoints that came with clubs, or with this one. All were checked on import."""
    return [ForeignCheckpoint(*row) for row in _fetch(_FOREIGN, club, club, limit)]


def size(shard: int = SHARD) -> int:
    """How many events the tree covers, signed or not."""
    return tree.frontier(shard)[0]


def sign(key_file: Path, witness_file: Path, shard: int = SHARD) -> SignedCheckpoint | None:
    """Sign what was sealed in a shard, if it is more than the last time; the newest checkpoint.

    None without a key, or while another process signs; nothing is signed for a log without events. Raises
    `CheckpointRefused`, `BadSigningKey`, `LedgerBroken`: then nothing was signed, and nothing will be until somebody
    has looked into it.
    """
    key = signing.read_key(key_file)
    if key is None:
        return None
    with transaction.atomic(), connection.cursor() as cursor:
        if not take_lease(cursor, key, shard):
            return None
        known = signing_keys(shard)
        signer = due_key(known[-1], key, key_file, shard).of_shard(shard)
        total, peaks = tree.frontier(shard)
        last = newest(shard)
        copy = copy_of_shard(witness_file, shard)
        witness = signing.read_witness(copy, [each.key for each in known])
        _require_grown(total, last, known, witness, shard)
        if total == 0 or (last is not None and (last.size, last.log) == (total, known[-1].log)):
            return last
        require_whole(total, peaks, last, known, shard)
        stated = heads.state(
            shard, total, since=last.size if last else 0, stated=last.statement.heads if last else None
        )
        if witness is not None and witness.size == total:  # the database lost it; two texts of one size contradict
            stated = replace(stated, signed=Statement.read(witness.more).signed or stated.signed)
        return sign_checkpoint(cursor, signer, known[-1].log, (total, peaks), stated, witness_file=copy, shard=shard)


def copy_of_shard(witness_file: Path, shard: int) -> Path:
    """Where the last checkpoint of a shard is kept outside the database."""
    return witness_file if shard == SHARD else witness_file.with_name(f"{witness_file.name}.shard{shard}")


def take_lease(cursor: Any, key: SigningKey, shard: int) -> bool:
    """Whether this process may sign the shard. The first key that comes is the first that counts."""
    cursor.execute(_FIRST_KEY, [shard, str(key.of_shard(shard).public)])
    cursor.execute(_LOCK, [shard])
    return cursor.fetchone() is not None


def due_key(newest_key: Key, key: SigningKey, key_file: Path, shard: int) -> SigningKey:
    """The key to sign with: that in the file, or the next if a change was cut off. Raises `CheckpointRefused`."""
    if key.of_shard(shard).public == newest_key.key:
        return key
    following = signing.read_key(next_to(key_file))
    if following is None or following.of_shard(shard).public != newest_key.key:
        why = f"the key is {key.of_shard(shard).public}, but the database knows {newest_key.key} as the newest"
        raise CheckpointRefused(why=why)
    next_to(key_file).rename(key_file)
    return following


def next_to(key_file: Path) -> Path:
    """The file in which a key waits until the database knows it."""
    return key_file.with_name(f"{key_file.name}.next")


def require_whole(
    total: int, peaks: Sequence[bytes], last: SignedCheckpoint | None, known: Sequence[Key], shard: int = SHARD
) -> None:
    """Raise `CheckpointRefused` unless tiles, frontier and the last checkpoint of the database agree."""
    now = Tree(shard, total)
    if now.root != merkle.root(peaks):
        raise CheckpointRefused(why=f"the frontier at size {total} does not match the tiles")
    if last is None:
        return
    if last.size > total:
        why = f"the tree covers {total} events, less than checkpoint {last.size}"
        raise CheckpointRefused(why=why)
    fault = fault_of(last, known)
    if fault is None and Tree(shard, last.size).root != last.root:
        fault = "the log before it was changed since"
    if fault is not None:
        raise CheckpointRefused(why=f"checkpoint {last.size}: {fault}")


def fault_of(signed: SignedCheckpoint, known: Sequence[Key]) -> str | None:
    """The fault of a stored checkpoint by itself: in its note, signature, root or frontier."""
    try:
        note = Note.read(signed.note)
        checkpoint = Checkpoint.read(note.text)
        Statement.read(checkpoint.more)
        signer = note.signer(each.key for each in known)
    except NoteFault as fault:
        return str(fault).rstrip(".")
    if (checkpoint.origin, checkpoint.size, checkpoint.root) != (signer.name, signed.size, signed.root):
        return "its note has a different size or root"
    if merkle.root(signed.frontier) != signed.root or len(signed.frontier) != signed.size.bit_count():
        return "its frontier does not lead to its root"
    if not valid(signed.size, signer, known):
        return "its key did not sign at this size"
    return None


def valid(at_size: int, signer: PublicKey, known: Sequence[Key]) -> bool:
    """Whether this key could sign at this size. Where keys changed, both could."""
    place = next((place for place, each in enumerate(known) if each.key == signer), None)
    if place is None:
        return False
    following = next((each.first for each in known[place + 1 :]), None)
    return known[place].first <= at_size and (following is None or at_size <= following)


def _require_grown(
    total: int, last: SignedCheckpoint | None, known: Sequence[Key], witness: Checkpoint | None, shard: int
) -> None:
    """Raise `CheckpointRefused` unless the database continues what was signed last, by the copy outside it."""
    if witness is None:
        if last is not None:
            raise CheckpointRefused(why="the copy outside the database is missing")
        return
    if witness.origin not in {each.key.name for each in known if each.log == known[-1].log}:
        raise CheckpointRefused(why=f"the copy outside the database belongs to the log {witness.origin}")
    if witness.size > total:
        why = f"the database is behind checkpoint {witness.size}: it has {total} events"
        raise CheckpointRefused(why=why)
    if Tree(shard, witness.size).root != witness.root:
        why = f"the history in the database differs from checkpoint {witness.size}"
        raise CheckpointRefused(why=why)


def sign_checkpoint(
    cursor: Any,
    key: SigningKey,
    log: int,
    frontier: tuple[int, Sequence[bytes]],
    stated: Statement,
    *,
    witness_file: Path,
    shard: int,
) -> SignedCheckpoint:
    """Sign, check, keep outside the database and in it. After a crash in between, the log continues from that copy."""
    size, peaks = frontier
    checkpoint = Checkpoint(key.name, size, merkle.root(peaks), stated.lines)
    note = key.signed(checkpoint.text)
    note.signer([key.public])
    assert stated.signed is not None  # noqa: S101 - a signer states when
    cursor.execute(_ADD, [shard, size, log, checkpoint.root, list(peaks), str(note), time_text(stated.signed)])
    signing.keep(witness_file, str(note))
    signed = checkpoint_of_size(size, shard)
    assert signed is not None  # noqa: S101 - it was just stored
    return signed


def _fetch(query: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _one(query: str, *values: Any) -> SignedCheckpoint | None:
    rows = _fetch(query, *values)
    return _checkpoint(rows[0]) if rows else None


def _checkpoint(row: tuple[Any, ...]) -> SignedCheckpoint:
    size_, log, root, peaks, note, at_ = row
    return SignedCheckpoint(size_, log, bytes(root), tuple(bytes(peak) for peak in peaks), note, at_)
