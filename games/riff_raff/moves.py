"""The moves of Riff Raff and how they are written."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games.errors import FormError, Phrase
from games.riff_raff.items import MAX_ITEMS, bag, item

AREAS = 10


@dataclass(frozen=True, slots=True)
class Card:
    """`7`: a seat chooses its card, face down."""

    number: int

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Captain:
    """`captain 1`: the old captain names the new one."""

    seat: int

    def __str__(self) -> str:
        return f"captain {self.seat}"


@dataclass(frozen=True, slots=True)
class Order:
    """`order 3 0`: the order that the new captain gives to seats with tied cards."""

    seats: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(["order", *map(str, self.seats)])


class FallenItem(NamedTuple):
    """`rat` or `rat:6`: one item that fell, perhaps with its area."""

    item: str
    area: int | None = None

    def __str__(self) -> str:
        return self.item if self.area is None else f"{self.item}:{self.area}"


class _Load(NamedTuple):
    announced: int
    items: tuple[str, ...]
    fell: tuple[FallenItem, ...]
    caught: tuple[str, ...]
    then: bool
    placed: int
    fallen: int
    saved: int


class Load(_Load):
    """`load 2 barrel then rat fell rat:6 chest caught rat`: items placed, what fell, and what of it was caught.

    `then`: the first of two items stood, and the second made something fall. `placed`, `fallen` and `saved` are the
    bags of `items`, `fell` and `caught`, made once.
    """

    __slots__ = ()

    def __new__(
        cls,
        announced: int,
        items: tuple[str, ...],
        fell: tuple[FallenItem, ...] = (),
        caught: tuple[str, ...] = (),
        then: bool = False,
    ) -> "Load":
        fallen = bag(item for item, _ in fell)
        return super().__new__(cls, announced, items, fell, caught, then, bag(items), fallen, bag(caught))

    def __str__(self) -> str:
        words = ["load"] if self.announced == 1 else ["load", str(self.announced)]
        words += [self.items[0], "then", *self.items[1:]] if self.then else self.items
        words += ["fell", *map(str, self.fell)] if self.fell else []
        words += ["caught", *self.caught] if self.caught else []
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Ship:
    """`ship 5 rat | 6 barrel crate`: the whole ship after cargo has slid. Areas not listed are empty."""

    areas: tuple[tuple[int, tuple[str, ...]], ...]

    def __str__(self) -> str:
        return " ".join(["ship", " | ".join(" ".join([str(area), *items]) for area, items in self.areas)]).rstrip()


Move: TypeAlias = Card | Captain | Order | Load | Ship

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")


def parse(text: str) -> Move:
    words = text.split()
    if words and (reader := _READERS.get(words[0])):
        return reader(text, words[1:])
    if _NUMBER.fullmatch(text):
        return Card(int(text))
    raise FormError(what=Phrase("{move} is not a move in Riff Raff.", move=repr(text[:60])), culprit=text[:60])


def _captain(_: str, words: Sequence[str]) -> Captain:
    if len(words) != 1:
        raise FormError(what=Phrase("captain takes exactly one seat."), culprit="captain")
    return Captain(_seat(words[0]))


def _order(_: str, words: Sequence[str]) -> Order:
    if len(words) < 2:
        raise FormError(what=Phrase("order takes the seats with tied cards, at least two."), culprit="order")
    return Order(tuple(map(_seat, words)))


def _seat(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise FormError(what=Phrase("{seat} is not a seat.", seat=repr(word[:60])), culprit=word[:60])
    return int(word)


def _load(text: str, words: Sequence[str]) -> Load:
    announced = 1
    if words and words[0] in ("1", "2"):
        announced, words = int(words[0]), words[1:]
    words, caught = _split_words(words, "caught")
    words, fell = _split_words(words, "fell")
    then = len(words) == 3 and words[1] == "then"
    if then:
        words = (words[0], words[2])
    for by, row in (("load", words), ("fell", fell), ("caught", caught)):
        if len(row) > MAX_ITEMS:
            what = Phrase("{count} items are listed, but the game has only {most}.", count=len(row), most=MAX_ITEMS)
            starts = [found.start() for found in re.finditer(r"\S+", text)]
            first = text.split().index(by) + 1 + (by == "load" and text.split()[1] in ("1", "2"))
            raise FormError(what=what, culprit=row[MAX_ITEMS], column=starts[first + MAX_ITEMS] + 1)
    return Load(announced, tuple(map(item, words)), tuple(map(_parse_fall, fell)), tuple(map(item, caught)), then)


def _split_words(words: Sequence[str], by: str) -> tuple[Sequence[str], Sequence[str]]:
    """The words before the word *by*, and at least one word after it."""
    if by not in words:
        return words, ()
    place = words.index(by)
    if place + 1 == len(words):
        raise FormError(what=Phrase("{word} must be followed by at least one item.", word=by), culprit=by)
    return words[:place], words[place + 1 :]


@lru_cache(maxsize=256)
def _parse_fall(word: str) -> FallenItem:
    name, colon, area = word.partition(":")
    return FallenItem(item(name), _area(area) if colon else None)


def _area(word: str) -> int:
    if not _NUMBER.fullmatch(word) or not 1 <= int(word) <= AREAS:
        what = Phrase("{area} is not an area. Areas are numbered from 1 to {last}.", area=repr(word[:60]), last=AREAS)
        raise FormError(what=what, culprit=word[:60])
    return int(word)


def _ship(text: str, words: Sequence[str]) -> Ship:
    areas: dict[int, tuple[str, ...]] = {}
    start = len("ship")
    for part in text[start:].split("|") if words else ():
        number, *items = part.split() or [""]
        area, column = _area(number), start + part.find(number) + 1
        if area in areas:
            raise FormError(what=Phrase("Area {area} is listed twice.", area=area), culprit=number, column=column)
        if not items:
            what = Phrase("Area {area} is listed without any items.", area=area)
            raise FormError(what=what, culprit=number, column=column)
        areas[area] = tuple(map(item, items))
        start += len(part) + 1
    if sum(map(len, areas.values())) > MAX_ITEMS:
        raise FormError(what=Phrase("Too many items: the game has only {most}.", most=MAX_ITEMS), culprit="ship")
    return Ship(tuple(areas.items()))


_READERS: dict[str, Callable[[str, Sequence[str]], Move]] = {
    "captain": _captain,
    "order": _order,
    "load": _load,
    "ship": _ship,
}
