"""Rows of CSV, XLSX and ODS files with their places, and hostile files, which end in a clear error."""

import io
import resource
import zipfile

import pytest
from openpyxl import Workbook

from league.common.errors import BadFile
from league.common.sheets import Sheet, sheet_file
from league.common.sheets.reader import column_name, read_rows
from league.common.sheets.workbooks import FORMULA

SHEET = Sheet("results", ("round", "player", "points"), [(1, "Анна", 30), (1, "=1+1", -10)])
BOOK = '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>'
RELATIONS = '<Relationships><Relationship Id="r1" Target="worksheets/a.xml"/></Relationships>'
ODS_SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
)


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ods"])
def test_what_was_written_is_read_with_its_places(kind):
    rows = read_rows(sheet_file(SHEET, kind).content)

    assert [(row.number, row.cells) for row in rows] == [
        (1, ("round", "player", "points")),
        (2, ("1", "Анна", "30")),
        (3, ("1", "=1+1", "-10")),
    ]
    assert {row.sheet for row in rows} == {"CSV" if kind == "csv" else "results"}


def test_sheets_gaps_and_formulas_of_a_workbook():
    book = Workbook()
    book.active.title = "Первый"
    book.active["B3"], book.active["D3"], book.active["E3"] = 2.5, "=SUM(B3:C3)", True
    book.create_sheet("пустой")
    book.create_sheet("third")["A1"] = "x" * 400
    file = io.BytesIO()
    book.save(file)

    rows = read_rows(file.getvalue())

    assert [tuple(row) for row in rows] == [
        ("Первый", 3, ("", "2.5", "", FORMULA, "1")),
        ("third", 1, ("x" * 300,)),
    ]


def xlsx(sheet, shared=""):
    """A workbook with the XML of its only sheet."""
    return zipped(
        {
            "xl/workbook.xml": BOOK,
            "xl/_rels/workbook.xml.rels": RELATIONS,
            "xl/sharedStrings.xml": f"<sst>{shared}</sst>",
            "xl/worksheets/a.xml": sheet,
        }
    )


def ods(rows, head=""):
    table = f'<table:table table:name="S">{rows}</table:table>'
    return zipped({"content.xml": f"{head}<office:document {ODS_SPACES}>{table}</office:document>"})


def zipped(parts):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return file.getvalue()


ROW = "<table:table-row {}>{}</table:table-row>"
CELL = '<table:table-cell office:value="1"><text:p>1</text:p></table:table-cell>'
MANY = CELL.replace(" ", ' table:number-columns-repeated="999999999999" ', 1)
MANY_ROWS = ROW.format('table:number-rows-repeated="16777216"', CELL)
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;">]>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
STRANGE = "it is not a workbook as spreadsheet programs write it"
DAMAGED = "it is damaged, encrypted or no workbook"
HOSTILE = {
    "bomb": (lambda: xlsx("<sheetData>" + " " * 17_000_000), "it unpacks to more than 16000000 bytes"),
    "cells": (lambda: xlsx("<row>" + "<c/>" * 200_001 + "</row>"), "it has more than 200000 cells"),
    "rows": (lambda: xlsx("<d>" + "<row><c><v>1</v></c></row>" * 5001 + "</d>"), "it has more than 5000 rows"),
    "far row": (lambda: xlsx('<d><row r="16777216"><c><v>1</v></c></row></d>'), "it has a row below 100000"),
    "far cell": (lambda: xlsx('<d><row r="1"><c r="XFD1"><v>1</v></c></row></d>'), "a row has more than 50 columns"),
    "entities": (lambda: xlsx(f"{BOMB}<d><row><c><v>&c;</v></c></row></d>"), STRANGE),
    "outside": (lambda: xlsx(f"{OUTSIDE}<d><row><c><v>&a;</v></c></row></d>"), STRANGE),
    "broken": (lambda: xlsx("<d><row>"), STRANGE),
    "no such text": (lambda: xlsx('<d><row><c t="s"><v>x</v></c></row></d>'), DAMAGED),
    "text beyond": (lambda: xlsx('<d><row><c t="s"><v>7</v></c></row></d>'), DAMAGED),
    "encoding": (lambda: xlsx('<?xml version="1.0" encoding="UTF-9"?><d/>'), DAMAGED),
    "no sheet": (lambda: zipped({"xl/workbook.xml": "<x/>"}), DAMAGED),
    "cut": (lambda: xlsx("<d/>")[:-30], DAMAGED),
    "texts": (lambda: xlsx("<d/>", "<si/>" * 100_001), "it has more than 100000 texts"),
    "sheets": (lambda: ods("<table:table/>" * 20), "it has more than 20 sheets"),
    "repeated rows": (
        lambda: ods(ROW.format('table:number-rows-repeated="16777216"', CELL)),
        "it has a row below 100000",
    ),
    "repeated cells": (lambda: ods(ROW.format("", MANY)), "a row has more than 50 columns"),
    "entities in ods": (lambda: ods("<table:table-row/>", BOMB), STRANGE),
    "nothing": (lambda: ods('<table:table-row table:number-rows-repeated="1048576"/>'), "it is empty"),
    "old": (lambda: b"\xd0\xcf\x11\xe0" + bytes(99), "it is an old or encrypted workbook"),
    "large": (lambda: bytes(1_000_001), "it has 1000001 bytes, but the limit is 1000000"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_end_in_a_clear_error_within_little_memory(name):
    make, why = HOSTILE[name]
    raw = make()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    with pytest.raises(BadFile, match=why):
        read_rows(raw)

    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000  # kilobytes


def test_repeated_rows_and_cells_have_their_own_places():
    empty = '<table:table-row table:number-rows-repeated="3"/>'
    cells = CELL.replace(" ", ' table:number-columns-repeated="2" ', 1)

    rows = read_rows(ods(empty + ROW.format('table:number-rows-repeated="2"', cells)))

    assert [tuple(row) for row in rows] == [("S", 4, ("1", "1")), ("S", 5, ("1", "1"))]


def test_columns_have_letters():
    assert [column_name(number) for number in (0, 25, 26, 52, 701, 702)] == ["A", "Z", "AA", "BA", "ZZ", "AAA"]
