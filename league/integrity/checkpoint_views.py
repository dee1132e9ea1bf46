"""Signed checkpoints of the log, which are public."""

from typing import Annotated
from uuid import UUID

import msgspec
from django.core.cache import cache
from msgspec import Meta

from games.errors import Phrase
from league.clubs.models import Club
from league.clubs.queries import find_club
from league.common.read_models import Id, Moment
from league.errors import Unknown
from league.eventlog.transparency import checkpoints, proofs
from league.eventlog.transparency.checkpoints import ForeignCheckpoint, SignedCheckpoint
from verify.signed_notes import Checkpoint, Note

LARGEST = 2**63 - 1  # events
SHOWN = 200  # checkpoints of other logs
LATE = 60.0  # seconds that an event may wait for a checkpoint, which is signed every ten


class CheckpointDetail(msgspec.Struct, frozen=True):
    """A signed checkpoint of the log."""

    size: Annotated[int, Meta(description="How many events it covers.")]
    log: int
    origin: str
    root: Annotated[str, Meta(description="Hexadecimal.")]
    digest: Annotated[str, Meta(description="Sixteen characters to print.")]
    at: Moment
    note: Annotated[str, Meta(description="The signed note.")]


class ImportedCheckpoint(msgspec.Struct, frozen=True):
    """A checkpoint of another log that came with an imported club."""

    club: Id
    club_name: str
    events: Annotated[int, Meta(description="How many events of the club it covers, from the first.")]
    size: Annotated[int, Meta(description="How many events of the other log it covers.")]
    origin: Annotated[str, Meta(description="The other log.")]
    root: Annotated[str, Meta(description="Hexadecimal.")]
    digest: Annotated[str, Meta(description="Sixteen characters to print.")]
    key: Annotated[str, Meta(description="The public key that signed it, of the other log.")]
    note: Annotated[str, Meta(description="The signed note.")]


class SigningKey(msgspec.Struct, frozen=True):
    key: Annotated[str, Meta(description="name+number+key, as signed notes write it.")]
    first: Annotated[int, Meta(description="The size of the log from which on it signs.")]
    statement: Annotated[str | None, Meta(description="The note in which the key before it names it.")]


class ConsistencyProof(msgspec.Struct, frozen=True):
    format: str
    first: int
    second: int
    first_root: str
    second_root: str
    proof: list[str]


def checkpoints_below(below: tuple[int, int], limit: int) -> list[CheckpointDetail]:
    """At most *limit* checkpoints that come before this size and log, the newest first."""
    return [_checkpoint_detail(each) for each in checkpoints.page(below, limit)]


def newest_checkpoint() -> CheckpointDetail | None:
    newest = checkpoints.newest()
    return None if newest is None else _checkpoint_detail(newest)


def checkpoint(size: int) -> CheckpointDetail:
    """The checkpoint of exactly this size. Raises `Unknown`."""
    found = checkpoints.checkpoint_of_size(size) if size <= LARGEST else None
    if found is None:
        raise Unknown(kind=Phrase("checkpoint"), id=size)
    return _checkpoint_detail(found)


def events_since(newest: CheckpointDetail | None) -> int:
    """How many events were added to the log after a checkpoint."""
    return checkpoints.size() - (newest.size if newest else 0)


def consistency_proof(first: int, second: int) -> ConsistencyProof:
    """The proof that the log of *second* events begins with its first *first*. Raises `Unknown`, `BadRange`."""
    return msgspec.convert(proofs.consistency(first, second).as_json(), ConsistencyProof)


def signing_keys() -> list[SigningKey]:
    """The public keys of the log, the oldest first."""
    return [SigningKey(str(each.key), each.first, each.statement) for each in checkpoints.signing_keys()]


def imported_checkpoints(club_id: UUID | None = None) -> list[ImportedCheckpoint]:
    """Checkpoints of other logs that came with imported clubs, or with one club, at most `SHOWN`. Raises `Unknown`."""
    if club_id is not None:
        find_club(club_id)
    found = checkpoints.list_foreign_checkpoints(club_id, SHOWN)
    names = dict(Club.objects.filter(id__in={each.club for each in found}).values_list("id", "name"))
    return [_imported_checkpoint(each, names[each.club]) for each in found]


def signing_state() -> str:
    """`up to date`, `refused` (the worker logs why), `late`, or `never signed`, as without a key."""
    if cache.get(checkpoints.REFUSAL) is not None:
        return "refused"
    _, seconds = checkpoints.unsigned_events()
    waits = max(seconds, checkpoints.unsealed_seconds())
    if not waits or waits < LATE:
        return "up to date"
    return "never signed" if checkpoints.newest() is None else "late"


def _imported_checkpoint(imported: ForeignCheckpoint, name: str) -> ImportedCheckpoint:
    checkpoint = Checkpoint.read(Note.read(imported.note).text)
    return ImportedCheckpoint(
        club=str(imported.club),
        club_name=name,
        events=imported.events,
        size=checkpoint.size,
        origin=checkpoint.origin,
        root=checkpoint.root.hex(),
        digest=checkpoint.digest,
        key=imported.key,
        note=imported.note,
    )


def _checkpoint_detail(signed: SignedCheckpoint) -> CheckpointDetail:
    return CheckpointDetail(
        size=signed.size,
        log=signed.log,
        origin=signed.checkpoint.origin,
        root=signed.root.hex(),
        digest=signed.checkpoint.digest,
        at=signed.at,
        note=signed.note,
    )
