"""The keys of a log, from one to the next: which of them signed, and whether a key that is trusted vouches for it.

Each key but the first has a statement: a note in which the key before it names it. If the new key signed it too, the
new key vouches for the old one as well.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from verify.evidence_file import SigningKey
from verify.signed_notes import Checkpoint, Note, NoteFault, PublicKey


def signer_of(
    note: str, checkpoint: Checkpoint, keys: Sequence[SigningKey], trusted: PublicKey | None = None
) -> PublicKey:
    """The key that signed, if the chain of keys connects it with the trusted one. Raises `NoteFault`, `NoEd25519`."""
    if not keys:
        raise NoteFault("The file has no keys.")
    if keys[0].statement is not None:
        raise NoteFault("The key that named the first key is missing.")
    for old, new in pairwise(keys):
        require_named(old.key, new)
    signer = Note.read(note).signer([each.key for each in keys])
    place = [each.key for each in keys].index(signer)
    if signer.name != checkpoint.origin:
        raise NoteFault(f"The log is {checkpoint.origin}, but the signing key belongs to {signer.name}.")
    if checkpoint.size < keys[place].first:
        raise NoteFault(f"The signing key is valid only from size {keys[place].first} on.")
    if place + 1 < len(keys) and checkpoint.size > keys[place + 1].first:
        raise NoteFault(f"The signing key is valid only up to size {keys[place + 1].first}.")
    if trusted is not None:
        _require_led(trusted, keys, place)
    return signer


def longer_chain(keys: Sequence[SigningKey], known: Sequence[SigningKey]) -> Sequence[SigningKey]:
    """The *known* keys, if there are any, in place of those in a file, each of which must be among them.

    Raises `NoteFault`.
    """
    missing = next((each.key for each in keys if known and each.key not in [one.key for one in known]), None)
    if missing is not None:
        raise NoteFault(f"The key {missing} is not in the list of keys.")
    return known or keys


def require_named(old: PublicKey, new: SigningKey) -> None:
    """Raise `NoteFault` unless the key before it signed this key's statement."""
    if new.statement is None:
        return  # the key before it was lost
    note = Note.read(new.statement)
    note.signer([old])
    if note.text != f"{old.name} key\n{new.key}\nfrom {new.first}\n":
        raise NoteFault(f"The statement of {old.name} names a different key.")


def _require_led(trusted: PublicKey, keys: Sequence[SigningKey], place: int) -> None:
    """Raise `NoteFault` unless the trusted key is the signer at this place, or vouches for it from key to key."""
    known = [at for at, each in enumerate(keys) if each.key == trusted.for_log(each.key.name)]
    for at in known:
        steps = keys[min(at, place) + 1 : max(at, place) + 1]
        if all(each.statement is not None and (at < place or _is_countersigned(each)) for each in steps):
            return
    raise NoteFault(f"The key {trusted} did not sign this and does not vouch for the key that did.")


def _is_countersigned(key: SigningKey) -> bool:
    """Whether the key signed the statement that names it."""
    try:
        Note.read(key.statement or "").signer([key.key])
    except NoteFault:
        return False
    return True


def restart_notes(signer: PublicKey, keys: Sequence[PublicKey]) -> Iterator[str]:
    """A note if the log was restarted: something may have been lost, and it cannot be proved what."""
    names = list(dict.fromkeys(each.name for each in keys[: keys.index(signer)] if each.name != signer.name))
    if names:
        yield f"{signer.name} was started after {', '.join(names)}, and may not contain everything from there"
