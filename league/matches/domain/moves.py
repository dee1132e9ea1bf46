"""The games of a match that were opened and stand, and their moves."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import CHANCE, Seat
from league.matches.domain.score_sheet import GameNumber


class MoveRequest(NamedTuple):
    """A wish: *seat* (`CHANCE` for the dealer at a table) makes the move written as *text*."""

    seat: Seat
    text: str
    seconds: int | None = None


class PlayedMove(NamedTuple):
    """A move that was made and stands; `revision`: of the match, after it."""

    revision: int
    seat: Seat
    text: str


class Game(NamedTuple):
    """A game that was opened at this revision of the match and stands, and its moves."""

    opened: int
    place: GameNumber
    moves: tuple[PlayedMove, ...] = ()


def has_begun(games: Sequence[Game]) -> bool:
    """Whether a seat has moved."""
    return any(move.seat != CHANCE for game in games for move in game.moves)


def games_before(games: Sequence[Game], revision: int) -> tuple[Game, ...]:
    """The games as if nothing had been played from *revision* on."""
    before = [game for game in games if game.opened < revision]
    return tuple(game._replace(moves=tuple(move for move in game.moves if move.revision < revision)) for game in before)
