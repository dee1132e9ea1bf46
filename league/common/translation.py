"""What games and league say, in the language of whoever reads it."""

import re
from collections.abc import Mapping
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone, localtime
from django.utils.translation import gettext, ngettext

from games.errors import Phrase

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")


def translate(message: str, params: Mapping[str, object]) -> str:
    """*message* of the catalogue, filled with *params*; those that are words are translated as well.

    Words are a `Phrase`, or a tuple of messages; times in ISO 8601 are written as pages write them.
    """
    return gettext(message).format(**_translate_values(params))


def translate_phrase(words: Phrase, **others: object) -> str:
    """The phrase in the reader's language, in the form that its number asks for, with *others* as params."""
    message = gettext(words.text) if words.many is None else ngettext(words.text, words.many, words.number)
    return message.format(**_translate_values({**words.params, **others}))


def moment_text(at: datetime, pattern: str = "SHORT_DATETIME_FORMAT") -> str:
    """A time by the clocks of the zone that is active. UTC is named, since no page names it."""
    shown = date_format(localtime(at), pattern)
    return f"{shown} UTC" if str(get_current_timezone()) == "UTC" else shown


def named_moment_text(at: datetime) -> str:
    """A time to the second, with what its zone is called."""
    local = localtime(at)
    zone = local.tzname() or ""
    return f"{date_format(local, 'DATETIME_FORMAT')} {f'UTC{zone}' if zone.startswith(('+', '-')) else zone}"


def _translate_values(params: Mapping[str, object]) -> dict[str, object]:
    return {name: _translate_value(value) for name, value in params.items()}


def _translate_value(value: object) -> object:
    if isinstance(value, Phrase):
        return translate_phrase(value)
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        return moment_text(datetime.fromisoformat(value))
    return ", ".join(gettext(str(each)) for each in value) if isinstance(value, tuple) else value
