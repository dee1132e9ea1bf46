"""Leagues as they stand, kept in the process."""

from games.errors import Phrase
from league.eventlog.repository import Folds
from league.eventlog.types import Event
from league.seasons.domain import events as season_events
from league.seasons.domain.league import League, evolve, fold


def decode(event: Event) -> season_events.LeagueEvent:
    """The event of a league that was stored."""
    return season_events.decode(event.kind, event.payload)


leagues: Folds[League] = Folds(
    "league-",
    Phrase("league"),
    begin=lambda events: fold([decode(event) for event in events]),
    go_on=lambda league, event: evolve(league, decode(event)),
    size=64,
)
