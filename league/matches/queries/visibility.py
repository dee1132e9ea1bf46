"""The events of a match as a reader may see them: the one way by which moves leave the log.

What is shown and what it is judged by are of one moment: events that came after the match was looked at are left out,
for what they hide was not known to be hidden then.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine import EVERYTHING, PUBLIC, Seat
from league.common.actor import Actor, viewer
from league.decks import queries as deck_queries
from league.eventlog import store
from league.eventlog.repository import Versioned
from league.eventlog.types import StoredEvent
from league.matches import repository
from league.matches.domain import match
from league.matches.domain.events import MatchFact, MovePlayed, MovesAnnulled, SeedRevealed
from league.matches.domain.match import Match


class Shown(NamedTuple):
    """An event, its fact, and the text of its move with `?` for what is hidden."""

    event: StoredEvent
    fact: MatchFact
    move: str | None


class Seen(NamedTuple):
    """An event, its fact, the match before it, and the position by which it is judged what its move hides."""

    event: StoredEvent
    fact: MatchFact
    before: Match | None
    judged: Any


def shown_to(standing: Versioned[Match], to: Seat, *, behind: Versioned[Match] | None = None) -> Iterator[Shown]:
    """Every event up to *standing* as *to* may see it then, or those of them that came *behind* an earlier standing.

    Only of a game that lasts positions must be known.
    """
    now = standing.state
    if behind is not None and behind.state.opening == now.opening:
        later = [(event, repository.decode(event)) for event in _events(standing, behind)]
        if not any(isinstance(fact, MovesAnnulled) for _, fact in later):
            yield from _shown(later, behind.state, now, to, {})
            return
    seen = behind.head.seq if behind else 0
    yield from (shown for shown in _all_shown(standing, to) if shown.event.seq > seen)


def _all_shown(standing: Versioned[Match], to: Seat) -> Iterator[Shown]:
    now = standing.state
    events = [(event, repository.decode(event)) for event in _events(standing)]
    hides = len(events) if to == EVERYTHING or now.game_over or now.opening is None else now.opening - 1
    for event, fact in events[:hides]:
        yield Shown(event, _told(fact, now), fact.move if isinstance(fact, MovePlayed) else None)
    if hides == len(events):
        return
    course = now._replace(place=None, revision=hides, games=tuple(each for each in now.games if each.opened <= hides))
    yield from _shown(events[hides:], course, now, to, _judged(events[hides:], course))


def _shown(
    events: Sequence[tuple[StoredEvent, MatchFact]], course: Match, now: Match, to: Seat, judged: Mapping[int, Any]
) -> Iterator[Shown]:
    """*events*, which follow on *course*."""
    for event, fact in events:
        text = None
        if isinstance(fact, MovePlayed):
            text = fact.move
            if not open_to(now, course, to):
                move = now.rules.parse(fact.move)
                text = now.rules.show(course.position, fact.seat, move, to, judged.get(event.seq, now.position))
        yield Shown(event, _told(fact, now), text)
        course = match.evolve(course, fact)


def seen_with(standing: Versioned[Match]) -> Iterator[Seen]:
    """Every event up to *standing* with the match before it; what of it may be shown is for `open_to` to say."""
    (event, fact), *later = [(event, repository.decode(event)) for event in _events(standing)]
    yield Seen(event, fact, None, None)
    course = match.after([fact], deck_queries.find_pinned)
    judged = _judged(later, course)
    for event, fact in later:
        judged_by = judged.get(event.seq, standing.state.position)
        yield Seen(event, _told(fact, standing.state), course, judged_by)
        course = match.evolve(course, fact)


def _told(fact: MatchFact, now: Match) -> MatchFact:
    """The fact, but for a seed that was revealed before a ruling let the match be played on: it gives hands away."""
    return SeedRevealed("?") if isinstance(fact, SeedRevealed) and now.seed is None else fact


def open_to(now: Match, then: Match, to: Seat) -> bool:
    """Whether nothing of the game that was played *then* is hidden from *to* now."""
    return to == EVERYTHING or then.opening != now.opening or now.game_over


def viewer_name(to: Seat) -> str | int:
    """The seat, or what is said in its place of those who have none."""
    return {PUBLIC: "public", EVERYTHING: "everything"}.get(to, to)


def viewers(actor: Actor, now: Match, then: Match) -> tuple[Seat, ...]:
    """As whom *actor* may see the match as it stood *then*: the public, seats, and `EVERYTHING`, in this order."""
    if then.place is None:
        return ()
    if open_to(now, then, viewer(actor, now)):
        return (PUBLIC, *range(then.table.seats), EVERYTHING)
    return (PUBLIC, *sorted(actor.seats(now)))


def _judged(events: Sequence[tuple[StoredEvent, MatchFact]], course: Match) -> dict[int, Any]:
    """By which position it is judged what an annulled move hides: the last before the annulment.

    The position from which play goes on knows nothing of what came after it, and what it hides anew was seen then.
    """
    found: dict[int, Any] = {}
    if not any(isinstance(fact, MovesAnnulled) for _, fact in events):
        return found
    last: dict[int | None, Any] = {}  # position by game
    for _, fact in events:
        if isinstance(fact, MovesAnnulled):
            gone = [(game, move) for game in course.games for move in game.moves if move.revision >= fact.revision]
            found |= {move.revision: last[game.opened] for game, move in gone}
        course = match.evolve(course, fact)
        last[course.opening] = course.position
    return found


def _events(standing: Versioned[Match], behind: Versioned[Match] | None = None) -> Iterator[StoredEvent]:
    head = standing.head
    after = 0 if behind is None else behind.head.seq
    return (event for event in store.read(head.stream, after).events if event.seq <= head.seq)
