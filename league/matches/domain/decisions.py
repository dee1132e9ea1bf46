"""Decisions on the result of a match, as commands take them and as they are tried out."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from games.engine import Seat, Stated
from games.errors import Phrase
from league.common.actor import Actor, require_official, voice
from league.matches.domain import results
from league.matches.domain.events import (
    Claim,
    FindingRecorded,
    Forecast,
    MatchEvent,
    MatchForfeited,
    MatchReopened,
    MatchVoided,
    Policy,
    ResultReported,
    ResultSettled,
)
from league.matches.domain.match import Decision, Match
from league.matches.domain.score_sheet import GameNumber
from league.matches.errors import NothingToDecide

Decide: TypeAlias = Callable[[Match], Decision]


def correct(actor: Actor, *, place: GameNumber, stated: Stated, correction: str | None = None) -> Decide:
    """Report, or with a reason correct, the result of one game, as one of the seats or an official."""

    def decide(match: Match) -> Decision:
        return results.report(match, place, stated, correction, seat=voice(actor, match, Phrase("report a result")))

    return decide


def settle(actor: Actor, *, reason: str) -> Decide:
    """Rule that the results stand as they are."""
    return _ruled(actor, lambda match: results.settle(match, reason=reason))


def forfeit(actor: Actor, *, seats: Sequence[Seat], reason: str) -> Decide:
    """Rule that seats lost without play."""
    return _ruled(actor, lambda match: results.forfeit(match, seats=seats, reason=reason))


def void(actor: Actor, *, reason: str) -> Decide:
    """Rule that the match counts as if it had never been."""
    return _ruled(actor, lambda match: results.void(match, reason=reason))


def reopen(actor: Actor, *, reason: str) -> Decide:
    """Take back a forfeit, or that the match is void."""
    return _ruled(actor, lambda match: results.reopen(match, reason=reason))


def _ruled(actor: Actor, rule: Decide) -> Decide:
    """What officials of the club rule, those with a seat in the match too: a small club may have no others."""

    def decide(match: Match) -> Decision:
        require_official(actor, match.opened.club, Phrase("rule on a match"))
        return rule(match)

    return decide


def recorded(decision: Decision, policy: Policy, foreseen: Forecast) -> list[MatchEvent]:
    """The facts of a decision with its policy and what was foreseen; with `report` the finding alone.

    NothingToDecide where a policy means nothing: for what is no ruling and corrects no result.
    """
    first, *rest = decision.events
    if policy == "report":
        return [_finding(first, foreseen)]
    if isinstance(first, ResultSettled | MatchForfeited | MatchVoided | MatchReopened) or _corrects(first):
        return [msgspec.structs.replace(first, policy=policy, foreseen=foreseen), *rest]
    raise NothingToDecide()


def _corrects(event: MatchEvent) -> bool:
    return isinstance(event, ResultReported) and event.correction is not None


def _finding(event: MatchEvent, foreseen: Forecast) -> FindingRecorded:
    match event:
        case ResultReported() if event.correction is not None:
            claim = Claim(event.round, event.game, event.points, event.winners, event.reason, event.extra)
            return FindingRecorded("correct", event.correction, foreseen, claim)
        case ResultSettled():
            return FindingRecorded("settle", event.reason, foreseen)
        case MatchForfeited():
            return FindingRecorded("forfeit", event.reason, foreseen, seats=event.seats)
        case MatchVoided():
            return FindingRecorded("void", event.reason, foreseen)
        case MatchReopened():
            return FindingRecorded("reopen", event.reason, foreseen)
        case _:
            raise NothingToDecide()
