"""Dates of tournaments, their rounds and tables. Organisers say them by the clocks of their club.

A time without an offset is read in the zone of the club. One that its clocks skip or show twice is refused, with both
moments that it could mean (`SkippedTime`, `RepeatedTime`).
"""

from datetime import datetime
from typing import Any

from league.clubs.locales import read_local_time
from league.clubs.queries import club_zone
from league.common.actor import Actor
from league.eventlog.repository import retry_conflicts
from league.eventlog.types import Committed
from league.tournaments.domain import scheduling
from league.tournaments.repository import load_as_organiser, tournaments


@retry_conflicts
def schedule(*, tournament_id: str, actor: Actor, expected: int | None = None, **changes: Any) -> Committed:
    """Say when a tournament `starts` and `ends`, its `place`, when entry `opens` and `closes`, and its `fee`.

    What is left out stays. None and an empty text mean that it is not known.
    """
    tournament = load_as_organiser(tournament_id, actor, expected)
    zone = club_zone(tournament.state.club)
    resolved = {name: _moment(each, zone) if isinstance(each, datetime) else each for name, each in changes.items()}
    return tournaments.append(tournament, scheduling.schedule(tournament.state, resolved), actor=actor)


@retry_conflicts
def schedule_round(
    *,
    tournament_id: str,
    number: int,
    actor: Actor,
    starts: datetime | None = None,
    until: datetime | None = None,
    expected: int | None = None,
) -> Committed:
    """Say when a round starts, and until when its tables play. Without both it has no date."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    zone = club_zone(tournament.state.club)
    events = scheduling.schedule_round(tournament.state, number, _moment(starts, zone), _moment(until, zone))
    return tournaments.append(tournament, events, actor=actor)


@retry_conflicts
def schedule_table(
    *,
    tournament_id: str,
    number: int,
    table: int,
    actor: Actor,
    starts: datetime | None = None,
    place: str = "",
    reason: str = "",
    expected: int | None = None,
) -> Committed:
    """Postpone the match of a table, or move it to another place. Without *starts* it plays with its round."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    at = _moment(starts, club_zone(tournament.state.club))
    events = scheduling.schedule_table(tournament.state, number, table, at, place=place, reason=reason)
    return tournaments.append(tournament, events, actor=actor)


def _moment(given: datetime | None, zone: str) -> datetime | None:
    return None if given is None else read_local_time(given, zone).replace(microsecond=0)
