"""Leagues as they stand, kept in the process."""

from games.errors import Phrase
from league.eventlog.repository import Folds
from league.eventlog.types import Event
from league.seasons.domain import events as season_events
from league.seasons.domain.league import League, after, evolve


def fact(event: Event) -> season_events.LeagueFact:
    """The fact of a stored event of a league."""
    return season_events.fact(event.kind, event.payload)


leagues: Folds[League] = Folds(
    "league-",
    Phrase("league"),
    begin=lambda events: after([fact(event) for event in events]),
    go_on=lambda now, event: evolve(now, fact(event)),
    size=64,
)
