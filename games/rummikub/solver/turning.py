"""Moves from arrangements of all tiles, with as few changes as is easy to see."""

from collections import Counter
from collections.abc import Sequence

from games.errors import RuleViolation
from games.rummikub import jokers
from games.rummikub.moves import Play
from games.rummikub.options import Options
from games.rummikub.sets import TileSet


def make_play(table: Sequence[TileSet], sets: Sequence[TileSet], options: Options, *, opened: bool = True) -> Play:
    """The move from *table* to *sets*. What no rack tile touches stays as it is, if the jokers may move so."""
    off, on = jokers.set_changes(table, sets)
    less = _drop_idle(off, on)
    off, on = less if is_lawful(*less, options, opened=opened) else (off, on)
    return Play(tuple(off), tuple(on))


def is_lawful(off: Sequence[TileSet], on: Sequence[TileSet], options: Options, *, opened: bool = True) -> bool:
    """Whether the jokers of the table may move to their places in *on*. *opened*: whether they may be freed."""
    if not any(taken.stands for taken in off):
        return True
    try:
        jokers.check(off, on, opened=opened, options=options)
    except RuleViolation:
        return False
    return True


def _drop_idle(off: Sequence[TileSet], on: Sequence[TileSet]) -> tuple[list[TileSet], list[TileSet]]:
    """The change without old and new sets that hold the same tiles and share none with the others."""
    holders: dict[tuple[int, int], int] = {}  # a copy of a tile -> the first set that holds it
    parent = list(range(len(off) + len(on)))

    def root(place: int) -> int:
        while parent[place] != place:
            place = parent[place]
        return place

    for side in (enumerate(off), enumerate(on, len(off))):
        seen: Counter[int] = Counter()
        for place, each in side:
            for tile in each.tiles:
                copy = tile, seen[tile]
                seen[tile] += 1
                parent[root(place)] = root(holders.setdefault(copy, place))
    balance: Counter[int] = Counter()
    for place, each in enumerate((*off, *on)):
        balance[root(place)] += -each.bag if place < len(off) else each.bag
    return (
        [each for place, each in enumerate(off) if balance[root(place)]],
        [each for place, each in enumerate(on, len(off)) if balance[root(place)]],
    )
