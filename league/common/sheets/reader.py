"""Sheets of CSV, XLSX and ODS files, read row by row within bounds.

Workbooks are ZIP archives of XML that anybody may have made: a small one can unpack to gigabytes, name entities, or
claim millions of rows. So the XML is read as a stream, without entities, and reading stops at the first bound.
"""

import csv
import io
import re
import zlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.sax import SAXException
from xml.sax.handler import ContentHandler
from zipfile import BadZipFile, ZipFile

from defusedxml import DefusedXmlException
from defusedxml.sax import parse as parse_xml

from games.errors import Phrase
from league.common.csv import unescape_formula
from league.common.encodings import decode_text
from league.common.errors import BadFile
from league.common.sheets.workbooks import OdsHandler, Relations, SharedStrings, SheetHandler, TooMuch, WorkbookSheets

LARGEST = 1_000_000  # bytes of a file
UNPACKED = 16_000_000  # bytes of a part of a workbook
MOST_SHEETS = 20
SAMPLE = 20_000  # characters, by which the separator is found
SEPARATORS = (";", "\t", ",")
NONE = "\x1f"  # parts nothing: for files of one column
CSV = "CSV"  # in place of the name of a sheet
_ZIP, _OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


class SheetRow(NamedTuple):
    """A row that isn't empty, with its place in the file. Cells are texts, and `FORMULA` stands for a formula."""

    sheet: str
    number: int
    cells: tuple[str, ...]


def read_rows(raw: bytes) -> list[SheetRow]:
    """The rows of all sheets. Raises `BadFile`."""
    if len(raw) > LARGEST:
        raise BadFile(why=Phrase("it has {size} bytes, but the limit is {most}", size=len(raw), most=LARGEST))
    if raw.startswith(_OLD):
        raise BadFile(why=Phrase("it is an old or encrypted workbook (save it as XLSX, ODS or CSV instead)"))
    rows = _workbook_rows(raw) if raw.startswith(_ZIP) else _csv_rows(raw)
    found = [row for row in rows if any(row.cells)]
    if not found:
        raise BadFile(why=Phrase("it is empty"))
    return found


def column_name(number: int) -> str:
    """The letters of a column counted from 0: A, B … Z, AA."""
    head, last = divmod(number, 26)
    return (column_name(head - 1) if head else "") + chr(ord("A") + last)


def _csv_rows(raw: bytes) -> list[SheetRow]:
    text, _ = decode_text(raw)
    separator, text, skipped = split_separator(text)
    return [SheetRow(CSV, number + skipped, tuple(cells)) for number, cells in csv_lines(text, separator)]


def split_separator(text: str) -> tuple[str, str, int]:
    """The separator, the text that it parts, and how many lines were left out before.

    Excel says the separator in a first line `sep=;`. Quotation marks are always `"`: an apostrophe belongs to a name.
    """
    from clevercsv.detect import Detector  # only lists need it, and every process would start half a second later

    said = re.match(r"sep=(.)(\r\n|\r|\n)", text)
    if said and said[1] in SEPARATORS:
        return said[1], text[said.end() :], 1
    found = Detector().detect(text[:SAMPLE].replace("\x00", ""), delimiters=SEPARATORS)
    if found is not None and found.delimiter is not None:
        return found.delimiter or NONE, text, 0
    rows = [row for row in text[:SAMPLE].splitlines() if row.strip()]
    everywhere = (separator for separator in SEPARATORS if all(separator in row for row in rows))
    return next(everywhere, NONE), text, 0


def csv_lines(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Each row with the number of the line where it begins, counted from 1. Raises `BadFile`."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    begins = 1
    try:
        for cells in reader:
            yield begins, [unescape_formula(cell.strip()) for cell in cells]
            begins = reader.line_num + 1
    except csv.Error:
        why = Phrase("line {line}: a cell is too long, or its quotation mark is not closed", line=begins)
        raise BadFile(why=why) from None


def _workbook_rows(raw: bytes) -> list[SheetRow]:
    try:
        with ZipFile(io.BytesIO(raw)) as archive:
            names = frozenset(archive.namelist())
            return _ods_rows(archive) if "content.xml" in names else _xlsx_rows(archive, names)
    except TooMuch as bound:
        raise BadFile(why=bound.why) from None
    except (DefusedXmlException, SAXException):
        raise BadFile(why=Phrase("it is not a workbook as spreadsheet programs write it")) from None
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, LookupError, ValueError, OSError):
        raise BadFile(why=Phrase("it is damaged, encrypted or no workbook")) from None


def _parse(archive: ZipFile, part: str, handler: ContentHandler) -> None:
    if archive.getinfo(part).file_size > UNPACKED:  # more than that is not unpacked either
        raise TooMuch(Phrase("it unpacks to more than {most} bytes", most=UNPACKED))
    with archive.open(part) as file:
        parse_xml(file, handler, forbid_dtd=True)


def _ods_rows(archive: ZipFile) -> list[SheetRow]:
    handler = OdsHandler(MOST_SHEETS)
    _parse(archive, "content.xml", handler)
    return [SheetRow(*row) for row in handler.found]


def _xlsx_rows(archive: ZipFile, names: frozenset[str]) -> list[SheetRow]:
    book, relations, shared = WorkbookSheets(MOST_SHEETS), Relations(), SharedStrings()
    _parse(archive, "xl/workbook.xml", book)
    _parse(archive, "xl/_rels/workbook.xml.rels", relations)
    if "xl/sharedStrings.xml" in names:
        _parse(archive, "xl/sharedStrings.xml", shared)
    rows: list[SheetRow] = []
    for name, relation in book.sheets:
        handler = SheetHandler(shared.texts, left=len(rows))
        _parse(archive, _part(relations.targets, relation), handler)
        rows += [SheetRow(name, number, cells) for number, cells in handler.found]
    return rows


def _part(targets: Mapping[str, str], relation: str) -> str:
    """The name in the archive of the part that a relation of the workbook leads to."""
    target = targets[relation]
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
