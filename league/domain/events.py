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
    """The result of a game of which nothing else is kept; a later report of it is a correction, with a reason."""

    round: int
    game: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    extra: dict[str, str] = {}
    correction: str | None = None


class MatchEnded(Fact, frozen=True):
    """Every game of the match has a result."""

    points: tuple[int, ...]
    wins: tuple[int, ...]
    winners: tuple[int, ...]


class SeedRevealed(Fact, frozen=True):
    """The sealed seed, hexadecimal: now anyone can check that every move of nature is the one it gives."""

    seed: str


MatchFact: TypeAlias = MatchOpened | GameOpened | MovePlayed | GameEnded | ResultReported | MatchEnded | SeedRevealed

KINDS: Mapping[str, tuple[int, type[MatchFact]]] = {
    "match.opened": (1, MatchOpened),
    "game.opened": (1, GameOpened),
    "move.played": (1, MovePlayed),
    "game.ended": (1, GameEnded),
    "result.reported": (1, ResultReported),
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
