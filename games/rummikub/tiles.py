"""Tiles and bags of tiles.

A tile is a number: colour * 13 + (value - 1) for the 52 kinds in the order blue, red, black, orange, and
`JOKER` (52). A *bag* (multiset) of tiles is one integer whose byte *t* counts tile *t*, so adding and subtracting bags
is integer arithmetic, and a bag is a frozen value. (Rules 1: two copies of a kind are interchangeable, and so are the
jokers.)
"""

from collections.abc import Iterable, Iterator
from operator import mul

from games.errors import FormError, Phrase, quote

KINDS = 53
COLOURS = "brko"
JOKER = 52
NAMES: tuple[str, ...] = (*(f"{colour}{value}" for colour in COLOURS for value in range(1, 14)), "J")
TILE: dict[str, int] = {name: tile for tile, name in enumerate(NAMES)}
UNIT: tuple[int, ...] = tuple(1 << (8 * tile) for tile in range(KINDS))
ALL = sum(2 * unit for unit in UNIT)
TOTAL = 106
_WORTH = (*range(1, 14), *range(1, 14), *range(1, 14), *range(1, 14), 30)  # on a rack at the end
GUARD = sum(0x80 << (8 * tile) for tile in range(KINDS))  # the bits of a bag that no count reaches


def colour(tile: int) -> int:
    """0 to 3 for blue, red, black, orange. Not for a joker."""
    return tile // 13


def value(tile: int) -> int:
    """1 to 13. Not for a joker."""
    return tile % 13 + 1


def bag(tiles: Iterable[int]) -> int:
    """The bag of *tiles* (at most 127 of a kind)."""
    return sum(map(UNIT.__getitem__, tiles))


def contains(whole: int, part: int) -> bool:
    """Whether every tile of the bag *part* is in the bag *whole* as often."""
    return not (whole - part) & GUARD


def remainder(whole: int, part: int) -> int | None:
    """The bag *whole* without *part*, or None if *part* is not in it.

    Counts are at most 127, so the highest bit of their bytes is clear. Where a tile is missing, a subtraction borrows,
    and that bit is set in the lowest byte that does.
    """
    left = whole - part
    return None if left & GUARD else left


def difference(whole: int, part: int) -> tuple[int, int]:
    """Two bags: *whole* without *part*, and the tiles of *part* that are not in *whole*."""
    left = missing = 0
    for tile, (have, less) in enumerate(zip(counts(whole), counts(part), strict=True)):
        if have > less:
            left += (have - less) * UNIT[tile]
        elif less > have:
            missing += (less - have) * UNIT[tile]
    return left, missing


def counts(tiles: int) -> bytes:
    """How often each of the 53 kinds is in the bag."""
    return tiles.to_bytes(KINDS, "little")


def size(tiles: int) -> int:
    return sum(counts(tiles))


def members(tiles: int) -> Iterator[int]:
    """The tiles of the bag in order of their numbers, with repetitions."""
    for tile, count in enumerate(counts(tiles)):
        for _ in range(count):
            yield tile


def names(tiles: int) -> tuple[str, ...]:
    """The names of the bag's tiles, in order: `("b4", "b4", "J")`."""
    return tuple(NAMES[tile] for tile in members(tiles))


def row_text(row: Iterable[int], separator: str = " ") -> str:
    """Tiles as records write them, in their order: `r5 J b4`."""
    return separator.join([NAMES[tile] for tile in row])


def tiles_text(tiles: int) -> str:
    """The bag as records write it: `b4 b4 J`."""
    return row_text(members(tiles))


def rack_value(tiles: int) -> int:
    """The value of tiles on a rack at the end: their numbers, and 30 for a joker (rules 7, Scoring)."""
    return sum(map(mul, counts(tiles), _WORTH))


def read_tiles(words: Iterable[str]) -> tuple[int, ...]:
    """The tiles called by *words*, in order. Raises `FormError` for anything that is not a tile."""
    try:
        return tuple(map(TILE.__getitem__, words))
    except KeyError as unknown:
        name = str(unknown.args[0])
        raise FormError(what=Phrase("{tile} is not a tile.", tile=quote(name)), culprit=name) from None
