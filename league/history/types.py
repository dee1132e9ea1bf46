"""What a history says of an event: a sentence, what changed, why, and who may read which of these."""

from enum import IntEnum
from typing import Any, NamedTuple

import msgspec

from games.errors import Phrase


class Audience(IntEnum):
    """Who may read something. Each may read what those before it may."""

    EVERYBODY = 0
    OFFICIALS = 1
    ORGANISERS = 2


class Change(NamedTuple):
    """Something that has another value now, None where it has none: JSON, ids for entrants and players.

    `what`: its place, like `stages.0.rounds`. Values of `rank` and `seed` are those of the entrant `of`.
    """

    what: str
    old: Any
    new: Any
    of: str | None = None


class Seated(NamedTuple):
    """A table in a history: its entrants by seat, and its match if it has one."""

    number: int
    seats: tuple[str, ...]
    match: str | None


class HistoryEntry(NamedTuple):
    """What a history says of one event. In `sentence`, params whose names end in `_id` are entrants or players.

    `to`, `reason_to`, `changes_to`: who may read of it at all, who the reason, and who the values before.
    """

    kind: str
    sentence: Phrase
    reason: str = ""
    changes: tuple[Change, ...] = ()
    round: int | None = None
    table: int | None = None
    match: str | None = None
    entrant: str | None = None
    season: int | None = None
    tournament: str | None = None
    tables: tuple[Seated, ...] = ()
    to: Audience = Audience.EVERYBODY
    reason_to: Audience = Audience.EVERYBODY
    changes_to: Audience = Audience.EVERYBODY


def plain(value: Any) -> Any:
    """A value as JSON has it. Settings include the fields that have their default."""
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    return value
