"""Numbers as people type them into the form that a game declares: read, completed, and compared with what stands."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from games.engine import Stated
from league.matches.queries.detail import MatchDetail
from league.matches.queries.score_sheet import ResultEntry, SheetLine
from web.templatetags.words import seat_name

DIGITS = 6


class NumbersUnclear(ValueError):
    """What was typed is no result: a text for the reader."""


@dataclass(frozen=True, slots=True)
class TypedNumbers:
    """What was typed, or would have been to get the result that stands: by seat, of the table, and how it ended."""

    numbers: tuple[str, ...]
    rest: tuple[str, ...]
    reason: str

    @property
    def text(self) -> str:
        """All of it in one text, to be compared."""
        return "|".join((",".join(self.numbers), ",".join(self.rest), self.reason))

    @property
    def blank(self) -> bool:
        return not any((*self.numbers, *self.rest))


def asks_reason(entry: ResultEntry) -> bool:
    """Whether how a game ended has to be chosen, as it does not follow from its numbers."""
    return len(entry.reasons) > 1 and entry.form.ending((1,)) is None


def count_numbers(entry: ResultEntry, seats: int) -> int:
    return 1 if entry.form.whole else seats


def standing_numbers(entry: ResultEntry, seats: int, place: tuple[int, int]) -> TypedNumbers:
    """What is shown of a game: the numbers of its result, as far as they are known."""
    known = entry.entered.get(place)
    if known is None:
        return TypedNumbers(("",) * count_numbers(entry, seats), ("",) * len(entry.form.rest), "")
    rest = [str(number) for number in known.rest] + [""] * len(entry.form.rest)
    numbers = tuple("" if number is None else str(number) for number in known.numbers)
    return TypedNumbers(numbers, tuple(rest[: len(entry.form.rest)]), known.reason if asks_reason(entry) else "")


def game_name(place: tuple[int, int]) -> str:
    """A game by its round and number: `2.1`."""
    return f"{place[0]}.{place[1]}"


def find_line(match: MatchDetail, place: tuple[int, int]) -> SheetLine | None:
    """The result of a game, if it has one."""
    return next((line for line in match.results if (line.round, line.game) == place), None)


def points_text(line: SheetLine) -> str:
    return " ".join(map(str, line.points))


def standing_text(line: SheetLine | None) -> str:
    """A result in one text, to tell later whether it still stands; empty if there is none."""
    return "" if line is None else f"{points_text(line)} {line.reason}"


def away_seats(match: MatchDetail, line: SheetLine | None) -> Collection[int]:
    """The seats that did not play a game: those absent from its result, or, without one, those that have left."""
    return match.left if line is None else line.absent


def read_numbers(
    sent: Mapping[str, str], prefix: str, entry: ResultEntry, seats: int, away: Collection[int]
) -> TypedNumbers:
    """What was sent in the fields `<prefix>-0`, `<prefix>-rest0` and `<prefix>-reason`.

    The empty field of the one seat that ended the game is a 0.
    """
    numbers = [_clean(sent.get(f"{prefix}-{seat}", "")) for seat in range(count_numbers(entry, seats))]
    empty = [seat for seat, text in enumerate(numbers) if not text and seat not in away]
    if entry.form.finisher and len(empty) == 1:
        numbers[empty[0]] = "0"
    rest = [_clean(sent.get(f"{prefix}-rest{at}", "")) for at, _ in enumerate(entry.form.rest)]
    reason = sent.get(f"{prefix}-reason", "") if asks_reason(entry) else ""
    return TypedNumbers(tuple(numbers), tuple(rest), reason if reason in entry.reasons else "")


def stated_result(
    entry: ResultEntry, typed: TypedNumbers, away: Collection[int], *, ended: str | None = None
) -> Stated:
    """The result of what was typed. Seats that are *away* have no number. Raises `NumbersUnclear`.

    *ended*: how the game ended, if that was said beside the numbers.
    """
    if any(not text and seat not in away for seat, text in enumerate(typed.numbers)):
        if entry.form.finisher:
            raise NumbersUnclear(gettext("Enter a number for every seat but the winner’s."))
        raise NumbersUnclear(gettext("Enter every number."))
    numbers = [None if seat in away else _number(text) for seat, text in enumerate(typed.numbers)]
    rest = [_number(text) if text else None for text in typed.rest]
    if asks_reason(entry) and not typed.reason and entry.form.ending([each or 0 for each in numbers]) is None:
        raise NumbersUnclear(gettext("Choose how the game ended."))
    return entry.stated(numbers, rest=rest, reason=ended or typed.reason or None)


def reporter_names(match: MatchDetail, line: SheetLine) -> str:
    """Who stands by a result."""
    names = [seat_name(match.seats[seat]) for seat in line.confirmed_by]
    if line.by_link:
        names.append(gettext("the table’s link"))
    if line.official:
        names.append(gettext("an official"))
    return ", ".join(names) or gettext("nobody")


def _clean(text: str) -> str:
    return text.strip().replace("−", "-")[:20]


def _number(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= DIGITS):
        raise NumbersUnclear(gettext("{text} is not a whole number.").format(text=text))
    return int(text)
