"""Corrections and rulings that were given on matches: what, why, and by which policy. Everybody may see them."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from league.domain.actor import Actor
from league.domain.events import (
    FindingRecorded,
    Foreseen,
    MatchFact,
    MatchForfeited,
    MatchReopened,
    MatchVoided,
    Policy,
    ResultReported,
    ResultSettled,
    RulingGiven,
)
from league.eventlog import store
from league.eventlog.values import Event
from league.projections import hot
from league.queries.tournaments import seen

KINDS = (
    "result.reported",
    "result.settled",
    "match.forfeited",
    "match.voided",
    "match.reopened",
    "finding.recorded",
    "ruling.given",
)


def decisions(match_id: str) -> list[dict[str, Any]]:
    """The corrections and rulings of a match, in their order."""
    return list(_told(store.of_kinds(hot.stream(match_id), KINDS)))


def decisions_in(tournament_id: str, actor: Actor) -> list[dict[str, Any]]:
    """Those of every published table of a tournament, round by round. Raises `Unknown`."""
    _, now = seen(tournament_id, actor)
    tables = [(round_, table) for round_ in now.published for table in round_.tables if table.match]
    found = store.of_kinds_in([hot.stream(str(table.match)) for _, table in tables], KINDS)
    return [
        {"round": round_.number, "table": table.number, "match": table.match, **each}
        for round_, table in tables
        for each in _told(found.get(hot.stream(str(table.match)), ()))
    ]


def _told(events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    for event in events:
        told = _decision(hot.fact(event))
        if told is not None:
            yield {"revision": event.seq, "at": event.at, **told}


def _decision(fact: MatchFact) -> dict[str, Any] | None:
    match fact:
        case ResultReported() if fact.correction is not None:
            return _given("correct", fact.correction, fact.policy, fact.foreseen)
        case ResultSettled():
            return _given("settle", fact.reason, fact.policy, fact.foreseen)
        case MatchForfeited() if fact.ruling is None:
            return _given("forfeit", fact.reason, fact.policy, fact.foreseen)
        case MatchVoided() if fact.ruling is None:
            return _given("void", fact.reason, fact.policy, fact.foreseen)
        case MatchReopened() if fact.ruling is None:
            return _given("reopen", fact.reason, fact.policy, fact.foreseen)
        case FindingRecorded():
            return _given(fact.decision, fact.reason, "report", fact.foreseen)
        case RulingGiven():
            return _given(fact.kind, fact.reason, fact.policy, fact.foreseen)
        case _:
            return None


def _given(decision: str, reason: str, policy: Policy, foreseen: Foreseen | None) -> dict[str, Any]:
    return {
        "decision": decision,
        "reason": reason,
        "policy": policy,
        "foreseen": None if foreseen is None else msgspec.structs.asdict(foreseen),
    }
