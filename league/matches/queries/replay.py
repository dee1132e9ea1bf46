"""A match step by step, for those who look at it again."""

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, NamedTuple, TypeAlias

from games.engine import CHANCE, EVERYTHING, Labels
from games.errors import gettext_noop
from games.picture import Picture
from league.common.actor import Actor
from league.matches import repository
from league.matches.domain import events
from league.matches.domain.events import AppealFiled, GameEnded, MatchEvent, MovePlayed, ResultReported
from league.matches.domain.match import Match
from league.matches.domain.permissions import viewer
from league.matches.domain.score_sheet import GameNumber
from league.matches.errors import NoSuchRevision
from league.matches.queries.visibility import ReplayStep, is_public_to, replay_steps

Words: TypeAlias = tuple[str, dict[str, Any]]

# What happened, by event. The fields of the event are the params.
TEXTS: Mapping[type[MatchEvent], str] = {
    events.MatchOpened: gettext_noop("The match opens."),
    events.GameOpened: gettext_noop("Game {round}.{game} begins."),
    events.GameEnded: gettext_noop("Game {round}.{game} ends: {points} ({reason})."),
    events.ResultReported: gettext_noop("Game {round}.{game} ends: {points} ({reason})."),
    events.MatchEnded: gettext_noop("The match ends: {points}."),
    events.SeatsChanged: gettext_noop("Seats changed: {reason}"),
    events.SeatsLeft: gettext_noop("Left the match: seats {seats}. The others play on. {reason}"),
    events.LevelChosen: gettext_noop("The match is recorded differently from here on."),
    events.TableLinkOpened: gettext_noop("A link for this table is opened."),
    events.TableLinkClosed: gettext_noop("The link for this table is closed."),
    events.ResultConfirmed: gettext_noop("The result is confirmed."),
    events.ResultContested: gettext_noop("The result is contested. {reason}"),
    events.ResultSettled: gettext_noop("The result is settled: {reason}"),
    events.MatchForfeited: gettext_noop("Lost by forfeit: seats {seats}. {reason}"),
    events.MatchVoided: gettext_noop("The match is void: {reason}"),
    events.MatchReopened: gettext_noop("The ruling is undone: {reason}"),
    events.FindingRecorded: gettext_noop("An official records a decision, and the result doesn’t change: {reason}"),
    events.MovesAnnulled: gettext_noop("Everything from revision {revision} onwards is annulled."),
    events.GameReplayed: gettext_noop("Game {round}.{game} is replayed."),
    events.ScoreAdjusted: gettext_noop("The result of game {round}.{game} is adjusted to {points}."),
    events.AppealTaken: gettext_noop("An official takes up an appeal."),
    events.AppealWithdrawn: gettext_noop("An appeal is withdrawn."),
    events.AppealClosed: gettext_noop("An appeal is closed."),
    events.RulingGiven: gettext_noop("Ruling: {reason}"),
    events.SeedRevealed: gettext_noop("The seed was {seed}."),
}
_SEPARATORS = {"points": " ", "seats": ", "}


class Step(NamedTuple):
    """One event in words: a message id of the catalogue and its `params`; `seat` is None where nobody moves."""

    revision: int
    place: GameNumber | None
    seat: int | None
    message: str
    params: dict[str, Any]
    seconds: int | None


class Replay(NamedTuple):
    """The steps of a match, and the position after one of them as the reader may know it, with its game's labels.

    `picture` is that position drawn, and `before` the one before the step, if it is of the same game.
    """

    steps: Sequence[Step]
    at: Step
    position: Any
    labels: Labels
    picture: Picture = Picture()
    before: Picture | None = None


def replay(match_id: str, actor: Actor, at: int | None = None) -> Replay:
    """The match's steps and the position after revision *at*, by default the last.

    Raises `Unknown`, `NoSuchRevision`.
    """
    standing = repository.load(match_id)
    match = standing.state
    to = viewer(actor, match)
    at = standing.head.seq if at is None else at
    steps, then, earlier = [], None, None
    for step in replay_steps(standing):
        steps.append(_step(step, match, to))
        if step.stored.seq == at:
            then, earlier = step.after, step.before
    if then is None:
        raise NoSuchRevision(revision=at, last=len(steps))
    position, picture = _shown_position(match, then, to)
    before = _shown_position(match, earlier, to)[1] if earlier is not None and earlier.place == then.place else None
    return Replay(steps, steps[at - 1], position, then.rules.labels, picture, before)


def _shown_position(match: Match, then: Match, to: int) -> tuple[Any, Picture]:
    """A position as the viewer may see it, and its picture. None and nothing before the first game."""
    if then.place is None:
        return None, Picture()
    view = then.rules.view(then.position, EVERYTHING if is_public_to(match, then, to) else to)
    return view, then.rules.picture(view)


def _step(step: ReplayStep, match: Match, to: int) -> Step:
    event, before, revision = step.event, step.before, step.stored.seq
    place = before.place if before else None
    if isinstance(event, MovePlayed) and before is not None:
        move = before.rules.parse(event.move)
        if is_public_to(match, before, to):
            message, params = before.rules.describe(before.position, event.seat, move)
        else:
            message, params = before.rules.describe_to(before.position, event.seat, move, to, step.judged)
        seat = None if event.seat == CHANCE else event.seat
        return Step(revision, place, seat, message, dict(params), event.seconds)
    message, params = event_text(event, match.rules.labels)
    return Step(revision, place, None, message, params, None)


def event_text(event: MatchEvent, labels: Labels) -> Words:
    """What happened, other than a move: a message id and its params."""
    message = _appeal_text(event) if isinstance(event, AppealFiled) else TEXTS[type(event)]
    params: dict[str, Any] = {}
    for _, name, _, _ in Formatter().parse(message):
        if name is not None:
            value = getattr(event, name)
            params[name] = _SEPARATORS[name].join(map(str, value)) if name in _SEPARATORS else value
    if isinstance(event, GameEnded | ResultReported):
        params["reason"] = (labels.reasons.get(event.reason, event.reason),)
    return message, params


def _appeal_text(event: AppealFiled) -> str:
    if event.against is not None:
        return gettext_noop("An appeal is filed against a ruling.")
    if event.revision is None:
        return gettext_noop("An appeal is filed against the result.")
    return gettext_noop("An appeal is filed against the move at revision {revision}.")
