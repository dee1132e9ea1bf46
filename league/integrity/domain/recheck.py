"""What was decided on a result, decided again from the match as it was: the same has to come of it."""

from collections.abc import Sequence

import msgspec

from games.engine import Stated
from league.matches.domain import departures, results, rulings
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
    SeatsLeft,
)
from league.matches.domain.match import Decision, Match, evolve
from league.matches.domain.rulings import RulingTerms
from league.matches.domain.score_sheet import GameNumber

SOME = "."  # any reason: which texts are taken is no matter of the match


def problem(now: Match, fact: MatchEvent, behind: Sequence[MatchEvent]) -> str | None:
    """In what *fact* differs from what is decided today; *behind*: the facts after it.

    Raises what the decision raises if it cannot be taken.
    """
    match fact:
        case ResultReported():
            return _check_report(now, fact)
        case ResultContested():
            claims = [_reported_game(claim) for claim in fact.claims]
            return _unless(results.contest(now, seat=fact.seat, reason=SOME, claims=claims), claims=fact.claims)
        case ResultConfirmed():
            results.confirm(now, seat=fact.seat)
        case ResultSettled():
            results.settle(now, reason=SOME)
        case MatchForfeited():
            forfeit = results.forfeit(now, seats=fact.seats, reason=SOME)
            return _unless(forfeit, seats=fact.seats) or _check_ruling_named(now, fact)
        case SeatsLeft():
            return _unless(departures.leave_seats(now, seats=fact.seats, reason=SOME, seed=None), seats=fact.seats)
        case MatchReopened():
            results.reopen(now, reason=SOME)
            return _check_ruling_named(now, fact)
        case MatchVoided():
            return _check_ruling_named(now, fact)
        case RulingGiven():
            return _check_ruling(now, fact, behind)
        case _:
            pass
    return None


def _reported_game(claim: Claim | ResultReported) -> tuple[GameNumber, Stated]:
    return (claim.round, claim.game), Stated(claim.points, claim.reason, claim.extra)


def _check_report(now: Match, fact: ResultReported) -> str | None:
    place, stated = _reported_game(fact)
    course = results.report(now, place, stated, fact.correction and SOME, seat=fact.seat)
    return _unless(course, points=fact.points, winners=fact.winners, reason=fact.reason)


def _unless(course: Decision, **fields: object) -> str | None:
    """Nothing if the fact that is decided today has these fields."""
    if all(getattr(course.events[0], name, None) == value for name, value in fields.items()):
        return None
    return "the rules give something else"


def _check_ruling_named(now: Match, fact: MatchForfeited | MatchReopened | MatchVoided) -> str | None:
    known = fact.ruling is None or fact.ruling in now.disputes.rulings
    return None if known else "it names no ruling"


def _check_ruling(now: Match, fact: RulingGiven, behind: Sequence[MatchEvent]) -> str | None:
    """Terms, who ruled and how final it is; and that what was ruled was done: all of it, but for what chance adds."""
    remedy = RulingTerms(**{name: getattr(fact, name) for name in RulingTerms._fields})
    final = fact.appeal is not None and rulings.is_final(now, fact.appeal, fact.by)
    if rulings.check_terms(now, remedy) != remedy or final != (fact.until is None):
        return "it is not what can be ruled"
    if fact.policy == "report":
        return None
    course = Decision(evolve(now, fact))
    rulings.apply_ruling(course, fact)
    due = course.events
    played_on = next((at for at, each in enumerate(due, 1) if isinstance(each, MovesAnnulled | GameReplayed)), len(due))
    done = [_strip_seed(each) for each in behind[:played_on]]
    return None if done == due[:played_on] else "what follows is not what was ruled"


def _strip_seed(fact: MatchEvent) -> MatchEvent:
    return msgspec.structs.replace(fact, seed_hash=None) if isinstance(fact, MovesAnnulled | GameReplayed) else fact
