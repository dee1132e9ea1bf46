"""A match at one of its events: what happened, and the match before and after it."""

from typing import Any, NamedTuple

from games.engine import Seat
from league.decks import queries as deck_queries
from league.eventlog.repository import Versioned
from league.eventlog.types import StoredEvent
from league.matches.domain import match as matches
from league.matches.domain.events import MatchEvent
from league.matches.domain.match import Match
from league.matches.errors import NoSuchRevision
from league.matches.queries.visibility import replay_steps


class Moment(NamedTuple):
    """An event with its fact; `before` is None for the first. `judged`: by which position is told what a move hides."""

    event: StoredEvent
    fact: MatchEvent
    before: Match | None
    after: Match
    judged: Any


def moment_at(standing: Versioned[Match], revision: int) -> Moment:
    """The match at its event *revision*. Raises `NoSuchRevision`."""
    for seen in replay_steps(standing):
        if seen.event.seq == revision:
            before, fact = seen.before, seen.fact
            after = matches.fold([fact], deck_queries.find_pinned) if before is None else matches.evolve(before, fact)
            return Moment(seen.event, fact, before, after, seen.judged)
    raise NoSuchRevision(revision=revision, last=standing.head.seq)


def moves(then: Match) -> list[tuple[Seat, Any]]:
    """The moves of the game that is played *then*; those that were taken back before are left out."""
    parse = then.rules.parse
    return [] if then.place is None else [(made.seat, parse(made.text)) for made in then.games[-1].moves]
