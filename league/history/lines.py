"""Lines of a history as their reader may know them, whatever it is the history of."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.errors import Phrase
from league.common.actor import Actor
from league.common.translation import translate
from league.history.stories import Authored
from league.history.types import Audience, Change, Told

# Changes whose values are ids; `apart` is the one among them that is a setting.
NAMING = ("player", "order", "out", "table", "goes_on", "decided", "apart", "members")


class Line(NamedTuple):
    """An event of the history, by the revision of its stream after it."""

    revision: int
    told: Told
    author: Authored


class Words(NamedTuple):
    """What a change is called, and how its values are said."""

    title: str
    value: Callable[[Any], str]


def lines_of(told: Sequence[Told], authors: Sequence[Authored]) -> list[Line]:
    """The events of a whole stream, numbered."""
    return [Line(revision, *each) for revision, each in enumerate(zip(told, authors, strict=True), 1)]


def audience(actor: Actor, club: str) -> Audience:
    """What *actor* belongs to in the club."""
    if actor.organiser(club):
        return Audience.ORGANISERS
    return Audience.OFFICIALS if actor.official(club) else Audience.EVERYBODY


def line(
    each: Line,
    reader: Audience,
    called: Mapping[str, str],
    by: Mapping[str, Any],
    worded: Callable[[Change], Words],
) -> dict[str, Any]:
    """What happened, when, by whom, why and what it was before, as far as *reader* is told."""
    told = each.told
    return {
        "revision": each.revision,
        "at": each.author.at,
        "kind": told.kind,
        "text": sentence(told.sentence, called),
        "by": by,
        "reason": told.reason if told.reason_to <= reader and told.reason else None,
        "changes": [_change(one, worded(one)) for one in told.changes if told.changes_to <= reader],
    }


def _change(change: Change, words: Words) -> dict[str, Any]:
    return {
        "what": change.what,
        "of": change.of,
        "title": words.title,
        "old": change.old,
        "new": change.new,
        "old_text": words.value(change.old),
        "new_text": words.value(change.new),
    }


def sentence(given: Phrase, called: Mapping[str, str]) -> str:
    """A sentence in the reader's language, with names for ids."""
    named = {
        key: called.get(str(value), value) if key.endswith("_id") else value for key, value in given.params.items()
    }
    return translate(given.text, named)


def names_text(value: Any, called: Mapping[str, str]) -> str:
    """A number, or players and entrants by name."""
    if isinstance(value, list):
        return ", ".join(called.get(each, each) for each in value) or "–"
    return "–" if value is None else called.get(str(value), str(value))


def named_ids(told: Iterable[Told]) -> set[str]:
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
