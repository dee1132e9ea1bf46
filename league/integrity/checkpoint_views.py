"""Signed checkpoints of the log, which are public."""

from collections.abc import Sequence
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
from league.eventlog import sealer, store
from league.eventlog.transparency import checkpoints, cosignatures, delays, proofs
from league.eventlog.transparency.checkpoints import ForeignCheckpoint, SignedCheckpoint
from league.eventlog.transparency.cosignatures import Cosigned
from verify.signed_notes import Checkpoint, Note

LARGEST = 2**63 - 1  # events
SHOWN = 200  # checkpoints of other logs
LATE = 60.0  # seconds that an event may wait for a checkpoint, which is signed every ten


class CosignatureDetail(msgspec.Struct, frozen=True):
    """A cosignature of a checkpoint by a witness."""

    witness: Annotated[str, Meta(description="The name of the witness.")]
    key: Annotated[str, Meta(description="Its public key, as this log knows it.")]
    at: Moment


class CheckpointDetail(msgspec.Struct, frozen=True):
    """A signed checkpoint of a shard of the log."""

    shard: int
    size: Annotated[int, Meta(description="How many events it covers.")]
    log: int
    origin: str
    root: Annotated[str, Meta(description="Hexadecimal.")]
    digest: Annotated[str, Meta(description="Sixteen characters to print.")]
    at: Moment
    oldest: Annotated[Moment | None, Meta(description="When the oldest event happened that none before covers.")]
    late: Annotated[bool, Meta(description="Whether that event had waited for more than five minutes.")]
    note: Annotated[str, Meta(description="The signed note, with a line for each cosignature.")]
    witnesses: list[CosignatureDetail]


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
    keys: Annotated[list[SigningKey], Meta(description="The newest key, and those that it is connected with.")]


def shards() -> list[int]:
    """Every shard of the log. Each has checkpoints and keys of its own."""
    return sealer.shards()


def checkpoints_below(below: tuple[int, int], limit: int, shard: int = 0) -> list[CheckpointDetail]:
    """At most *limit* checkpoints that come before this size and log, the newest first."""
    return _checkpoint_details(checkpoints.page(below, limit, shard), shard)


def newest_checkpoint(shard: int = 0) -> CheckpointDetail | None:
    newest = checkpoints.newest(shard)
    return None if newest is None else _checkpoint_details([newest], shard)[0]


def newest_for(stream: str) -> CheckpointDetail | None:
    """The newest checkpoint of the shard that has this stream, to print beside what comes from it."""
    return newest_checkpoint(store.head(stream).shard)


def checkpoint(size: int, shard: int = 0) -> CheckpointDetail:
    """The checkpoint of exactly this size. Raises `Unknown`."""
    found = checkpoints.checkpoint_of_size(size, shard) if size <= LARGEST else None
    if found is None:
        raise Unknown(kind=Phrase("checkpoint"), id=size)
    return _checkpoint_details([found], shard)[0]


def events_since(newest: CheckpointDetail | None, shard: int = 0) -> int:
    """How many events were added to a shard after a checkpoint."""
    return checkpoints.size(shard) - (newest.size if newest else 0)


def consistency_proof(first: int, second: int, shard: int = 0) -> ConsistencyProof:
    """The proof that the log of *second* events begins with its first *first*. Raises `Unknown`, `BadRange`."""
    return msgspec.convert(proofs.consistency(first, second, shard).as_json(), ConsistencyProof)


def signing_keys(shard: int = 0) -> list[SigningKey]:
    """The public keys of a shard, the oldest first."""
    return [SigningKey(str(each.key), each.first, each.statement) for each in checkpoints.signing_keys(shard)]


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
    _, waits = delays.signing_backlog()
    if not waits or waits < LATE:
        return "up to date"
    return "late" if any(map(checkpoints.newest, sealer.shards())) else "never signed"


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


def _checkpoint_details(signed: Sequence[SignedCheckpoint], shard: int) -> list[CheckpointDetail]:
    first, found = checkpoints.first_size(shard), cosignatures.cosignatures(signed, shard)
    return [
        _checkpoint_detail(each, shard, cosigned, first=each.size == first)
        for each, cosigned in zip(signed, found, strict=True)
    ]


def _checkpoint_detail(
    signed: SignedCheckpoint, shard: int, cosigned: Sequence[Cosigned], *, first: bool
) -> CheckpointDetail:
    stated = signed.statement
    return CheckpointDetail(
        shard=shard,
        size=signed.size,
        log=signed.log,
        origin=signed.checkpoint.origin,
        root=signed.root.hex(),
        digest=signed.checkpoint.digest,
        at=signed.at,
        oldest=None if stated.oldest is None else signed.at - delays.wait_time(stated),
        late=not first and delays.wait_time(stated) > delays.PROMISED,
        note=signed.note + "".join(each.line for each in cosigned),
        witnesses=[CosignatureDetail(each.witness.partition("+")[0], each.witness, each.at) for each in cosigned],
    )
