"""What fell off the ship: which items, from which areas (rules 5, Bookkeeping)."""

from games.riff_raff import faults
from games.riff_raff.items import BITS, UNIT, contains
from games.riff_raff.moves import Load


def take(areas: list[int], move: Load, placed_on: int) -> bool:
    """Take what fell off *areas*, which hold just placed items too; whether only items placed in this turn fell.

    The area of a fallen item needs to be said only where its type lies in several; those that are said leave first.
    `faults.Fall` if an item is not there, or its area is not clear.
    """
    own = contains(move.placed, move.fallen)
    unsaid: list[str] = []
    for each in move.fell:
        if each.area is None:
            unsaid.append(each.item)
        elif areas[each.area - 1] >> BITS[each.item] & 0xFF:
            areas[each.area - 1] -= UNIT[each.item]
            own = own and each.area == placed_on
        else:
            raise faults.Fall(items=str(each), why="fell but does not lie there")
    for name in unsaid if len(unsaid) < 2 else dict.fromkeys(unsaid):
        own = _drop(areas, name, unsaid.count(name)) == [placed_on - 1] and own
    return own


def _drop(areas: list[int], name: str, count: int) -> list[int]:
    """Take *count* items of a type off the only area where it lies, or all of it off all areas; where it lay."""
    bits = BITS[name]
    lies = [place for place, items in enumerate(areas) if items >> bits & 0xFF]
    there = sum([areas[place] >> bits & 0xFF for place in lies])
    if there < count:
        raise faults.Fall(items=name, why=f"fell more often than it lies on the ship: {there}")
    if there > count and len(lies) > 1:
        places = " or ".join(str(place + 1) for place in lies)
        raise faults.Fall(items=name, why=f"fell from an area that is not said: {places}")
    for place in lies:
        areas[place] -= min(count, areas[place] >> bits & 0xFF) << bits
    return lies
