"""Sensible players, and a sea that is rough enough: for games that are played to try things out.

What falls is not for a program to know. Here a piece falls the more easily the higher it is put and the fuller its
area is; a player dares two items where it may, and catches three of ten.
"""

from games.chance import Chance
from games.riff_raff.items import names, size
from games.riff_raff.moves import AREAS, Captain, Card, FallenItem, Load, Move, Order, Ship
from games.riff_raff.position import Phase, Position
from games.riff_raff.rules import CARDS, two_items_refusal

CATCH = 30  # of a hundred that fall are caught
DARE = 70  # of a hundred chances for two items are taken


def suggest(position: Position, seat: int, chance: Chance) -> Move:
    """A sensible move for *seat*, which is on turn."""
    if position.phase == Phase.CHOOSE:
        return Card(chance.pick([card for card in CARDS if not position.has_played(seat, card)]))
    if position.phase == Phase.CAPTAIN:
        return Captain(seat if seat in position.highest else chance.pick(position.highest))
    if position.phase == Phase.ORDER:
        return Order(tuple(chance.shuffled(position.equals)))
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
    """How often of a hundred times something falls with so many *items* in an area: more on high yards."""
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
    """One piece of the cargo slides to another area. The ship as it is where there is none."""
    areas = [list(names(items)) for items in position.areas]
    laden = [place for place, items in enumerate(areas) if items]
    if laden:
        source = areas[chance.pick(laden)]
        areas[chance.below(AREAS)].append(source.pop(chance.below(len(source))))
    return Ship(tuple((place, tuple(items)) for place, items in enumerate(areas, 1) if items))
