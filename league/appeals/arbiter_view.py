"""What an arbiter sees of a match at a move: what happened, what the rules say, who saw what, and other lines.

Nothing here writes. For readers who may not see everything, moves are judged by what the whole table knows, so that
neither a verdict nor a fork reveals more of a hand than the table knows.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from games.engine import CHANCE, EVERYTHING, PUBLIC, Level, Seat
from games.records.variations import Attempt, Line, other_rulings, try_move
from league.appeals.domain import variations
from league.appeals.verdicts import MoveVerdict, OptionVerdict, Translations, option_verdict, translations, verdict
from league.clubs.models import Player
from league.clubs.queries import names_of
from league.common.actor import Actor
from league.common.read_models import Id, Moment
from league.matches import repository as match_repository
from league.matches.domain.events import MovePlayed
from league.matches.domain.match import Match, MoveRequest
from league.matches.domain.permissions import examines, require_examiner, viewer
from league.matches.errors import MatchHasNoMoves, NoGameThen
from league.matches.queries import hints
from league.matches.queries.detail import game_score
from league.matches.queries.replay import event_text
from league.matches.queries.score_sheet import GameScore
from league.matches.queries.visibility import (
    ReplayStep,
    is_public_to,
    replay_step,
    replay_steps,
    viewpoint_at,
    viewpoint_name,
    viewpoints,
)

MOST_LEGAL = 60  # moves of a seat that are listed after a fork
BEFORE: Literal["before"] = "before"
AFTER: Literal["after"] = "after"
Side: TypeAlias = Literal["before", "after"]  # of an event
JudgedBy: TypeAlias = Annotated[
    str,
    Meta(description="`everything`, or `public`: by what the whole table knows, if you may not see all of the game."),
]
SeenBy: TypeAlias = Annotated[int | str, Meta(description="A seat, `public`, or `everything`.")]
Position: TypeAlias = Mapping[str, Any]


class EventViews(msgspec.Struct, frozen=True):
    """The position before and after an event as one viewer saw it."""

    seen_by: SeenBy
    before: Annotated[Position | None, Meta(description="null: there is no game, or it may not be seen.")]
    after: Position | None


class ExaminedMove(msgspec.Struct, frozen=True, kw_only=True):
    """What an arbiter sees of a move. All but `words` are empty where the event is none."""

    seat: Annotated[int | None, Meta(description="Who moved; -1 is chance; null: the event is no move.")] = None
    move: Annotated[str | None, Meta(description="`?` for what you may not know.")] = None
    words: Annotated[Translations, Meta(description="What happened, by language.")]
    seconds: int | None = None
    judged_by: JudgedBy | None = None
    verdict: MoveVerdict | None = None
    rulings: Annotated[
        list[OptionVerdict], Meta(description="Other options under which the verdict or the position would differ.")
    ] = []


class ExaminedEvent(ExaminedMove, frozen=True, kw_only=True):
    """An event of a match as an arbiter sees it."""

    revision: int
    last: Annotated[int, Meta(description="The last revision of the match.")]
    kind: str
    at: Moment
    actor: Id | None
    recorded_by: Annotated[str | None, Meta(description="The player of the club who sent it. For officials.")]
    annulled: Annotated[bool, Meta(description="Whether a ruling annulled the move.")]
    round: int | None
    game: int | None
    views: list[EventViews]


class LineStep(msgspec.Struct, frozen=True):
    """A move of a line that is tried."""

    seat: int
    move: str
    words: Annotated[Translations | None, Meta(description="null: it is refused.")]
    drawn: Annotated[bool, Meta(description="Whether it is a chance move from the seed of a match that is over.")]
    verdict: MoveVerdict


class ForkMoves(msgspec.Struct, frozen=True):
    seat: int
    complete: Annotated[bool, Meta(description="Whether these are all legal moves, or some.")]
    moves: list[str]


class ForkView(msgspec.Struct, frozen=True):
    seen_by: SeenBy
    position: Position


class Fork(msgspec.Struct, frozen=True):
    """Moves that were tried from a position of a match."""

    revision: int
    start: Side
    judged_by: JudgedBy
    steps: list[LineStep]
    rulings: Annotated[list[OptionVerdict], Meta(description="Other options that would change the last verdict.")]
    untried: Annotated[int, Meta(description="Moves after one that was refused.")]
    turn: list[int]
    legal: list[ForkMoves]
    over: bool
    result: GameScore | None
    views: list[ForkView]


class AdviceText(msgspec.Struct, frozen=True):
    text: Annotated[Translations, Meta(description="By language.")]
    move: str | None


class SeatAdvice(msgspec.Struct, frozen=True):
    seat: int
    advice: Annotated[list[AdviceText], Meta(description="Empty if the game has none or the hand is not known.")]


class PositionAdvice(msgspec.Struct, frozen=True):
    """What the game advises the seats on turn."""

    revision: int
    when: Side
    judged_by: JudgedBy
    seats: list[SeatAdvice]


class _Look(NamedTuple):
    """A match, one of its events, and who looks."""

    match: Match
    last: int
    at: ReplayStep
    actor: Actor

    def exact(self, then: Match) -> bool:
        """Whether the reader may see everything of the game that was played *then*."""
        return is_public_to(self.match, then, viewer(self.actor, self.match))

    def side(self, when: Side) -> tuple[Match, Line]:
        """The match on that side, and its game as the reader may know it. Raises MatchHasNoMoves, NoGameThen."""
        then = self.at.before if when == BEFORE else self.at.after
        if self.match.table.level == Level.SCORE:
            raise MatchHasNoMoves()
        if then is None or then.place is None:
            raise NoGameThen(revision=self.at.stored.seq)
        return then, variations.line_at(then, then.moves, exact=self.exact(then))


class TriedLine(NamedTuple):
    """Moves that were tried one after the other, as far as the reader may know the game (`exact`: all of it)."""

    match: Match
    then: Match
    exact: bool
    start: Line
    steps: Sequence[variations.TriedMove]
    end: Line

    @property
    def seen_by(self) -> Seat:
        """As whom the reader sees its positions."""
        return EVERYTHING if self.exact else PUBLIC

    @property
    def asked(self) -> Sequence[variations.TriedMove]:
        """The moves that were entered. The others were drawn from the seed."""
        return [step for step in self.steps if not step.drawn]


def may_examine(match_id: str, actor: Actor) -> bool:
    """Whether *actor* may look at the match as an arbiter does. Raises `Unknown`."""
    return examines(actor, match_repository.load(match_id).state)


def event_detail(match_id: str, actor: Actor, revision: int) -> ExaminedEvent:
    """The event *revision* of a match. Raises `Unknown`, `NotAllowed`, `NoSuchRevision`."""
    look = _look(match_id, actor, revision)
    stored, event, place = look.at.stored, look.at.event, look.at.after.place
    if isinstance(event, MovePlayed):
        move = _move(look, event)
    else:
        move = ExaminedMove(words=translations(*event_text(event, look.match.rules.labels)))
    return ExaminedEvent(
        **msgspec.structs.asdict(move),
        revision=revision,
        last=look.last,
        kind=stored.kind,
        at=stored.at,
        actor=None if stored.actor is None else str(stored.actor),
        recorded_by=_account_name(look),
        annulled=isinstance(event, MovePlayed) and look.match.game_with(revision) is None,
        round=place[0] if place else None,
        game=place[1] if place else None,
        views=_views(look),
    )


def fork(match_id: str, actor: Actor, revision: int, plies: Sequence[MoveRequest], when: Side = AFTER) -> Fork:
    """Try moves from the position before or after event *revision*. Nothing is stored.

    Raises `Unknown`, `NotAllowed`, `NoSuchRevision`, `MatchHasNoMoves`, `NoGameThen`.
    """
    tried = try_line(match_id, actor, revision, plies, when)
    end, asked, exact = tried.end, tried.asked, tried.exact
    rules, state = end.rules, end.state
    score, turn = rules.score(state), sorted(rules.turn(state))
    shown = (PUBLIC, *range(end.table.seats), EVERYTHING) if exact else (PUBLIC,)
    return Fork(
        revision=revision,
        start=when,
        judged_by=_knowledge(exact),
        steps=[line_step(step) for step in tried.steps],
        rulings=_rulings(asked[-1].line, asked[-1].tried, plies[len(asked) - 1].seconds) if asked else [],
        untried=len(plies) - len(asked),
        turn=turn,
        legal=[_legal_moves(end, seat) for seat in turn],
        over=rules.is_over(state),
        result=None if score is None or tried.then.place is None else game_score(tried.then.place, score),
        views=[ForkView(viewpoint_name(to), rules.view(state, to)) for to in shown],
    )


def try_line(match_id: str, actor: Actor, revision: int, plies: Sequence[MoveRequest], when: Side) -> TriedLine:
    """Try moves from the position before or after event *revision*. Raises as `fork` does."""
    look = _look(match_id, actor, revision)
    then, line = look.side(when)
    exact = look.exact(then)
    steps, end = variations.play_on(line, plies, variations.chance_seed(look.match, then) if exact else None)
    return TriedLine(look.match, then, exact, line, steps, end)


def parallel_positions(
    match_id: str, actor: Actor, revision: int, plies: Sequence[MoveRequest], when: Side
) -> tuple[list[Position], list[Position]]:
    """The positions after each move that was reported there, as long as the line, and after each move of the line.

    A refused move leaves the position before it. Raises as `fork` does.
    """
    tried = try_line(match_id, actor, revision, plies, when)
    rules, to, steps = tried.start.rules, tried.seen_by, tried.steps
    claimed = [rules.view((step.tried.after or step.line).state, to) for step in steps]
    first, reported = revision + (when == AFTER), []
    for step in islice(replay_steps(match_repository.load(match_id)), first - 1, first - 1 + len(steps)):
        if not isinstance(step.event, MovePlayed) or step.after.place != tried.then.place:
            break
        made = variations.line_at(step.after, step.after.moves, exact=tried.exact)
        reported.append(rules.view(made.state, to))
    return reported, claimed


def advice(match_id: str, actor: Actor, revision: int, when: Side = BEFORE) -> PositionAdvice:
    """What the game can work out for the seats on turn before or after event *revision*, from what the reader may know.

    Raises `Unknown`, `NotAllowed`, `NoSuchRevision`, `MatchHasNoMoves`, `NoGameThen`.
    """
    look = _look(match_id, actor, revision)
    then, line = look.side(when)
    seats = sorted(line.rules.turn(line.state) - {CHANCE})
    return PositionAdvice(revision, when, _knowledge(look.exact(then)), [_advice(line, seat) for seat in seats])


def _look(match_id: str, actor: Actor, revision: int) -> _Look:
    standing = match_repository.load(match_id)
    require_examiner(actor, standing.state)
    return _Look(standing.state, standing.head.seq, replay_step(standing, revision), actor)


def _account_name(look: _Look) -> str | None:
    """The player whose account sent the command, by name. Only officials know whose account it is."""
    if look.at.stored.actor is None or not look.actor.official(look.match.opened.club):
        return None
    player = Player.objects.filter(club_id=look.match.opened.club, user=look.at.stored.actor).first()
    return None if player is None else names_of([player.pk])[str(player.pk)]


def verdicts(match_id: str, actor: Actor, revisions: Collection[int]) -> Mapping[int, MoveVerdict]:
    """What the rules say of the moves at these *revisions*. Raises `Unknown`, `NotAllowed`."""
    standing = match_repository.load(match_id)
    match = standing.state
    require_examiner(actor, match)
    found = {}
    for step in replay_steps(standing):
        if step.stored.seq in revisions and isinstance(step.event, MovePlayed):
            attempt = _attempt(_Look(match, standing.head.seq, step, actor), step.event)
            found[step.stored.seq] = _ACCEPTED if attempt is None else verdict(attempt)
    return found


_ACCEPTED = MoveVerdict(True, None, [])  # nothing more is said of a move that hides something from the reader


def _attempt(look: _Look, event: MovePlayed) -> Attempt | None:
    """The move as it was judged. None if it hides something from the reader: its clauses would reveal it."""
    then, line = look.side(BEFORE)
    move = then.rules.parse(event.move)
    if not look.exact(then) and then.rules.show(then.position, event.seat, move, PUBLIC, look.at.judged) != event.move:
        return None
    return try_move(line, event.seat, event.move, event.seconds)


def _move(look: _Look, event: MovePlayed) -> ExaminedMove:
    then, line = look.side(BEFORE)
    rules, exact = then.rules, look.exact(then)
    move = rules.parse(event.move)
    to = EVERYTHING if exact else viewpoint_at(look.match, then, viewer(look.actor, look.match))
    if exact:
        message, params = rules.describe(then.position, event.seat, move)
    else:
        message, params = rules.describe_to(then.position, event.seat, move, to, look.at.judged)
    attempt = _attempt(look, event)
    judged = _ACCEPTED if attempt is None else verdict(attempt)
    other = [] if attempt is None else _rulings(line, attempt, event.seconds)
    return ExaminedMove(
        seat=event.seat,
        move=rules.show(then.position, event.seat, move, to, look.at.judged),
        words=translations(message, params),
        seconds=event.seconds,
        judged_by=_knowledge(exact),
        verdict=judged,
        rulings=other,
    )


def _rulings(line: Line, attempt: Attempt, seconds: int | None) -> list[OptionVerdict]:
    helps = {option.key: option.help for option in line.rules.meta.options}
    found = other_rulings(line, attempt, seconds)
    return [option_verdict(other, helps[other.option], line.rules.labels) for other in found]


def _knowledge(exact: bool) -> str:
    return "everything" if exact else "public"


def _views(look: _Look) -> list[EventViews]:
    """The views through which the reader may look."""
    sides = [look.at.before, look.at.after]
    allowed = [() if then is None else viewpoints(look.actor, look.match, then) for then in sides]
    found = []
    for to in sorted({*allowed[0], *allowed[1]}, key=lambda to: (to == EVERYTHING, to)):
        before, after = (
            then.rules.view(then.position, to) if then is not None and to in may else None
            for then, may in zip(sides, allowed, strict=True)
        )
        found.append(EventViews(viewpoint_name(to), before, after))
    return found


def line_step(step: variations.TriedMove) -> LineStep:
    """A tried move with its verdict."""
    attempt, rules = step.tried, step.line.rules
    words = None
    if attempt.after is not None:
        words = translations(*rules.describe(step.line.state, attempt.seat, attempt.move))
    text = attempt.text if attempt.move is None else str(attempt.move)
    return LineStep(attempt.seat, text, words, step.drawn, verdict(attempt))


def _legal_moves(line: Line, seat: Seat) -> ForkMoves:
    found = hints.legal_moves(line.rules, line.state, seat, MOST_LEGAL)
    return ForkMoves(seat, found.complete, found.moves)


def _advice(line: Line, seat: Seat) -> SeatAdvice:
    texts = [
        AdviceText(translations(each.message, each.params), None if each.move is None else str(each.move))
        for each in hints.advice(line.rules, line.state, seat)
    ]
    return SeatAdvice(seat, texts)
