"""The events of a league, as they are kept for ever. Ids are text; names of people are in none of them."""

from collections.abc import Mapping
from typing import TypeAlias

from league.common.event_codec import EventCodec
from league.seasons.domain.evenings import EveningCancelled, EveningMoved, EveningsPlanned, SeasonDated, SeasonDateEvent
from league.seasons.domain.promotion import Move
from league.seasons.domain.rules import SeasonRules
from league.seasons.domain.table import SeasonRow
from league.seating.types import Value


class LeagueCreated(Value, frozen=True):
    """A club has a league of one game."""

    club: str
    name: str
    game: str


class LeagueRenamed(Value, frozen=True):
    name: str


class SeasonOpened(Value, frozen=True):
    """A season begins. Numbers count from 1."""

    number: int
    name: str
    rules: SeasonRules


class SeasonChanged(Value, frozen=True):
    season: int
    name: str
    rules: SeasonRules
    reason: str


class EventAttached(Value, frozen=True):
    """A tournament counts in a season: for one division (numbered from 0), or for each (None)."""

    season: int
    tournament: str
    division: int | None = None


class EventDetached(Value, frozen=True):
    season: int
    tournament: str
    reason: str


class DivisionsDrawnUp(Value, frozen=True):
    """Who is in which division from now on."""

    season: int
    members: tuple[tuple[str, ...], ...]
    reason: str = ""


class SeasonClosed(Value, frozen=True):
    """The final tables, who goes up and down, and the divisions that the next season is proposed.

    `gone`: who plays no further season. `decided`: the order of players who were level where it mattered.
    `left_out`: attached tournaments that were not finished and do not count. `ranking`: how the tables were ranked: 1
    took missed events as results like any other, 2 counts them after all others.
    """

    season: int
    tables: tuple[tuple[SeasonRow, ...], ...]
    moves: tuple[Move, ...] = ()
    divisions: tuple[tuple[str, ...], ...] = ()
    gone: tuple[str, ...] = ()
    decided: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    reason: str = ""
    ranking: int = 1


class SeasonReopened(Value, frozen=True):
    """A closed season continues. Its tables are computed again."""

    season: int
    reason: str


LifecycleEvent: TypeAlias = (
    LeagueCreated
    | LeagueRenamed
    | SeasonOpened
    | SeasonChanged
    | EventAttached
    | EventDetached
    | DivisionsDrawnUp
    | SeasonClosed
    | SeasonReopened
)
LeagueEvent: TypeAlias = LifecycleEvent | SeasonDateEvent

KINDS: Mapping[str, tuple[int, type[LeagueEvent]]] = {
    "league.created": (1, LeagueCreated),
    "league.renamed": (1, LeagueRenamed),
    "season.opened": (1, SeasonOpened),
    "season.changed": (1, SeasonChanged),
    "season.event_attached": (1, EventAttached),
    "season.event_detached": (1, EventDetached),
    "season.divisions_drawn_up": (1, DivisionsDrawnUp),
    "season.closed": (1, SeasonClosed),
    "season.reopened": (1, SeasonReopened),
    "season.dated": (1, SeasonDated),
    "season.evenings_planned": (1, EveningsPlanned),
    "season.evening_moved": (1, EveningMoved),
    "season.evening_cancelled": (1, EveningCancelled),
}
_codec = EventCodec[LeagueEvent](KINDS)
encode, decode = _codec.encode, _codec.decode
