"""What corrections and rulings made of the result of a match: how each game and the match stood before, and after."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from league.matches.domain import summary
from league.matches.domain.events import (
    FindingRecorded,
    Forecast,
    MatchEvent,
    MatchForfeited,
    MatchReopened,
    MatchVoided,
    Policy,
    ResultReported,
    ResultSettled,
    RulingGiven,
    RulingKind,
    SeatsChanged,
)
from league.matches.domain.score_sheet import GameNumber, ScoreSheet
from league.matches.domain.summary import MatchSummary
from league.standings.types import Outcome

DecisionKind: TypeAlias = RulingKind | Literal["correct", "settle", "seats"]


class GameFigures(msgspec.Struct, frozen=True):
    """What a game ended with, or is said to have ended with."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class GameChange(NamedTuple):
    """A game whose result is another one, or none, than it was; under the policy `report`, than it would be."""

    place: GameNumber
    old: GameFigures | None
    new: GameFigures | None


class Correction(NamedTuple):
    """What was decided and why, and how the match stood before and after.

    `number`: which event it is, from 0. `seat`: whose correction it is, None for an official. `seats`, `left`: who sat
    at the table then, and since.
    """

    number: int
    decision: DecisionKind
    reason: str
    policy: Policy | None
    foreseen: Forecast | None
    seat: int | None
    games: tuple[GameChange, ...]
    outcome: tuple[Outcome, Outcome]
    seats: tuple[str | None, ...]
    left: tuple[str | None, ...]


def corrections(events: Sequence[tuple[MatchEvent, Hashable]]) -> Iterator[Correction]:
    """The corrections and rulings among the events of a match, moves left out, each with the command that wrote it.

    What a decision changed is what its command did.
    """
    after = summary.start(events[0][0])
    for _, group in groupby(enumerate(events), key=lambda each: each[1][1]):
        done = [(index, event) for index, (event, _) in group]
        before = after
        for index, event in done:
            after = summary.evolve(after, event) if index else after
        for index, event in done:
            given = _decision_terms(event)
            if given is not None:
                yield _correction(index, event, given, before, after)


def _decision_terms(event: MatchEvent) -> tuple[DecisionKind, str, Policy | None, Forecast | None] | None:
    """What an event decides, and why. None if it decides nothing, or only carries out a ruling."""
    match event:
        case ResultReported() if event.correction is not None:
            return "correct", event.correction, event.policy, event.foreseen
        case ResultSettled():
            return "settle", event.reason, event.policy, event.foreseen
        case MatchForfeited() if event.ruling is None:
            return "forfeit", event.reason, event.policy, event.foreseen
        case MatchVoided() if event.ruling is None:
            return "void", event.reason, event.policy, event.foreseen
        case MatchReopened() if event.ruling is None:
            return "reopen", event.reason, event.policy, event.foreseen
        case FindingRecorded():
            return event.decision, event.reason, "report", event.foreseen
        case RulingGiven():
            return event.kind, event.reason, event.policy, event.foreseen
        case SeatsChanged():
            return "seats", event.reason, None, None
        case _:
            return None


def _correction(
    index: int,
    event: MatchEvent,
    given: tuple[DecisionKind, str, Policy | None, Forecast | None],
    before: MatchSummary,
    after: MatchSummary,
) -> Correction:
    decision, reason, policy, foreseen = given
    return Correction(
        index,
        decision,
        reason,
        policy,
        foreseen,
        event.seat if isinstance(event, ResultReported) else None,
        tuple(_game_changes(event, before.sheet, after.sheet)),
        (before.sheet.outcome, after.sheet.outcome),
        before.opening.seats,
        after.opening.seats,
    )


def _game_changes(event: MatchEvent, then: ScoreSheet, sheet: ScoreSheet) -> Iterator[GameChange]:
    proposed = _proposal(event)
    if proposed is not None:
        place, result = proposed
        yield GameChange(place, _figures(then, place), result)
        return
    places = {(line.round, line.game) for line in (*then.in_order, *sheet.in_order)}
    for place in sorted(places):
        was, will = _figures(then, place), _figures(sheet, place)
        if was != will or (isinstance(event, ResultReported) and place == (event.round, event.game)):
            yield GameChange(place, was, will)


def _proposal(event: MatchEvent) -> tuple[GameNumber, GameFigures] | None:
    """The result of a game that is put on record only."""
    if isinstance(event, FindingRecorded) and event.claim is not None:
        claim = event.claim
        return (claim.round, claim.game), GameFigures(claim.points, claim.winners, claim.reason)
    if isinstance(event, RulingGiven) and event.policy == "report" and event.game and event.points is not None:
        return event.game, GameFigures(event.points, event.winners or (), "")
    return None


def _figures(on: ScoreSheet, place: GameNumber) -> GameFigures | None:
    line = on.line(place)
    return None if line is None else GameFigures(line.points, line.winners, line.reason)
