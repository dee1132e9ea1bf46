"""Checking a whole file: what is wrong with it, and what it proves if nothing is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from verify import heads, merkle, payloads, replay
from verify.evidence_file import Consistency, Evidence, SigningKey
from verify.hash_chain import EMPTY, Columns, find_changed_column, link, time_text
from verify.key_chain import longer_chain, restart_notes, signer_of
from verify.opening import MatchState
from verify.record import record_text
from verify.replay import MOST_FAULTS, Fault
from verify.report import describe_match
from verify.signed_notes import Checkpoint, NoEd25519, Note, NoteFault, PublicKey

SEARCHED = 1_000_000  # bytes of a changed payload up to which it is found out which column was changed

NO_KEY = (
    "whose log this is: no key was given, and anybody can sign a log that they made up. Pass the key that the service "
    "publishes with --key"
)
NO_HEAD = "whether anything came after the last event: the file has no head of the match"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong, what was found to be right (in sentences), and what is not proved, each with the reason."""

    faults: tuple[Fault, ...]
    found: tuple[str, ...]
    unproved: tuple[str, ...] = ()

    @property
    def status(self) -> int:
        """0 right, 1 wrong, 2 not proved."""
        return 1 if self.faults else 2 if self.unproved else 0


def check(evidence: Evidence, trusted: PublicKey | None = None, known: Sequence[SigningKey] = ()) -> Verdict:
    """Check evidence of a match. *trusted*: a key of the log that is known from elsewhere than the file.

    *known*: the keys that the log has had since, if they have changed.
    """
    faults = [*islice(_check_chain(evidence), MOST_FAULTS)]
    last = time_text(evidence.events[-1].columns.at) if evidence.events else "never"
    found = [f"match {evidence.match}: {len(evidence.events)} events, linked and in the log, the last of {last}"]
    unproved = []
    try:
        checkpoint = Checkpoint.read(Note.read(evidence.checkpoint).text)
        found.append(f"checkpoint: {_checkpoint_text(checkpoint)}")
        faults += _check_inclusion(evidence, checkpoint)
        faults += _check_head(evidence, checkpoint)
        if evidence.head is None:
            unproved.append(NO_HEAD)
        keys = longer_chain(evidence.keys, known)
        signer = signer_of(evidence.checkpoint, checkpoint, keys, trusted)
        found.append(_signature_text(signer, trusted))
        found += restart_notes(signer, [each.key for each in keys])
    except NoteFault as fault:
        faults.append(Fault(str(fault).rstrip("."), column="checkpoint"))
    except NoEd25519 as missing:
        unproved.append(f"the signature: {missing}")
    if trusted is None:
        unproved.append(NO_KEY)
    if evidence.events and all(fault.seq is None for fault in faults):  # changed events are not worth replaying
        try:
            match, more = replay.replay_events(evidence.events, evidence.seeds, evidence.deck)
            if match is not None and not more:
                more = [*_check_record(evidence.record, match)]
                found += describe_match(match, evidence.events)
                unproved += _unproved_deals(match)
            faults += more
        except payloads.UnknownVersion as unknown:
            unproved.append(f"the play: {unknown}")
    return Verdict(tuple(faults[:MOST_FAULTS]), tuple(found), tuple(unproved))


def _check_record(given: str, match: MatchState) -> Iterator[Fault]:
    """Compare the file's record with the one that the events give."""
    due = record_text(match)
    if given == due:
        return
    rows, wanted = given.split("\n"), due.split("\n")
    number = next(
        (at for at, pair in enumerate(zip(rows, wanted, strict=False)) if pair[0] != pair[1]),
        min(len(rows), len(wanted)),
    )
    text = wanted[number][:80] if number < len(wanted) else "the end"
    yield Fault(f"line {number + 1} differs from what the events give: {text}", column="record")


def _unproved_deals(match: MatchState) -> Iterator[str]:
    if match.checked < match.draws:
        yield (
            f"the deals: for {match.draws - match.checked} of {match.draws} chance moves no sealed seed was revealed, "
            "so the service may have chosen them"
        )


def _check_chain(evidence: Evidence) -> Iterator[Fault]:
    """Check that the events are one stream from its beginning, each linked to the one before it."""
    stream, before = f"match-{evidence.match}", EMPTY
    if not evidence.events:
        yield Fault("there are no events")
    for seq, event in enumerate(evidence.events, 1):
        columns, last = event.columns, evidence.events[seq - 2] if seq > 1 else None
        if columns.stream != stream:
            yield Fault(f"it belongs to {columns.stream[:80]}", seq, "stream")
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
        found = find_changed_column(before, columns, event.hash, known) if len(columns.payload) < SEARCHED else None
        yield _link_fault(seq, "hash" if hash_changed else found)
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
        "kind": list(dict.fromkeys([*payloads.KINDS, *(each.kind for each in near)])),
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


def _checkpoint_text(checkpoint: Checkpoint) -> str:
    signed = heads.Statement.read(checkpoint.more).signed
    at = "" if signed is None else f", signed at {time_text(signed)}"
    return f"{checkpoint.origin}, {checkpoint.size} events, digest {checkpoint.digest}{at}"


def _signature_text(signer: PublicKey, trusted: PublicKey | None) -> str:
    if trusted is None:
        return f"signed by {signer}, a key from the file itself"
    by = "the given key" if signer == trusted.for_log(signer.name) else f"{signer}, for which the given key vouches"
    return f"signed by {by}"


def check_consistency(first: str, second: str, proof: Consistency, trusted: PublicKey | None = None) -> Verdict:
    """Check that the log of one checkpoint begins with that of another. Both are notes."""
    faults, found, unproved = [], [], []
    read: list[Checkpoint] = []
    for name, note, size, root in (
        ("the first", first, proof.first, proof.first_root),
        ("the second", second, proof.second, proof.second_root),
    ):
        try:
            checkpoint = Checkpoint.read(Note.read(note).text)
            read.append(checkpoint)
            if (checkpoint.size, checkpoint.root) != (size, root):
                faults.append(Fault(f"{name} checkpoint has a different size or root from the proof"))
            if trusted is not None:
                _require_signature(note, checkpoint, proof, trusted)
            found.append(f"{name}: {_checkpoint_text(checkpoint)}")
        except NoteFault as fault:
            faults.append(Fault(f"{name} checkpoint: {str(fault).rstrip('.')}"))
        except NoEd25519 as missing:
            unproved.append(f"{name} checkpoint's signature: {missing}")
    faults += _check_pair(read)
    faults += _check_growth(proof)
    if proof.first == 0:
        unproved.append("that the second log goes on from the first: the first is empty")
    if trusted is None:
        unproved.append(NO_KEY)
    return Verdict(tuple(faults), tuple(found), tuple(unproved))


def _check_pair(read: Sequence[Checkpoint]) -> Iterator[Fault]:
    """Check that the checkpoints that could be read are of one log, and do not contradict each other."""
    if len({checkpoint.origin for checkpoint in read}) > 1:
        yield Fault("the checkpoints are from two different logs")
    elif len({checkpoint.size for checkpoint in read}) < len({checkpoint.text for checkpoint in read}):
        yield Fault(
            f"the log contradicts itself: two different checkpoints were signed for the same {read[0].size} events"
        )


def _check_growth(proof: Consistency) -> Iterator[Fault]:
    """Check that the proof leads from the first root to the second."""
    try:
        if proof.first == 0:
            right = proof.first_root == merkle.EMPTY and not proof.proof
        else:
            right = merkle.is_consistent(proof.first, proof.second, proof.first_root, proof.second_root, proof.proof)
    except ValueError as error:
        yield Fault(str(error).rstrip("."))
        return
    if not right:
        yield Fault("the proof does not connect the first root to the second")


def _require_signature(note: str, checkpoint: Checkpoint, proof: Consistency, trusted: PublicKey) -> None:
    """Raise `NoteFault` unless the trusted key signed, or vouches for the key that did. Raises `NoEd25519`."""
    if proof.keys:
        signer_of(note, checkpoint, proof.keys, trusted)
    else:
        Note.read(note).signer([trusted.for_log(checkpoint.origin)])
