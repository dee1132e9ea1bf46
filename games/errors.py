"""Refusals: what the rules, or the form of a record, say no to.

Every refusal has a stable `code`, `params` that name the culprit, and a text in English that is
marked for translation here and translated where it is shown.
"""

from collections.abc import Mapping
from typing import ClassVar


def gettext_noop(text: str) -> str:
    """Mark *text* for the message catalogue; translation happens where it is shown."""
    return text


def quoted(text: str, most: int = 60) -> str:
    """*text* as a message shows it: in quotation marks, unprintable characters spelt out, cut where it is long."""
    return repr(text if len(text) <= most else f"{text[:most]}…")


LONGEST_PARAM = 200  # characters


class Refused(Exception):
    """Something was asked that cannot be; `code` is stable, `params` (plain values, cut where long) fill the text."""

    code: ClassVar[str]
    text: ClassVar[str]

    def __init__(self, **params: object) -> None:
        super().__init__()
        self.params: Mapping[str, object] = {name: _plain(value) for name, value in params.items()}

    @property
    def message(self) -> str:
        """The English text with its culprit named."""
        return self.text.format(**self.params)

    def __str__(self) -> str:
        return self.message


def _plain(value: object) -> object:
    """A param as JSON can hold it: numbers and lists as they are, all else, such as a move, as its text."""
    if value is None or isinstance(value, int | list):
        return value
    text = str(value)
    return text if len(text) <= LONGEST_PARAM else f"{text[:LONGEST_PARAM]}…"


class RuleViolation(Refused):
    """A game's rules forbid a move; `rule` is the clause of the game's rule file that decides."""

    rule: ClassVar[str]


class ResultDiffers(Refused):
    """A stated result is not what the moves, or the checks of a score-only game, give."""

    code = "record.result"
    text = gettext_noop("The stated result is not right: {why}.")


class FormError(Refused):
    """Text that cannot be read as what it should be; `column` counts characters from 1, where known."""

    code = "record.syntax"
    text = gettext_noop("{what}")

    def __init__(self, *, column: int | None = None, **params: object) -> None:
        super().__init__(**params)
        self.column = column
