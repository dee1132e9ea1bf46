"""Spreadsheet files as another program reads them."""

import io

from python_calamine import CalamineWorkbook


def sheet_rows(content):
    """The rows of the only sheet of a workbook: numbers as `float`, days as `date`, empty cells as empty texts."""
    book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    assert len(book.sheet_names) == 1
    return book.get_sheet_by_index(0).to_python()
