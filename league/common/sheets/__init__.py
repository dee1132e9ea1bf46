"""Tables as files for spreadsheets: CSV, XLSX and ODS, with numbers as numbers and texts as nothing but texts."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from games.errors import Phrase
from league.common.csv import csv_table
from league.common.sheets.writers import ods_file, xlsx_file
from league.errors import Unknown

Row = Sequence[object]  # texts, whole numbers, fractions, decimals, days; None is an empty cell


class Sheet(NamedTuple):
    """A table under a name for files: its heading, which programs rely on, and its rows."""

    name: str
    heading: Sequence[str]
    rows: Sequence[Row]


class SheetFile(NamedTuple):
    name: str
    media_type: str
    content: bytes


def _csv_file(sheet: Sheet) -> bytes:
    return csv_table(sheet.heading, sheet.rows).encode("utf-8-sig")  # the mark by which spreadsheets recognise UTF-8


_KINDS: Mapping[str, tuple[str, Callable[[Sheet], bytes]]] = {
    "csv": ("text/csv; charset=utf-8", _csv_file),
    "xlsx": (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        lambda sheet: xlsx_file(*sheet),
    ),
    "ods": ("application/vnd.oasis.opendocument.spreadsheet", lambda sheet: ods_file(*sheet)),
}
KINDS = tuple(_KINDS)


def split_name(name: str, tables: Sequence[str]) -> tuple[str, str]:
    """Table and kind in the name of a file, such as `standings.ods`. Raises `Unknown` for others."""
    table, _, kind = name.partition(".")
    if table not in tables or kind not in _KINDS:
        raise Unknown(kind=Phrase("file"), id=name)
    return table, kind


def sheet_file(sheet: Sheet, kind: str) -> SheetFile:
    """The table as a file of one of the `KINDS`."""
    media_type, write = _KINDS[kind]
    return SheetFile(f"{sheet.name}.{kind}", media_type, write(sheet))
