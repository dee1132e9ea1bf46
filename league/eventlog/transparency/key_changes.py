"""Changes of the signing key, in all shards together: the next key, another log, a copy that was lost.

A new key waits in a file beside the old one's until the database knows it.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.db import connection, transaction

from league.eventlog import sealer
from league.eventlog.errors import CheckpointRefused
from league.eventlog.transparency import checkpoints, heads, signing, tree
from league.eventlog.transparency.checkpoints import Key, SignedCheckpoint, copy_of_shard, next_to
from league.eventlog.transparency.signing import SigningKey
from league.eventlog.transparency.tree import Tree
from verify import merkle
from verify.signed_notes import Checkpoint, Note, PublicKey

_ADD_KEY = "SELECT eventlog.add_key(%s::smallint, %s, %s::smallint, %s, %s, %s)"


def rotate(key_file: Path, witness_file: Path) -> Key:
    """Sign all there is by the old key, then let it name a new one that signs from now on. Returns that of shard 0.

    The new key signs that too, so that whoever trusts one of them can trust the other.

    Raises `CheckpointRefused`, `BadSigningKey`, `LedgerBroken`.
    """
    shards = sealer.shards()
    for shard in shards:
        checkpoints.sign(key_file, witness_file, shard)
    key = signing.read_key(key_file)
    if key is None:
        raise CheckpointRefused(why="there is no key to change")
    new = SigningKey.new(key.name)
    with transaction.atomic(), connection.cursor() as cursor:
        for shard in shards:
            if not checkpoints.take_lease(cursor, key, shard):
                raise CheckpointRefused(why="another process is signing")
            key = checkpoints.due_key(checkpoints.signing_keys(shard)[-1], key, key_file, shard)
        signing.keep(next_to(key_file), new.secret)
        made = [_add_key(cursor, shard, key, new, checkpoints.signing_keys(shard)[-1].log) for shard in shards]
    next_to(key_file).rename(key_file)
    return made[0]


def begin_anew(key_file: Path, witness_file: Path) -> SignedCheckpoint:
    """Begin another log over the database as it is: by a new key, with checkpoints that name the last ones signed.

    This is for a database that lost events, or whose key was lost, when all else has failed: see docs/operating.md.
    Returns the first of the checkpoints. Raises `CheckpointRefused`, `BadSigningKey`, `LedgerBroken`.
    """
    key = signing.read_key(key_file)
    with transaction.atomic(), connection.cursor() as cursor:
        known = {shard: keys for shard in sealer.shards() if (keys := checkpoints.signing_keys(shard))}
        if not known:
            raise CheckpointRefused(why="no log has been started")
        newest = known[min(known)][-1]
        new = SigningKey.new(f"{newest.key.name.rpartition('/log')[0]}/log{newest.log + 1}")
        if not any(tree.frontier(shard)[0] for shard in known):
            raise CheckpointRefused(why="the log has no events")
        signing.keep(next_to(key_file), new.secret)
        signed = [
            checkpoint
            for shard, keys in known.items()
            if (checkpoint := _begin_shard(cursor, shard, keys, (key, new), witness_file)) is not None
        ]
    next_to(key_file).rename(key_file)
    return signed[0]


def _begin_shard(
    cursor: Any, shard: int, known: Sequence[Key], keys: tuple[SigningKey | None, SigningKey], witness_file: Path
) -> SignedCheckpoint | None:
    """Put the second of *keys* in place of the first. Returns the checkpoint, unless the shard has no events."""
    key, new = keys
    total, peaks = tree.frontier(shard)
    if Tree(shard, total).root != merkle.root(peaks):
        raise CheckpointRefused(why=f"the frontier at size {total} does not match the tiles")
    log, copy = known[-1].log + 1, copy_of_shard(witness_file, shard)
    old = key if key is not None and key.of_shard(shard).public == known[-1].key else None
    names = [each.key for each in known] + ([key.of_shard(shard).public] if key else [])
    last = signing.read_witness(copy, names) or _last_checkpoint(known[-1].log, shard)
    _add_key(cursor, shard, old, new, log)
    if total == 0:
        return None
    known_size = before.size if (before := checkpoints.newest(shard)) else 0
    stated = replace(
        heads.state(shard, total, since=known_size, stated=None),
        continues=f"{last.origin} {last.size} {last.root.hex()}" if last else None,
    )
    signer = new.of_shard(shard)
    return checkpoints.sign_checkpoint(cursor, signer, log, (total, peaks), stated, witness_file=copy, shard=shard)


def adopt(witness_file: Path) -> None:
    """Take the newest checkpoints of the database as the copies outside it, unless there are copies.

    Raises `CheckpointRefused`, `BadSigningKey`.
    """
    found = {shard: last for shard in sealer.shards() if (last := checkpoints.newest(shard)) is not None}
    if not found:
        raise CheckpointRefused(why="the database has no checkpoint")
    for shard, last in found.items():
        copy = copy_of_shard(witness_file, shard)
        if signing.read_witness(copy, [each.key for each in checkpoints.signing_keys(shard)]) is None:
            signing.keep(copy, last.note)


def statement_of(old: PublicKey, new: PublicKey, first: int) -> str:
    """The text by which the old key names the new one."""
    return f"{old.name} key\n{new}\nfrom {first}\n"


def _last_checkpoint(log: int, shard: int) -> Checkpoint | None:
    signed = next((each for each in reversed(checkpoints.every(shard)) if each.log == log), None)
    return signed.checkpoint if signed else None


def _add_key(cursor: Any, shard: int, old: SigningKey | None, new: SigningKey, log: int) -> Key:
    """Let the database know a new key of a shard, with the statement in which the *old* one names it, if it can.

    Both sign the statement.
    """
    before, public = checkpoints.signing_keys(shard)[-1], new.of_shard(shard).public
    first = tree.frontier(shard)[0]
    text = statement_of(before.key, public, first)
    notes = [key.of_shard(shard).signed(text) for key in (old, new) if key is not None]
    signed = Note(text, tuple(signature for note in notes for signature in note.signatures))
    made = Key(before.id + 1, log, first, public, str(signed) if old else None)
    cursor.execute(_ADD_KEY, [shard, made.id, made.log, made.first, str(made.key), made.statement])
    return made
