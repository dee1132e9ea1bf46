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
    Foreseen,
    MatchFact,
    MatchForfeited,
    MatchReopened,
    MatchVoided,
    Policy,
    ResultReported,
    ResultSettled,
)
from league.matches.domain.match import Course, Match
from league.matches.domain.score_sheet import Place
from league.matches.errors import NothingToDecide

Decide: TypeAlias = Callable[[Match], Course]


def correct(actor: Actor, *, place: Place, stated: Stated, correction: str | None = None) -> Decide:
    """Report, or with a reason correct, the result of one game, as one of the seats or an official."""

    def decide(now: Match) -> Course:
        return results.report(now, place, stated, correction, seat=voice(actor, now, Phrase("report a result")))

    return decide


def settle(actor: Actor, *, reason: str) -> Decide:
    """Rule that the results stand as they are."""
    return _ruled(actor, lambda now: results.settle(now, reason=reason))


def forfeit(actor: Actor, *, seats: Sequence[Seat], reason: str) -> Decide:
    """Rule that seats lost without play."""
    return _ruled(actor, lambda now: results.forfeit(now, seats=seats, reason=reason))


def void(actor: Actor, *, reason: str) -> Decide:
    """Rule that the match counts as if it had never been."""
    return _ruled(actor, lambda now: results.void(now, reason=reason))


def reopen(actor: Actor, *, reason: str) -> Decide:
    """Take back a forfeit, or that the match is void."""
    return _ruled(actor, lambda now: results.reopen(now, reason=reason))


def _ruled(actor: Actor, rule: Decide) -> Decide:
    """What officials of the club rule, those with a seat in the match too: a small club may have no others."""

    def decide(now: Match) -> Course:
        require_official(actor, now.opened.club, Phrase("rule on a match"))
        return rule(now)

    return decide


def recorded(course: Course, policy: Policy, foreseen: Foreseen) -> list[MatchFact]:
    """The facts of a decision with its policy and what was foreseen; with `report` the finding alone.

    NothingToDecide where a policy means nothing: for what is no ruling and corrects no result.
    """
    first, *rest = course.facts
    if policy == "report":
        return [_finding(first, foreseen)]
    if isinstance(first, ResultSettled | MatchForfeited | MatchVoided | MatchReopened) or _corrects(first):
        return [msgspec.structs.replace(first, policy=policy, foreseen=foreseen), *rest]
    raise NothingToDecide()


def _corrects(fact: MatchFact) -> bool:
    return isinstance(fact, ResultReported) and fact.correction is not None


def _finding(fact: MatchFact, foreseen: Foreseen) -> FindingRecorded:
    match fact:
        case ResultReported() if fact.correction is not None:
            claim = Claim(fact.round, fact.game, fact.points, fact.winners, fact.reason, fact.extra)
            return FindingRecorded("correct", fact.correction, foreseen, claim)
        case ResultSettled():
            return FindingRecorded("settle", fact.reason, foreseen)
        case MatchForfeited():
            return FindingRecorded("forfeit", fact.reason, foreseen, seats=fact.seats)
        case MatchVoided():
            return FindingRecorded("void", fact.reason, foreseen)
        case MatchReopened():
            return FindingRecorded("reopen", fact.reason, foreseen)
        case _:
            raise NothingToDecide()
