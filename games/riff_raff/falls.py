"""Items that fell off the ship (rules 5, Bookkeeping)."""

from functools import reduce

from games.errors import Phrase
from games.riff_raff import errors
from games.riff_raff.items import BITS, UNIT
from games.riff_raff.moves import Load


def take_off(areas: list[int], move: Load) -> None:
    """Take what fell from the *areas* of the ship, just placed items included.

    The area of a fallen item needs to be said only where its type lies in several; those that are said leave first.
    `WrongFall` if an item is not there, or its area is not clear.
    """
    unsaid: list[str] = []
    for item, area in move.fell:
        if area is None:
            unsaid.append(item)
        elif areas[area - 1] >> BITS[item] & 0xFF:
            areas[area - 1] -= UNIT[item]
        else:
            raise errors.WrongFall(items=f"{item}:{area}", why=Phrase("fell but was not in that area"))
    for name in dict.fromkeys(unsaid):
        _take_all(areas, name, unsaid.count(name))


def _take_all(areas: list[int], name: str, count: int) -> None:
    """Take *count* items of a type from the only area where it lies, or all of it from every area."""
    bits = BITS[name]
    lies = {place: there for place, items in enumerate(areas) if (there := items >> bits & 0xFF)}
    if sum(lies.values()) < count:
        why = Phrase("more fell than are on the ship ({count})", count=sum(lies.values()))
        raise errors.WrongFall(items=Phrase(name), why=why)
    if len(lies) > 1 and sum(lies.values()) > count:
        first, *others = (Phrase(str(place + 1)) for place in lies)
        among = reduce(lambda some, area: Phrase("{some} or {area}", some=some, area=area), others, first)
        raise errors.WrongFall(items=Phrase(name), why=Phrase("fell, but the area is not named ({areas})", areas=among))
    for place, there in lies.items():
        areas[place] -= min(count, there) << bits
