"""A match as it was reported beside a line that somebody claims: where they part, and both positions there."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.engine import CHANCE
from games.picture import Picture, differences
from games.registry import engine
from league.appeals import arbiter_view
from league.appeals.arbiter_view import LineStep
from league.common.actor import Actor
from league.matches.queries.detail import MatchDetail
from league.matches.queries.list import MatchSeat
from league.matches.queries.replay import Frame, replay
from league.matches.services.play import MoveRequest
from web.templatetags.boards import board_beside
from web.templatetags.verdicts import local_text
from web.templatetags.words import step_text

MOST_COMPARED = 20  # steps on each side


class ComparedStep(NamedTuple):
    """A step of one side in words. `differs`: it is the first that isn't the same on the other side."""

    number: int
    seat: MatchSeat | None
    words: str
    differs: bool
    refused: bool = False


class Comparison(NamedTuple):
    """Both sides step by step, and drawn after the first step that differs, or after the last one."""

    reported: Sequence[ComparedStep]
    contested: Sequence[ComparedStep]
    differs: bool
    reported_board: SafeString
    contested_board: SafeString


def compare(
    match: MatchDetail, actor: Actor, revision: int, plies: Sequence[MoveRequest], start: arbiter_view.Side
) -> Comparison | None:
    """What was reported beside the line of *plies*, which starts before or after the step at *revision*.

    None if nothing was reported there. Raises as `arbiter_view.fork` does.
    """
    plies = plies[:MOST_COMPARED]
    line = arbiter_view.fork(match.id, actor, revision, plies, start).steps
    reported, claimed = arbiter_view.parallel_positions(match.id, actor, revision, plies, start)
    if not reported:
        return None
    first, draw = revision + (start == arbiter_view.AFTER), engine(match.game, match.rules).picture
    frames = replay(match.id, actor, first, count=len(reported)).frames
    pairs = [(draw(one), draw(other)) for one, other in zip(reported, claimed, strict=False)]
    parted = next((at for at, pair in enumerate(pairs) if _differ(frames[at], line[at], *pair)), None)
    return Comparison(
        [
            ComparedStep(frame.at.revision, _seat(match, frame.at.seat), step_text(frame.at), at == parted)
            for at, frame in enumerate(frames)
        ],
        [
            ComparedStep(first + at, _seat(match, step.seat), _words(step), at == parted, not step.verdict.legal)
            for at, step in enumerate(line)
        ],
        parted is not None,
        *_boards(*pairs[-1 if parted is None else parted], match.seats),
    )


def _differ(frame: Frame, step: LineStep, one: Picture, other: Picture) -> bool:
    """Whether others moved, or the pieces lie differently."""
    moved = CHANCE if frame.at.seat is None else frame.at.seat
    return moved != step.seat or not step.verdict.legal or bool(differences(one, other) | differences(other, one))


def _boards(one: Picture, other: Picture, seats: Sequence[MatchSeat]) -> tuple[SafeString, SafeString]:
    return board_beside(one, other, seats), board_beside(other, one, seats)


def _words(step: LineStep) -> str:
    return step.move if step.words is None else local_text(step.words)


def _seat(match: MatchDetail, seat: int | None) -> MatchSeat | None:
    return None if seat is None or seat == CHANCE else match.seats[seat]
