"""Signing checkpoints of the log, by the key and the copy outside the database that this installation has."""

import string
from pathlib import Path

from django.conf import settings
from django.core.cache import cache

from games.errors import Phrase
from league.eventlog import sealer
from league.eventlog.errors import BadSigningKey, CheckpointRefused, LedgerBroken
from league.eventlog.transparency import checkpoints, key_changes, signing
from league.eventlog.transparency.checkpoints import Key, SignedCheckpoint
from verify.signed_notes import Checkpoint

REMEMBERED = 60  # seconds; the worker tries every ten


def sign() -> SignedCheckpoint | None:
    """Sign what was sealed, in every shard; the first of the newest checkpoints, or None without a key.

    Raises `CheckpointRefused`, `BadSigningKey`, `LedgerBroken`; all processes know of that for a while.
    """
    signed: list[SignedCheckpoint | None] = []
    refusal: CheckpointRefused | BadSigningKey | LedgerBroken | None = None
    for shard in sealer.shards():
        try:
            signed.append(checkpoints.sign(*_files(), shard))
        except (CheckpointRefused, BadSigningKey, LedgerBroken) as error:  # which keeps no other shard from it
            refusal = refusal or error
    if refusal is not None:
        cache.set(checkpoints.REFUSAL, refusal.code, REMEMBERED)
        raise refusal
    cache.delete(checkpoints.REFUSAL)
    return next(filter(None, signed), None)


def seal_and_sign() -> SignedCheckpoint | None:
    sealer.seal_all()
    return sign()


def make_key(origin: str) -> Path:
    """Make the first key, for the log *origin*. Returns where it is. Raises `BadSigningKey`, too, if there is one."""
    path, _ = _files()
    if path.exists():
        raise BadSigningKey(path=path, why=Phrase("there is a key already"))
    if not origin or set(origin) & set(string.whitespace + "+"):
        raise BadSigningKey(path=path, why=Phrase("the name of a log has no spaces and no plus signs"))
    signing.make_key(path, origin)
    return path


def rotate() -> Key:
    """Replace the key. The old one signs a statement that names the new one."""
    return key_changes.rotate(*_files())


def begin_anew() -> SignedCheckpoint:
    """Start a new log over the current database. Its first checkpoint names the last one of the old log."""
    sealer.seal_all()
    return key_changes.begin_anew(*_files())


def adopt() -> None:
    """Restore the copy outside the database from its newest checkpoint if the copy is missing."""
    key_changes.adopt(_files()[1])


def witness(shard: int) -> Checkpoint | None:
    """The last signed checkpoint of a shard, from the copy outside the database, if there is one.

    Raises `BadSigningKey`.
    """
    copy = checkpoints.copy_of_shard(_files()[1], shard)
    return signing.read_witness(copy, [each.key for each in checkpoints.signing_keys(shard)])


def _files() -> tuple[Path, Path]:
    return settings.CHECKPOINT_KEY_FILE, settings.CHECKPOINT_WITNESS_FILE
