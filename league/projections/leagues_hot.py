"""Leagues as they stand, kept in the process."""

from games.errors import Phrase
from league.domain.season import facts
from league.domain.season.state import League, after, evolve
from league.eventlog.values import Event
from league.projections.folds import Folds


def fact(event: Event) -> facts.LeagueFact:
    """The fact of a stored event of a league."""
    return facts.fact(event.kind, event.payload)


leagues: Folds[League] = Folds(
    "league-",
    Phrase("league"),
    begin=lambda events: after([fact(event) for event in events]),
    go_on=lambda now, event: evolve(now, fact(event)),
    size=64,
)
