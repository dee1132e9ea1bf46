"""Reading `*.rec` (docs/records.md).

`read` takes apart the form alone and knows no game's rules; `replay` judges what was read. A `Record` keeps comments
and empty lines, so that `serialize(read(text)) == text` for a canonical text; a byte order mark, CRLF line ends and
superfluous blanks are accepted and not written back.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from games.engine import CHANCE, Level
from games.errors import FormError, Phrase, quote
from games.records.record import (
    BODY_KEYS,
    FORMAT,
    REQUIRED,
    RESULT_KEYS,
    SCORE_KEYS,
    BadEncoding,
    Blank,
    GameRecord,
    Heading,
    Item,
    Key,
    MoveLine,
    MoveLines,
    Record,
    RecordError,
    TooLarge,
    TooLong,
    Truncated,
    UnknownKey,
    UnknownVersion,
    blame_cut,
)

MAX_SIZE = 8 * 1024 * 1024  # bytes; a match of a hundred rounds takes about one megabyte
MAX_LINES = 250_000  # that match takes less than a tenth of them
MAX_MOVES = 10_000  # of a game; long ones have a few hundred
MAX_LINE = 20_000  # characters; a move of all tiles takes a few hundred
MAX_THOUGHT = 86_400  # seconds
UNSEEN = ("Cc", "Cf", "Cs", "Mn", "Me", "Zs", "Zl", "Zp")  # categories of characters that nothing is drawn for alone
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that nothing is drawn for


def read(source: bytes | str) -> Record:
    """Parse a record.

    Raises `RecordError` if it is not text or its head cannot be read. Later errors are in `Record.error`.
    """
    return _Reader(_decode(source)).record()


def read_moves(text: str) -> list[MoveLine]:
    """Parse lines of moves, as in a record. Raises `RecordError` at the first line that is not a move."""
    found = []
    for number, row in enumerate(_decode(text).split("\n"), 1):
        try:
            item = _parse_line(number, row)
        except FormError as error:
            raise RecordError(number, error, error.column) from None
        if isinstance(item, MoveLine):
            found.append(item)
        elif not isinstance(item, Blank):
            raise RecordError(number, FormError(what=Phrase("{line} is not a move.", line=quote(row)), culprit=row), 1)
    return found


def _decode(source: bytes | str) -> str:
    if len(source) > MAX_SIZE:
        raise RecordError(1, TooLarge(limit=MAX_SIZE))
    if isinstance(source, bytes):
        try:
            source = source.decode("utf-8")
        except UnicodeDecodeError as error:
            raise _not_utf8(error) from None
    text = source.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if text.count("\n") > MAX_LINES:
        what = Phrase("A record can have at most {limit} lines.", limit=MAX_LINES)
        raise RecordError(MAX_LINES + 1, TooLong(what=what, culprit=str(MAX_LINES + 1)))
    if _may_control(text) and (bad := _CONTROL.search(text)):
        at = text.count("\n", 0, bad.start()) + 1
        column = bad.start() - text.rfind("\n", 0, bad.start())
        culprit = f"U+{ord(bad.group()):04X}"
        what = Phrase("A record cannot contain the control character {culprit}.", culprit=culprit)
        raise RecordError(at, BadEncoding(what=what, culprit=culprit), column)
    return text


def _not_utf8(error: UnicodeDecodeError) -> RecordError:
    """The error of bytes that are not UTF-8. An incomplete last character means a truncated file."""
    at = error.object.count(b"\n", 0, error.start) + 1
    byte = f"0x{error.object[error.start]:02x}"
    if error.reason == "unexpected end of data":
        what = Phrase("The last line breaks off in the middle of a character, at byte {byte}.", byte=byte)
        return RecordError(at, Truncated(what=what, culprit=byte))
    what = Phrase("Byte {number} ({byte}) is not UTF-8.", number=error.start + 1, byte=byte)
    return RecordError(at, BadEncoding(what=what, culprit=byte))


# every character of category Cc but the line feed, and halves of surrogate pairs
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_LOW = bytes(sorted({*range(0x20), 0x7F} - {0x0A}))  # those of them that are ASCII
_MOVE = re.compile(r"[*0-9] ")
_END_OF_MOVES = re.compile(r"\n(?![*0-9] )")
_HEADING = re.compile(r"== *([1-9][0-9]{0,3})\.([1-9][0-9]{0,3})")
_KEY = re.compile(r"([a-z][a-z0-9_]*) *:(?: +(.*))?")
_REQUIRED = frozenset(REQUIRED)
_MAX_USUAL_HEAD = 2_000  # characters of a head that is kept, at most
_COMMON = frozenset((*REQUIRED, *RESULT_KEYS))
_POINTS = re.compile(r"-?[0-9]{1,6}( +-?[0-9]{1,6})*")
_SECONDS = re.compile(r" @([0-9]+)$")


def _may_control(text: str) -> bool:
    """Whether there may be a control character: one look at all bytes says of ASCII text, several times as fast."""
    return not text.isascii() or len(text.encode().translate(None, _LOW)) < len(text)


def _end_of_moves(text: str, at: int) -> int:
    """Where moves on lines that follow each other, of which the first begins *at*, end."""
    end = _END_OF_MOVES.search(text, at)
    return len(text) if end is None else end.start()


def _is_tidy(text: str) -> bool:
    """Whether there are neither comments nor seconds of thought nor superfluous blanks."""
    return not (";" in text or "@" in text or "  " in text or " \n" in text or text.endswith(" "))


def _parse_line(number: int, row: str) -> Item:
    """Parse a line. Raises `FormError` if it is malformed."""
    if len(row) > MAX_LINE:
        what = Phrase("A line can have at most {limit} characters.", limit=MAX_LINE)
        raise TooLong(what=what, culprit=row[:60], column=MAX_LINE + 1)
    key, colon, value = row.partition(": ")
    if colon and key in _COMMON and ";" not in value and value.strip(" ") == value != "":
        return Key(number, key, value, "")  # as nearly all keys are written
    comment = ""
    if ";" in row:
        row, comment = _split_comment(row)
    written, row = row, row.strip(" ")
    if not row:
        return Blank(number, comment)
    seat = row.partition(" ")[0]
    if seat == "*" or (seat.isascii() and seat.isdigit() and len(seat) <= 2):
        return _move_line(number, written, comment)
    if heading := _HEADING.fullmatch(row):
        return Heading(number, int(heading[1]), int(heading[2]), comment)
    if found := _KEY.fullmatch(row):
        return Key(number, found[1], found[2] or "", comment)
    what = Phrase("{line} is not a key, a heading or a move.", line=quote(row))
    raise FormError(what=what, culprit=row, column=written.index(row) + 1)


def _split_comment(row: str) -> tuple[str, str]:
    """A line and its comment. `;` at the start or after a blank begins one, and the blanks before belong to it."""
    start = 0 if row.startswith(";") else row.find(" ;") + 1
    if start == 0 and not row.startswith(";"):
        return row, ""
    text = row[:start].rstrip(" ")
    return text, row[len(text) :]


def _move_line(number: int, written: str, comment: str) -> MoveLine:
    """The move on a line as *written*, without its comment."""
    seat, _, move = written.strip(" ").partition(" ")
    by, seconds, move = CHANCE if seat == "*" else int(seat), None, f" {move}"
    if stamp := _SECONDS.search(move):
        if by == CHANCE or len(stamp[1]) > 5 or int(stamp[1]) > MAX_THOUGHT:
            what = Phrase(
                "@{seconds}: thinking time must be 0 to {limit} seconds and follow a player’s move.",
                seconds=stamp[1][:12],
                limit=MAX_THOUGHT,
            )
            raise FormError(what=what, culprit=f"@{stamp[1]}", column=written.rindex("@") + 1)
        seconds, move = int(stamp[1]), move[: stamp.start()]
    words = " ".join(word for word in move.split(" ") if word)
    if not words:
        raise FormError(what=Phrase("The line has a seat but no move."), culprit=seat, column=written.index(seat) + 1)
    tidy = "  " not in written and not written.startswith(" ") and seat == str(by).replace("-1", "*")
    return MoveLine(number, by, words, seconds, comment, "" if tidy else written)


class _Reader:
    """Reads lines one by one, assembles a record and checks the order of lines."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.cut = None if not text or text.endswith("\n") else self.last
        self.items: list[Item] = []
        self.head: dict[str, Key] = {}
        self.games: list[GameRecord] = []
        self.place: tuple[int, int] | None = None
        self.start = 1
        self.moves: list[MoveLine | MoveLines] = []
        self.count = 0  # of the moves
        self.stated: dict[str, Key] = {}

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.text.count("\n") + (not self.text.endswith("\n"))

    def record(self) -> Record:
        error: RecordError | None = None
        try:
            self.lines()
        except RecordError as found:
            error = blame_cut(found, self.cut)
            if any(key not in self.head for key in REQUIRED):
                raise error from None
        self._close()
        if self.place is None:  # else it was looked at when the first game began
            self._required(self.last)
        names, seats = _parse_seats(self.head["seats"])
        level = _parse_level(self.head["log"])
        return Record(self.head, names, seats, level, self.games, self.items, error, self.cut)

    def lines(self) -> None:
        """Read all lines in turn. Tidy consecutive moves are read together, which is faster."""
        text, number, at = self.text, 1, 0
        end = text.find("\n\n")
        if 0 < end <= _MAX_USUAL_HEAD and (head := _usual_head(text[:end])):
            self.head = {**head}
            self.items += head.values()
            number, at = len(head) + 1, end + 1
        while at < len(text):
            moves = self.place is not None and not self.stated and _MOVE.match(text, at)
            end = _end_of_moves(text, at) if moves else text.find("\n", at)
            lines = text[at:] if end < 0 else text[at:end]
            if not moves:
                self._line(number, lines)
                number += 1
            elif _is_tidy(lines):
                number = self._tidy_moves(number, lines)
            else:
                for row in lines.split("\n"):
                    self._line(number, row)
                    number += 1
            at += len(lines) + 1

    def _line(self, number: int, row: str) -> None:
        if not row:
            self.items.append(Blank(number, ""))
            return
        try:
            item = _parse_line(number, row)
        except FormError as error:
            raise RecordError(number, error, error.column) from None
        self.items.append(item)
        if isinstance(item, Key):
            self._key(item)
        elif isinstance(item, Heading):
            self._heading(item)
        elif isinstance(item, MoveLine):
            self._move(item)
            self.moves.append(item)

    def _tidy_moves(self, number: int, lines: str) -> int:
        """Take tidy moves that follow each other. Returns the number of the next line."""
        rows = lines.split("\n")
        fit = min(len(rows), MAX_MOVES - self.count)
        if len(lines) > MAX_LINE:
            fit = next((at for at, row in enumerate(rows[:fit]) if len(row) > MAX_LINE), fit)
        plies = MoveLines(number, rows if fit == len(rows) else rows[:fit])
        self.moves.append(plies)
        self.items.append(plies)
        self.count += fit
        if fit < len(rows):
            self._line(number + fit, rows[fit])  # is refused
        return number + len(rows)

    @staticmethod
    def _error(at: int, what: Phrase, culprit: str) -> RecordError:
        return RecordError(at, FormError(what=what, culprit=culprit))

    def _move(self, item: MoveLine) -> None:
        if self.place is None:
            self._open(item.line, 1, 1)
        if self.stated:
            raise self._error(item.line, Phrase("A move cannot come after the result of its game."), item.move)
        self.count += 1
        if self.count > MAX_MOVES:
            what = Phrase("A game can have at most {limit} moves.", limit=MAX_MOVES)
            raise RecordError(item.line, TooLong(what=what, culprit=item.move))

    def _key(self, item: Key) -> None:
        if self.place is None and item.key in BODY_KEYS:
            self._open(item.line, 1, 1)
        if self.place is not None:
            self._stated(item)
        elif item.key == "ludex" and item.value != FORMAT:
            raise RecordError(item.line, UnknownVersion(version=quote(item.value), known=FORMAT))
        elif item.key == "ludex" and self.head and "ludex" not in self.head:
            raise self._error(item.line, Phrase("ludex must be the first key of a record."), item.key)
        else:
            self._once(self.head, item)

    def _stated(self, item: Key) -> None:
        if item.key not in RESULT_KEYS and (self.head["log"].value != Level.SCORE or item.key not in SCORE_KEYS):
            known = (*RESULT_KEYS, *SCORE_KEYS) if self.head["log"].value == Level.SCORE else RESULT_KEYS
            raise RecordError(item.line, UnknownKey(key=item.key, known=", ".join(known)))
        if item.key == "points" and not _POINTS.fullmatch(item.value):
            what = Phrase("points: {value} must be whole numbers, one for each seat.", value=quote(item.value))
            raise self._error(item.line, what, "points")
        self._once(self.stated, item)

    def _once(self, target: dict[str, Key], item: Key) -> None:
        if item.key in target:
            what = Phrase("{key} appears twice, first on line {line}.", key=item.key[:60], line=target[item.key].line)
            raise self._error(item.line, what, item.key)
        target[item.key] = item

    def _heading(self, item: Heading) -> None:
        place = item.round, item.game
        if self.place is not None and place <= self.place:
            culprit, before = f"{item.round}.{item.game}", ".".join(map(str, self.place))
            what = Phrase("== {place} cannot come after {before}.", place=culprit, before=before)
            raise self._error(item.line, what, culprit)
        self._close()
        self._open(item.line, *place)

    def _open(self, at: int, round_: int, game: int) -> None:
        if self.place is None:
            self._required(at)
        self.place, self.start = (round_, game), at
        self.moves, self.stated, self.count = [], {}, 0

    def _close(self) -> None:
        if self.place is not None:
            self.games.append(GameRecord(self.start, *self.place, self.moves, self.stated))

    def _required(self, at: int) -> None:
        if not self.head.keys() >= _REQUIRED:
            missing = ", ".join(key for key in REQUIRED if key not in self.head)
            raise RecordError(
                at, Truncated(what=Phrase("The header is missing {missing}.", missing=missing), culprit=missing)
            )


@lru_cache(maxsize=500)
def _usual_head(text: str) -> Mapping[str, Key] | None:
    """The keys of a head that is nothing but keys. None if it has more, or is malformed.

    Many matches have the same, and it is kept for them.
    """
    reader = _Reader(text)
    try:
        reader.lines()
    except RecordError:
        return None
    return reader.head if len(reader.head) == len(reader.items) else None


def is_invisible(text: str) -> bool:
    """Whether nothing in a text can be seen, as in an empty one."""
    return all(character in BLANK or unicodedata.category(character) in UNSEEN for character in text)


def _parse_seats(key: Key) -> tuple[tuple[str, ...] | None, int]:
    """Names by seat, if given, and how many seats there are."""
    if key.value.isascii() and key.value.isdigit() and len(key.value) <= 3:
        return None, int(key.value)
    names = tuple(name.strip() for name in key.value.split("|"))
    for name in names:
        if is_invisible(name) or name.isdecimal():
            what = Phrase("seats: {name} is not a player’s name.", name=quote(name))
            raise RecordError(key.line, FormError(what=what, culprit=name))
    return names, len(names)


def _parse_level(key: Key) -> Level:
    try:
        return Level(key.value)
    except ValueError:
        what = Phrase("log: {value} is not one of {known}.", value=quote(key.value), known=", ".join(Level))
        raise RecordError(key.line, FormError(what=what, culprit="log")) from None
