"""Obvious plays: a tile added to a set, or a set of three from the rack."""

from collections.abc import Sequence
from functools import lru_cache

from games.rummikub.moves import Play
from games.rummikub.sets import GROUP, TileSet, group_set, run_set, widen
from games.rummikub.tiles import JOKER, UNIT, counts

_EACH = sum(UNIT)


def glance(rack: int, table: Sequence[TileSet]) -> Play | None:
    """A play that adds one tile to a set or plays three natural tiles. If None, there may still be a play."""
    there = (rack | rack >> 1) & _EACH
    for each in table:
        fits = _fitting_tiles(each)
        if fits & there:
            tile = next(tile for tile, count in enumerate(counts(fits & there)) if count)
            return Play((each,), tuple(_extensions(each, tile)))
    held = counts(there)
    for tile in range(50):
        if held[tile] and tile % 13 < 11 and held[tile + 1] and held[tile + 2]:
            return Play((), (run_set(range(tile, tile + 3)),))
    for number in range(13):
        colours = [colour for colour in range(4) if held[13 * colour + number]]
        if len(colours) >= 3:
            return Play((), (group_set(number, colours, 0),))
    return None


@lru_cache(maxsize=16_384)
def _fitting_tiles(each: TileSet) -> int:
    """The tiles that can be added to a set, as a bag with one of each."""
    joker = UNIT[JOKER] if widen(each) else 0
    if each.kind == GROUP:
        naturals = [tile for tile in each.tiles if tile != JOKER]
        others = {naturals[0] % 13 + 13 * colour for colour in range(4)} - set(naturals)
        return joker + sum(UNIT[tile] for tile in others) if len(each.tiles) == 3 else 0
    first, last = _ends(each)
    return joker + (UNIT[first - 1] if first % 13 > 0 else 0) + (UNIT[last + 1] if last % 13 < 12 else 0)


def _ends(each: TileSet) -> tuple[int, int]:
    """The tiles that the ends of a run are, or stand for."""
    at, tile = next((at, tile) for at, tile in enumerate(each.tiles) if tile != JOKER)
    return tile - at, tile - at + len(each.tiles) - 1


def _extensions(each: TileSet, tile: int) -> list[TileSet]:
    """The set with a fitting tile added."""
    if tile == JOKER:
        return widen(each)
    if each.kind == GROUP:
        colours = [old // 13 for old in each.tiles if old != JOKER] + [tile // 13]
        return [group_set(tile % 13, colours, len(each.stands))]
    return [run_set((tile, *each.tiles) if tile < _ends(each)[0] else (*each.tiles, tile))]
