"""What people at a table enter of a finished game, as each game declares it.

They enter whole numbers, one for each seat or one for all, and nothing that follows from these. `ResultForm.stated`
makes them a stated result, which the game's `judge` checks as any other. `numbers` reads them back from one that
stands.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from games.errors import gettext_noop

POINTS = "points"


@dataclass(frozen=True, slots=True)
class Stated:
    """A stated result, of a score-only game or below the moves of another."""

    points: tuple[int, ...] | None = None
    reason: str | None = None
    extra: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # racks, left, rounds: as written


def unknown_ending(numbers: Sequence[int]) -> str | None:
    """No reason follows from the numbers, so that it has to be entered."""
    return None


def no_total(seats: int) -> int | None:
    """The numbers have no sum that is known beforehand."""
    return None


@dataclass(frozen=True, slots=True)
class Finisher:
    """The one seat that may have ended the game and then has the number 0, so that nothing is entered for it."""

    question: str
    nobody: str  # the answer that it was no seat


@dataclass(frozen=True, slots=True)
class ResultForm:
    """The form of a result. Texts are messages for the catalogue; `question` has the `{name}` of a seat.

    `key`: what the numbers are in a stated result, `points` or a key of records; `whole`: one number for all seats.
    `rest`: numbers of the table beside those of the seats, under `rest_key`, of which the later ones may be left out;
    `total`: what all numbers add up to, by the number of seats. `ending`: the reason that follows from the numbers.
    """

    key: str = POINTS
    label: str = gettext_noop("Points")
    question: str = gettext_noop("Points of {name}?")
    whole: bool = False
    finisher: Finisher | None = None
    rest: tuple[str, ...] = ()
    rest_key: str = ""
    total: Callable[[int], int | None] = no_total
    ending: Callable[[Sequence[int]], str | None] = unknown_ending

    def stated(
        self, numbers: Sequence[int | None], *, rest: Sequence[int | None] = (), reason: str | None = None
    ) -> Stated:
        """The result that was entered, with None for a seat that did not play the game.

        With no *reason* it is the one that follows from the numbers.
        """
        there = [number for number in numbers if number is not None]
        ended = reason or self.ending(there)
        known = [number or 0 for number in rest]
        while known and not known[-1]:
            known.pop()
        left = known or ([0] if any(number is not None for number in rest) else [])
        extra = {self.rest_key: " ".join(map(str, left))} if left else {}
        if self.key == POINTS:
            return Stated(tuple(number or 0 for number in numbers), ended, extra)
        return Stated(None, ended, {**extra, self.key: " ".join(map(str, there))})

    def numbers(self, points: tuple[int, ...], reason: str, extra: Mapping[str, str]) -> tuple[int, ...] | None:
        """What was entered to get this result, for the seats that played the game; None if that is not known."""
        if self.whole:
            return points[:1]
        words = extra.get(self.key, "").split()
        if words and all(word.isdigit() for word in words):
            return tuple(map(int, words))
        if self.finisher is None:
            return points
        lost = [max(0, -each) for each in points]
        return tuple(lost) if lost.count(0) == 1 and self.ending(lost) == reason else None

    def rest_numbers(self, extra: Mapping[str, str]) -> tuple[int, ...]:
        """What was entered beside the numbers of the seats, as far as it was."""
        return tuple(int(word) for word in extra.get(self.rest_key, "").split() if word.isdigit()) if self.rest else ()
