"""The moves of Toy Story 4 and how they are written. Cards are named by the ids of their deck."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from games.engine import is_number
from games.errors import FormError, Phrase
from games.toy_story_4.cards import COLOURS, SIDES

START = "start"
_LONGEST = 1_000  # characters, enough for a deal of 18 ids
_PLACES = (*SIDES, START)


@dataclass(frozen=True, slots=True)
class Deal:
    """`deal 1 | six ids | six ids | six ids`: who starts, and the rows."""

    starter: int
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return " | ".join([f"deal {self.starter}", *map(" ".join, self.rows)])


@dataclass(frozen=True, slots=True)
class Take:
    """`take ID left|right|start`: face up, on the shelf of its colour. `take ID down COLOUR left|right`: face down.

    `shelf` is the colour of the shelf. Face up it may be left out (None), and is checked if it is there.
    """

    card: str
    place: str
    shelf: str | None = None
    down: bool = False

    def __str__(self) -> str:
        return " ".join(["take", self.card, *["down"] * self.down, *([self.shelf] if self.shelf else []), self.place])


class Refill(NamedTuple):
    """`refill six ids`: the new cards of a row that was down to its last card."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(["refill", *self.cards])


@dataclass(frozen=True, slots=True)
class Box:
    """`box ID`: one of the player's own cards goes into the box, since no other move is possible."""

    card: str

    def __str__(self) -> str:
        return f"box {self.card}"


@dataclass(frozen=True, slots=True)
class Skip:
    """`skip`: a turn of the final round without a possible move."""

    def __str__(self) -> str:
        return "skip"


Move: TypeAlias = Deal | Take | Refill | Box | Skip


def parse(text: str) -> Move:
    if len(text) > _LONGEST:
        what = Phrase("{move}… is too long to be a move ({count} characters).", move=text[:20], count=len(text))
        raise FormError(what=what, culprit=text[:20])
    words = text.split()
    verb = words[0] if words else ""
    if verb == "refill" and "|" not in text:  # the only frequent move that never recurs
        return Refill(tuple(words[1:]))
    if reader := _READERS.get(verb):
        return reader(text, words[1:])
    raise _no_move(text)


def _take(text: str, words: Sequence[str]) -> Take:
    match words:
        case [card, place] if place in _PLACES:
            return Take(card, place)
        case [card, "down", shelf, place] if shelf in COLOURS and place in SIDES:
            return Take(card, place, shelf, down=True)
        case [card, shelf, place] if shelf in COLOURS and place in _PLACES:
            return Take(card, place, shelf)
    what = Phrase(
        "{move} is neither take ID left|right|start nor take ID down {colours} left|right.",
        move=repr(text[:80]),
        colours="|".join(COLOURS),
    )
    raise FormError(what=what, culprit=text[:80])


def _deal(text: str, _: Sequence[str]) -> Deal:
    head, *rows = text.split("|")
    words = head.split()
    if len(words) != 2 or not is_number(words[1], 3):
        what = Phrase("{deal} does not say which seat starts.", deal=repr(head.strip()[:80]))
        raise FormError(what=what, culprit=head.strip()[:80])
    return Deal(int(words[1]), tuple(tuple(row.split()) for row in rows))


def _box(text: str, words: Sequence[str]) -> Box:
    if len(words) != 1:
        raise _no_move(text)
    return Box(words[0])


def _skip(text: str, words: Sequence[str]) -> Skip:
    if words:
        raise _no_move(text)
    return Skip()


def _no_move(text: str) -> FormError:
    return FormError(what=Phrase("{move} is not a move in Toy Story 4.", move=repr(text[:80])), culprit=text[:80])


_READERS: dict[str, Callable[[str, Sequence[str]], Move]] = {
    "take": _take,
    "deal": _deal,
    "box": _box,
    "skip": _skip,
}
