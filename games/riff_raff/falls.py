"""What fell off the ship: which items, from which areas (rules 5, Bookkeeping)."""

from collections import Counter

from games.riff_raff import faults
from games.riff_raff.items import ITEMS, UNIT, contains
from games.riff_raff.moves import Load

_BITS = {name: 8 * place for place, name in enumerate(ITEMS)}


def fallen(ship: tuple[int, ...], move: Load) -> tuple[int, ...]:
    """The areas of *ship*, just placed items included, without what fell.

    The area of a fallen item needs to be said only where its type lies in several; those that are said leave first.
    `faults.Fall` if an item is not there, or its area is not clear.
    """
    areas = list(ship)
    unsaid: list[str] = []
    for each in move.fell:
        if each.area is None:
            unsaid.append(each.item)
        elif contains(areas[each.area - 1], UNIT[each.item]):
            areas[each.area - 1] -= UNIT[each.item]
        else:
            raise faults.Fall(items=str(each), why="fell but does not lie there")
    for name, count in Counter(unsaid).items() if len(unsaid) > 1 else [(name, 1) for name in unsaid]:
        _drop(areas, name, count)
    return tuple(areas)


def _drop(areas: list[int], name: str, count: int) -> None:
    """Take *count* items of a type off the only area where it lies, or all of it off all areas."""
    bits = _BITS[name]
    lies = [place for place, items in enumerate(areas) if items >> bits & 0xFF]
    there = sum([areas[place] >> bits & 0xFF for place in lies])
    if there < count:
        raise faults.Fall(items=name, why=f"fell more often than it lies on the ship: {there}")
    if len(lies) == 1:
        areas[lies[0]] -= count << bits
    elif there > count:
        places = " or ".join(str(place + 1) for place in lies)
        raise faults.Fall(items=name, why=f"fell from an area that is not said: {places}")
    else:
        for place in lies:
            areas[place] &= ~(0xFF << bits)


def only_own(before: tuple[int, ...], after: tuple[int, ...], move: Load, area: int) -> bool:
    """Whether nothing fell but pieces placed on *area* in this turn (rules 8, A1)."""
    elsewhere = before[: area - 1] != after[: area - 1] or before[area:] != after[area:]
    return not elsewhere and contains(move.placed, move.fallen)
