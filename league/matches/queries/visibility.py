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
from league.matches.domain.events import MatchEvent, MovePlayed, MovesAnnulled, MovesWithdrawn, SeedRevealed
from league.matches.domain.match import Match
from league.matches.domain.permissions import held_seats, viewer
from league.matches.errors import NoSuchRevision


class VisibleEvent(NamedTuple):
    """An event as it is stored and decoded, and the text of its move with `?` for what is hidden."""

    stored: StoredEvent
    event: MatchEvent
    move: str | None


class ReplayStep(NamedTuple):
    """An event with the match before and after it. `judged`: the position that decides what its move hides."""

    stored: StoredEvent
    event: MatchEvent
    before: Match | None
    after: Match
    judged: Any


def visible_events(
    standing: Versioned[Match], to: Seat, *, behind: Versioned[Match] | None = None
) -> Iterator[VisibleEvent]:
    """Every event up to *standing* as *to* may see it then, or those of them that came *behind* an earlier standing.

    Positions are worked out for the game in progress alone.
    """
    match = standing.state
    if behind is not None and behind.state.game_opened == match.game_opened:
        later = list(_events(standing, behind))
        if not any(isinstance(event, MovesAnnulled | MovesWithdrawn) for _, event in later):
            yield from _visible(later, behind.state, match, to, {})
            return
    seen = behind.head.seq if behind else 0
    yield from (shown for shown in _all_visible(standing, to) if shown.stored.seq > seen)


def _all_visible(standing: Versioned[Match], to: Seat) -> Iterator[VisibleEvent]:
    match = standing.state
    events = list(_events(standing))
    hides = len(events) if to == EVERYTHING or match.game_over or match.game_opened is None else match.game_opened - 1
    for stored, event in events[:hides]:
        yield VisibleEvent(stored, _redact_seed(event, match), event.move if isinstance(event, MovePlayed) else None)
    if hides == len(events):
        return
    games = tuple(each for each in match.games if each.opened <= hides)
    course = match._replace(summary=match.summary._replace(revision=hides), place=None, games=games)
    yield from _visible(events[hides:], course, match, to, _judging_positions(events[hides:], course))


def _visible(
    events: Sequence[tuple[StoredEvent, MatchEvent]], course: Match, match: Match, to: Seat, judged: Mapping[int, Any]
) -> Iterator[VisibleEvent]:
    """*events*, which follow on *course*."""
    for stored, event in events:
        text = None
        if isinstance(event, MovePlayed):
            text = event.move
            if not is_public_to(match, course, to):
                move = match.rules.parse(event.move)
                judging = judged.get(stored.seq, match.position)
                text = match.rules.show(course.position, event.seat, move, viewpoint_at(match, course, to), judging)
        yield VisibleEvent(stored, _redact_seed(event, match), text)
        course = matches.evolve(course, event)


def replay_steps(standing: Versioned[Match]) -> Iterator[ReplayStep]:
    """Every event up to *standing* in full; what of it may be shown is for `is_public_to` to say."""
    (stored, event), *later = _events(standing)
    match = matches.start(event, deck_queries.find_pinned)
    yield ReplayStep(stored, event, None, match, None)
    judged = _judging_positions(later, match)
    for stored, event in later:
        before, match = match, matches.evolve(match, event)
        judging = judged.get(stored.seq, standing.state.position)
        yield ReplayStep(stored, _redact_seed(event, standing.state), before, match, judging)


def replay_step(standing: Versioned[Match], revision: int) -> ReplayStep:
    """The event *revision*. Raises `NoSuchRevision`."""
    for step in replay_steps(standing):
        if step.stored.seq == revision:
            return step
    raise NoSuchRevision(revision=revision, last=standing.head.seq)


def _redact_seed(event: MatchEvent, match: Match) -> MatchEvent:
    """The event, but for a seed that was revealed before a ruling let the match be played on: it gives hands away."""
    return SeedRevealed("?") if isinstance(event, SeedRevealed) and match.seed is None else event


def is_public_to(match: Match, then: Match, to: Seat) -> bool:
    """Whether nothing of the game that was played *then* is hidden from *to* now."""
    return to == EVERYTHING or then.game_opened != match.game_opened or match.game_over


def viewpoint_at(match: Match, then: Match, to: Seat) -> Seat:
    """As whom *to* sees what was played *then* of the game in progress: a seat sees no hand from before others sat."""
    return PUBLIC if to not in (PUBLIC, EVERYTHING) and then.revision < match.seated else to


def viewpoint_name(to: Seat) -> str | int:
    """The seat, or a name for viewers without one."""
    return {PUBLIC: "public", EVERYTHING: "everything"}.get(to, to)


def viewpoints(actor: Actor, match: Match, then: Match) -> tuple[Seat, ...]:
    """As whom *actor* may see the match as it stood *then*: the public, seats, and `EVERYTHING`, in this order."""
    if then.place is None:
        return ()
    if is_public_to(match, then, viewer(actor, match)):
        return (PUBLIC, *range(then.table.seats), EVERYTHING)
    return (PUBLIC, *sorted({viewpoint_at(match, then, seat) for seat in held_seats(actor, match)} - {PUBLIC}))


def _judging_positions(events: Sequence[tuple[StoredEvent, MatchEvent]], course: Match) -> dict[int, Any]:
    """The positions that decide what annulled moves hide: the last before the annulment.

    The position from which play goes on knows nothing of what came after it, and what it hides again was seen then.
    """
    found: dict[int, Any] = {}
    if not any(isinstance(event, MovesAnnulled | MovesWithdrawn) for _, event in events):
        return found
    last: dict[int | None, Any] = {}  # position by game
    for _, event in events:
        if isinstance(event, MovesAnnulled | MovesWithdrawn):
            gone = [(game, move) for game in course.games for move in game.moves if move.revision >= event.revision]
            found |= {move.revision: last[game.opened] for game, move in gone}
        course = matches.evolve(course, event)
        last[course.game_opened] = course.position
    return found


def _events(
    standing: Versioned[Match], behind: Versioned[Match] | None = None
) -> Iterator[tuple[StoredEvent, MatchEvent]]:
    head = standing.head
    after = 0 if behind is None else behind.head.seq
    history = store.read(head.stream, after).events
    return ((stored, repository.decode(stored)) for stored in history if stored.seq <= head.seq)
