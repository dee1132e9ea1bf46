"""The events of a match as a reader may see them: the one way by which moves leave the log.

What is shown and what it is judged by are of one moment: events that came after the match was looked at are left out,
for what they hide was not known to be hidden then.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.engine import EVERYTHING, Seat
from league.domain import match
from league.domain.events import GameOpened, MatchFact, MovePlayed
from league.domain.match import Match
from league.eventlog import store
from league.eventlog.values import Event
from league.projections import decks, hot
from league.projections.hot import Standing


class Shown(NamedTuple):
    """An event, its fact, and the text of its move with `?` for what is hidden."""

    event: Event
    fact: MatchFact
    move: str | None


class Seen(NamedTuple):
    """An event, its fact, and the match before it."""

    event: Event
    fact: MatchFact
    before: Match | None


def shown_to(standing: Standing[Match], to: Seat) -> Iterator[Shown]:
    """Every event up to *standing* as *to* may see it then; only of a game that lasts positions must be known."""
    now = standing.state
    events = [(event, hot.fact(event)) for event in _events(standing)]
    starts = [seq for seq, (_, fact) in enumerate(events) if isinstance(fact, GameOpened)]
    hides = starts[-1] if starts and not (to == EVERYTHING or now.game_over) else len(events)
    for event, fact in events[:hides]:
        yield Shown(event, fact, fact.move if isinstance(fact, MovePlayed) else None)
    course = now
    for event, fact in events[hides:]:
        text = None
        if isinstance(fact, MovePlayed):
            move = now.rules.parse(fact.move)
            text = now.rules.show(course.position, fact.seat, move, to, now.position)
        yield Shown(event, fact, text)
        course = match.evolve(course, fact)


def seen_with(standing: Standing[Match]) -> Iterator[Seen]:
    """Every event up to *standing* with the match before it; what of it may be shown is for `open_to` to say."""
    course: Match | None = None
    for event in _events(standing):
        fact = hot.fact(event)
        yield Seen(event, fact, course)
        course = match.after([fact], decks.pinned) if course is None else match.evolve(course, fact)


def open_to(now: Match, then: Match, to: Seat) -> bool:
    """Whether nothing of the game that was played *then* is hidden from *to* now."""
    return to == EVERYTHING or (then.place, then.anew) != (now.place, now.anew) or now.game_over


def _events(standing: Standing[Match]) -> Iterator[Event]:
    head = standing.head
    return (event for event in store.read(head.stream).events if event.seq <= head.seq)
