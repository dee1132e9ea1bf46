"""A draw and its inputs, which are stored with the round, so that anyone can repeat the draw.

Ids are those of entrants. Nothing here holds a float, since canonical JSON has none.
"""

from fractions import Fraction
from functools import lru_cache

import msgspec


class Value(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of an event."""


class Sentence(Value, frozen=True):
    """A message and its params, translated for the reader. Params whose names end in `_id` are entrants."""

    text: str
    params: dict[str, str | int] = {}


class Seeker(Value, frozen=True):
    """An entrant who plays in the round, with the history that matters for the draw."""

    id: str
    rank: int  # in the standings, or before the first round in the seeding; from 1, none twice
    score: str = "0"  # an exact number, as `str(Fraction)` writes it
    met: dict[str, int] = {}  # how often it met each opponent so far
    seats: tuple[int, ...] = ()  # how often it had seat 0, 1, 2 …; seat 0 moves first
    sat_out: tuple[int, ...] = ()  # the rounds in which it had a bye
    short: int = 0  # how often it sat at a table smaller than preferred
    last: int | None = None  # the seat that it had when it last sat
    floats: tuple[int, ...] = ()  # by round in which it met another score group: the sign of the float, +1 up, -1 down
    in_row: int = 0  # how many times in a row it has had the seat `last`
    left: dict[str, int] = {}  # how often each sat on its left, which is the next seat; only where `neighbours` is set
    unopposed: tuple[int, ...] = ()  # the rounds that it won without play, as all others were absent or had left

    @property
    def idle(self) -> frozenset[int]:
        """The rounds with a bye or a win without play, which count the same when the next bye is given."""
        return frozenset(self.sat_out + self.unopposed)

    @property
    def points(self) -> Fraction:
        """The score as a number."""
        return _exact(self.score)


@lru_cache(maxsize=4096)
def _exact(score: str) -> Fraction:
    return Fraction(score)


class Inputs(Value, frozen=True):
    """All that the draw of one round depends on. The order of seekers does not matter."""

    algorithm: str  # name and version, like "swiss-tables 1"
    round: int
    seekers: tuple[Seeker, ...]
    sizes: tuple[int, ...] = (2,)  # how many may sit at a table
    preferred: int = 2  # how many should
    apart: tuple[tuple[str, str], ...] = ()  # pairs that must not meet
    seed: str = ""  # hexadecimal: decides between equals
    cycle: int = 1  # round robins: how often everybody meets everybody
    rounds: int = 1  # for draws of all rounds together: how many
    neighbours: bool = False  # nobody should have the same left neighbour again


class TableDrawn(Value, frozen=True):
    """Entrants by seat, and why they sit together."""

    seats: tuple[str, ...]
    why: Sentence


class Draw(Value, frozen=True):
    """A drawn round: tables with the top one first, byes, and figures with their bounds."""

    tables: tuple[TableDrawn, ...]
    out: tuple[str, ...] = ()
    figures: dict[str, int] = {}  # like "repeats", "repeats_bound", "seat_gap", "cost"
    complaints: tuple[Sentence, ...] = ()  # faults, such as a table with two who were to be kept apart
