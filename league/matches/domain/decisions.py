"""Decisions on the result of a match, as commands take them and as they are tried out."""

from collections.abc import Sequence

import msgspec

from games.engine import Seat, Stated
from games.errors import Phrase
from league.common.actor import Actor, require_official
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
from league.matches.domain.permissions import voice
from league.matches.domain.score_sheet import GameNumber
from league.matches.errors import NothingToDecide


def correct(
    match: Match, actor: Actor, *, place: GameNumber, stated: Stated, correction: str | None = None
) -> Decision:
    """Report, or with a reason correct, the result of one game, as one of the seats or an official."""
    seat = voice(actor, match, Phrase("report a result"), by_link=True)
    return results.report(match, place, stated, correction, seat=seat)


def settle(match: Match, actor: Actor, *, reason: str) -> Decision:
    """Rule that the results stand as they are."""
    _require_ruler(match, actor)
    return results.settle(match, reason=reason)


def forfeit(match: Match, actor: Actor, *, seats: Sequence[Seat], reason: str) -> Decision:
    """Rule that seats lost without play."""
    _require_ruler(match, actor)
    return results.forfeit(match, seats=seats, reason=reason)


def void(match: Match, actor: Actor, *, reason: str) -> Decision:
    """Rule that the match counts as if it had never been."""
    _require_ruler(match, actor)
    return results.void(match, reason=reason)


def reopen(match: Match, actor: Actor, *, reason: str) -> Decision:
    """Annul a forfeit, or that the match is void."""
    _require_ruler(match, actor)
    return results.reopen(match, reason=reason)


def _require_ruler(match: Match, actor: Actor) -> None:
    """Officials of the club rule, even those with a seat in the match: a small club may have no others."""
    require_official(actor, match.opened.club, Phrase("rule on a match"))


def add_policy(decision: Decision, policy: Policy, foreseen: Forecast) -> list[MatchEvent]:
    """The events of a decision with its policy and forecast; under `report`, the finding alone.

    NothingToDecide where a policy means nothing: for what is no ruling and corrects no result.
    """
    first, *rest = decision.events
    if policy == "report":
        return [_finding(first, foreseen)]
    if takes_policy(decision):
        return [msgspec.structs.replace(first, policy=policy, foreseen=foreseen), *rest]
    raise NothingToDecide()


def takes_policy(decision: Decision) -> bool:
    """Whether it is a ruling or the correction of a result."""
    first = decision.events[0]
    return isinstance(first, ResultSettled | MatchForfeited | MatchVoided | MatchReopened) or _corrects(first)


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
