"""A match step by step, for those who look at it again."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from games.engine import CHANCE, EVERYTHING, Labels
from games.errors import gettext_noop
from league.common.actor import Actor
from league.decks import queries as deck_queries
from league.matches import repository
from league.matches.domain import match as matches
from league.matches.domain.events import (
    AppealClosed,
    AppealFiled,
    AppealTaken,
    AppealWithdrawn,
    GameEnded,
    GameOpened,
    GameReplayed,
    LevelChosen,
    MatchEnded,
    MatchEvent,
    MatchForfeited,
    MatchReopened,
    MatchVoided,
    MovePlayed,
    MovesAnnulled,
    ResultConfirmed,
    ResultContested,
    ResultReported,
    ResultSettled,
    RulingGiven,
    ScoreAdjusted,
    SeatsChanged,
    SeatsLeft,
    SeedRevealed,
)
from league.matches.domain.match import Match
from league.matches.domain.permissions import viewer
from league.matches.domain.score_sheet import GameNumber
from league.matches.errors import NoSuchRevision
from league.matches.queries.visibility import ReplayStep, is_public_to, replay_steps

Words: TypeAlias = tuple[str, dict[str, Any]]


class Step(NamedTuple):
    """One event in words: a message id of the catalogue and its `params`; `seat` is None where nobody moves."""

    revision: int
    place: GameNumber | None
    seat: int | None
    message: str
    params: dict[str, Any]
    seconds: int | None


class Replay(NamedTuple):
    """The steps of a match, and the position after one of them as the reader may know it, with its game's labels."""

    steps: Sequence[Step]
    at: Step
    position: Any
    labels: Labels


def replay(match_id: str, actor: Actor, at: int | None = None) -> Replay:
    """The match's steps and the position after revision *at*, by default the last.

    Raises `Unknown`, `NoSuchRevision`.
    """
    standing = repository.load(match_id)
    match = standing.state
    to = viewer(actor, match)
    steps, then = [], None
    seen = None
    for seen in replay_steps(standing):
        steps.append(_step(seen, match, to))
        if seen.event.seq == at:
            then = _match_after(seen)
    if at is None and seen is not None:
        at, then = seen.event.seq, _match_after(seen)
    if then is None or at is None:
        raise NoSuchRevision(revision=at, last=len(steps))
    shown = EVERYTHING if is_public_to(match, then, to) else to
    position = None if then.place is None else then.rules.view(then.position, shown)
    return Replay(steps, steps[at - 1], position, then.rules.labels)


def _match_after(seen: ReplayStep) -> Match:
    return (
        matches.fold([seen.fact], deck_queries.find_pinned)
        if seen.before is None
        else matches.evolve(seen.before, seen.fact)
    )


def _step(seen: ReplayStep, match: Match, to: int) -> Step:
    fact, before = seen.fact, seen.before
    place = before.place if before else None
    if isinstance(fact, MovePlayed) and before is not None:
        move = before.rules.parse(fact.move)
        if is_public_to(match, before, to):
            message, params = before.rules.describe(before.position, fact.seat, move)
        else:
            message, params = before.rules.describe_to(before.position, fact.seat, move, to, seen.judged)
        seat = None if fact.seat == CHANCE else fact.seat
        return Step(seen.event.seq, place, seat, message, dict(params), fact.seconds)
    message, params = event_text(seen.fact, match.rules.labels)
    return Step(seen.event.seq, place, None, message, params, None)


def event_text(fact: MatchEvent, labels: Labels) -> Words:
    """What happened, other than a move: a message id and its params."""
    match fact:
        case GameOpened() as opened:
            return gettext_noop("Game {round}.{game} begins."), {"round": opened.round, "game": opened.game}
        case GameEnded() | ResultReported() as ended:
            points, reason = " ".join(map(str, ended.points)), labels.reasons.get(ended.reason, ended.reason)
            params = {"round": ended.round, "game": ended.game, "points": points, "reason": (reason,)}
            return gettext_noop("Game {round}.{game} ends: {points} ({reason})."), params
        case MatchEnded() as done:
            return gettext_noop("The match ends: {points}."), {"points": " ".join(map(str, done.points))}
        case SeatsChanged() | SeatsLeft():
            return _seats_text(fact)
        case LevelChosen():
            return gettext_noop("The match is recorded differently from here on."), {}
        case ResultConfirmed() | ResultContested() | ResultSettled():
            return _result_text(fact)
        case MatchForfeited() | MatchVoided() | MatchReopened() | MovesAnnulled() | GameReplayed() | ScoreAdjusted():
            return _ruling_text(fact)
        case AppealFiled() | AppealTaken() | AppealWithdrawn() | AppealClosed() | RulingGiven() as dispute:
            return _dispute_text(dispute)
        case SeedRevealed() as revealed:
            return gettext_noop("The seed was {seed}."), {"seed": revealed.seed}
        case _:
            return gettext_noop("The match opens."), {}


def _seats_text(fact: SeatsChanged | SeatsLeft) -> Words:
    match fact:
        case SeatsChanged() as changed:
            return gettext_noop("Seats changed: {reason}"), {"reason": changed.reason}
        case SeatsLeft() as left:
            params = {"seats": ", ".join(map(str, left.seats)), "reason": left.reason}
            return gettext_noop("Left the match: seats {seats}. The others play on. {reason}"), params


def _result_text(fact: ResultConfirmed | ResultContested | ResultSettled) -> Words:
    match fact:
        case ResultConfirmed():
            return gettext_noop("The result is confirmed."), {}
        case ResultContested() as contested:
            return gettext_noop("The result is contested. {reason}"), {"reason": contested.reason}
        case ResultSettled() as settled:
            return gettext_noop("The result is settled: {reason}"), {"reason": settled.reason}


def _ruling_text(
    fact: MatchForfeited | MatchVoided | MatchReopened | MovesAnnulled | GameReplayed | ScoreAdjusted,
) -> Words:
    params: dict[str, Any]
    match fact:
        case MatchForfeited() as forfeited:
            params = {"seats": ", ".join(map(str, forfeited.seats)), "reason": forfeited.reason}
            return gettext_noop("Lost by forfeit: seats {seats}. {reason}"), params
        case MatchVoided() as voided:
            return gettext_noop("The match is void: {reason}"), {"reason": voided.reason}
        case MatchReopened() as reopened:
            return gettext_noop("The ruling is undone: {reason}"), {"reason": reopened.reason}
        case MovesAnnulled() as annulled:
            return gettext_noop("Everything from revision {revision} onwards is annulled."), {
                "revision": annulled.revision
            }
        case GameReplayed() as again:
            params = {"round": again.round, "game": again.game}
            return gettext_noop("Game {round}.{game} is replayed."), params
        case ScoreAdjusted() as adjusted:
            points = " ".join(map(str, adjusted.points))
            params = {"round": adjusted.round, "game": adjusted.game, "points": points}
            return gettext_noop("The result of game {round}.{game} is adjusted to {points}."), params


def _dispute_text(fact: AppealFiled | AppealTaken | AppealWithdrawn | AppealClosed | RulingGiven) -> Words:
    match fact:
        case AppealFiled(revision=None, against=None):
            return gettext_noop("An appeal is filed against the result."), {}
        case AppealFiled(revision=int(revision), against=None):
            return gettext_noop("An appeal is filed against the move at revision {revision}."), {"revision": revision}
        case AppealFiled():
            return gettext_noop("An appeal is filed against a ruling."), {}
        case AppealTaken():
            return gettext_noop("An official takes up an appeal."), {}
        case AppealWithdrawn():
            return gettext_noop("An appeal is withdrawn."), {}
        case AppealClosed():
            return gettext_noop("An appeal is closed."), {}
        case RulingGiven():
            return gettext_noop("Ruling: {reason}"), {"reason": fact.reason}
