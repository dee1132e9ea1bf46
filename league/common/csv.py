"""CSV as it is given out: readable by spreadsheets, and nothing in it is a formula to them."""

import csv
import io
from collections.abc import Iterable, Sequence

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
GUARD = "'"


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """The rows as CSV (RFC 4180, commas). None is empty. Numbers are left as they are, since they compute nothing."""
    written = io.StringIO(newline="")
    csv.writer(written).writerows([[_cell(value) for value in row] for row in rows])
    return written.getvalue()


def _cell(value: object) -> object:
    return escape_formula(value) if isinstance(value, str) else value


def escape_formula(text: str) -> str:
    """The text, behind an apostrophe where a spreadsheet would compute it."""
    return GUARD + text if text.startswith(FORMULAS) else text


def unescape_formula(text: str) -> str:
    """The text that `escape_formula` was given."""
    return text[1:] if text.startswith(GUARD) and text[1:].startswith(FORMULAS) else text
