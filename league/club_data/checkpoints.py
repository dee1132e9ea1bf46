"""The checkpoints in an exported club: one of this log that covers it, and those that came with it."""

from collections.abc import Sequence
from uuid import UUID

from django.db import connection

from games.errors import Phrase
from league.club_data.file_format import (
    CheckpointLine,
    EventLine,
    KeyPart,
    Numbered,
    decode_checkpoint,
    encode_checkpoint,
)
from league.clubs.errors import RowRefused
from league.eventlog.transparency import proofs
from verify import merkle
from verify.evidence_file import SigningKey
from verify.key_chain import signer_of
from verify.signed_notes import Checkpoint, Note, NoteFault, PublicKey

_KNOWN = "SELECT line FROM eventlog.foreign_checkpoint WHERE club = %s ORDER BY events, line"
_KEEP = "INSERT INTO eventlog.foreign_checkpoint (club, events, line) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"


def club_checkpoints(club: UUID, events: Sequence[EventLine]) -> list[CheckpointLine]:
    """The checkpoints that came with the club and fit its events, and one of this log unless one of them covers all."""
    with connection.cursor() as cursor:
        cursor.execute(_KNOWN, [club])
        known = [decode_checkpoint(line) for (line,) in cursor.fetchall()]
    fitting = [line for line in known if fault_of(line, events) is None]
    if events and not any(line.events == len(events) for line in fitting):
        fitting += _own_checkpoint(events)
    return fitting


def _own_checkpoint(events: Sequence[EventLine]) -> list[CheckpointLine]:
    """The first checkpoint here that covers all events, which stays the same as the log grows."""
    covered = proofs.prove_events([(event.stream, event.seq) for event in events])
    if covered is None:
        return []
    parts = [KeyPart(str(each.key), each.first, each.statement) for each in covered.keys]
    blinds = covered.blinds if any(covered.blinds) else []
    return [CheckpointLine(len(events), covered.positions, covered.proof, covered.note, parts, blinds)]


def fault_of(line: CheckpointLine, events: Sequence[EventLine]) -> str | None:
    """What is wrong with a checkpoint and its proof of the first events of a file, if anything."""
    covered = events[: line.events]
    blinds = line.blinds or [None] * len(covered)
    leaves = {
        at: merkle.event_leaf(event.hash, blind)
        for at, event, blind in zip(line.positions, covered, blinds, strict=False)
    }
    if not line.events == len(line.positions) == len(covered) == len(blinds) == len(leaves):
        return "it has not one position and one blind for each event"
    try:
        note = Note.read(line.note)
        checkpoint = Checkpoint.read(note.text)
        keys = [SigningKey(PublicKey.read(each.key), each.first, each.statement) for each in line.keys]
        if signer_of(line.note, checkpoint, keys) != keys[-1].key:
            return "it is not signed by its last key"
        if merkle.root_by_cover(leaves, checkpoint.size, line.proof) != checkpoint.root:
            return "the events are not in it"
    except (NoteFault, ValueError) as fault:
        return str(fault).rstrip(".")
    return None


def keep(club: UUID, lines: Sequence[Numbered], events: Sequence[Numbered]) -> None:
    """Store the checkpoints that came with a club. Raises `RowRefused` for one that does not cover its events."""
    rows = [event.line for event in events]
    for number, line in lines:
        if fault_of(line, rows) is not None:
            raise RowRefused(line=number, why=Phrase("the checkpoint does not cover these events or is not signed"))
        with connection.cursor() as cursor:
            cursor.execute(_KEEP, [club, line.events, encode_checkpoint(line)])
