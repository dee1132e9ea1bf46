"""Checking a whole file: what is wrong with it, and what it proves if nothing is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from verify import heads, merkle, replay
from verify.evidence_file import Consistency, Evidence, SigningKey
from verify.hash_chain import EMPTY, Columns, find_changed_column, link, time_text
from verify.replay import Fault, MatchState
from verify.signed_notes import Checkpoint, NoEd25519, Note, NoteFault, PublicKey


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong, what was found to be right (in sentences), and what could not be checked here."""

    faults: tuple[Fault, ...]
    found: tuple[str, ...]
    unchecked: tuple[str, ...] = ()


def check(evidence: Evidence, trusted: PublicKey | None = None) -> Verdict:
    """Check evidence of a match. *trusted*: a key of the log that is known from elsewhere than the file."""
    faults = [*_check_chain(evidence)]
    last = time_text(evidence.events[-1].columns.at) if evidence.events else "never"
    found = [f"match {evidence.match}: {len(evidence.events)} events, linked and in the log, the last of {last}"]
    unchecked = []
    try:
        checkpoint = Checkpoint.read(Note.read(evidence.checkpoint).text)
        found.append(f"checkpoint: {checkpoint.origin}, {checkpoint.size} events, digest {checkpoint.digest}")
        faults += _check_inclusion(evidence, checkpoint)
        faults += _check_head(evidence, checkpoint)
        if evidence.head is None:
            unchecked.append("whether anything came after the last event: the file has no head of the match")
        signer = signer_of(evidence.checkpoint, checkpoint, evidence.keys, trusted)
        found.append(_signature_text(signer, trusted))
        found += _restart_notes(signer, [each.key for each in evidence.keys])
    except NoteFault as fault:
        faults.append(Fault(str(fault).rstrip("."), column="checkpoint"))
    except NoEd25519 as missing:
        unchecked.append(f"the signature: {missing}")
    if evidence.events and all(fault.seq is None for fault in faults):  # changed events are not worth replaying
        try:
            match, more = replay.replay_events(evidence.events, evidence.seeds, evidence.deck)
            faults += more or replay.check_record(evidence, match)
            found += _summary(match)
        except replay.UnknownVersion as unknown:
            unchecked.append(f"the play: {unknown}")
    return Verdict(tuple(faults), tuple(found), tuple(unchecked))


def _check_chain(evidence: Evidence) -> Iterator[Fault]:
    """Check that the events are one stream from its beginning, each linked to the one before it."""
    stream, before = f"match-{evidence.match}", EMPTY
    if not evidence.events:
        yield Fault("there are no events")
    for seq, event in enumerate(evidence.events, 1):
        columns, last = event.columns, evidence.events[seq - 2] if seq > 1 else None
        if columns.stream != stream:
            yield Fault(f"it belongs to {columns.stream}", seq, "stream")
        if columns.seq != seq:
            yield Fault(f"its number is {columns.seq}", seq, "seq")
        if last is not None and columns.at < last.columns.at:
            yield Fault("it is older than the event before it", seq, "at")
        if last is not None and event.position <= last.position:
            yield Fault("its position in the log is not after that of the event before it", seq, "position")
        expected = link(before, columns)
        if expected == event.hash:
            before = event.hash
            continue
        following = evidence.events[seq] if seq < len(evidence.events) else None
        hash_changed = following is not None and link(expected, following.columns) == following.hash
        known = candidate_values([each.columns for each in evidence.events], stream, seq)
        yield _link_fault(seq, "hash" if hash_changed else find_changed_column(before, columns, event.hash, known))
        before = expected if hash_changed else event.hash


def _link_fault(seq: int, column: str | None) -> Fault:
    text = "its hash does not match its columns"
    if column is not None:
        return Fault(text, seq, column)
    return Fault(f"{text}: payload, private_commit, actor, command_id, at or the hash was changed", seq)


def candidate_values(events: Sequence[Columns], stream: str, seq: int) -> dict[str, list[Any]]:
    """The values that a column may have had before somebody changed it, by column."""
    near = [each for each in events[max(0, seq - 3) : seq + 2] if each.seq != seq]
    return {
        "stream": [stream],
        "seq": [seq],
        "shard": list(range(64)),
        "kind": list(dict.fromkeys([*replay.KINDS, *(each.kind for each in near)])),
        "schema": list(range(1, 10)),
        "private_commit": [None],
        "actor": list(dict.fromkeys([None, *(each.actor for each in near)])),
        "command_id": list(dict.fromkeys(each.command_id for each in near)),
        "at": list(dict.fromkeys(each.at for each in near)),
    }


def _check_inclusion(evidence: Evidence, checkpoint: Checkpoint) -> Iterator[Fault]:
    """Check that the hashes of the events are in the tree of the checkpoint, at their positions."""
    leaves = {event.position: event.leaf for event in evidence.events}
    try:
        root = merkle.root_by_cover(leaves, checkpoint.size, evidence.proof)
    except ValueError as error:
        yield Fault(str(error).rstrip("."), column="proof")
        return
    if root != checkpoint.root:
        yield Fault("events, positions and proof do not give the root of the checkpoint", column="proof")


def _check_head(evidence: Evidence, checkpoint: Checkpoint) -> Iterator[Fault]:
    """Check that the last event is the last of the match in the log of the checkpoint. Raises `NoteFault`."""
    root = heads.Statement.read(checkpoint.more).heads
    if evidence.head is None or not evidence.events:
        return
    if root is None:
        yield Fault("the checkpoint has no heads, but the file has one", column="head")
        return
    fault = heads.fault_of(evidence.head, f"match-{evidence.match}", evidence.events[-1].leaf, root)
    if fault is not None:
        yield Fault(fault, column="head")


def signer_of(
    note: str, checkpoint: Checkpoint, keys: Sequence[SigningKey], trusted: PublicKey | None = None
) -> PublicKey:
    """The key that signed, if the chain of keys from the trusted one leads to it. Raises `NoteFault`, `NoEd25519`."""
    if not keys:
        raise NoteFault("The file has no keys.")
    for old, new in pairwise(keys):
        require_named(old.key, new)
    signer = Note.read(note).signer([each.key for each in keys])
    place = [each.key for each in keys].index(signer)
    if signer.name != checkpoint.origin:
        raise NoteFault(f"The log is {checkpoint.origin}, but the signing key belongs to {signer.name}.")
    if place != len(keys) - 1:
        raise NoteFault("The checkpoint is not signed by the last key in the file.")
    if checkpoint.size < keys[place].first:
        raise NoteFault(f"The signing key is valid only from size {keys[place].first} on.")
    if trusted is not None:
        _require_led(trusted, keys)
    return signer


def require_named(old: PublicKey, new: SigningKey) -> None:
    """Raise `NoteFault` unless the key before it signed this key's statement."""
    if new.statement is None:
        return  # the key before it was lost
    note = Note.read(new.statement)
    note.signer([old])
    if note.text != f"{old.name} key\n{new.key}\nfrom {new.first}\n":
        raise NoteFault(f"The statement of {old.name} names a different key.")


def _require_led(trusted: PublicKey, keys: Sequence[SigningKey]) -> None:
    """Raise `NoteFault` unless the trusted key is the signer, or vouches for it from key to key."""
    for each in reversed(keys):
        if each.key == trusted.for_log(each.key.name):
            return
        if each.statement is None:
            break
    raise NoteFault(f"The key {trusted} did not sign this and does not vouch for the key that did.")


def _restart_notes(signer: PublicKey, keys: Sequence[PublicKey]) -> Iterator[str]:
    """Note if the log was restarted: something may have been lost, and it cannot be proved what."""
    names = list(dict.fromkeys(each.name for each in keys if each.name != signer.name))
    if names:
        yield f"{signer.name} was started after {', '.join(names)}, and may not contain everything from there"


def _signature_text(signer: PublicKey, trusted: PublicKey | None) -> str:
    if trusted is None:
        return (
            f"signed by {signer}, a key from the file itself. This proves that everything is from one log, but not "
            "whose; compare the key or the digest with the published ones, or pass a key with --key"
        )
    by = "the given key" if signer == trusted.for_log(signer.name) else f"{signer}, for which the given key vouches"
    return f"signed by {by}"


def _summary(match: MatchState) -> Iterator[str]:
    meta = match.rules.meta
    sums = ", ".join(
        f"{round_}.{game}: {' '.join(map(str, result.points))}"
        for (round_, game), result in sorted(match.results.items())
    )
    yield f"replayed: {meta.slug}, rules {meta.rules}; results {sums or 'none'}"
    if match.dealing != "server":
        yield "deals: made at the table, so there is no seed to check"
    elif match.checked < match.draws:
        some = f"{match.checked} of {match.draws} chance moves"
        yield f"deals: {some} follow from revealed seeds; the other seeds are still sealed"
    else:
        yield f"deals: all {match.draws} chance moves follow from the sealed seed"


def check_consistency(first: str, second: str, proof: Consistency, trusted: PublicKey | None = None) -> Verdict:
    """Check that the log of one checkpoint begins with that of another. Both are notes."""
    faults, found, unchecked = [], [], []
    points: list[Checkpoint] = []
    for name, text, size, root in (
        ("the first", first, proof.first, proof.first_root),
        ("the second", second, proof.second, proof.second_root),
    ):
        try:
            note = Note.read(text)
            checkpoint = Checkpoint.read(note.text)
            points.append(checkpoint)
            if (checkpoint.size, checkpoint.root) != (size, root):
                faults.append(Fault(f"{name} checkpoint has a different size or root from the proof"))
            if trusted is not None:
                note.signer([trusted.for_log(checkpoint.origin)])
            found.append(f"{name}: {checkpoint.origin}, {checkpoint.size} events, digest {checkpoint.digest}")
        except NoteFault as fault:
            faults.append(Fault(f"{name} checkpoint: {str(fault).rstrip('.')}"))
        except NoEd25519 as missing:
            unchecked.append(f"{name} checkpoint's signature: {missing}")
    if len({each.origin for each in points}) > 1:
        faults.append(Fault("the checkpoints are from two different logs"))
    try:
        if not merkle.is_consistent(proof.first, proof.second, proof.first_root, proof.second_root, proof.proof):
            faults.append(Fault("the proof does not connect the first root to the second"))
    except ValueError as error:
        faults.append(Fault(str(error).rstrip(".")))
    if trusted is None:
        found.append("signatures were not checked: pass the log's key with --key")
    return Verdict(tuple(faults), tuple(found), tuple(unchecked))
