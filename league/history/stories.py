"""Stories: the history of a stream, event by event, with times and accounts, kept in the process."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar
from uuid import UUID

from games.errors import Phrase
from league.eventlog.repository import StateReader
from league.eventlog.types import StoredEvent

Event = TypeVar("Event")
Story = TypeVar("Story")


class Authored(NamedTuple):
    """When something happened, and by which account, if any."""

    at: datetime
    actor: UUID | None


class AuthoredStory(NamedTuple, Generic[Story]):
    """A story, with time and account of each of its events."""

    story: Story
    authors: tuple[Authored, ...]


def story_reader(
    prefix: str,
    kind: Phrase,
    *,
    decode: Callable[[StoredEvent], Event],
    start: Callable[[Event], Story],
    extend: Callable[[Story, Event], Story],
) -> StateReader[AuthoredStory[Story]]:
    """Reads the stories of the streams that begin with *prefix*."""

    def start_authored(stored: Sequence[StoredEvent]) -> AuthoredStory[Story]:
        first, *rest = stored
        authored = AuthoredStory(start(decode(first)), (Authored(first.at, first.actor),))
        for event in rest:
            authored = extend_authored(authored, event)
        return authored

    def extend_authored(before: AuthoredStory[Story], stored: StoredEvent) -> AuthoredStory[Story]:
        authors = (*before.authors, Authored(stored.at, stored.actor))
        return AuthoredStory(extend(before.story, decode(stored)), authors)

    return StateReader(prefix, kind, start=start_authored, extend=extend_authored, size=16)
