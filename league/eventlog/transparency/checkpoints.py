"""Signed checkpoints: what the whole log was at a size, said so that nobody can take it back.

Before a checkpoint is signed, the root is recomputed from tiles and compared with the frontier, with the last
checkpoint in the database, and with the last one that was signed, which is kept outside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from league.eventlog.errors import CheckpointRefused
from league.eventlog.store import SHARD
from league.eventlog.transparency import signing, tree
from league.eventlog.transparency.signing import SigningKey
from league.eventlog.transparency.tree import Tree
from verify import merkle
from verify.signed_notes import Checkpoint, Note, NoteFault, PublicKey

REFUSAL = "checkpoints.refusal"  # under which the shared cache holds for a while why nothing is signed
_KEYS = "SELECT id, log, first, key, statement FROM eventlog.signing_key ORDER BY id"
_LOCK = "SELECT id FROM eventlog.signing_key ORDER BY id DESC LIMIT 1 FOR UPDATE SKIP LOCKED"
_ADD_KEY = "INSERT INTO eventlog.signing_key (id, log, first, key, statement) VALUES (%s, %s, %s, %s, %s)"
_ADD = """
INSERT INTO eventlog.checkpoint (shard, size, log, root, frontier, note, at)
VALUES (%s, %s, %s, %s, %s, %s, clock_timestamp())
"""
_COLUMNS = "SELECT size, log, root, frontier, note, at FROM eventlog.checkpoint WHERE shard = %s"
_NEWEST = f"{_COLUMNS} ORDER BY size DESC, log DESC LIMIT 1"
_AT = f"{_COLUMNS} AND size = %s ORDER BY log DESC LIMIT 1"
_ALL = f"{_COLUMNS} ORDER BY size, log"
_PAGE = f"{_COLUMNS} AND (size, log) < (%s, %s) ORDER BY size DESC, log DESC LIMIT %s"
_COVERING = f"{_COLUMNS} AND size > %s ORDER BY size, log LIMIT 1"
_WAITS = """
SELECT extract(epoch FROM clock_timestamp() - event.at)::float8
FROM eventlog.ledger JOIN eventlog.event USING (stream, seq) WHERE ledger.shard = %s AND ledger.position = %s
"""
_UNSEALED = """
SELECT extract(epoch FROM clock_timestamp() - event.at)::float8 FROM eventlog.inbox AS oldest
JOIN eventlog.event ON event.stream = oldest.stream AND event.seq = oldest.first
WHERE oldest.shard = %s ORDER BY oldest.id LIMIT 1
"""
_LAST_OF_LOG = f"{_COLUMNS} AND log = %s ORDER BY size DESC LIMIT 1"
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


def signing_keys() -> list[Key]:
    """Every key that signs or signed, in order."""
    return [Key(id_, log, first, PublicKey.read(key), statement) for id_, log, first, key, statement in _fetch(_KEYS)]


def newest() -> SignedCheckpoint | None:
    return _one(_NEWEST, SHARD)


def checkpoint_of_size(size: int) -> SignedCheckpoint | None:
    """The newest checkpoint of exactly this size."""
    return _one(_AT, SHARD, size)


def checkpoint_covering(position: int) -> SignedCheckpoint | None:
    """The first checkpoint that covers the event at this position."""
    return _one(_COVERING, SHARD, position)


def every() -> list[SignedCheckpoint]:
    """All checkpoints, the smallest first."""
    return [_checkpoint(row) for row in _fetch(_ALL, SHARD)]


def page(below: tuple[int, int], limit: int) -> list[SignedCheckpoint]:
    """At most *limit* checkpoints that come before this size and log, the newest first."""
    return [_checkpoint(row) for row in _fetch(_PAGE, SHARD, *below, limit)]


def list_foreign_checkpoints(club: UUID | None, limit: int) -> list[ForeignCheckpoint]:
    """At most *limit* checkpoints that came with clubs, or with this one. All were checked on import."""
    return [ForeignCheckpoint(*row) for row in _fetch(_FOREIGN, club, club, limit)]


def size() -> int:
    """How many events the tree covers, signed or not."""
    return tree.frontier(SHARD)[0]


def unsigned_events() -> tuple[int, float]:
    """How many events no checkpoint covers, and the age of the first of them in seconds."""
    last = newest()
    signed = 0 if last is None else last.size
    with connection.cursor() as cursor:
        cursor.execute(_WAITS, [SHARD, signed])
        row = cursor.fetchone()
    return max(tree.frontier(SHARD)[0] - signed, 0), 0.0 if row is None else max(row[0], 0.0)


def unsealed_seconds() -> float:
    """The age in seconds of the first event that has no place in the log yet, and so can't be signed."""
    with connection.cursor() as cursor:
        cursor.execute(_UNSEALED, [SHARD])
        row = cursor.fetchone()
    return 0.0 if row is None else max(row[0], 0.0)


def sign(key_file: Path, witness_file: Path) -> SignedCheckpoint | None:
    """Sign what was sealed, if it is more than the last time; the newest checkpoint.

    None without a key, or while another process signs; nothing is signed for a log without events. Raises
    `CheckpointRefused`, `BadSigningKey`, `LedgerBroken`: then nothing was signed, and nothing will be until somebody
    has looked into it.
    """
    key = signing.read_key(key_file)
    if key is None:
        return None
    with transaction.atomic(), connection.cursor() as cursor:
        if not _take_lease(cursor, key):
            return None
        known = signing_keys()
        key = _due(known[-1], key, key_file)
        total, peaks = tree.frontier(SHARD)
        last = newest()
        _require_grown(total, last, known, signing.read_witness(witness_file, [each.key for each in known]))
        if total == 0 or (last is not None and (last.size, last.log) == (total, known[-1].log)):
            return last
        require_whole(total, peaks, last, known)
        checkpoint = Checkpoint(key.name, total, merkle.root(peaks))
        return _sign(cursor, key, known[-1].log, checkpoint, peaks, witness_file=witness_file)


def _take_lease(cursor: Any, key: SigningKey) -> bool:
    """Whether this process may sign. The first key that comes is the first that counts."""
    cursor.execute(_ADD_KEY + " ON CONFLICT DO NOTHING", [1, 1, 0, str(key.public), None])
    cursor.execute(_LOCK)
    return cursor.fetchone() is not None


def _due(newest_key: Key, key: SigningKey, key_file: Path) -> SigningKey:
    """The key to sign with: that in the file, or the next if a change was cut off. Raises `CheckpointRefused`."""
    if key.public == newest_key.key:
        return key
    following = signing.read_key(next_to(key_file))
    if following is None or following.public != newest_key.key:
        why = f"the key is {key.public}, but the database knows {newest_key.key} as the newest"
        raise CheckpointRefused(why=why)
    next_to(key_file).rename(key_file)
    return following


def next_to(key_file: Path) -> Path:
    """The file in which a key waits until the database knows it."""
    return key_file.with_name(f"{key_file.name}.next")


def require_whole(total: int, peaks: Sequence[bytes], last: SignedCheckpoint | None, known: Sequence[Key]) -> None:
    """Raise `CheckpointRefused` unless tiles, frontier and the last checkpoint of the database agree."""
    now = Tree(SHARD, total)
    if now.root != merkle.root(peaks):
        raise CheckpointRefused(why=f"the frontier at size {total} does not match the tiles")
    if last is None:
        return
    if last.size > total:
        why = f"the tree covers {total} events, less than checkpoint {last.size}"
        raise CheckpointRefused(why=why)
    fault = fault_of(last, known)
    if fault is None and Tree(SHARD, last.size).root != last.root:
        fault = "the log before it was changed since"
    if fault is not None:
        raise CheckpointRefused(why=f"checkpoint {last.size}: {fault}")


def fault_of(signed: SignedCheckpoint, known: Sequence[Key]) -> str | None:
    """The fault of a stored checkpoint by itself: in its note, signature, root or frontier."""
    try:
        note = Note.read(signed.note)
        checkpoint = Checkpoint.read(note.text)
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


def _require_grown(total: int, last: SignedCheckpoint | None, known: Sequence[Key], witness: Checkpoint | None) -> None:
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
    if Tree(SHARD, witness.size).root != witness.root:
        why = f"the history in the database differs from checkpoint {witness.size}"
        raise CheckpointRefused(why=why)


def _sign(
    cursor: Any, key: SigningKey, log: int, checkpoint: Checkpoint, peaks: Sequence[bytes], *, witness_file: Path
) -> SignedCheckpoint:
    """Sign, check, keep outside the database and in it. After a crash in between, the log continues from that copy."""
    note = key.signed(checkpoint.text)
    note.signer([key.public])
    cursor.execute(_ADD, [SHARD, checkpoint.size, log, checkpoint.root, list(peaks), str(note)])
    signing.keep(witness_file, str(note))
    signed = checkpoint_of_size(checkpoint.size)
    assert signed is not None  # noqa: S101 - it was just stored
    return signed


def rotate(key_file: Path, witness_file: Path) -> Key:
    """Sign all there is by the old key, then let it name a new one that signs from now on.

    Raises `CheckpointRefused`, `BadSigningKey`, `LedgerBroken`.
    """
    sign(key_file, witness_file)
    key = signing.read_key(key_file)
    if key is None:
        raise CheckpointRefused(why="there is no key to change")
    with transaction.atomic(), connection.cursor() as cursor:
        if not _take_lease(cursor, key):
            raise CheckpointRefused(why="another process is signing")
        old = signing_keys()[-1]
        key = _due(old, key, key_file)
        first = tree.frontier(SHARD)[0]
        made = _add_key(cursor, key, old, log=old.log, name=key.name, first=first, key_file=key_file)
    next_to(key_file).rename(key_file)
    return made


def begin_anew(key_file: Path, witness_file: Path) -> SignedCheckpoint:
    """Begin another log over the database as it is: by a new key, with a checkpoint that names the last one signed.

    This is for a database that lost events, or whose key was lost, when all else has failed: see docs/operating.md.
    Raises `CheckpointRefused`, `BadSigningKey`, `LedgerBroken`.
    """
    key = signing.read_key(key_file)
    with transaction.atomic(), connection.cursor() as cursor:
        known = signing_keys()
        if not known:
            raise CheckpointRefused(why="no log has been started")
        total, peaks = tree.frontier(SHARD)
        if Tree(SHARD, total).root != merkle.root(peaks) or total == 0:
            raise CheckpointRefused(why=f"the frontier at size {total} does not match the tiles")
        cursor.execute(_LOCK)
        names = [each.key for each in known] + ([key.public] if key else [])
        last = signing.read_witness(witness_file, names) or _last_of_log(known[-1].log)
        stem, _, _ = known[-1].key.name.rpartition("/log")
        log = known[-1].log + 1
        signer = key if key is not None and key.public == known[-1].key else None
        _add_key(cursor, signer, known[-1], log=log, name=f"{stem}/log{log}", first=total, key_file=key_file)
        new = signing.read_key(next_to(key_file))
        assert new is not None  # noqa: S101 - it was just made
        more = (f"continues {last.origin} {last.size} {last.root.hex()}",) if last else ()
        checkpoint = Checkpoint(new.name, total, merkle.root(peaks), more)
        signed = _sign(cursor, new, log, checkpoint, peaks, witness_file=witness_file)
    next_to(key_file).rename(key_file)
    return signed


def adopt(witness_file: Path) -> None:
    """Take the newest checkpoint of the database as the copy outside it, unless there is one.

    Raises `CheckpointRefused`, `BadSigningKey`.
    """
    last = newest()
    if last is None:
        raise CheckpointRefused(why="the database has no checkpoint")
    if signing.read_witness(witness_file, [each.key for each in signing_keys()]) is None:
        signing.keep(witness_file, last.note)


def _last_of_log(log: int) -> Checkpoint | None:
    signed = _one(_LAST_OF_LOG, SHARD, log)
    return signed.checkpoint if signed else None


def _add_key(
    cursor: Any, signer: SigningKey | None, old: Key, *, log: int, name: str, first: int, key_file: Path
) -> Key:
    """Make a key that the old one names. It waits beside the old one's file until the database knows it."""
    new = SigningKey.new(name)
    signing.keep(next_to(key_file), new.secret)
    statement = str(signer.signed(statement_of(old.key, new.public, first))) if signer else None
    made = Key(old.id + 1, log, first, new.public, statement)
    cursor.execute(_ADD_KEY, [made.id, made.log, made.first, str(made.key), made.statement])
    return made


def statement_of(old: PublicKey, new: PublicKey, first: int) -> str:
    """The text by which the old key names the new one."""
    return f"{old.name} key\n{new}\nfrom {first}\n"


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
