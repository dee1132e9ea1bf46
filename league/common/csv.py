"""CSV for spreadsheets: nothing in it looks like a formula or a date to them."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from league.common.text import strip_invisible

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")
GUARD = "'"
PLACES = 6  # after the point, of figures that no decimal states exactly


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """The rows as CSV (RFC 4180, commas). None is empty. Numbers are left as they are, since they compute nothing."""
    written = io.StringIO(newline="")
    csv.writer(written).writerows([[_cell(value) for value in row] for row in rows])
    return written.getvalue()


def csv_table(heading: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table with exact figures as CSV: a `Fraction` is a decimal, such as 2.75.

    If a column has figures that no decimal states exactly, such as 1/3, they are rounded, and the next column,
    `…_exact`, has the exact ones.
    """
    names, lines = exact_columns(heading, rows)
    return csv_text([names, *([_guard(value) for value in line] for line in lines)])


def exact_columns(heading: Sequence[str], rows: Sequence[Sequence[object]]) -> tuple[list[str], Iterator[list[object]]]:
    """The columns of `csv_table` with a decimal for each `Fraction`, but in the `…_exact` ones, which keep it."""
    exact = [any(_is_endless(row[number]) for row in rows) for number in range(len(heading))]
    names = [name for number, each in enumerate(heading) for name in (each, f"{each}_exact")[: 1 + exact[number]]]
    lines = (
        [cell for number, value in enumerate(row) for cell in (_decimal(value), value)[: 1 + exact[number]]]
        for row in rows
    )
    return names, lines


def _is_endless(value: object) -> bool:
    return isinstance(value, Fraction) and _places(value) is None


def _places(value: Fraction) -> int | None:
    """The number of decimal places that state the value exactly. None if there is none."""
    rest, counts = value.denominator, {2: 0, 5: 0}
    for prime in counts:
        while rest % prime == 0:
            rest //= prime
            counts[prime] += 1
    return max(counts.values()) if rest == 1 else None


def _decimal(value: object) -> object:
    """The figure as a decimal, rounded if it has to be. Other values stay."""
    if not isinstance(value, Fraction):
        return value
    places = _places(value)
    kept = PLACES if places is None else places
    return Decimal(round(value * 10**kept)).scaleb(-kept)


def _guard(value: object) -> object:
    """An exact fraction as a text that no spreadsheet takes for a date."""
    return GUARD + str(value) if isinstance(value, Fraction) and value.denominator > 1 else value


def _cell(value: object) -> object:
    return escape_formula(value) if isinstance(value, str) else value


def escape_formula(text: str) -> str:
    """The text, behind an apostrophe where a spreadsheet would compute it."""
    return GUARD + text if is_formula(text) else text


def unescape_formula(text: str) -> str:
    """The text that `escape_formula` was given."""
    return text[1:] if text.startswith(GUARD) and is_formula(text[1:]) else text


def is_formula(text: str) -> bool:
    """Whether it begins like a formula, in full width too, once blanks and invisible signs are left out."""
    seen = strip_invisible(text).lstrip(" \u00a0\u3000")
    return text.startswith(FORMULAS) or unicodedata.normalize("NFKC", seen[:1]).startswith(FORMULAS)
