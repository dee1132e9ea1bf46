"""What games and league say, in the language of whoever reads it."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone, localtime
from django.utils.translation import gettext, ngettext

from games.errors import Phrase

# Seats are counted from 0 in code, records and the API, from 1 on pages. A message names one after the word “seat”:
# “not seat {seat}’s”. That is neither a count, as in “Table 2 seats {count}”, nor counted from 1 already, as in
# “Table 2, seat {seat}” and “seat {seat} of {size}”. Messages that quote a line of a record, such as
# “absent: seat {seat} …”, say what is written there.
_SEAT = re.compile(r"(?<!\} )(?<!\}, )\bseats? \{(\w+)\}(?! of)", re.IGNORECASE)
_RECORD_LINE = re.compile(r"[a-z]+: ")
_WHOLE = re.compile(r"(?<![-\d])\d+")
_from_one: ContextVar[bool] = ContextVar("seats_from_one", default=False)

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")


def translate(message: str, params: Mapping[str, object]) -> str:
    """*message* of the catalogue, filled with *params*; those that are words are translated as well.

    Words are a `Phrase`, or a tuple of messages; times in ISO 8601 are written as pages write them.
    """
    return gettext(message).format(**_translate_values(message, params))


def translate_phrase(words: Phrase, **others: object) -> str:
    """The phrase in the reader's language, in the form that its number asks for, with *others* as params."""
    message = gettext(words.text) if words.many is None else ngettext(words.text, words.many, words.number)
    return message.format(**_translate_values(words.text, {**words.params, **others}))


@contextmanager
def count_seats_from_one() -> Iterator[None]:
    """Number seats in messages as people count them, for pages. Answers to programs match their `params`."""
    token = _from_one.set(True)
    try:
        yield
    finally:
        _from_one.reset(token)


def seat_params(message: str) -> frozenset[str]:
    """The params of *message* that are numbers of seats, as people count them on pages."""
    return frozenset() if _RECORD_LINE.match(message) else frozenset(_SEAT.findall(message))


def moment_text(at: datetime, pattern: str = "SHORT_DATETIME_FORMAT") -> str:
    """A time by the clocks of the zone that is active. UTC is named, since no page names it."""
    shown = date_format(localtime(at), pattern)
    return f"{shown} UTC" if str(get_current_timezone()) == "UTC" else shown


def named_moment_text(at: datetime) -> str:
    """A time to the second, with what its zone is called."""
    local = localtime(at)
    zone = local.tzname() or ""
    return f"{date_format(local, 'DATETIME_FORMAT')} {f'UTC{zone}' if zone.startswith(('+', '-')) else zone}"


def _translate_values(message: str, params: Mapping[str, object]) -> dict[str, object]:
    values = {name: _translate_value(value) for name, value in params.items()}
    seats = seat_params(message) & values.keys() if _from_one.get() else ()
    return values | {name: _next_numbers(str(values[name])) for name in seats}


def _next_numbers(text: str) -> str:
    return _WHOLE.sub(lambda found: str(int(found[0]) + 1), text)


def _translate_value(value: object) -> object:
    if isinstance(value, Phrase):
        return translate_phrase(value)
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        return moment_text(datetime.fromisoformat(value))
    return ", ".join(gettext(str(each)) for each in value) if isinstance(value, tuple) else value
