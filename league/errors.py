"""Base classes of all errors of the league."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar
from uuid import UUID

from games.errors import MAX_PARAM, gettext_noop

LONGEST_LIST = 4000  # characters: the ids of about a hundred players


class ValueList(str):
    """Several values as one param: joined by commas in a message, and a list to programs."""

    __slots__ = ("values",)

    values: tuple[str, ...]

    def __new__(cls, values: Iterable[str]) -> "ValueList":
        known = tuple(values)
        text = ", ".join(known)
        made = super().__new__(cls, text if len(text) <= LONGEST_LIST else f"{text[:LONGEST_LIST]}…")
        made.values = known
        return made


class LeagueError(Exception):
    """A refusal with a stable `code`, the `params` that name the culprit, and a text for people."""

    code: ClassVar[str] = "league.error"
    text: ClassVar[str] = gettext_noop("The request was refused.")
    longest: ClassVar[int] = MAX_PARAM  # characters of a param; more where it is all whom somebody has to name
    details: Mapping[str, object] = MappingProxyType({})  # more for programs: values of JSON, such as candidates

    def __init__(self, **params: object) -> None:
        self.params = {name: _short(value, self.longest) for name, value in params.items()}
        super().__init__(self.text.format(**self.params))


def _short(value: object, longest: int) -> object:
    """A param, cut if it would flood the message."""
    if value is None or isinstance(value, int | UUID | ValueList):
        return value
    text = value if isinstance(value, str) else str(value)  # a Phrase stays one
    return text if len(text) <= longest else f"{text[:longest]}…"


class Unknown(LeagueError):
    code = "unknown"
    text = gettext_noop("There is no {kind} {id}.")


class NotAllowed(LeagueError):
    code = "not_allowed"
    text = gettext_noop("You are not allowed to {act}: {why}.")


class Refusal(LeagueError):
    """It cannot be done as things stand."""

    code = "refused"


class Invalid(LeagueError):
    """It cannot be done, however things stand."""

    code = "invalid"
