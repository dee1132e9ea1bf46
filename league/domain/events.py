"""The facts of a match, as they are kept for ever.

A fact's kind and schema number are on disk and are no class path; a changed shape is a new schema number and an
upcaster, never an edit. Ids are text; names of people are in no fact (they must be erasable).
"""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec


class Fact(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What happened, in the past tense."""


class MatchOpened(Fact, frozen=True):
    """A match begins: what is played, by whom (player ids by seat, None where nobody is known), how it is recorded.

    `dealing`: nature is drawn by the service from a sealed seed, or at the table and typed in.
    """

    game: str
    rules: str
    level: Literal["full", "open", "score"]
    options: dict[str, bool | int | str]
    seats: tuple[str | None, ...]
    dealing: Literal["server", "table"]
    club: str
    series: str | None = None
    seed_hash: str | None = None  # SHA-256 of the sealed seed, hexadecimal
    imported: bool = False  # written from a finished record, not move by move
    tournament: str | None = None  # whose stream tells which round and table it is


class SeatsChanged(Fact, frozen=True):
    """Others sit at the table (player ids by seat from now on), or not so many: then the game begins anew.

    `absent`: the players who did not come.
    """

    seats: tuple[str | None, ...]
    reason: str
    absent: tuple[str, ...] = ()


class LevelChosen(Fact, frozen=True):
    """How the match is recorded from now on; nothing of it was played yet. Its first game begins anew."""

    level: Literal["full", "open", "score"]
    dealing: Literal["server", "table"]
    seed_hash: str | None = None


class GameOpened(Fact, frozen=True):
    """The next game of the match begins; its deal follows as a move of nature."""

    round: int
    game: int


class MovePlayed(Fact, frozen=True):
    """A seat, or nature (-1), moves; `seconds` of thought where somebody took the time."""

    seat: int
    move: str
    seconds: int | None = None


class GameEnded(Fact, frozen=True):
    """The moves of a game gave a result."""

    round: int
    game: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class ResultReported(Fact, frozen=True):
    """The result of a game of which nothing else is kept; a later one says the same, or is a correction with a reason.

    `seat`: who reported it, None for an official.
    """

    round: int
    game: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    extra: dict[str, str] = {}
    correction: str | None = None
    seat: int | None = None
    imported: bool = False  # written from a record


class Claim(Fact, frozen=True):
    """What somebody says that a game ended with."""

    round: int
    game: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    extra: dict[str, str] = {}


class ResultConfirmed(Fact, frozen=True):
    """A seat, or an official (None), stands by every result of the match as it is."""

    seat: int | None = None


class ResultContested(Fact, frozen=True):
    """A seat, or an official (None), objects to the result: to the games of its claims, else to every game."""

    seat: int | None
    reason: str
    claims: tuple[Claim, ...] = ()


class ResultSettled(Fact, frozen=True):
    """An official rules that the result stands as it is."""

    reason: str


class MatchForfeited(Fact, frozen=True):
    """An official rules that these seats lost without play; where it is every seat, nobody won."""

    seats: tuple[int, ...]
    reason: str


class MatchVoided(Fact, frozen=True):
    """An official rules that the match counts as if it had never been."""

    reason: str


class MatchReopened(Fact, frozen=True):
    """A forfeit, or that the match is void, is taken back."""

    reason: str


class MatchEnded(Fact, frozen=True):
    """Every game of the match has a result."""

    points: tuple[int, ...]
    wins: tuple[int, ...]
    winners: tuple[int, ...]


class SeedRevealed(Fact, frozen=True):
    """The sealed seed, hexadecimal: now anyone can check that every move of nature is the one it gives."""

    seed: str


MatchFact: TypeAlias = (
    MatchOpened
    | SeatsChanged
    | LevelChosen
    | GameOpened
    | MovePlayed
    | GameEnded
    | ResultReported
    | ResultConfirmed
    | ResultContested
    | ResultSettled
    | MatchForfeited
    | MatchVoided
    | MatchReopened
    | MatchEnded
    | SeedRevealed
)

KINDS: Mapping[str, tuple[int, type[MatchFact]]] = {
    "match.opened": (1, MatchOpened),
    "seats.changed": (1, SeatsChanged),
    "level.chosen": (1, LevelChosen),
    "game.opened": (1, GameOpened),
    "move.played": (1, MovePlayed),
    "game.ended": (1, GameEnded),
    "result.reported": (1, ResultReported),
    "result.confirmed": (1, ResultConfirmed),
    "result.contested": (1, ResultContested),
    "result.settled": (1, ResultSettled),
    "match.forfeited": (1, MatchForfeited),
    "match.voided": (1, MatchVoided),
    "match.reopened": (1, MatchReopened),
    "match.ended": (1, MatchEnded),
    "seed.revealed": (1, SeedRevealed),
}
_NAMES: Mapping[type, tuple[str, int]] = {fact: (kind, schema) for kind, (schema, fact) in KINDS.items()}


def written(fact: MatchFact) -> tuple[str, int, dict[str, Any]]:
    """Kind, schema and payload of *fact*."""
    kind, schema = _NAMES[type(fact)]
    return kind, schema, msgspec.to_builtins(fact)


def fact(kind: str, payload: Mapping[str, Any]) -> MatchFact:
    """The fact of a stored event whose payload has the current schema."""
    return msgspec.convert(payload, KINDS[kind][1])
