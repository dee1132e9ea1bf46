"""Leagues as they stand, kept in the process."""

from games.errors import Phrase
from league.eventlog.repository import Folds
from league.eventlog.types import Event
from league.seasons.domain import events as season_events
from league.seasons.domain.league import League, evolve, fold


def decode(event: Event) -> season_events.LeagueEvent:
    """The fact of a stored event of a league."""
    return season_events.decode(event.kind, event.payload)


leagues: Folds[League] = Folds(
    "league-",
    Phrase("league"),
    begin=lambda events: fold([decode(event) for event in events]),
    go_on=lambda now, event: evolve(now, decode(event)),
    size=64,
)
