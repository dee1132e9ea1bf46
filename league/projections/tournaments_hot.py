"""Tournaments as they stand, kept in the process."""

from games.errors import Phrase
from league.domain.tournament import facts
from league.domain.tournament.state import Tournament, after, evolve
from league.eventlog import store
from league.eventlog.values import Event
from league.projections.folds import Folds


def fact(event: Event) -> facts.TournamentFact:
    """The fact of a stored event of a tournament."""
    return facts.fact(event.kind, event.payload)


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
