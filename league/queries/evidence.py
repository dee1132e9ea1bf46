"""Evidence of a match: one file that anybody can check, without names of people."""

from functools import lru_cache
from typing import Any

from games.decks import Status
from games.verify.files import Evidence
from league.domain.events import SeedRevealed
from league.domain.record import exported
from league.errors import EvidenceNotYet
from league.eventlog import proofs
from league.eventlog.store import read
from league.projections import hot
from league.queries.matches import fairness


def evidence(match_id: str) -> dict[str, Any]:
    """The evidence of a match that is over. Raises `Unknown`, `EvidenceNotYet`, `NothingSigned`, `NotSignedYet`."""
    now = hot.current(match_id).state
    if not now.over:
        raise EvidenceNotYet(match=match_id)
    proved = proofs.of_stream(hot.stream(match_id))
    facts = [hot.fact(event) for event in read(hot.stream(match_id)).events[: len(proved.events)]]
    deck = now.table.deck
    return Evidence(
        match=match_id,
        record=exported([(fact, None) for fact in facts], None),
        deck=None if deck is None or deck.status == Status.HOUSE else {**deck.manifest(), "note": ""},
        events=proved.events,
        proof=proved.proof,
        checkpoint=proved.signed.note,
        keys=proved.keys,
        seeds=[fact.seed for fact in facts if isinstance(fact, SeedRevealed)],
    ).as_json()


def deal_is_fair(match_id: str) -> bool | None:
    """Whether every move of nature is the one that the revealed seed gives; None while there is no such seed."""
    standing = hot.current(match_id)
    return _fair(match_id, standing.head.seq) if standing.state.seed is not None else None


@lru_cache(maxsize=1000)
def _fair(match_id: str, seq: int) -> bool:
    """Worked out once for each revision: the whole match is replayed."""
    fair: bool = fairness(match_id)["fair"]
    return fair
