"""Signed checkpoints of the log, as everybody may see them."""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.core.cache import cache
from msgspec import Meta

from games.errors import Phrase
from league.clubs.models import Club
from league.clubs.queries import find_club
from league.common.read_models import Id, Moment
from league.errors import Unknown
from league.eventlog.errors import NothingSigned
from league.eventlog.transparency import checkpoints, proofs
from league.eventlog.transparency.checkpoints import ForeignCheckpoint, SignedCheckpoint
from verify.signed_notes import Checkpoint, Note

LARGEST = 2**63 - 1  # events
SHOWN = 200  # checkpoints of other logs
LATE = 60.0  # seconds that an event may wait for a checkpoint; they are signed every ten


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


def page(below: tuple[int, int], limit: int) -> list[CheckpointDetail]:
    """At most *limit* checkpoints that come before this size and log, the newest first."""
    return [_checkpoint_detail(each) for each in checkpoints.page(below, limit)]


def latest() -> CheckpointDetail:
    """The newest checkpoint. Raises `NothingSigned`."""
    newest = checkpoints.newest()
    if newest is None:
        raise NothingSigned()
    return _checkpoint_detail(newest)


def one(size: int) -> CheckpointDetail:
    """The checkpoint of exactly this size. Raises `Unknown`."""
    found = checkpoints.checkpoint_of_size(size) if size <= LARGEST else None
    if found is None:
        raise Unknown(kind=Phrase("checkpoint"), id=size)
    return _checkpoint_detail(found)


def consistency(first: int, second: int) -> dict[str, Any]:
    """The proof that the log of *second* events begins with its first *first*. Raises `Unknown`, `BadRange`."""
    return proofs.consistency(first, second).as_json()


def keys() -> list[dict[str, Any]]:
    """The public keys of the log, the oldest first."""
    return [key.as_json() for key in proofs.signing_keys()]


def digest() -> dict[str, Any] | None:
    """What is printed of the newest checkpoint, if there is one: its digest and size."""
    newest = checkpoints.newest()
    return None if newest is None else {"digest": newest.checkpoint.digest, "size": newest.size}


def status() -> dict[str, Any]:
    """Whether checkpoints are signed here, and how many events came since the newest."""
    newest = checkpoints.newest()
    size = checkpoints.size()
    return {
        "latest": None if newest is None else _checkpoint_detail(newest),
        "events": size,
        "since": size - (newest.size if newest else 0),
    }


def imported_checkpoints(club_id: UUID | None = None) -> list[ImportedCheckpoint]:
    """Checkpoints of other logs that came with imported clubs, or with this one, at most `SHOWN`. Raises `Unknown`."""
    if club_id is not None:
        find_club(club_id)
    found = checkpoints.list_foreign_checkpoints(club_id, SHOWN)
    names = dict(Club.objects.filter(id__in={each.club for each in found}).values_list("id", "name"))
    return [_imported_checkpoint(each, names[each.club]) for each in found]


def _imported_checkpoint(kept: ForeignCheckpoint, name: str) -> ImportedCheckpoint:
    checkpoint = Checkpoint.read(Note.read(kept.note).text)
    return ImportedCheckpoint(
        club=str(kept.club),
        club_name=name,
        events=kept.events,
        size=checkpoint.size,
        origin=checkpoint.origin,
        root=checkpoint.root.hex(),
        digest=checkpoint.digest,
        key=kept.key,
        note=kept.note,
    )


def unsigned_events() -> tuple[int, float]:
    """How many sealed events no checkpoint covers, and the age of the first of them in seconds."""
    return checkpoints.unsigned_events()


def signing() -> str:
    """`up to date`; `refused`, and the log of the worker says why; `late`; or `never signed`, as without a key."""
    if cache.get(checkpoints.REFUSAL) is not None:
        return "refused"
    events, seconds = unsigned_events()
    if not events or seconds < LATE:
        return "up to date"
    return "never signed" if checkpoints.newest() is None else "late"


def _checkpoint_detail(signed: SignedCheckpoint) -> CheckpointDetail:
    checkpoint = signed.checkpoint
    return CheckpointDetail(
        size=signed.size,
        log=signed.log,
        origin=checkpoint.origin,
        root=signed.root.hex(),
        digest=checkpoint.digest,
        at=signed.at,
        note=signed.note,
    )
