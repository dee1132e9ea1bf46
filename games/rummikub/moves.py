"""The moves of Rummikub and how they are written. Tiles keep their written order."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from games.engine import is_number
from games.errors import FormError, Phrase, quote
from games.rummikub import jokers, tiles
from games.rummikub.sets import TileSet, judge
from games.rummikub.tiles import TILE, TOTAL, bag, remainder, row_text

Tiles: TypeAlias = tuple[int, ...]

SMALL_COUNT = 10  # legal sets, which cannot overflow the counts of a bag


@dataclass(frozen=True, slots=True)
class Deal:
    """`deal 2 | rack | rack …`: who starts, and the racks by seat (`None` if they are not recorded)."""

    starter: int
    racks: tuple[Tiles, ...] | None

    def __str__(self) -> str:
        return " | ".join([f"deal {self.starter}", *map(row_text, self.racks or ())])


@dataclass(frozen=True, slots=True)
class Drawn:
    """`b7` or `b7 k2 o9`: the tiles drawn. Their bag is made once, for lines that recur are parsed once."""

    tiles: Tiles
    bag: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bag", bag(self.tiles))

    def __str__(self) -> str:
        return row_text(self.tiles)


class _Play(NamedTuple):
    off: tuple[TileSet, ...]
    on: tuple[TileSet, ...]
    laid: int
    sound: bool
    frees: bool


class Play(_Play):
    """`play -SET… +SET…`: sets taken off the table and sets put on it. The difference comes from the rack.

    What follows from the sets alone is computed once: `laid` (the bag of the difference), whether the sets are `sound`,
    so that only the position can forbid the play, and whether it `frees` a joker of the table or may do so.
    """

    __slots__ = ()

    def __new__(cls, off: tuple[TileSet, ...], on: tuple[TileSet, ...]) -> "Play":
        sound = len(off) + len(on) <= SMALL_COUNT or (_is_countable(off) and _is_countable(on))
        put = taken = 0
        has_joker = False
        for each in on:
            put += each.bag
            sound = sound and each.error is None
        for each in off:
            taken += each.bag
            has_joker = has_joker or each.stands != ()
        laid = remainder(put, taken) or 0
        sound = sound and laid != 0
        frees = has_joker and not jokers.is_plain(off, on, may_free=False)
        return super().__new__(cls, off, on, laid, sound, frees)

    def __str__(self) -> str:
        return " ".join(["play", *_changes(self.off, self.on)])


@dataclass(frozen=True, slots=True)
class DrawTile:
    """`draw`: the player cannot play or does not want to."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Pass:
    """`pass`: nothing played, and the pool is empty."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Timeout:
    """`timeout`: time ran out, and the table is restored."""

    def __str__(self) -> str:
        return "timeout"


@dataclass(frozen=True, slots=True)
class Broken:
    """`broken -SET… +SET… !r5,r6`: time ran out, and the table cannot be restored. Tiles after `!` join the pool."""

    off: tuple[TileSet, ...]
    on: tuple[TileSet, ...]
    lost: Tiles

    def __str__(self) -> str:
        lost = ["!" + row_text(self.lost, ",")] if self.lost else []
        return " ".join(["broken", *_changes(self.off, self.on), *lost])


@dataclass(frozen=True, slots=True)
class Reveal:
    """`reveal r5 J`: the tiles left on a rack that was unknown."""

    tiles: Tiles

    def __str__(self) -> str:
        return f"reveal {row_text(self.tiles)}".rstrip()


Move: TypeAlias = Deal | Drawn | Play | DrawTile | Pass | Timeout | Broken | Reveal

_WORD = re.compile(r"\S+")
_SHORT: dict[str, Move] = {
    "draw": DrawTile(),
    "pass": Pass(),
    "timeout": Timeout(),
    **{name: Drawn((tile,)) for name, tile in TILE.items()},
}


def parse(text: str) -> Move:
    head, plus, on = text.partition(" +")
    if plus and (head == "play" or head.startswith("play -")):
        # the usual form of plays: sets taken off first, one blank between words
        try:
            off = () if head == "play" else tuple(map(judge, head[6:].split(" -")))
            return Play(off, tuple(map(judge, on.split(" +"))))
        except FormError:
            pass  # read word by word below
    if (found := _SHORT.get(text)) is not None:
        return found
    words = text.split()
    verb = words[0] if words else ""
    if reader := _READERS.get(verb):
        return reader(text, words[1:])
    if verb in TILE:
        return Drawn(tiles.read_tiles(words))
    raise FormError(what=Phrase("{move} is not a move in Rummikub.", move=quote(text)), culprit=text)


def _parse_play(text: str, words: Sequence[str]) -> Play:
    if not words:
        raise FormError(what=Phrase("play must list at least one set."), culprit=text)
    named = [(word[0], _parse_signed_set(word, text)) for word in words]
    return Play(tuple(each for sign, each in named if sign == "-"), tuple(each for sign, each in named if sign == "+"))


def _parse_signed_set(word: str, text: str) -> TileSet:
    if word[0] not in "-+":
        what = Phrase("{word} is neither -SET nor +SET.", word=quote(word))
        # the whole word, not a tile in a set before it
        column = next((found.start() + 1 for found in _WORD.finditer(text) if found[0] == word), None)
        raise FormError(what=what, culprit=word, column=column)
    return judge(word[1:])


def _parse_broken(text: str, words: Sequence[str]) -> Broken:
    lost = [word for word in words if word[0] == "!"]
    if len(lost) > 1:
        what = Phrase("{words}: lost tiles may be listed only once.", words=quote(lost[1]))
        columns = [found.start() + 1 for found in _WORD.finditer(text) if found[0][0] == "!"]
        raise FormError(what=what, culprit=lost[1], column=columns[1])
    sets = [word for word in words if word[0] != "!"]
    changes = _parse_play(text, sets) if sets else Play((), ())
    return Broken(changes.off, changes.on, tiles.read_tiles(name for word in lost for name in word[1:].split(",")))


def _parse_deal(text: str, _: Sequence[str]) -> Deal:
    head, *racks = text.split("|")
    words = head.split()
    if len(words) != 2 or not is_number(words[1], 3):
        what = Phrase("{deal} does not say which seat starts.", deal=quote(head.strip()))
        raise FormError(what=what, culprit=head.strip())
    return Deal(int(words[1]), tuple(tiles.read_tiles(rack.split()) for rack in racks) if racks else None)


def _parse_reveal(text: str, words: Sequence[str]) -> Reveal:
    return Reveal(tiles.read_tiles(words))


_READERS: dict[str, Callable[[str, Sequence[str]], Move]] = {
    "play": _parse_play,
    "broken": _parse_broken,
    "deal": _parse_deal,
    "reveal": _parse_reveal,
}


def _is_countable(sets: Sequence[TileSet]) -> bool:
    """Whether the sets have no more tiles than the game, so that a bag can count them."""
    return sum(len(each.tiles) for each in sets) <= TOTAL


def _changes(off: Sequence[TileSet], on: Sequence[TileSet]) -> list[str]:
    return [*("-" + taken.text for taken in off), *("+" + put.text for put in on)]
