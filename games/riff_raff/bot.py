"""Sensible players and a rough sea, for simulated games.

A program cannot know what falls. Here, items fall more easily the higher they are placed and the fuller their area is.
Players often dare to announce two items, and catch three items of ten.
"""

from games.chance import Chance
from games.riff_raff.items import names, size
from games.riff_raff.moves import AREAS, Captain, Card, FallenItem, Load, Move, Order, Ship
from games.riff_raff.position import Phase, Position, equals, highest
from games.riff_raff.rules import CARDS, two_items_refusal

CATCH = 30  # percent of fallen items that are caught
DARE = 70  # percent of the chances for two items that are taken


def suggest(position: Position, seat: int, chance: Chance) -> Move:
    if position.phase == Phase.CHOOSE:
        return Card(chance.pick([card for card in CARDS if not position.has_played(seat, card)]))
    if position.phase == Phase.CAPTAIN:
        tied = highest(position.cards)
        return Captain(seat if seat in tied else chance.pick(tied))
    if position.phase == Phase.ORDER:
        return Order(tuple(chance.shuffled(equals(position.cards, position.captain))))
    return _load(position, seat, chance)


def _load(position: Position, seat: int, chance: Chance) -> Load:
    area, supply = position.cards[seat], position.supplies[seat]
    lies, row = position.areas[area - 1], chance.shuffled(names(supply))
    two = two_items_refusal(position, seat) is None and chance.below(100) < DARE
    announced = 2 if two else 1
    for count in range(1, announced + 1):
        if chance.below(100) < _risk(area, size(lies) + count):
            return _add_falls(position, area, Load(announced, tuple(row[:count]), then=count == 2), chance)
    return Load(announced, tuple(row[:announced]))


def _risk(area: int, items: int) -> int:
    """The percentage of times that something falls with so many *items* in an area, higher on high yards."""
    return min(80, 20 + 3 * area + 4 * items)


def _add_falls(position: Position, area: int, move: Load, chance: Chance) -> Load:
    areas = [*position.areas]
    areas[area - 1] += move.placed
    cargo = [FallenItem(item, place) for place, items in enumerate(areas, 1) for item in names(items)]
    just = FallenItem(move.items[-1], area)
    fell = [just] if chance.below(2) else [chance.pick(cargo)]
    if chance.below(4) == 0:
        cargo.remove(fell[0])
        fell += [chance.pick(cargo)] if cargo else []
    caught = tuple(each.item for each in fell if chance.below(100) < CATCH)
    return Load(move.announced, move.items, tuple(fell), caught, move.then)


def slid_cargo(position: Position, chance: Chance) -> Ship:
    """The ship after one piece of the cargo, if there is any, has slid to another area."""
    areas = [list(names(items)) for items in position.areas]
    laden = [place for place, items in enumerate(areas) if items]
    if laden:
        source = areas[chance.pick(laden)]
        areas[chance.below(AREAS)].append(source.pop(chance.below(len(source))))
    return Ship(tuple((place, tuple(items)) for place, items in enumerate(areas, 1) if items))
