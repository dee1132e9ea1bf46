"""A match step by step, for those who look at it again."""

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, NamedTuple, TypeAlias

from games.engine import CHANCE, EVERYTHING, Labels
from games.errors import gettext_noop
from games.picture import Picture
from league.common.actor import Actor
from league.eventlog.repository import Versioned
from league.matches import repository
from league.matches.domain import events
from league.matches.domain.events import AppealFiled, GameEnded, MatchEvent, MovePlayed, ResultReported
from league.matches.domain.match import Match
from league.matches.domain.permissions import viewer
from league.matches.domain.score_sheet import GameNumber
from league.matches.errors import NoSuchRevision
from league.matches.queries.visibility import ReplayStep, is_public_to, replay_steps, viewpoint_at, viewpoints

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
    events.LevelProposed: gettext_noop("Seat {seat} wants the match to be recorded differently."),
    events.TableLinkOpened: gettext_noop("A link for this table is opened."),
    events.TableLinkClosed: gettext_noop("The link for this table is closed."),
    events.SeatLinkOpened: gettext_noop("A link to play seat {seat} on a phone is opened."),
    events.SeatLinkTaken: gettext_noop("A phone without an account plays seat {seat} from here on."),
    events.SeatLinkClosed: gettext_noop("The link to play seat {seat} on a phone is closed."),
    events.SeatSeedCommitted: gettext_noop("Seat {seat} has chosen a secret number for the deal."),
    events.SeatSeedRevealed: gettext_noop("Seat {seat} shows its number."),
    events.SeatSeedOmitted: gettext_noop("The deal is made without a number from seat {seat}."),
    events.ResultConfirmed: gettext_noop("The result is confirmed."),
    events.ResultContested: gettext_noop("The result is contested. {reason}"),
    events.ResultSettled: gettext_noop("The result is settled: {reason}"),
    events.MatchForfeited: gettext_noop("Lost by forfeit: seats {seats}. {reason}"),
    events.MatchVoided: gettext_noop("The match is void: {reason}"),
    events.MatchReopened: gettext_noop("The ruling is undone: {reason}"),
    events.FindingRecorded: gettext_noop("An official records a decision, and the result doesn’t change: {reason}"),
    events.MovesAnnulled: gettext_noop("Everything from revision {revision} onwards is annulled."),
    events.MovesWithdrawn: gettext_noop("The last line is undone."),
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
    answers: bool = False  # chance's answer to the move before it: the two are shown as one


class Frame(NamedTuple):
    """The position after a step as its viewer may know it, drawn, and the steps that led to it.

    These are one step, or a move and what chance answered. `before` is the picture that they began from, if it was of
    the same game.
    """

    steps: Sequence[Step]
    position: Any
    labels: Labels
    picture: Picture
    before: Picture | None

    @property
    def at(self) -> Step:
        """The last of the steps."""
        return self.steps[-1]


class Replay(NamedTuple):
    """The steps of a match, some of them in full, and as whom the reader may look at it (`seen_by`: as whom it is)."""

    steps: Sequence[Step]
    frames: Sequence[Frame]
    seen_by: int | None
    viewpoints: Sequence[int]

    @property
    def frame(self) -> Frame:
        """The first of the steps in full."""
        return self.frames[0]

    @property
    def stops(self) -> Sequence[int]:
        """The revisions that are shown one after the other. A move that chance answers is shown with the answer."""
        answered = {step.revision - 1 for step in self.steps if step.answers}
        return [step.revision for step in self.steps if step.revision not in answered]

    @property
    def games(self) -> Sequence[tuple[GameNumber, int]]:
        """Every game with the revision of its first step."""
        first: dict[GameNumber, int] = {}
        for step in self.steps:
            if step.place is not None:
                first.setdefault(step.place, step.revision)
        return [*first.items()]


def replay(match_id: str, actor: Actor, at: int | None = None, seen_by: int | None = None, *, count: int = 1) -> Replay:
    """The match's steps, and *count* of them in full from revision *at* on, by default the last one.

    *seen_by*: what that seat, or `PUBLIC`, knew at each step, for readers who may know it. Otherwise it is ignored.
    Raises `Unknown`, `NoSuchRevision`.
    """
    standing = repository.load(match_id)
    at = standing.head.seq if at is None else at
    steps, found = _replay(standing, actor, range(at, at + count), seen_by)
    if not found:
        raise NoSuchRevision(revision=at, last=len(steps))
    match, then = standing.state, found[0].then
    possible = viewpoints(actor, match, match if then.place is None else then)
    return Replay(steps, [each.frame for each in found], seen_by if seen_by in possible else None, possible)


def last_frame(standing: Versioned[Match], actor: Actor, to: int) -> tuple[Sequence[Step], Frame]:
    """Every step and the position now, as *to* may know them, who is *actor* or one of their seats."""
    steps, (found,) = _replay(standing, actor, range(standing.head.seq, standing.head.seq + 1), None, to)
    return steps, found.frame


class _Found(NamedTuple):
    frame: Frame
    then: Match


def _replay(
    standing: Versioned[Match], actor: Actor, revisions: range, seen_by: int | None, to: int | None = None
) -> tuple[list[Step], list[_Found]]:
    """Every step in words, and *revisions* of them in full."""
    match = standing.state
    to = viewer(actor, match) if to is None else to
    steps: list[Step] = []
    found: list[_Found] = []
    previous: ReplayStep | None = None
    for step in replay_steps(standing):
        chosen = seen_by if seen_by in viewpoints(actor, match, step.after) else None
        steps.append(_step(step, previous, match, viewpoint_at(match, step.before or step.after, to), chosen))
        if step.stored.seq in revisions:
            shown = steps[-2:] if steps[-1].answers else steps[-1:]
            begun = previous.before if steps[-1].answers and previous is not None else step.before
            position, picture = _shown_position(match, step.after, to, chosen)
            same = begun is not None and begun.place == step.after.place
            before = _shown_position(match, begun, to, chosen)[1] if same and begun is not None else None
            found.append(_Found(Frame(shown, position, step.after.rules.labels, picture, before), step.after))
        previous = step
    return steps, found


def _shown_position(match: Match, then: Match, to: int, seen_by: int | None) -> tuple[Any, Picture]:
    """A position as it may be seen, and its picture. None and nothing before the first game."""
    if then.place is None:
        return None, Picture()
    if seen_by is None:
        seen_by = EVERYTHING if is_public_to(match, then, to) else viewpoint_at(match, then, to)
    view = then.rules.view(then.position, seen_by)
    return view, then.rules.picture(view)


def _step(step: ReplayStep, previous: ReplayStep | None, match: Match, to: int, seen_by: int | None) -> Step:
    event, before, revision = step.event, step.before, step.stored.seq
    place = before.place if before else None
    if isinstance(event, MovePlayed) and before is not None:
        move = before.rules.parse(event.move)
        if seen_by is not None:
            message, params = before.rules.describe_to(before.position, event.seat, move, seen_by, step.after.position)
        elif is_public_to(match, before, to):
            message, params = before.rules.describe(before.position, event.seat, move)
        else:
            message, params = before.rules.describe_to(before.position, event.seat, move, to, step.judged)
        seat = None if event.seat == CHANCE else event.seat
        answers = seat is None and previous is not None and _is_move_of_a_seat(previous.event)
        return Step(revision, place, seat, message, dict(params), event.seconds, answers)
    message, params = event_text(event, match.rules.labels)
    return Step(revision, place, None, message, params, None)


def _is_move_of_a_seat(event: MatchEvent) -> bool:
    return isinstance(event, MovePlayed) and event.seat != CHANCE


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
