"""What tournaments and leagues have come through, fact by fact, kept in the process."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from games.errors import Phrase
from league.eventlog.repository import StateReader
from league.eventlog.types import StoredEvent
from league.seasons import repository as season_repository
from league.seasons.domain import history as of_leagues
from league.tournaments import repository as tournament_repository
from league.tournaments.domain import history as of_tournaments

Story = TypeVar("Story")


class Noted(NamedTuple):
    """When something happened, and by which account (None: by none)."""

    at: datetime
    actor: UUID | None


class Kept(NamedTuple, Generic[Story]):
    """A story, and for each of its facts, in their order, when and by whom."""

    story: Story
    noted: tuple[Noted, ...]


def _kept(
    prefix: str,
    kind: Phrase,
    fact: Callable[[StoredEvent], Any],
    begun: Callable[[Any], Story],
    gone_on: Callable[[Story, Any], Story],
) -> StateReader[Kept[Story]]:
    def begin(events: Sequence[StoredEvent]) -> Kept[Story]:
        first, *rest = events
        kept = Kept(begun(fact(first)), (Noted(first.at, first.actor),))
        for event in rest:
            kept = go_on(kept, event)
        return kept

    def go_on(kept: Kept[Story], event: StoredEvent) -> Kept[Story]:
        return Kept(gone_on(kept.story, fact(event)), (*kept.noted, Noted(event.at, event.actor)))

    return StateReader(prefix, kind, start=begin, extend=go_on, size=16)


tournament_stories = _kept(
    "tournament-", Phrase("tournament"), tournament_repository.decode, of_tournaments.start, of_tournaments.extend
)
league_stories = _kept("league-", Phrase("league"), season_repository.decode, of_leagues.start, of_leagues.extend)
