"""The text form of games: reading and writing `*.rec` (docs/records.md).

`read` takes apart the form alone and knows no game's rules; `replay` judges what was read. A `Record` keeps comments
and empty lines, so that `written(read(text)) == text` for a canonical text; a byte order mark, CRLF line ends and
superfluous blanks are accepted and not written back.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.engine import CHANCE, Level
from games.errors import FormError, gettext_noop

FORMAT = "1"
LARGEST = 8 * 1024 * 1024  # bytes; a match of a hundred rounds takes about one megabyte
REQUIRED = ("ludex", "game", "rules", "log", "seats")
RESULT_KEYS = ("points", "reason")
SCORE_KEYS = ("racks", "left", "rounds")
BODY_KEYS = (*RESULT_KEYS, "racks", "left")  # never an option, so the first of them ends a head without a heading
LONGEST_THOUGHT = 86_400  # seconds


class Encoding(FormError):
    code = "record.encoding"
    text = gettext_noop("{what}")


class Truncated(FormError):
    code = "record.truncated"
    text = gettext_noop("{what}")


class Version(FormError):
    code = "record.version"
    text = gettext_noop("ludex: {version} is not a form that is known; {known} is.")


class UnknownKey(FormError):
    code = "record.unknown_key"
    text = gettext_noop("{key} is no key of this record; known are {known}.")


class TooLarge(FormError):
    code = "record.too_large"
    text = gettext_noop("The record has {size} bytes; {limit} are the most.")


class Fault(Exception):
    """A refusal with its place: `line` counts physical lines from 1, `column` characters from 1 where it helps."""

    def __init__(self, line: int, cause: Exception, column: int | None = None) -> None:
        super().__init__(line, cause, column)
        self.line = line
        self.cause = cause
        self.column = column


class Key(NamedTuple):
    """`key: value`, in the head or below the moves of a game."""

    line: int
    key: str
    value: str
    comment: str


class Ply(NamedTuple):
    """One move as written: `seat` is `CHANCE` for `*`, `seconds` of thought where `@n` follows."""

    line: int
    seat: int
    move: str
    seconds: int | None
    comment: str


class Heading(NamedTuple):
    """`== round.game`."""

    line: int
    round: int
    game: int
    comment: str


class Blank(NamedTuple):
    """A line with nothing but, perhaps, a comment."""

    line: int
    comment: str


Item = Key | Ply | Heading | Blank


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: where it stands in the match, its moves, and what is stated of its result, by key."""

    line: int
    round: int
    game: int
    plies: Sequence[Ply]
    stated: Mapping[str, Key]


@dataclass(frozen=True, slots=True)
class Record:
    """A file taken apart: `head` by key, the games in order, and every line as an item for writing back.

    `fault` is the first thing after the head that the form forbids; everything before it has been read, so that a
    broken rule in an earlier line can be reported first.
    """

    head: Mapping[str, Key]
    names: tuple[str, ...] | None
    seats: int
    level: Level
    games: Sequence[GameRecord]
    items: Sequence[Item] = field(repr=False)
    fault: Fault | None = None


def read(source: bytes | str) -> Record:
    """Take a record apart; Fault if it is no text or its head cannot be read (later faults: `Record.fault`)."""
    return _Reader().record(_items(_lines(_decoded(source))))


def written(record: Record) -> str:
    """The canonical text of *record*."""
    return "".join(line(item) + "\n" for item in record.items)


def line(item: Item) -> str:
    """One line of a record, without its end."""
    match item:
        case Key():
            text = f"{item.key}: {item.value}" if item.value else f"{item.key}:"
        case Ply():
            seat = "*" if item.seat == CHANCE else str(item.seat)
            text = f"{seat} {item.move}" if item.seconds is None else f"{seat} {item.move} @{item.seconds}"
        case Heading():
            text = f"== {item.round}.{item.game}"
        case Blank():
            text = ""
    return text + item.comment


def _decoded(source: bytes | str) -> str:
    if isinstance(source, bytes):
        if len(source) > LARGEST:
            raise Fault(1, TooLarge(size=len(source), limit=LARGEST))
        try:
            source = source.decode("utf-8")
        except UnicodeDecodeError as error:
            at = error.object.count(b"\n", 0, error.start) + 1
            what = f"Byte {error.start + 1} (0x{error.object[error.start]:02x}) is not UTF-8."
            raise Fault(at, Encoding(what=what, culprit=error.start)) from None
    elif len(source) > LARGEST:
        raise Fault(1, TooLarge(size=len(source), limit=LARGEST))
    text = source.removeprefix("\ufeff").replace("\r\n", "\n")
    if bad := _CONTROL.search(text):
        start = text.rfind("\n", 0, bad.start()) + 1
        column = bad.start() - start + 1
        what = f"The control character U+{ord(bad.group()):04X} may not stand in a record."
        raise Fault(
            text.count("\n", 0, start) + 1, Encoding(what=what, culprit=ord(bad.group()), column=column), column
        )
    return text


# every character of category Cc but the line feed, and halves of surrogate pairs
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_HEADING = re.compile(r"==\s*([1-9][0-9]{0,3})\.([1-9][0-9]{0,3})")
_KEY = re.compile(r"([a-z][a-z0-9_]*)\s*:(?:\s+|$)(.*)")
_POINTS = re.compile(r"-?[0-9]{1,6}(\s+-?[0-9]{1,6})*")
_SECONDS = re.compile(r"\s@([0-9]+)$")


def _lines(text: str) -> Iterator[tuple[int, str, bool]]:
    """Number, text and whether it has a line end, by line."""
    rows = text.split("\n")
    last = len(rows) - 1
    for index, row in enumerate(rows):
        if index < last:
            yield index + 1, row, True
        elif row:
            yield index + 1, row, False


def _items(lines: Iterator[tuple[int, str, bool]]) -> Iterator[Item]:
    for number, row, ended in lines:
        try:
            yield _item(number, row)
        except FormError as error:
            if ended:
                raise Fault(number, error, error.column) from None
            cut = Truncated(what=f"The last line is cut short: {row[:60]!r}.", culprit=row[:60])
            raise Fault(number, cut) from None


def _item(number: int, row: str) -> Item:
    comment = ""
    if ";" in row:
        row, comment = _parted(row)
    row = row.strip() if not comment else row.lstrip()
    if not row:
        return Blank(number, comment)
    seat, _, move = row.partition(" ")
    if seat == "*" or (seat.isascii() and seat.isdigit() and len(seat) <= 2):
        return _ply(number, CHANCE if seat == "*" else int(seat), move, comment)
    if heading := _HEADING.fullmatch(row):
        return Heading(number, int(heading[1]), int(heading[2]), comment)
    if key := _KEY.fullmatch(row):
        return Key(number, key[1], key[2].strip(), comment)
    raise FormError(what=f"{row[:60]!r} is neither a key, a heading nor a move.", culprit=row[:60], column=1)


def _parted(row: str) -> tuple[str, str]:
    """A line and its comment: `;` begins one at the start or after a blank; the blanks before it belong to it."""
    start = 0 if row.startswith(";") else row.find(" ;") + 1
    if start == 0 and not row.startswith(";"):
        return row, ""
    text = row[:start].rstrip(" ")
    return text, row[len(text) :]


def _ply(number: int, seat: int, move: str, comment: str) -> Ply:
    seconds = None
    if "@" in move and (stamp := _SECONDS.search(move)):
        if seat == CHANCE or len(stamp[1]) > 5 or int(stamp[1]) > LONGEST_THOUGHT:
            what = f"@{stamp[1][:12]}: seconds of thought, 0 to {LONGEST_THOUGHT}, follow the move of a seat."
            raise FormError(what=what, culprit=stamp[1][:12])
        seconds, move = int(stamp[1]), move[: stamp.start()]
    move = move.strip() if "  " not in move else " ".join(move.split())
    if not move:
        raise FormError(what="The line names a seat and no move.", culprit=str(seat))
    return Ply(number, seat, move, seconds, comment)


class _Reader:
    """Puts items together to a record and checks what belongs where."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.head: dict[str, Key] = {}
        self.games: list[GameRecord] = []
        self.place: tuple[int, int] | None = None
        self.start = 1
        self.plies: list[Ply] = []
        self.stated: dict[str, Key] = {}

    def record(self, items: Iterator[Item]) -> Record:
        fault: Fault | None = None
        try:
            for item in items:
                self.items.append(item)
                self._take(item)
        except Fault as found:
            if any(key not in self.head for key in REQUIRED):
                raise
            fault = found
        self._close()
        self._required(self.items[-1].line if self.items else 1)
        names, seats = _seats(self.head["seats"])
        return Record(self.head, names, seats, _level(self.head["log"]), self.games, self.items, fault)

    def _take(self, item: Item) -> None:
        if isinstance(item, Ply):
            if self.place is None:
                self._open(item.line, 1, 1)
            if self.stated:
                raise self._fault(item.line, "A move may not follow the result of its game.", item.move)
            self.plies.append(item)
        elif isinstance(item, Key):
            self._key(item)
        elif isinstance(item, Heading):
            self._heading(item)

    @staticmethod
    def _fault(at: int, what: str, culprit: str) -> Fault:
        return Fault(at, FormError(what=what, culprit=culprit))

    def _key(self, item: Key) -> None:
        in_head = self.place is None and item.key not in BODY_KEYS
        if self.place is None and not in_head:
            self._open(item.line, 1, 1)
        target = self.head if in_head else self.stated
        if in_head and not self.head and item.key != "ludex":
            raise self._fault(item.line, f"A record begins with the key ludex, not {item.key}.", item.key)
        if item.key == "ludex" and item.value != FORMAT:
            raise Fault(item.line, Version(version=item.value, known=FORMAT))
        if item.key in target:
            what = f"{item.key} is given twice; first in line {target[item.key].line}."
            raise self._fault(item.line, what, item.key)
        if not in_head:
            score = self.head.get("log") is not None and self.head["log"].value == Level.SCORE
            known = (*RESULT_KEYS, *SCORE_KEYS) if score else RESULT_KEYS
            if item.key not in known:
                raise Fault(item.line, UnknownKey(key=item.key, known=", ".join(known)))
            if item.key == "points" and not _POINTS.fullmatch(item.value):
                raise self._fault(item.line, f"points: {item.value[:60]!r} are not whole numbers by seat.", "points")
        target[item.key] = item

    def _heading(self, item: Heading) -> None:
        place = (item.round, item.game)
        if self.place is not None and place <= self.place:
            before = ".".join(map(str, self.place))
            raise self._fault(
                item.line, f"== {item.round}.{item.game} does not follow {before}.", f"{item.round}.{item.game}"
            )
        self._close()
        self._open(item.line, *place)

    def _open(self, at: int, round_: int, game: int) -> None:
        self._required(at)
        self.place, self.start = (round_, game), at
        self.plies, self.stated = [], {}

    def _close(self) -> None:
        if self.place is not None:
            self.games.append(GameRecord(self.start, *self.place, self.plies, self.stated))

    def _required(self, at: int) -> None:
        missing = [key for key in REQUIRED if key not in self.head]
        if missing:
            raise Fault(at, Truncated(what=f"The head lacks {', '.join(missing)}.", culprit=", ".join(missing)))


def _seats(key: Key) -> tuple[tuple[str, ...] | None, int]:
    """Names by seat, if given, and how many seats there are."""
    if key.value.isascii() and key.value.isdigit() and len(key.value) <= 3:
        return None, int(key.value)
    names = tuple(name.strip() for name in key.value.split("|"))
    for name in names:
        if not name or name.isdecimal():
            raise Fault(key.line, FormError(what=f"seats: {name!r} is no name of a player.", culprit=name))
    return names, len(names)


def _level(key: Key) -> Level:
    try:
        return Level(key.value)
    except ValueError:
        what = f"log: {key.value!r} is none of {', '.join(Level)}."
        raise Fault(key.line, FormError(what=what, culprit=key.value)) from None
