"""What corrections and rulings made of the result of a match: how each game and the match stood before, and after."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

from league.matches.domain import score_sheet as sheet
from league.matches.domain.events import (
    FindingRecorded,
    Foreseen,
    MatchFact,
    MatchForfeited,
    MatchOpened,
    MatchReopened,
    MatchVoided,
    Policy,
    Remedies,
    ResultReported,
    ResultSettled,
    RulingGiven,
    SeatsChanged,
)
from league.matches.domain.score_sheet import Place, Sheet
from league.standings.types import Outcome

Decision: TypeAlias = Remedies | Literal["correct", "settle", "seats"]


class Result(NamedTuple):
    """What a game ended with."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class GameChanged(NamedTuple):
    """A game whose result is another one, or none, than it was; under the policy `report`, than it would be."""

    place: Place
    old: Result | None
    new: Result | None


class Correction(NamedTuple):
    """What was decided and why, and how the match stood before and after.

    `number`: which fact it is, from 0. `seat`: whose correction it is, None for an official. `seats`, `left`: who sat
    at the table then, and since.
    """

    number: int
    decision: Decision
    reason: str
    policy: Policy | None
    foreseen: Foreseen | None
    seat: int | None
    games: tuple[GameChanged, ...]
    outcome: tuple[Outcome, Outcome]
    seats: tuple[str | None, ...]
    left: tuple[str | None, ...]


class _Known(NamedTuple):
    opening: MatchOpened
    sheet: Sheet


def corrections(facts: Sequence[tuple[MatchFact, Hashable]]) -> Iterator[Correction]:
    """The corrections and rulings among the facts of a match, moves left out, each with the command that wrote it.

    What a decision changed is what its command did.
    """
    opening, _ = facts[0]
    if not isinstance(opening, MatchOpened):
        raise TypeError(f"A match begins with its opening, not with {opening}.")
    now = _Known(opening, sheet.opened(opening))
    for _, group in groupby(enumerate(facts), key=lambda each: each[1][1]):
        done = [(index, fact) for index, (fact, _) in group]
        then = now
        for _, fact in done:
            now = _Known(sheet.as_changed(now.opening, fact), sheet.evolve(now.sheet, fact))
        for index, fact in done:
            given = _given(fact)
            if given is not None:
                yield _correction(index, fact, given, then, now)


def _given(fact: MatchFact) -> tuple[Decision, str, Policy | None, Foreseen | None] | None:
    """What is decided by a fact, and why; None for what decides nothing, or only carries out a ruling."""
    match fact:
        case ResultReported() if fact.correction is not None:
            return "correct", fact.correction, fact.policy, fact.foreseen
        case ResultSettled():
            return "settle", fact.reason, fact.policy, fact.foreseen
        case MatchForfeited() if fact.ruling is None:
            return "forfeit", fact.reason, fact.policy, fact.foreseen
        case MatchVoided() if fact.ruling is None:
            return "void", fact.reason, fact.policy, fact.foreseen
        case MatchReopened() if fact.ruling is None:
            return "reopen", fact.reason, fact.policy, fact.foreseen
        case FindingRecorded():
            return fact.decision, fact.reason, "report", fact.foreseen
        case RulingGiven():
            return fact.kind, fact.reason, fact.policy, fact.foreseen
        case SeatsChanged():
            return "seats", fact.reason, None, None
        case _:
            return None


def _correction(
    index: int,
    fact: MatchFact,
    given: tuple[Decision, str, Policy | None, Foreseen | None],
    then: _Known,
    now: _Known,
) -> Correction:
    decision, reason, policy, foreseen = given
    return Correction(
        index,
        decision,
        reason,
        policy,
        foreseen,
        fact.seat if isinstance(fact, ResultReported) else None,
        tuple(_games(fact, then.sheet, now.sheet)),
        (then.sheet.outcome, now.sheet.outcome),
        then.opening.seats,
        now.opening.seats,
    )


def _games(fact: MatchFact, then: Sheet, now: Sheet) -> Iterator[GameChanged]:
    proposed = _proposed(fact)
    if proposed is not None:
        place, result = proposed
        yield GameChanged(place, _result(then, place), result)
        return
    places = {(line.round, line.game) for line in (*then.in_order, *now.in_order)}
    for place in sorted(places):
        was, will = _result(then, place), _result(now, place)
        if was != will or (isinstance(fact, ResultReported) and place == (fact.round, fact.game)):
            yield GameChanged(place, was, will)


def _proposed(fact: MatchFact) -> tuple[Place, Result] | None:
    """The result of a game that is put on record only."""
    if isinstance(fact, FindingRecorded) and fact.claim is not None:
        claim = fact.claim
        return (claim.round, claim.game), Result(claim.points, claim.winners, claim.reason)
    if isinstance(fact, RulingGiven) and fact.policy == "report" and fact.game and fact.points is not None:
        return fact.game, Result(fact.points, fact.winners or (), "")
    return None


def _result(on: Sheet, place: Place) -> Result | None:
    line = on.line(place)
    return None if line is None else Result(line.points, line.winners, line.reason)
