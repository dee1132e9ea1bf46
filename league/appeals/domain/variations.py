"""Forks: lines of play that are tried from a position of a match and leave no trace in it.

A fork is computed from what its reader may know. Readers who may not see everything get the game as the whole table
knows it, so that trying moves reveals nothing of hands. Sealed chance moves are drawn only once the match is over.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.engine import CHANCE, Seat
from games.records.variations import Attempt, Line, public_line, try_move
from league.matches.domain.match import Match, MoveRequest, chance


class TriedMove(NamedTuple):
    """A move that was tried from *line*. `drawn`: it is a chance move from the seed of the match."""

    line: Line
    tried: Attempt
    drawn: bool


class ChanceSeed(NamedTuple):
    """The revealed seed of a match, and the match at the position from which a line begins."""

    seed: bytes
    then: Match

    def draw(self, line: Line) -> Any:
        """The chance move that the seed gives after *line*."""
        return line.rules.draw(line.state, chance(self.then._replace(plies=len(line.moves)), self.seed))


def line_at(then: Match, moves: Sequence[tuple[Seat, Any]], *, exact: bool) -> Line:
    """The current game *then*, which *moves* led to: as it was, or as the whole table knows it."""
    if exact:
        return Line(then.rules, then.table, tuple(moves), then.position)
    return public_line(then.rules, then.table, moves, then.position)


def chance_seed(match: Match, then: Match) -> ChanceSeed | None:
    """The revealed seed for lines from *then*, once the match is over, unless a ruling has replaced it."""
    if match.seed is None or not match.over or then.opened.seed_hash != match.opened.seed_hash:
        return None
    return ChanceSeed(bytes.fromhex(match.seed), then)


def play_on(line: Line, plies: Sequence[MoveRequest], seed: ChanceSeed | None) -> tuple[list[TriedMove], Line]:
    """Try *plies* one after the other, up to the first that is refused. Returns each attempt and the last position.

    Where a chance move is due and none is given, *seed* draws it.
    """
    steps: list[TriedMove] = []
    for ply in plies:
        if ply.seat != CHANCE:
            line = _draw_chance(line, seed, steps)
        step = TriedMove(line, try_move(line, ply.seat, ply.text, ply.seconds), drawn=False)
        steps.append(step)
        if step.tried.after is None:
            return steps, line
        line = step.tried.after
    return steps, _draw_chance(line, seed, steps)


def _draw_chance(line: Line, seed: ChanceSeed | None, steps: list[TriedMove]) -> Line:
    """The line after the chance moves that are due, which are added to *steps*."""
    while seed is not None and line.rules.turn(line.state) == {CHANCE}:
        move = seed.draw(line)
        after = line.after(CHANCE, move)
        steps.append(TriedMove(line, Attempt(CHANCE, str(move), move, None, (), after), drawn=True))
        line = after
    return line
