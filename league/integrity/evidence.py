"""Evidence of a match: one file that anybody can check, without names of people."""

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from games.decks import Deck, Status
from league.common.read_models import Id
from league.eventlog.store import read
from league.eventlog.transparency import cosignatures, proofs
from league.integrity.checkpoint_views import SigningKey
from league.integrity.errors import EvidenceNotYet
from league.matches import repository as match_repository
from league.matches.domain.events import SeedRevealed
from league.matches.domain.records import record_text
from league.matches.queries.detail import fairness
from verify.evidence_file import Evidence


class EventEvidence(msgspec.Struct, frozen=True):
    """An event with every column that its hash covers. Times are text, for they have one spelling."""

    position: int
    stream: str
    seq: int
    shard: int
    kind: str
    schema: int
    payload: str
    private_commit: str | None
    actor: Id | None
    command_id: Id
    at: Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
    hash: str
    blind: str | None


class HeadEvidence(msgspec.Struct, frozen=True):
    """That the last event is the last of the match: all entries of its bucket, and the hashes up to the heads."""

    bucket: list[str]
    path: list[str]


class MatchEvidence(msgspec.Struct, frozen=True):
    """Everything that is needed to check a match (docs/evidence.md)."""

    format: str
    match: Id
    record: str
    deck: dict[str, Any] | None
    seeds: list[str]
    events: list[EventEvidence]
    proof: list[str]
    checkpoint: str
    keys: list[SigningKey]
    head: HeadEvidence | None


def evidence(match_id: str) -> MatchEvidence:
    """The evidence of a match that is over. Raises `Unknown`, `EvidenceNotYet`, `NothingSigned`, `NotSignedYet`."""
    match = match_repository.load(match_id).state
    if not match.over:
        raise EvidenceNotYet(match=match_id)
    stream = match_repository.stream(match_id)
    proved = proofs.prove_stream(stream)
    events = [match_repository.decode(event) for event in read(stream).events[: len(proved.events)]]
    deck = match.table.deck
    found = Evidence(
        match=match_id,
        record=record_text([(event, None) for event in events], None),
        deck=None if deck is None or deck.status == Status.HOUSE else _plain_manifest(deck),
        events=proved.events,
        proof=proved.proof,
        checkpoint=cosignatures.public_note(proved.signed, proved.events[0].columns.shard),
        keys=proved.keys,
        head=proved.head,
        seeds=[event.seed for event in events if isinstance(event, SeedRevealed)],
    )
    return msgspec.convert(found.as_json(), MatchEvidence)


def _plain_manifest(deck: Deck) -> dict[str, Any]:
    """The manifest without what its hash does not cover."""
    return {key: value for key, value in deck.manifest().items() if key not in ("status", "note")}


def deal_is_fair(match_id: str) -> bool | None:
    """Whether every chance move is the one that the revealed seed gives.

    None while no seed is revealed, and where a table deals.
    """
    standing = match_repository.load(match_id)
    by_service = standing.state.opened.dealing != "table" and standing.state.seed is not None
    return _fair(match_id, standing.head.seq) if by_service else None


@lru_cache(maxsize=1000)
def _fair(match_id: str, seq: int) -> bool:
    """Computed once for each revision, since the whole match is replayed."""
    return fairness(match_id).fair
