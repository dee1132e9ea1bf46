"""Forks: lines of play that are tried from a moment of a match and leave no trace in it.

A fork is worked out from what its reader may know. Who may not see everything gets the game as the whole table knows
it, so that trying moves tells nothing of hands; and what is sealed is drawn only once the match is over.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.engine import CHANCE, Seat
from games.records.variations import Attempt, Line, public_line, try_move
from league.matches.domain.match import Match, MoveRequest, chance

ChanceMoves = Callable[[Line], Any]  # what nature does next


class TriedMove(NamedTuple):
    """A move that was tried from *line*; `drawn`: nature made it, by the seed of the match."""

    line: Line
    tried: Attempt
    drawn: bool


def line_at(then: Match, moves: Sequence[tuple[Seat, Any]], *, exact: bool) -> Line:
    """The current game *then*, which *moves* led to: as it was, or as the whole table knows it."""
    if exact:
        return Line(then.rules, then.table, tuple(moves), then.position)
    return public_line(then.rules, then.table, moves, then.position)


def chance_moves(match: Match, then: Match) -> ChanceMoves | None:
    """What the seed gives, for lines from *then*, once it is revealed and the match is over.

    Of a seed that was replaced, after a ruling, nothing is drawn.
    """
    if match.seed is None or not match.over or then.opened.seed_hash != match.opened.seed_hash:
        return None
    seed = bytes.fromhex(match.seed)
    return lambda line: line.rules.draw(line.state, chance(then._replace(plies=len(line.moves)), seed))


def play_on(line: Line, plies: Sequence[MoveRequest], draws: ChanceMoves | None) -> tuple[list[TriedMove], Line]:
    """Try *plies* one after the other, up to the first that is refused: each with its verdict, and the last position.

    Where nature is due and none of its moves is given, *draws* gives it.
    """
    steps: list[TriedMove] = []
    for ply in plies:
        if ply.seat != CHANCE:
            line = _draw_chance(line, draws, steps)
        step = TriedMove(line, try_move(line, ply.seat, ply.text, ply.seconds), drawn=False)
        steps.append(step)
        if step.tried.after is None:
            return steps, line
        line = step.tried.after
    return steps, _draw_chance(line, draws, steps)


def _draw_chance(line: Line, draws: ChanceMoves | None, steps: list[TriedMove]) -> Line:
    """The line after what nature does by itself."""
    while draws is not None and line.rules.turn(line.state) == {CHANCE}:
        move = draws(line)
        after = line.after(CHANCE, move)
        steps.append(TriedMove(line, Attempt(CHANCE, str(move), move, None, (), after), drawn=True))
        line = after
    return line
