"""The events of a match as a reader may see them: the one way by which moves leave the log.

What is shown and what it is judged by are of one moment: events that came after the match was looked at are left out,
for what they hide was not known to be hidden then.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine import EVERYTHING, PUBLIC, Seat
from league.common.actor import Actor
from league.decks import queries as deck_queries
from league.eventlog import store
from league.eventlog.repository import Versioned
from league.eventlog.types import StoredEvent
from league.matches import repository
from league.matches.domain import match as matches
from league.matches.domain.events import MatchEvent, MovePlayed, MovesAnnulled, SeedRevealed
from league.matches.domain.match import Match
from league.matches.domain.permissions import own_seats, viewer


class VisibleEvent(NamedTuple):
    """An event, its fact, and the text of its move with `?` for what is hidden."""

    event: StoredEvent
    fact: MatchEvent
    move: str | None


class ReplayStep(NamedTuple):
    """An event, its fact, the match before it, and the position by which it is judged what its move hides."""

    event: StoredEvent
    fact: MatchEvent
    before: Match | None
    judged: Any


def visible_events(
    standing: Versioned[Match], to: Seat, *, behind: Versioned[Match] | None = None
) -> Iterator[VisibleEvent]:
    """Every event up to *standing* as *to* may see it then, or those of them that came *behind* an earlier standing.

    Only of a game that lasts positions must be known.
    """
    match = standing.state
    if behind is not None and behind.state.game_opened == match.game_opened:
        later = [(event, repository.decode(event)) for event in _events(standing, behind)]
        if not any(isinstance(fact, MovesAnnulled) for _, fact in later):
            yield from _visible(later, behind.state, match, to, {})
            return
    seen = behind.head.seq if behind else 0
    yield from (shown for shown in _all_visible(standing, to) if shown.event.seq > seen)


def _all_visible(standing: Versioned[Match], to: Seat) -> Iterator[VisibleEvent]:
    match = standing.state
    events = [(event, repository.decode(event)) for event in _events(standing)]
    hides = len(events) if to == EVERYTHING or match.game_over or match.game_opened is None else match.game_opened - 1
    for event, fact in events[:hides]:
        yield VisibleEvent(event, _redact_seed(fact, match), fact.move if isinstance(fact, MovePlayed) else None)
    if hides == len(events):
        return
    games = tuple(each for each in match.games if each.opened <= hides)
    course = match._replace(summary=match.summary._replace(revision=hides), place=None, games=games)
    yield from _visible(events[hides:], course, match, to, _judging_positions(events[hides:], course))


def _visible(
    events: Sequence[tuple[StoredEvent, MatchEvent]], course: Match, match: Match, to: Seat, judged: Mapping[int, Any]
) -> Iterator[VisibleEvent]:
    """*events*, which follow on *course*."""
    for event, fact in events:
        text = None
        if isinstance(fact, MovePlayed):
            text = fact.move
            if not is_public_to(match, course, to):
                move = match.rules.parse(fact.move)
                text = match.rules.show(course.position, fact.seat, move, to, judged.get(event.seq, match.position))
        yield VisibleEvent(event, _redact_seed(fact, match), text)
        course = matches.evolve(course, fact)


def replay_steps(standing: Versioned[Match]) -> Iterator[ReplayStep]:
    """Every event up to *standing* with the match before it; what of it may be shown is for `open_to` to say."""
    (event, fact), *later = [(event, repository.decode(event)) for event in _events(standing)]
    yield ReplayStep(event, fact, None, None)
    course = matches.fold([fact], deck_queries.find_pinned)
    judged = _judging_positions(later, course)
    for event, fact in later:
        judged_by = judged.get(event.seq, standing.state.position)
        yield ReplayStep(event, _redact_seed(fact, standing.state), course, judged_by)
        course = matches.evolve(course, fact)


def _redact_seed(fact: MatchEvent, match: Match) -> MatchEvent:
    """The fact, but for a seed that was revealed before a ruling let the match be played on: it gives hands away."""
    return SeedRevealed("?") if isinstance(fact, SeedRevealed) and match.seed is None else fact


def is_public_to(match: Match, then: Match, to: Seat) -> bool:
    """Whether nothing of the game that was played *then* is hidden from *to* now."""
    return to == EVERYTHING or then.game_opened != match.game_opened or match.game_over


def viewpoint_name(to: Seat) -> str | int:
    """The seat, or a name for viewers without one."""
    return {PUBLIC: "public", EVERYTHING: "everything"}.get(to, to)


def viewpoints(actor: Actor, match: Match, then: Match) -> tuple[Seat, ...]:
    """As whom *actor* may see the match as it stood *then*: the public, seats, and `EVERYTHING`, in this order."""
    if then.place is None:
        return ()
    if is_public_to(match, then, viewer(actor, match)):
        return (PUBLIC, *range(then.table.seats), EVERYTHING)
    return (PUBLIC, *sorted(own_seats(actor, match)))


def _judging_positions(events: Sequence[tuple[StoredEvent, MatchEvent]], course: Match) -> dict[int, Any]:
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
        course = matches.evolve(course, fact)
        last[course.game_opened] = course.position
    return found


def _events(standing: Versioned[Match], behind: Versioned[Match] | None = None) -> Iterator[StoredEvent]:
    head = standing.head
    after = 0 if behind is None else behind.head.seq
    return (event for event in store.read(head.stream, after).events if event.seq <= head.seq)
