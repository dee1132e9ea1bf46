"""What games and league say, in the language of whoever reads it."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext

from games.errors import Phrase


def said(message: str, params: Mapping[str, object]) -> str:
    """*message* of the catalogue, filled with *params*; those that are words are translated as well.

    Words are a `Phrase`, or a tuple of messages.
    """
    return gettext(message).format(**_each_said(params))


def _each_said(params: Mapping[str, object]) -> dict[str, object]:
    return {name: _said(value) for name, value in params.items()}


def _said(value: object) -> object:
    if isinstance(value, Phrase):
        message = gettext(value.text) if value.many is None else ngettext(value.text, value.many, value.number)
        return message.format(**_each_said(value.params))
    return ", ".join(gettext(str(each)) for each in value) if isinstance(value, tuple) else value
