"""What a witness answers to a request, by the protocol c2sp.org/tlog-witness."""

import base64
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple, Protocol

from verify import merkle
from verify.signed_notes import Checkpoint, Note, NoteFault, PublicKey, decode_base64
from verify.witness.cosignatures import Cosigner

MOST_PROOF = 63  # hashes
LARGEST = 100_000  # bytes of a request
TEXT, SIZE = "text/plain; charset=utf-8", "text/x.tlog.size"

_OLD = re.compile(r"old (0|[1-9][0-9]{0,18})")


class Answer(NamedTuple):
    """What a witness answers over HTTP."""

    status: int
    body: str
    kind: str = TEXT


class Refusal(Exception):
    def __init__(self, status: int, why: str, kind: str = TEXT) -> None:
        super().__init__(why)
        self.answer = Answer(status, f"{why}\n", kind)


class Memory(Protocol):
    """Where a witness keeps the last note that it cosigned for each log."""

    def hold(self, origin: str) -> AbstractContextManager["Held"]:
        """Hold the note of a log, so that nobody else can change it meanwhile."""


class Held(Protocol):
    note: str | None

    def keep(self, note: str) -> None:
        """Remember this note for good, before anybody hears of it."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A request: the checkpoint, and the proof that its log begins with the *old* first events."""

    old: int
    proof: Sequence[bytes]
    note: Note
    checkpoint: Checkpoint


def request_text(old: int, proof: Sequence[bytes], note: str) -> str:
    """The body by which a log asks for a cosignature of its checkpoint."""
    lines = [f"old {old}", *(_base64(each) for each in proof)]
    return "".join(f"{line}\n" for line in lines) + f"\n{note}"


def cosign(body: bytes, logs: Sequence[PublicKey], memory: Memory, key: Cosigner, seconds: int) -> Answer:
    """Answer a request of one of *logs*, at a time in *seconds* since 1970."""
    try:
        asked = _submission(body)
        signed_by = _require_signed(asked, logs)
        with memory.hold(asked.checkpoint.origin) as held:
            _require_growth(asked, held.note)
            made = key.cosign(asked.note.text, seconds)
            line = next(each for each in asked.note.signatures if (each.name, each.number) == signed_by)
            held.keep(str(Note(asked.note.text, (line, made))))
    except Refusal as refusal:
        return refusal.answer
    return Answer(200, str(made))


def origin_hash(origin: str) -> str:
    """The name of a log in the addresses of a witness."""
    return sha256(origin.encode()).hexdigest()


def _submission(body: bytes) -> Submission:
    try:
        head, _, text = body.decode().partition("\n\n")
        first, *rest = head.split("\n")
        found = _OLD.fullmatch(first)
        if found is None or len(rest) > MOST_PROOF:
            raise Refusal(400, "the request does not begin with the old size and a proof")
        note = Note.read(text)
        asked = Submission(
            int(found.group(1)), [decode_base64(line) for line in rest], note, Checkpoint.read(note.text)
        )
    except (UnicodeDecodeError, NoteFault) as fault:
        raise Refusal(400, str(fault)) from None
    if asked.old > asked.checkpoint.size or any(len(each) != 32 for each in asked.proof):
        raise Refusal(400, "the old size is greater than the new one, or a hash of the proof has not 32 bytes")
    return asked


def _require_signed(asked: Submission, logs: Sequence[PublicKey]) -> tuple[str, bytes]:
    """The name and the number of the trusted key that signed the checkpoint."""
    origin = asked.checkpoint.origin
    known = [key for each in logs if (key := each.for_log(origin)).name == origin]
    if not known:
        raise Refusal(404, "this witness does not know the log")
    try:
        signer = asked.note.signer(known)
    except NoteFault as fault:
        raise Refusal(403, str(fault)) from None
    return signer.name, signer.number


def _require_growth(asked: Submission, kept: str | None) -> None:
    """Refuse unless the checkpoint continues the last one that was cosigned."""
    last = None if kept is None else Checkpoint.read(Note.read(kept).text)
    size, root = (last.size, last.root) if last else (0, merkle.EMPTY)
    new = asked.checkpoint
    if asked.old != size:
        raise Refusal(409, str(size), SIZE)
    if last is not None and size == new.size and last.text != new.text:  # what stands below the root counts as well
        raise Refusal(409, "the log contradicts itself: this checkpoint differs from the one of the same size")
    if new.size == 0 and new.root != merkle.EMPTY:
        raise Refusal(422, "a log without events has another root")
    try:
        right = merkle.is_consistent(size, new.size, root, new.root, asked.proof)
    except ValueError:
        right = False
    if not right and size:
        raise Refusal(422, "the proof does not show that the log continues from the last checkpoint")
    if asked.proof and not size:
        raise Refusal(422, "nothing is to be proved from an empty log on")


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()
