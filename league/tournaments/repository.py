"""Tournaments as they stand, kept in the process."""

from games.errors import Phrase
from league.eventlog import store
from league.eventlog.repository import Folds
from league.eventlog.types import Event
from league.tournaments.domain import events as tournament_events
from league.tournaments.domain.tournament import Tournament, after, evolve


def fact(event: Event) -> tournament_events.TournamentFact:
    """The fact of a stored event of a tournament."""
    return tournament_events.fact(event.kind, event.payload)


tournaments: Folds[Tournament] = Folds(
    "tournament-",
    Phrase("tournament"),
    begin=lambda events: after([fact(event) for event in events]),
    go_on=lambda now, event: evolve(now, fact(event)),
    size=64,
)


def entered_by(player: str) -> list[str]:
    """The tournaments in which somebody ever had a place, by the log itself: lists may be behind it."""
    streams = store.saying(tournaments.stream(""), ("entrant.entered", "entrant.replaced"), player)
    return [stream.removeprefix(tournaments.stream("")) for stream in streams]
