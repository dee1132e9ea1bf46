"""The events of a match as a reader may see them: the one way by which moves leave the log."""

from collections.abc import Iterator
from typing import NamedTuple

from games.engine import EVERYTHING, Seat
from league.domain import match
from league.domain.events import MatchFact, MovePlayed
from league.domain.match import Match
from league.eventlog import store
from league.eventlog.values import Event
from league.projections import decks, hot


class Seen(NamedTuple):
    """An event, its fact, the match before it, and the text of its move with `?` for what is hidden."""

    event: Event
    fact: MatchFact
    before: Match | None
    move: str | None


def seen_by(match_id: str, now: Match, to: Seat) -> Iterator[Seen]:
    """Every event of the match as *to* may see it now; finished games are open to all."""
    course: Match | None = None
    for event in store.read(hot.stream(match_id)).events:
        fact = hot.fact(event)
        move = None
        if isinstance(fact, MovePlayed) and course is not None:
            move = fact.move if open_to(now, course, to) else _shown(course, fact, to, now)
        yield Seen(event, fact, course, move)
        course = match.after([fact], decks.pinned) if course is None else match.evolve(course, fact)


def open_to(now: Match, then: Match, to: Seat) -> bool:
    """Whether nothing of the game that was played *then* is hidden from *to* now."""
    return to == EVERYTHING or then.place != now.place or now.game_over


def _shown(before: Match, fact: MovePlayed, to: Seat, now: Match) -> str:
    return before.rules.show(before.position, fact.seat, before.rules.parse(fact.move), to, now.position)
