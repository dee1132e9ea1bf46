"""Exact numbers: whole ones as `int`, all others as `Fraction`; in settings and facts, `int` or text like "1/2"."""

import re
from fractions import Fraction
from typing import TypeAlias

Exact: TypeAlias = int | Fraction
Number: TypeAlias = int | str

_TEXT = re.compile(r"[+-]?\d{1,9}(?:/\d{1,9}|\.\d{1,9})?", re.ASCII)


def exact(number: Number | Fraction) -> Exact:
    """The value of *number*. ValueError if it is no number like 3, "3", "-1/2" or "0.5"."""
    if isinstance(number, int):
        return number
    if isinstance(number, str):
        if not _TEXT.fullmatch(number):
            raise ValueError(number)
        try:
            number = Fraction(number)
        except ZeroDivisionError:
            raise ValueError(number) from None
    return plain(number)


def exact_text(number: Number | Fraction) -> Number:
    """The one spelling of *number* in settings and events: `int` if it is whole, else text like "1/2"."""
    value = exact(number)
    return value if isinstance(value, int) else str(value)


def plain(value: Exact) -> Exact:
    return value.numerator if value.denominator == 1 else value


def ratio(part: Exact, of: int) -> Exact:
    if isinstance(part, int):
        return Fraction(part, of) if part % of else part // of
    return plain(Fraction(part.numerator, part.denominator * of))
