"""What fell off the ship: which items, from which areas (rules 5, Bookkeeping)."""

from games.riff_raff import faults
from games.riff_raff.items import UNIT, bag, contains, names
from games.riff_raff.moves import Load


def fallen(ship: tuple[int, ...], move: Load, area: int) -> tuple[tuple[int, ...], int, bool]:
    """The ship without what fell, the bag that fell, and whether only pieces placed in this turn fell.

    *ship* holds what was just placed in *area* already. The area of a fallen item needs to be said only where its type
    lies in several; those that are said leave first. `faults.Fall` if an item is not there, or its area is not clear.
    """
    areas = list(ship)
    for each in move.fell:
        if each.area is not None:
            if not contains(areas[each.area - 1], UNIT[each.item]):
                raise faults.Fall(items=str(each), why="fell but does not lie there")
            areas[each.area - 1] -= UNIT[each.item]
    rest = bag(each.item for each in move.fell if each.area is None)
    for name in dict.fromkeys(names(rest)):
        _drop(areas, name, names(rest).count(name))
    fell = bag(each.item for each in move.fell)
    elsewhere = any(was != left for place, (was, left) in enumerate(zip(ship, areas, strict=True), 1) if place != area)
    return tuple(areas), fell, not elsewhere and contains(move.placed, fell)


def _drop(areas: list[int], name: str, count: int) -> None:
    """Take *count* items of a type off the only area where it lies, or off all areas if none of it is left."""
    unit = UNIT[name]
    lies = [place for place, items in enumerate(areas) if contains(items, unit)]
    there = sum(areas[place] // unit % 256 for place in lies)
    if there < count:
        raise faults.Fall(items=name, why=f"fell more often than it lies on the ship: {there}")
    if there > count and len(lies) > 1:
        places = " or ".join(str(place + 1) for place in lies)
        raise faults.Fall(items=name, why=f"fell from an area that is not said: {places}")
    for place in lies:
        taken = min(count, areas[place] // unit % 256)
        areas[place] -= taken * unit
        count -= taken
