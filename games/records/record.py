"""The text form of games as values, and how they are written to `*.rec` (docs/records.md)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from games.engine import CHANCE, Level
from games.errors import FormError, Phrase, Refused, gettext_noop

FORMAT = "1"
REQUIRED = ("ludex", "game", "rules", "log", "seats")
RESULT_KEYS = ("points", "reason")
SCORE_KEYS = ("racks", "left", "rounds", "starter", "absent")
BODY_KEYS = (*RESULT_KEYS, "racks", "left")  # never an option, so the first of them ends a head without a heading
SEATS: Mapping[str, int] = {"*": CHANCE, **{str(seat): seat for seat in range(10)}}  # as nearly every line begins


class BadEncoding(FormError):
    code = "record.encoding"
    text = gettext_noop("{what}")


class Truncated(FormError):
    code = "record.truncated"
    text = gettext_noop("{what}")


class UnknownVersion(FormError):
    code = "record.version"
    text = gettext_noop("ludex: format version {version} is not supported. The supported version is {known}.")


class UnknownKey(FormError):
    code = "record.unknown_key"
    text = gettext_noop("{key} is not a key of this record. Known keys: {known}.")


class TooLarge(FormError):
    code = "record.too_large"
    text = gettext_noop("The record is larger than {limit} bytes.")


class TooLong(FormError):
    code = "record.too_long"
    text = gettext_noop("{what}")


class RecordError(Exception):
    """A refusal with its location: `line` counts physical lines from 1, `column` characters from 1 where it helps."""

    def __init__(self, line: int, cause: Refused, column: int | None = None) -> None:
        super().__init__(line, cause, column)
        self.line = line
        self.cause = cause
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}: {self.cause.code}: {self.cause.message}"


class Key(NamedTuple):
    """`key: value`, in the head or below the moves of a game."""

    line: int
    key: str
    value: str
    comment: str


class MoveLine(NamedTuple):
    """A move on a line. `seat` is `CHANCE` for `*`, and `seconds` is the thinking time if `@n` follows.

    `written` is the line as it was read, if it had more blanks than it needs.
    """

    line: int
    seat: int
    move: str
    seconds: int | None
    comment: str
    written: str = ""


class MoveLines(NamedTuple):
    """Moves on consecutive lines, with one-digit seats and without comments or thinking times.

    Nearly all lines of most records are such, so they are taken as they are written: `2 draw`.
    """

    line: int  # of the first
    rows: Sequence[str]

    def each(self) -> Iterator[MoveLine]:
        """The moves one by one."""
        return (MoveLine(line, SEATS[row[0]], row[2:], None, "") for line, row in enumerate(self.rows, self.line))

    def at(self, index: int) -> MoveLine:
        """One of the moves, counted from 0."""
        row = self.rows[index]
        return MoveLine(self.line + index, SEATS[row[0]], row[2:], None, "")


class Heading(NamedTuple):
    """`== round.game`."""

    line: int
    round: int
    game: int
    comment: str


class Blank(NamedTuple):
    """An empty line, perhaps with a comment."""

    line: int
    comment: str


Item = Key | MoveLine | MoveLines | Heading | Blank


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: its place in the match, its moves, and its stated result, by key."""

    line: int
    round: int
    game: int
    moves: Sequence[MoveLine | MoveLines]
    stated: Mapping[str, Key]

    @property
    def plies(self) -> list[MoveLine]:
        """Each move."""
        return list(chain.from_iterable((part,) if isinstance(part, MoveLine) else part.each() for part in self.moves))

    @property
    def opening(self) -> MoveLine | None:
        """The first move, if there is one."""
        return next(
            chain.from_iterable((part,) if isinstance(part, MoveLine) else part.each() for part in self.moves), None
        )

    def count_before(self, line: int) -> int:
        """How many moves come before a line."""
        return sum(
            part.line < line if isinstance(part, MoveLine) else min(max(line - part.line, 0), len(part.rows))
            for part in self.moves
        )

    @property
    def count(self) -> int:
        """How many moves there are."""
        return sum([1 if isinstance(part, MoveLine) else len(part.rows) for part in self.moves])

    def first(self, count: int) -> Iterator[MoveLine | MoveLines]:
        """The first *count* moves, as many of them together as in `moves`."""
        for part in self.moves:
            if count <= 0:
                return
            if isinstance(part, MoveLine):
                count -= 1
                yield part
            else:
                yield part if len(part.rows) <= count else MoveLines(part.line, part.rows[:count])
                count -= len(part.rows)


@dataclass(frozen=True, slots=True)
class Record:
    """A parsed file: `head` by key, the games in order, and every line as an item for writing back.

    `error` is the first thing after the head that the form forbids; everything before it has been read, so that a
    broken rule in an earlier line can be reported first. `cut` is the number of a last line that has no end.
    """

    head: Mapping[str, Key]
    names: tuple[str, ...] | None
    seats: int
    level: Level
    games: Sequence[GameRecord]
    items: Sequence[Item] = field(repr=False)
    error: RecordError | None = None
    cut: int | None = None

    def blame(self, error: RecordError) -> RecordError:
        """*error*, or where it is the form of a last line without an end, that the record is truncated."""
        return blame_cut(error, self.cut)


def serialize(record: Record) -> str:
    """The canonical text of *record*."""
    return "".join(format_item(item) + "\n" for item in record.items)


def format_item(item: Item) -> str:
    """The text of a line, or of the lines of several moves, without the last line end."""
    match item:
        case Key():
            text = f"{item.key}: {item.value}" if item.value else f"{item.key}:"
        case MoveLine():
            seat = "*" if item.seat == CHANCE else str(item.seat)
            text = f"{seat} {item.move}" if item.seconds is None else f"{seat} {item.move} @{item.seconds}"
        case MoveLines():
            return "\n".join(item.rows)
        case Heading():
            text = f"== {item.round}.{item.game}"
        case Blank():  # pragma: no branch - there is no other kind of line, as the types prove
            text = ""
    return text + item.comment


def blame_cut(error: RecordError, cut: int | None) -> RecordError:
    """*error*, or where it is the form of line *cut*, the last and without an end, that the record is truncated."""
    if error.line != cut or error.cause.code != FormError.code:
        return error
    what = Phrase("The last line is cut off: {what}", what=error.cause.params["what"])
    return RecordError(error.line, Truncated(what=what, culprit=error.cause.params.get("culprit")), error.column)
