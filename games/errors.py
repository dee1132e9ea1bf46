"""Refusals of moves that the rules forbid, and of malformed records.

Every refusal has a stable `code`, `params` that name the culprit, and an English text that is marked for translation
here and translated where it is shown. A param made of words, such as a reason, is a `Phrase`, so that it can be
translated too.
"""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import ClassVar


def gettext_noop(text: str) -> str:
    """Mark *text* for the message catalogue. Translation happens where it is shown."""
    return text


def quote(text: str, most: int = 60) -> str:
    """*text* for a message: in quotation marks, with unprintable characters escaped, and shortened."""
    return repr(text if len(text) <= most else f"{text[:most]}…")


MAX_PARAM = 200  # characters


class Phrase(str):
    """English words for a param of a refusal, or of another phrase: the message `text` filled with `params`.

    To programs it is its own English text. An edge finds the message again and translates it.
    """

    __slots__ = ("many", "number", "params", "text")

    text: str
    many: str | None  # the message for numbers other than one, where `number` decides
    number: int
    params: Mapping[str, object]

    def __new__(cls, text: str, /, **params: object) -> "Phrase":
        return cls._of(text, None, 1, params)

    @classmethod
    def _of(cls, text: str, many: str | None, number: int, params: Mapping[str, object]) -> "Phrase":
        plain = {name: _plain(value) for name, value in params.items()}
        phrase = super().__new__(cls, (text if many is None or number == 1 else many).format(**plain))
        phrase.text, phrase.many, phrase.number, phrase.params = text, many, number, plain
        return phrase


def count_phrase(one: str, many: str, count: int, /, **params: object) -> Phrase:
    """The phrase *one* for a count of one, else *many*. Both may show the number as `{count}`."""
    return Phrase._of(one, many, count, {"count": count, **params})


def phrase_list(words: Iterable[Phrase]) -> Phrase:
    """The phrases, joined by commas."""
    first, *others = words
    return reduce(lambda some, other: Phrase("{some}, {other}", some=some, other=other), others, first)


def error_phrase(error: ValueError) -> str:
    """The phrase that a ValueError was raised with, else its text."""
    return error.args[0] if error.args and isinstance(error.args[0], Phrase) else str(error)


class Refused(Exception):
    """A request was refused. `code` is stable, and `params` (plain values, shortened) fill in the text."""

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
    """A param as a JSON value: numbers, lists and phrases unchanged, anything else, such as a move, as its text."""
    if value is None or isinstance(value, int | list | Phrase):
        return value
    text = str(value)
    return text if len(text) <= MAX_PARAM else f"{text[:MAX_PARAM]}…"


class RuleViolation(Refused):
    """A game's rules forbid a move. `rule` is the number in the README, `clause` is that rule in a sentence."""

    rule: ClassVar[str]
    clause: ClassVar[str] = ""


class ResultDiffers(Refused):
    """A stated result differs from what the moves or the checks give."""

    code = "record.result"
    text = gettext_noop("The stated result is wrong: {why}.")


class FormError(Refused):
    """The text is malformed. `column` counts characters from 1, if known."""

    code = "record.syntax"
    text = gettext_noop("{what}")

    def __init__(self, *, column: int | None = None, **params: object) -> None:
        super().__init__(**params)
        self.column = column
