"""Evidence of a match: one file that anybody can check, without names of people."""

from functools import lru_cache
from typing import Any

from games.decks import Status
from league.eventlog.store import read
from league.eventlog.transparency import proofs
from league.integrity.errors import EvidenceNotYet
from league.matches import repository as match_repository
from league.matches.domain.events import SeedRevealed
from league.matches.domain.records import record_text
from league.matches.queries.detail import fairness
from verify.evidence_file import Evidence


def evidence(match_id: str) -> dict[str, Any]:
    """The evidence of a match that is over. Raises `Unknown`, `EvidenceNotYet`, `NothingSigned`, `NotSignedYet`."""
    now = match_repository.load(match_id).state
    if not now.over:
        raise EvidenceNotYet(match=match_id)
    proved = proofs.prove_stream(match_repository.stream(match_id))
    facts = [
        match_repository.decode(event) for event in read(match_repository.stream(match_id)).events[: len(proved.events)]
    ]
    deck = now.table.deck
    return Evidence(
        match=match_id,
        record=record_text([(fact, None) for fact in facts], None),
        deck=None if deck is None or deck.status == Status.HOUSE else {**deck.manifest(), "note": ""},
        events=proved.events,
        proof=proved.proof,
        checkpoint=proved.signed.note,
        keys=proved.keys,
        seeds=[fact.seed for fact in facts if isinstance(fact, SeedRevealed)],
    ).as_json()


def deal_is_fair(match_id: str) -> bool | None:
    """Whether every move of nature is the one that the revealed seed gives; None while there is no such seed."""
    standing = match_repository.load(match_id)
    return _fair(match_id, standing.head.seq) if standing.state.seed is not None else None


@lru_cache(maxsize=1000)
def _fair(match_id: str, seq: int) -> bool:
    """Worked out once for each revision: the whole match is replayed."""
    return fairness(match_id).fair
