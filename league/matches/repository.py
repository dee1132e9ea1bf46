"""Matches as they stand, kept in the process, so that a move does not cost a replay."""

from games.errors import Phrase
from league.decks import queries as deck_queries
from league.eventlog.repository import Folds, Standing
from league.eventlog.types import Event
from league.matches.domain import events, match
from league.matches.domain.match import Match

__all__ = ["SIZE", "Standing", "current", "fact", "forget", "keep", "recent", "stream"]

SIZE = 512  # matches; a position takes a few kilobytes


def fact(event: Event) -> events.MatchFact:
    """The fact of a stored event of a match."""
    return events.fact(event.kind, event.payload)


_matches: Folds[Match] = Folds(
    "match-",
    Phrase("match"),
    begin=lambda history: match.after([fact(event) for event in history], deck_queries.find_pinned),
    go_on=lambda now, event: match.evolve(now, fact(event)),
    size=SIZE,
)
stream, recent, current = _matches.stream, _matches.recent, _matches.current
keep, forget = _matches.keep, _matches.forget
