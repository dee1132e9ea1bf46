"""The table at the end of a line that is tried, for pages where an arbiter makes moves by touching the board.

It is what `league.matches.queries.table` is for the seats of a match, from what the arbiter may know. Nothing is saved.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import Seat
from games.errors import Refused
from games.parts import Answers
from games.picture import Picture
from league.appeals.arbiter_view import LineStep, Side, TriedLine, line_step, try_line
from league.appeals.domain.variations import TriedMove
from league.common.actor import Actor
from league.matches.domain.match import MoveRequest
from league.matches.queries.hints import NO_OFFER, NOTHING_BUILT, Choice, Rearrangement, bench, composed_move, offer
from league.matches.queries.replay import Frame, Step
from league.matches.queries.table import TableView


class TriedTable(NamedTuple):
    """A line that is tried, and the table at its end.

    `moves`: those that were entered and are legal. `steps`: these in words, and what the seed drew. `refused`: the
    refusal of the one after them, if there is one. `over`: the game would be over.
    """

    moves: Sequence[MoveRequest]
    steps: Sequence[LineStep]
    refused: Refused | None
    over: bool
    table: TableView


class Origin(NamedTuple):
    """Where a line begins, on a side of the event *revision* of a match, and who tries it."""

    match_id: str
    actor: Actor
    revision: int
    when: Side


def line_table(
    origin: Origin, plies: Sequence[MoveRequest], wanted: Seat | None = None, built: Rearrangement = NOTHING_BUILT
) -> TriedTable:
    """Try *plies*, and offer moves to the *wanted* seat at their end. Raises as `arbiter_view.fork` does."""
    line = _line(origin, plies)
    legal = [step for step in line.steps if step.tried.after is not None]
    refusals = [step.tried.refusal for step in line.asked if step.tried.after is None]
    return TriedTable(
        moves=plies[: len(line.asked) - len(refusals)],
        steps=[line_step(step) for step in legal],
        refused=refusals[0] if refusals else None,
        over=line.end.rules.is_over(line.end.state),
        table=_table(line, origin.revision + len(plies), wanted, built),
    )


def move_after(origin: Origin, plies: Sequence[MoveRequest], seat: Seat, answers: Answers) -> Choice:
    """The move that *answers* to its parts make after *plies*. Raises `FormError`, and as `arbiter_view.fork` does."""
    end = _line(origin, plies).end
    return composed_move(end.rules, end.state, seat, answers)


def _line(origin: Origin, plies: Sequence[MoveRequest]) -> TriedLine:
    return try_line(origin.match_id, origin.actor, origin.revision, plies, origin.when)


def _table(line: TriedLine, number: int, wanted: Seat | None, built: Rearrangement) -> TableView:
    """The table at the end of *line*, as the seat to move sees it, if the reader may see all.

    Its *number* is another after every move, as the revision of a match is.
    """
    rules, state = line.end.rules, line.end.state
    turn = sorted(rules.turn(state))
    seat = wanted if wanted in turn else next(iter(turn), None)
    to = seat if line.exact and seat is not None and seat >= 0 else line.seen_by
    view = rules.view(state, to)
    offered = NO_OFFER if seat is None else offer(rules, state, seat)
    return TableView(
        revision=number,
        turn=turn,
        steps=(),
        frame=Frame([_step(line, number)], view, rules.labels, rules.picture(view), _picture_before(line, to)),
        movable=turn,
        seat=seat,
        choices=offered.choices,
        parts=offered.parts,
        notation=offered.notation,
        bench=None if seat is None else bench(rules, state, view, seat, built),
        builds=rules.builds or not line.exact or line.then.opened.dealing == "table",  # else the seed draws
        ends=None,
        last=None,
        seen_by=to,
    )


def _step(line: TriedLine, number: int) -> Step:
    """What pages say of the frame beside its picture."""
    return Step(number, line.then.place, None, "", {}, None)


def _picture_before(line: TriedLine, to: Seat) -> Picture | None:
    """The picture before the last move, to mark what it changed: a move of a seat, with what the seed drew after it."""
    legal: list[TriedMove] = [step for step in line.steps if step.tried.after is not None]
    if not legal:
        return None
    last = next((step for step in reversed(legal) if not step.drawn), legal[0])
    rules = last.line.rules
    return rules.picture(rules.view(last.line.state, to))
