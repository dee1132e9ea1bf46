"""Lists of people as clubs have them: files of any of the usual encodings and separators, read row by row.

Nothing is decided here about who is who. A row that cannot be read says why, and the others are read all the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from games.errors import Phrase, phrase_list, quote
from league.clubs.people_import.columns import (
    NAMES,
    are_unknown_headings,
    guess_meanings,
    is_address,
    meanings,
)
from league.common.encodings import Reading, decode_text, readings
from league.common.errors import BadFile, BadName
from league.common.names import check_name
from league.common.sheets.reader import NONE, csv_lines, split_separator

LARGEST = 1_000_000  # bytes
MOST_ROWS = 2_000
MOST_COLUMNS = 50
LONGEST_CELL = 300  # characters
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # xlsx and ods, xls
MOST = {"seed": 10_000, "rating": 10_000}
LONGEST = {"note": 60, "club_number": 40, "username": 150, "team": 200}


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person of the list. `fault` is the reason why the row can't be imported."""

    line: int
    name: str = ""
    note: str = ""
    email: str = ""
    username: str = ""
    club_number: str = ""
    team: str = ""
    seed: int | None = None
    rating: int | None = None
    fault: Phrase | None = None


@dataclass(frozen=True, slots=True)
class PeopleFile:
    """A list that was read: how, the meaning of each column (None: not read), and its rows."""

    encoding: str
    separator: str | None
    headings: tuple[str, ...]  # empty where the file has none
    columns: tuple[str | None, ...]
    rows: tuple[PersonRow, ...]
    readings: tuple[Reading, ...] = ()  # the encodings between which a person has to decide, if nobody has


def read(raw: bytes, encoding: str | None = None) -> PeopleFile:
    """The list in the bytes of a file. Raises `BadFile` if nothing of it can be read."""
    if len(raw) > LARGEST:
        raise BadFile(why=Phrase("it has {size} bytes, but the limit is {most}", size=len(raw), most=LARGEST))
    if raw.startswith(WORKBOOKS):
        raise BadFile(why=Phrase("it is a spreadsheet file (save the sheet as CSV instead)"))
    doubts = readings(raw) if encoding is None else ()
    text, encoding = decode_text(raw, encoding)
    separator, text, skipped = split_separator(text)
    lines = [(line + skipped, cells) for line, cells in csv_lines(text, separator) if any(cells)]
    if not lines:
        raise BadFile(why=Phrase("it is empty"))
    if len(lines) > MOST_ROWS + 1:
        raise BadFile(why=Phrase("it has {count} rows, but the limit is {most}", count=len(lines), most=MOST_ROWS))
    if max(len(cells) for _, cells in lines) > MOST_COLUMNS:
        raise BadFile(why=Phrase("a row has more than {most} columns", most=MOST_COLUMNS))
    columns = meanings(lines[0][1])
    known = any(columns)
    headings = tuple(lines[0][1]) if known or are_unknown_headings([cells for _, cells in lines]) else ()
    if headings:
        lines = lines[1:]
    if not known:
        columns = guess_meanings([cells for _, cells in lines])
    _check(columns, headings)
    shown = None if separator == NONE else separator
    rows = tuple(_row(*line, columns) for line in lines)
    return PeopleFile(encoding, shown, headings, tuple(columns), rows, doubts)


def _check(columns: Sequence[str | None], headings: Sequence[str]) -> None:
    """Raise BadFile unless there is a name, and nothing is there twice."""
    if not any(meaning in NAMES for meaning in columns):
        raise BadFile(why=Phrase("there is no name column, and none looks like one"))
    for number, meaning in enumerate(columns):
        if meaning is not None and meaning in columns[:number]:
            one, other = quote(headings[columns.index(meaning)]), quote(headings[number])
            raise BadFile(why=Phrase("{one} and {other} mean the same thing", one=one, other=other))


def _row(line: int, cells: Sequence[str], columns: Sequence[str | None]) -> PersonRow:
    """The row, with its fault if it has one."""
    values = {meaning: cell for meaning, cell in zip(columns, cells, strict=False) if meaning is not None}
    values["name"] = values.get("name") or " ".join(filter(None, map(values.get, ("first", "middle", "last"))))
    plain = {key: values.get(key, "") for key in ("name", "note", "email", "username", "club_number", "team")}
    faults = list(_faults(plain, values, any(cells[len(columns) :])))
    row = PersonRow(line, **{key: value[:LONGEST_CELL] for key, value in plain.items()})  # type: ignore[arg-type]
    if faults:
        return replace(row, fault=phrase_list(faults))
    return replace(row, seed=_number(values.get("seed", "")), rating=_number(values.get("rating", "")))


def _faults(plain: dict[str, str], values: dict[str, str], more: bool) -> Iterator[Phrase]:
    if more:
        yield Phrase("there are more cells than columns")
    try:
        check_name(plain["name"])
    except BadName as error:
        yield Phrase("the name {name}: {why}", **error.params)
    if plain["email"] and not is_address(plain["email"]):
        yield Phrase("{email} is not an e-mail address", email=quote(plain["email"]))
    for key, longest in LONGEST.items():
        value = plain[key]
        try:
            if len(check_name(value, number=True)) > longest:
                yield Phrase("{value} is longer than {most} characters", value=quote(value), most=longest)
        except BadName as error:
            if value:
                yield Phrase("{name}: {why}", **error.params)
    for key, most in MOST.items():
        number = values.get(key, "")
        if number and not (_is_number(number) and int(number) <= most):
            yield Phrase("{value} is not a whole number up to {most}", value=quote(number), most=most)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


def _number(text: str) -> int | None:
    return int(text) if text else None
