"""Sets from tiles, in the words that `judge` reads."""

from collections.abc import Iterable

from games.rummikub.sets import GROUP, RUN, TileSet, judge
from games.rummikub.tiles import JOKER, NAMES


def run_set(tiles: Iterable[int]) -> TileSet:
    return set_of(RUN, tiles)


def group_set(number: int, colours: Iterable[int], jokers: int) -> TileSet:
    return set_of(GROUP, [13 * colour + number for colour in colours] + [JOKER] * jokers)


def set_of(kind: str, tiles: Iterable[int]) -> TileSet:
    row = list(tiles)
    text = ",".join(NAMES[tile] for tile in row)
    open_kind = len(row) == 3 and row.count(JOKER) == 2
    return judge(f"{kind}:{text}" if open_kind else text)


def widen(each: TileSet) -> list[TileSet]:
    """The set with one joker more, a run of thirteen in two parts. Nothing where a group is full."""
    if each.kind == GROUP:
        number = next(tile for tile in each.tiles if tile != JOKER) % 13
        colours = [tile // 13 for tile in each.tiles if tile != JOKER]
        return [group_set(number, colours, len(each.stands) + 1)] if len(each.tiles) == 3 else []
    at, tile = next((at, tile) for at, tile in enumerate(each.tiles) if tile != JOKER)
    first = tile % 13 - at
    if first + len(each.tiles) < 13:
        return [run_set((*each.tiles, JOKER))]
    if first > 0:
        return [run_set((JOKER, *each.tiles))]
    return [run_set((*each.tiles[:6], JOKER)), run_set(each.tiles[6:])]
