"""What fell off the ship: which items, from which areas (rules 5, Bookkeeping)."""

from functools import reduce

from games.errors import Phrase
from games.riff_raff import faults
from games.riff_raff.items import BAG, BITS, UNIT, bags, contains
from games.riff_raff.moves import AREAS, Load

_COUNTS = sum(0xFF << BAG * place for place in range(AREAS))  # the count of one type, on every area


def fallen(ship: int, move: Load) -> int:
    """The *ship*, just placed items included, without what fell.

    The area of a fallen item needs to be said only where its type lies in several; those that are said leave first.
    `faults.Fall` if an item is not there, or its area is not clear.
    """
    unsaid: list[str] = []
    for each in move.fell:
        if each.area is None:
            unsaid.append(each.item)
            continue
        place = BAG * (each.area - 1)
        if not ship >> place + BITS[each.item] & 0xFF:
            raise faults.Fall(items=str(each), why=Phrase("fell but does not lie there"))
        ship -= UNIT[each.item] << place
    for name in unsaid if len(unsaid) < 2 else dict.fromkeys(unsaid):
        ship = _dropped(ship, name, unsaid.count(name))
    return ship


def _dropped(ship: int, name: str, count: int) -> int:
    """The ship without *count* items of a type from the only area where it lies, or without any of it on any area."""
    bits = BITS[name]
    lies = ship >> bits & _COUNTS
    place = (lies.bit_length() - 1) // BAG * BAG
    if lies and lies == (there := lies >> place) << place and there >= count:
        return ship - (count << bits + place)
    counts = bags(lies, AREAS)
    if sum(counts) < count:
        why = Phrase("fell more often than it lies on the ship: {count}", count=sum(counts))
        raise faults.Fall(items=Phrase(name), why=why)
    if sum(counts) > count:
        first, *others = (Phrase(str(area)) for area, there in enumerate(counts, 1) if there)
        areas = reduce(lambda some, area: Phrase("{some} or {area}", some=some, area=area), others, first)
        raise faults.Fall(items=Phrase(name), why=Phrase("fell from an area that is not said: {areas}", areas=areas))
    return ship - (lies << bits)


def only_own(before: int, after: int, move: Load, area: int) -> bool:
    """Whether nothing fell but items placed on *area* in this turn (rules 8, A1)."""
    return before - after == move.fallen << BAG * (area - 1) and contains(move.placed, move.fallen)
