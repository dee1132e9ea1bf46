"""What the events of a match are made of: their base, claims, and the policy and forecast of a decision."""

from typing import Literal, TypeAlias

import msgspec


class Event(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What happened, in the past tense."""


Policy: TypeAlias = Literal["recompute", "keep", "report"]  # see league/impact/domain/policy.py
RulingKind: TypeAlias = Literal["upheld", "annul", "adjust", "replay", "forfeit", "void", "reopen"]


class Forecast(Event, frozen=True):
    """How much a decision was foreseen to change, when the log was `position` events long.

    `ranks`: rows of standings; `rounds`: draws; `ratings`: players, None where that was too many matches ago to say.
    """

    position: int
    ranks: int = 0
    qualifiers: int = 0
    rounds: int = 0
    places: int = 0  # of final rankings and season tables
    ratings: int | None = 0
    rounds_left: tuple[int, ...] = ()  # drawn differently, and not annulled, having been played
    stages_left: tuple[int, ...] = ()  # from which others would advance, and after which play went on


class Claim(Event, frozen=True):
    """The result of a game as somebody claims it."""

    round: int
    game: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    extra: dict[str, str] = {}
