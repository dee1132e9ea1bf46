"""What tournaments have come through, fact by fact, kept in the process."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from games.errors import Phrase
from league.domain.tournament.telling import Story, begun, gone_on
from league.eventlog.values import Event
from league.projections.folds import Folds
from league.projections.tournaments_hot import fact


class Noted(NamedTuple):
    """When something happened, and by which account (None: by none)."""

    at: datetime
    actor: UUID | None


class Kept(NamedTuple):
    """A story, and for each of its facts, in their order, when and by whom."""

    story: Story
    noted: tuple[Noted, ...]


def _begin(events: Sequence[Event]) -> Kept:
    first, *rest = events
    kept = Kept(begun(fact(first)), (Noted(first.at, first.actor),))
    for event in rest:
        kept = _go_on(kept, event)
    return kept


def _go_on(kept: Kept, event: Event) -> Kept:
    return Kept(gone_on(kept.story, fact(event)), (*kept.noted, Noted(event.at, event.actor)))


stories: Folds[Kept] = Folds("tournament-", Phrase("tournament"), begin=_begin, go_on=_go_on, size=16)
