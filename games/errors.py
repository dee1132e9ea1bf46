"""Refusals: what the rules, or the form of a record, say no to.

Every refusal has a stable `code`, `params` that name the culprit, and a text in English that is
marked for translation here and translated where it is shown.
"""

from collections.abc import Mapping
from typing import ClassVar


def gettext_noop(text: str) -> str:
    """Mark *text* for the message catalogue; translation happens where it is shown."""
    return text


class Refused(Exception):
    """Something was asked that cannot be; `code` is stable, `params` fill the text."""

    code: ClassVar[str]
    text: ClassVar[str]

    def __init__(self, **params: object) -> None:
        super().__init__()
        self.params: Mapping[str, object] = params

    @property
    def message(self) -> str:
        """The English text with its culprit named."""
        return self.text.format(**self.params)

    def __str__(self) -> str:
        return self.message


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
