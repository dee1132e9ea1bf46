"""Files for spreadsheets, as another program reads them: numbers and days are such, and texts are never computed."""

import io
import zipfile
from datetime import date
from fractions import Fraction

import pytest
from openpyxl import load_workbook

from league.common.sheets import Sheet, sheet_file, split_name
from league.errors import Unknown
from tests.sheets import sheet_rows

COMPUTED = ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "#N/A", '=HYPERLINK("http://x")']
SHEET = Sheet(
    "standings",
    ("name", "score", "share", "wins", "day"),
    [
        *([text, Fraction(11, 4), Fraction(1, 3), 2, date(2026, 3, 29)] for text in COMPUTED),
        ['Анна <&> "B"\u0001', Fraction(3), 0, None, None],
    ],
)


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_another_program_reads_numbers_days_and_texts(kind):
    heading, *rows = sheet_rows(sheet_file(SHEET, kind).content)

    assert heading == ["name", "score", "share", "share_exact", "wins", "day"]
    assert rows[:-1] == [[text, 2.75, 0.333333, "1/3", 2.0, date(2026, 3, 29)] for text in COMPUTED]
    assert rows[-1] == ['Анна <&> "B"', 3.0, 0.0, 0.0, "", ""]


def test_texts_are_no_formulas_in_a_workbook():
    book = load_workbook(io.BytesIO(sheet_file(SHEET, "xlsx").content))
    cells = [row[0] for row in book.active.iter_rows(min_row=2)]

    assert {cell.data_type for cell in cells} == {"s"}
    assert [cell.quotePrefix for cell in cells] == [True, True, True, True, True, False, True, False]


def test_texts_are_no_formulas_in_open_documents():
    with zipfile.ZipFile(io.BytesIO(sheet_file(SHEET, "ods").content)) as archive:
        assert archive.infolist()[0].filename == "mimetype"
        assert archive.infolist()[0].compress_type == zipfile.ZIP_STORED
        assert b"formula" not in archive.read("content.xml")
    assert sheet_file(SHEET, "ods") == sheet_file(SHEET, "ods")


def test_csv_has_the_mark_of_its_encoding():
    file = sheet_file(SHEET, "csv")

    assert (file.name, file.media_type) == ("standings.csv", "text/csv; charset=utf-8")
    assert file.content.startswith(
        "\ufeffname,score,share,share_exact,wins,day\r\n'=1+1,2.75,0.333333,'1/3,2,2026-03-29".encode()
    )


@pytest.mark.parametrize("name", ["standings", "standings.pdf", "people.csv", "standings.csv.ods", ".csv"])
def test_other_names_are_of_no_file(name):
    with pytest.raises(Unknown, match=f"There is no file {name}."):
        split_name(name, ("standings",))
