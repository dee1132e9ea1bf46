"""Lines of a history as their reader may know them, whatever it is the history of."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from games.errors import Phrase
from league.common.actor import Actor
from league.common.read_models import AnyJson, Id, Moment
from league.common.translation import translate_phrase
from league.history.authors import Author
from league.history.stories import Authored
from league.history.types import Audience, Change, HistoryEntry

# Changes whose values are ids; `apart` is the one among them that is a setting.
NAMING = ("player", "order", "out", "table", "goes_on", "decided", "apart", "members")


class HistoryLine(NamedTuple):
    """An event of the history, by the revision of its stream after it."""

    revision: int
    told: HistoryEntry
    author: Authored

    def reason(self, reader: Audience) -> str | None:
        """Why it happened, if a reason was given and *reader* may know it."""
        return self.told.reason if self.told.reason_to <= reader and self.told.reason else None

    def changes(self, reader: Audience) -> Sequence[Change]:
        """What it changed, as far as *reader* may know."""
        return self.told.changes if self.told.changes_to <= reader else ()


class Words(NamedTuple):
    """What a change is called, and the text of its values."""

    title: str
    value: Callable[[Any], str]


class HistoryChange(msgspec.Struct, frozen=True):
    """Something that has another value since. Texts have names where values have ids."""

    what: Annotated[str, Meta(description="Like `capacity`, `stages.0.rounds`, `rank`.")]
    of: Annotated[Id | None, Meta(description="The entrant whose rank or seed it is.")]
    title: str
    old: AnyJson
    new: AnyJson
    old_text: str
    new_text: str


class HistoryEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a history."""

    revision: Annotated[int, Meta(description="After it. Events that the reader may not see are counted too.")]
    at: Moment
    kind: str
    text: Annotated[str, Meta(description="What happened, in the reader's language.")]
    by: Author
    reason: str | None
    changes: Annotated[list[HistoryChange], Meta(description="What had another value before.")]


def lines_of(told: Sequence[HistoryEntry], authors: Sequence[Authored]) -> list[HistoryLine]:
    """The events of a whole stream, numbered."""
    return [HistoryLine(revision, *each) for revision, each in enumerate(zip(told, authors, strict=True), 1)]


def audience(actor: Actor, club: str) -> Audience:
    """What *actor* belongs to in the club."""
    if actor.organiser(club):
        return Audience.ORGANISERS
    return Audience.OFFICIALS if actor.official(club) else Audience.EVERYBODY


def history_change(change: Change, words: Words) -> HistoryChange:
    """A change with its values as text."""
    texts = words.value(change.old), words.value(change.new)
    return HistoryChange(change.what, change.of, words.title, change.old, change.new, *texts)


def sentence(given: Phrase, called: Mapping[str, str]) -> str:
    """A sentence in the reader's language, with names for ids."""
    named = {key: called.get(str(value), value) for key, value in given.params.items() if key.endswith("_id")}
    return translate_phrase(given, **named)


def names_text(value: Any, called: Mapping[str, str]) -> str:
    """A number, or players and entrants by name."""
    if isinstance(value, list):
        return ", ".join(called.get(each, each) for each in value) or "–"
    return "–" if value is None else called.get(str(value), str(value))


def named_ids(told: Iterable[HistoryEntry]) -> set[str]:
    """The ids of all players and entrants who are named in these."""
    ids: set[str] = set()
    for each in told:
        ids |= {str(value) for key, value in each.sentence.params.items() if key.endswith("_id")}
        for change in each.changes:
            ids |= {change.of} if change.of else set()
            if change.what.partition(".")[0] in NAMING:
                ids |= set(_flat(change.old)) | set(_flat(change.new))
        ids |= {entrant for table in each.tables for entrant in table.seats}
    return ids


def _flat(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from _flat(each)
    elif value is not None:
        yield str(value)
