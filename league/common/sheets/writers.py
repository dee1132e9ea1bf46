"""XLSX by openpyxl, and ODS, both written row by row.

A text is stored as a text, whatever it begins with, so no spreadsheet computes it.
"""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import Any
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from league.common.csv import exact_columns, is_formula

_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ODS = "application/vnd.oasis.opendocument.spreadsheet"
_SPACES = "urn:oasis:names:tc:opendocument:xmlns"
_MANIFEST = f"""<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="{_SPACES}:manifest:1.0" manifest:version="1.2">
<manifest:file-entry manifest:full-path="/" manifest:version="1.2" manifest:media-type="{_ODS}"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>
</manifest:manifest>"""
_BEGIN = f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="{_SPACES}:office:1.0" xmlns:table="{_SPACES}:table:1.0" \
xmlns:text="{_SPACES}:text:1.0" xmlns:style="{_SPACES}:style:1.0" xmlns:number="{_SPACES}:datastyle:1.0" \
office:version="1.2"><office:automatic-styles><number:date-style style:name="iso"><number:year number:style="long"/>\
<number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text>\
<number:day number:style="long"/></number:date-style>\
<style:style style:name="day" style:family="table-cell" style:data-style-name="iso"/></office:automatic-styles>\
<office:body><office:spreadsheet>"""
_END = "</office:spreadsheet></office:body></office:document-content>"


def xlsx_file(name: str, heading: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    from openpyxl import Workbook  # takes a fifth of a second, which only files need

    book = Workbook(write_only=True)
    page = book.create_sheet(name)
    page.freeze_panes = "A2"
    for row in _lines(heading, rows):
        page.append([_xlsx_cell(page, value) for value in row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _xlsx_cell(page: Any, value: Any) -> Any:
    from openpyxl.cell import WriteOnlyCell

    cell = WriteOnlyCell(page, value)
    if isinstance(value, str):
        cell.data_type = "s"  # also for what begins like a formula or is spelled like an error
        cell.quotePrefix = is_formula(value)  # and while somebody edits it
    return cell


def ods_file(name: str, heading: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        first = ZipInfo("mimetype")
        first.compress_type = ZIP_STORED  # and in front, as readers expect
        archive.writestr(first, _ODS)
        archive.writestr(ZipInfo("META-INF/manifest.xml"), _MANIFEST)
        content = ZipInfo("content.xml")
        content.compress_type = ZIP_DEFLATED
        with archive.open(content, "w") as written:
            for part in _ods_parts(name, _lines(heading, rows)):
                written.write(part.encode())
    return file.getvalue()


def _ods_parts(name: str, rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield f"{_BEGIN}<table:table table:name={quoteattr(name)}>"
    for row in rows:
        yield f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>"
    yield f"</table:table>{_END}"


def _ods_cell(value: object) -> str:
    if value is None:
        return "<table:table-cell/>"
    shown = f"<text:p>{escape(str(value))}</text:p>"
    if isinstance(value, int | float | Decimal):
        return f'<table:table-cell office:value-type="float" office:value="{value}">{shown}</table:table-cell>'
    if isinstance(value, date):
        begin = '<table:table-cell table:style-name="day" office:value-type="date"'
        return f'{begin} office:date-value="{value.isoformat()}">{shown}</table:table-cell>'
    return f'<table:table-cell office:value-type="string">{shown}</table:table-cell>'


def _lines(heading: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[list[object]]:
    names, lines = exact_columns(heading, rows)
    yield list(names)
    for line in lines:
        yield [value if value is None or isinstance(value, _VALUES) else _text(str(value)) for value in line]


_VALUES = (int, float, Decimal, date)


def _text(text: str) -> str:
    return _NOT_XML.sub("", text)
