"""Decisions on results taken again from the match as it was: the same events have to follow."""

from collections.abc import Sequence

import msgspec

from games.engine import Stated
from league.matches.domain import results, rulings, setup
from league.matches.domain.events import (
    Claim,
    GameReplayed,
    MatchEvent,
    MatchForfeited,
    MatchReopened,
    MatchVoided,
    MovesAnnulled,
    ResultConfirmed,
    ResultContested,
    ResultReported,
    ResultSettled,
    RulingGiven,
    SeatSeedCommitted,
    SeatSeedOmitted,
    SeatSeedRevealed,
    SeatsLeft,
)
from league.matches.domain.match import Decision, Match, evolve
from league.matches.domain.rulings import RulingTerms
from league.matches.domain.score_sheet import GameNumber
from league.matches.domain.seats import joint_deal

SOME = "."  # any reason will do: the match does not depend on its text


def problem(match: Match, event: MatchEvent, behind: Sequence[MatchEvent]) -> str | None:
    """How *event*, with those *behind* it, differs from what is decided today. Raises what the decision raises."""
    match event:
        case ResultReported():
            return _check_report(match, event)
        case ResultContested():
            claims = [_reported_game(claim) for claim in event.claims]
            return _unless(results.contest(match, seat=event.seat, reason=SOME, claims=claims), claims=event.claims)
        case ResultConfirmed():
            results.confirm(match, seat=event.seat)
        case ResultSettled():
            results.settle(match, reason=SOME)
        case MatchForfeited():
            forfeit = results.forfeit(match, seats=event.seats, reason=SOME)
            return _unless(forfeit, seats=event.seats) or _check_ruling_named(match, event)
        case SeatsLeft():
            return _unless(
                setup.leave_seats(match, seats=event.seats, reason=SOME, deal=setup.NO_DEAL), seats=event.seats
            )
        case MatchReopened():
            results.reopen(match, reason=SOME)
            return _check_ruling_named(match, event)
        case MatchVoided():
            return _check_ruling_named(match, event)
        case RulingGiven():
            return _check_ruling(match, event, behind)
        case _:
            _check_seat_seed(match, event)
    return None


def _check_seat_seed(match: Match, event: MatchEvent) -> None:
    match event:
        case SeatSeedCommitted():
            joint_deal.commit_seat_seed(match, seat=event.seat, commitment=event.commitment)
        case SeatSeedRevealed():
            joint_deal.reveal_seat_seed(match, seat=event.seat, seed=bytes.fromhex(event.seed), sealed=None)
        case SeatSeedOmitted():
            joint_deal.omit_seat_seeds(match, seats=[event.seat], by=event.by, sealed=None)


def _reported_game(claim: Claim | ResultReported) -> tuple[GameNumber, Stated]:
    return (claim.round, claim.game), Stated(claim.points, claim.reason, claim.extra)


def _check_report(match: Match, event: ResultReported) -> str | None:
    place, stated = _reported_game(event)
    decision = results.report(match, place, stated, event.correction and SOME, seat=event.seat)
    return _unless(decision, points=event.points, winners=event.winners, reason=event.reason)


def _unless(decision: Decision, **fields: object) -> str | None:
    """None if the event that is decided today has these *fields*."""
    if all(getattr(decision.events[0], name, None) == value for name, value in fields.items()):
        return None
    return "the rules give something else"


def _check_ruling_named(match: Match, event: MatchForfeited | MatchReopened | MatchVoided) -> str | None:
    known = event.ruling is None or event.ruling in match.disputes.rulings
    return None if known else "it names no ruling"


def _check_ruling(match: Match, event: RulingGiven, behind: Sequence[MatchEvent]) -> str | None:
    """Check the terms, who ruled, whether it is final, and that what was ruled was done, up to what chance adds."""
    terms = RulingTerms(**{name: getattr(event, name) for name in RulingTerms._fields})
    final = event.appeal is not None and rulings.is_final(match, event.appeal, event.by)
    if rulings.check_terms(match, terms) != terms or final != (event.until is None):
        return "it is not what can be ruled"
    if event.policy == "report":
        return None
    decision = Decision(evolve(match, event))
    rulings.apply_ruling(decision, event)
    due = decision.events
    played_on = next((at for at, each in enumerate(due, 1) if isinstance(each, MovesAnnulled | GameReplayed)), len(due))
    done = [
        msgspec.structs.replace(each, seed_hash=None) if isinstance(each, MovesAnnulled | GameReplayed) else each
        for each in behind[:played_on]
    ]
    return None if done == due[:played_on] else "what follows is not what was ruled"
