"""What events of a match are made of: their base, claims, policy and forecast. And events of links and seeds."""

from typing import Literal, TypeAlias

import msgspec


class Event(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What happened, in the past tense."""


Policy: TypeAlias = Literal["recompute", "keep", "report"]  # see league/impact/domain/policy.py
Dealing: TypeAlias = Literal["server", "joint", "table"]
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


class TableLinkOpened(Event, frozen=True):
    """An official opens a link by which this table reports results without an account. An earlier one ends.

    `link`: a random text. By itself it opens nothing, as the link that is handed out is signed.
    """

    link: str


class TableLinkClosed(Event, frozen=True):
    """An official ends the link of the table."""

    link: str


class SeatLinkOpened(Event, frozen=True):
    """An official opens a link to play this seat on a phone without an account. An earlier one ends, with its phone.

    `link`: a random text. By itself it opens nothing, as the link that is handed out is signed.
    """

    seat: int
    link: str


class SeatLinkTaken(Event, frozen=True):
    """A phone takes the link of a seat, which opens no other one. `phone`: SHA-256 of its key, hexadecimal."""

    seat: int
    phone: str


class SeatLinkClosed(Event, frozen=True):
    """An official ends the link of a seat, and the phone that took it plays no longer."""

    seat: int


class SeatSeedEvent(Event, frozen=True):
    """Something about the seed that a seat is asked for, from which the deal is made together with others."""

    seat: int


class SeatSeedCommitted(SeatSeedEvent, frozen=True):
    """A seat has chosen a seed. `commitment`: see `games.chance.seat_commitment`."""

    commitment: str


class SeatSeedRevealed(SeatSeedEvent, frozen=True):
    """The seed that a seat has committed itself to, hexadecimal. With the last one the deal is made."""

    seed: str


class SeatSeedOmitted(SeatSeedEvent, frozen=True):
    """The deal is made without a seed of this seat. `by`: who decided that, the seat itself or an official."""

    by: Literal["seat", "official"]
