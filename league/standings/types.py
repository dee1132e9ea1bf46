"""The inputs of standings: entrants, and tables with their results."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias, get_args

Worth: TypeAlias = Literal["full", "half", "zero"]  # of a bye that was taken in advance
WORTHS: tuple[Worth, ...] = get_args(Worth)


class Outcome(StrEnum):
    """The state of a table's result."""

    UNPLAYED = "unplayed"  # no complete result yet
    REPORTED = "reported"
    CONFIRMED = "confirmed"
    CONTESTED = "contested"  # does not count until it is settled
    FORFEIT = "forfeit"  # seats in `absent` lost without play; with all seats in it, a double forfeit
    VOID = "void"  # counts as if it had never been drawn
    BYE = "bye"  # one entrant without an opponent


class GameFigures(NamedTuple):
    """One game of a match by seat: points, as the game counts them, and who won. `absent`: who did not play it."""

    points: tuple[int, ...]
    winners: tuple[int, ...] = ()
    absent: frozenset[int] = frozenset()


class MatchResult(NamedTuple):
    """How a match stands at `revision`. Figures are by seat, and empty while no game has a result.

    `players`: by seat, as they sit now; `origins`: the seat of the opening that each of them plays for, None where it
    is none; `absent`: seats that lost by forfeit or left; `over`: whether no game is to come; `each`: its games.
    """

    outcome: Outcome
    players: tuple[str | None, ...]
    origins: tuple[int | None, ...]
    points: tuple[int, ...] = ()
    wins: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    games: int = 0
    absent: frozenset[int] = frozenset()
    over: bool = False
    revision: int = 0
    each: tuple[GameFigures, ...] = ()


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player or team in a tournament."""

    id: str
    seed: int  # place in the seeding, from 1
    since: int = 1  # the first round that it could play
    until: int | None = None  # the last round, if it left


@dataclass(frozen=True, slots=True)
class TableResult:
    """One table of one round. Figures are by seat and empty while nothing is known."""

    round: int
    table: int
    entrants: tuple[str, ...]
    outcome: Outcome
    points: tuple[int, ...] = ()  # as the game counts them, over all games of the match
    wins: tuple[int, ...] = ()  # games won
    winners: tuple[int, ...] = ()  # seats that won the match
    games: int = 0  # with a result
    absent: frozenset[int] = field(default_factory=frozenset)
    left: frozenset[int] = field(default_factory=frozenset)  # seats in `absent` that left after a game was played
    match: str | None = None
    stage: int = 0
    group: int | None = None
    bye: Worth | None = None  # what a bye is worth that was taken in advance; None: given by the draw
    struck: bool = False  # played or not, it counts for nobody, and nobody has missed the round
    each: tuple[GameFigures, ...] = ()  # of the games with a result
