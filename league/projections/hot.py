"""Matches as they stand, kept in the process, so that a move does not cost a replay."""

from games.errors import Phrase
from league.domain import events, match
from league.domain.match import Match
from league.eventlog.values import Event
from league.projections import decks
from league.projections.folds import Folds, Standing

__all__ = ["SIZE", "Standing", "current", "fact", "forget", "keep", "recent", "stream"]

SIZE = 512  # matches; a position takes a few kilobytes


def fact(event: Event) -> events.MatchFact:
    """The fact of a stored event of a match."""
    return events.fact(event.kind, event.payload)


_matches: Folds[Match] = Folds(
    "match-",
    Phrase("match"),
    begin=lambda history: match.after([fact(event) for event in history], decks.pinned),
    go_on=lambda now, event: match.evolve(now, fact(event)),
    size=SIZE,
)
stream, recent, current = _matches.stream, _matches.recent, _matches.current
keep, forget = _matches.keep, _matches.forget
