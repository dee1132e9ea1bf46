"""The XML of workbooks as streams of elements: what is needed of them to have the cells as texts."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl

from games.errors import Phrase

FORMULA = "\x1f="  # in place of a cell that has one
MOST_ROWS = 5_000  # with anything in them, over all sheets
LAST_ROW = 100_000  # on a sheet
MOST_COLUMNS = 50
MOST_CELLS = 200_000  # elements, empty ones too, and repeated ones once
MOST_TEXTS = 100_000  # that cells share
LONGEST = 300  # characters that are read of a cell
_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,9})")


class TooMuch(Exception):
    """A bound that a file is beyond."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(why)
        self.why = why


class _Handler(ContentHandler):
    """Collects the beginning of the text inside the elements *noted*."""

    noted: frozenset[str] = frozenset()

    def __init__(self) -> None:
        super().__init__()
        self._inside, self._text = 0, ""
        self._cells = 0

    def startElement(self, name: str, attrs: "AttributesImpl[str]") -> None:  # noqa: N802 - as SAX calls it
        tag = name.rpartition(":")[2]
        self._inside += tag in self.noted
        self.begin(tag, {key.rpartition(":")[2]: value for key, value in attrs.items()})

    def endElement(self, name: str) -> None:  # noqa: N802
        tag = name.rpartition(":")[2]
        self.end(tag)
        self._inside -= tag in self.noted

    def characters(self, content: str) -> None:
        if self._inside:
            self._text += content[: LONGEST - len(self._text)]

    def begin(self, tag: str, attrs: Mapping[str, str]) -> None:
        """An element begins. Names are without their name space."""

    def end(self, tag: str) -> None:
        """An element ends."""

    def take_text(self) -> str:
        """What was collected since the last time."""
        text, self._text = self._text, ""
        return text

    def count_cell(self) -> None:
        self._cells += 1
        if self._cells > MOST_CELLS:
            raise TooMuch(Phrase("it has more than {most} cells", most=MOST_CELLS))


class WorkbookSheets(_Handler):
    """The sheets of an XLSX workbook: each a name and the id of its relation."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.sheets: list[tuple[str, str]] = []
        self._most = most

    def begin(self, tag: str, attrs: Mapping[str, str]) -> None:
        if tag == "sheet":
            if len(self.sheets) == self._most:
                raise TooMuch(Phrase("it has more than {most} sheets", most=self._most))
            self.sheets.append((attrs["name"][:LONGEST], attrs["id"]))


class Relations(_Handler):
    """The parts of a workbook by the id of their relation."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: dict[str, str] = {}

    def begin(self, tag: str, attrs: Mapping[str, str]) -> None:
        if tag == "Relationship" and attrs.get("TargetMode") != "External":
            self.count_cell()
            self.targets[attrs["Id"]] = attrs["Target"]


class SharedStrings(_Handler):
    """The texts to which cells of XLSX refer by number."""

    noted = frozenset({"t"})

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._spoken = 0  # inside a reading aid, which is no part of the text

    def begin(self, tag: str, attrs: Mapping[str, str]) -> None:
        self._spoken += tag == "rPh"

    def end(self, tag: str) -> None:
        self._spoken -= tag == "rPh"
        if tag == "si":
            if len(self.texts) == MOST_TEXTS:
                raise TooMuch(Phrase("it has more than {most} texts", most=MOST_TEXTS))
            self.texts.append(self.take_text())

    def characters(self, content: str) -> None:
        if not self._spoken:
            super().characters(content)


class SheetHandler(_Handler):
    """The rows of an XLSX sheet that have a text, each with its number. *left*: rows that other sheets had."""

    noted = frozenset({"v", "t"})

    def __init__(self, texts: Sequence[str], *, left: int) -> None:
        super().__init__()
        self.found: list[tuple[int, tuple[str, ...]]] = []
        self._texts, self._before = texts, left
        self._row, self._column, self._kind, self._cells_of_row = 0, -1, "", dict[int, str]()
        self._is_formula = False

    def begin(self, tag: str, attrs: Mapping[str, str]) -> None:
        if tag == "row":
            self._row = int(attrs.get("r") or self._row + 1)
            self._column = -1
            _check_row(self._row)
        elif tag == "c":
            self.count_cell()
            place = _PLACE.fullmatch(attrs.get("r", ""))
            self._column = _column_number(place[1]) if place else self._column + 1
            self._kind, self._is_formula = attrs.get("t", "n"), False
        elif tag == "f":
            self._is_formula = True

    def end(self, tag: str) -> None:
        if tag == "c":
            text = self._value(self.take_text())
            if text:
                _check_column(self._column)
                self._cells_of_row[self._column] = text
        elif tag == "row" and self._cells_of_row:
            _check_rows(self._before + len(self.found) + 1)
            self.found.append((self._row, _row_cells(self._cells_of_row)))
            self._cells_of_row = {}

    def _value(self, text: str) -> str:
        if self._is_formula:
            return FORMULA
        if self._kind == "s":
            text = self._texts[int(text)] if text else ""
        return number_text(text) if self._kind == "n" else text.strip()


class OdsHandler(_Handler):
    """The rows of an ODS document that have a text: sheet, number, cells.

    Rows and cells that are repeated count as often as they say, unless they are empty.
    """

    noted = frozenset({"p"})

    def __init__(self, most_sheets: int) -> None:
        super().__init__()
        self.found: list[tuple[str, int, tuple[str, ...]]] = []
        self._most, self._sheets, self._name = most_sheets, 0, ""
        self._row, self._column = 0, 0
        self._row_times, self._cell_times = 1, 1
        self._value: str | None = None
        self._is_formula, self._cells_of_row = False, dict[int, str]()
        self._in_note = 0

    def begin(self, tag: str, attrs: Mapping[str, str]) -> None:
        match tag:
            case "table":
                self._sheets += 1
                if self._sheets > self._most:
                    raise TooMuch(Phrase("it has more than {most} sheets", most=self._most))
                self._name, self._row = attrs.get("name", "")[:LONGEST], 0
            case "table-row":
                self._row_times, self._column = _times(attrs, "number-rows-repeated"), 0
            case "table-cell" | "covered-table-cell":
                self.count_cell()
                self._cell_times = _times(attrs, "number-columns-repeated")
                self._value, self._is_formula = attrs.get("value"), "formula" in attrs
            case "annotation":
                self._in_note += 1

    def characters(self, content: str) -> None:
        if not self._in_note:
            super().characters(content)

    def end(self, tag: str) -> None:
        match tag:
            case "annotation":
                self._in_note -= 1
            case "table-cell" | "covered-table-cell":
                self._end_cell()
            case "table-row":
                self._end_row()

    def _end_cell(self) -> None:
        text = self.take_text().strip()
        text = FORMULA if self._is_formula else text if self._value is None else number_text(self._value)
        if text:
            _check_column(self._column + self._cell_times - 1)
            self._cells_of_row |= dict.fromkeys(range(self._column, self._column + self._cell_times), text)
        self._column += self._cell_times

    def _end_row(self) -> None:
        cells, self._cells_of_row = self._cells_of_row, {}
        if cells:
            _check_row(self._row + self._row_times)
            _check_rows(len(self.found) + self._row_times)
            numbers = range(self._row + 1, self._row + self._row_times + 1)
            self.found += [(self._name, number, _row_cells(cells)) for number in numbers]
        self._row += self._row_times


def number_text(text: str) -> str:
    """A number as people write it: `3` for `3.0`. Other texts stay."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return text.strip()
    whole = number.is_finite() and abs(number) < 10**9 and number == int(number)
    return str(int(number)) if whole else text.strip()


def _times(attrs: Mapping[str, str], name: str) -> int:
    return max(1, min(int(attrs.get(name, "1")[:12]), 10**9))


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _row_cells(cells: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(cells.get(column, "") for column in range(max(cells) + 1))


def _check_rows(count: int) -> None:
    if count > MOST_ROWS:
        raise TooMuch(Phrase("it has more than {most} rows", most=MOST_ROWS))


def _check_row(number: int) -> None:
    if number > LAST_ROW:
        raise TooMuch(Phrase("it has a row below {most}", most=LAST_ROW))


def _check_column(number: int) -> None:
    if number >= MOST_COLUMNS:
        raise TooMuch(Phrase("a row has more than {most} columns", most=MOST_COLUMNS))
