"""What the jokers of a turn may do: which of the table's are kept, which are freed, and which share a set."""

from collections.abc import Iterable, Iterator

from games.rummikub.house import House
from games.rummikub.sets import GROUP
from games.rummikub.solver.joker_sets import Shape, Shapes, remainders
from games.rummikub.solver.pool import Held, Pool
from games.rummikub.solver.slots import Automaton, Slot
from games.rummikub.solver.turns import Apart, Turn, all_kept, staying
from games.rummikub.tiles import JOKER


def cases(pool: Pool, house: House, *, free: bool = True) -> Iterator[Turn]:
    """Every case beside `all_kept`; *free*: whether jokers of the table may be freed (rules 5, freed a).

    Jokers of the rack fill gaps; whether those that are left over find a place is for the caller to see.
    """
    shapes, old = Shapes(pool), remainders(pool)
    if len(pool.held) == 1 and free:
        (one,) = pool.held
        apart = _apart(pool, house, one)
        yield Turn(pool, pool.rack_jokers, slots=(_slot(shapes.freed(old)),), apart=apart)
        if pool.rack_jokers:
            yield Turn(pool, slots=(_slot(shapes.freed_with_free(old), gain=1, jokers=2),), apart=apart)
    if len(pool.held) == 2:
        one, other = pool.held
        if all_kept(pool) is None:
            yield Turn(pool, slots=(_slot(shapes.kept(one)), _slot(shapes.kept(other))))
            yield Turn(pool, slots=(_slot(shapes.both_kept(one, other), jokers=2),))
        if free:
            yield from _kept_and_freed(pool, house, one, other)
            yield from _kept_and_freed(pool, house, other, one)
            apart = _apart(pool, house, one, other)
            yield Turn(pool, slots=(_slot(shapes.freed(old)),) * 2, alike=True, apart=apart)
            yield Turn(pool, slots=(_slot(shapes.both_freed(old), jokers=2),), apart=apart)


def _kept_and_freed(pool: Pool, house: House, stays: Held, goes: Held) -> Iterator[Turn]:
    shapes, apart = Shapes(pool), _apart(pool, house, goes)
    # the old set of a joker that stays elsewhere cannot be wholly contained in another set
    new = list(shapes.freed(remainders(pool, without=[stays.source])))
    places, homes = staying(pool, [stays])
    # only where the new set has a tile of that old set does it matter which one the joker that stays has beside it
    claiming = [shape for shape in new if any(ask == stays.source for row in shape.tiles for _, ask in row)]
    others = [shape for shape in new if shape not in claiming] if claiming else new
    yield Turn(pool, places=places, homes=homes, slots=(_slot(others),), apart=apart)
    if claiming:
        yield Turn(pool, slots=(_slot(shapes.kept(stays)), _slot(claiming)), apart=apart)
    yield Turn(pool, slots=(_slot(shapes.kept_and_freed(stays, remainders(pool)), jokers=2),), apart=apart)


def picked(pool: Pool, house: House, *, free: bool = True) -> Iterator[Turn]:
    """Every case with jokers of the rack, none of them left over: each is in a set picked for it or on the rack."""
    shapes, old, rack = Shapes(pool), remainders(pool), pool.rack_jokers
    beside = (_slot(shapes.unbound(1), required=False, gain=1),) * rack
    if not pool.held:
        yield Turn(pool, slots=beside, alike=rack == 2)
        if rack == 2:
            yield Turn(pool, slots=(_slot(shapes.unbound(2), gain=2, jokers=2),))
    elif len(pool.held) == 1:
        (one,) = pool.held
        yield Turn(pool, slots=(_slot(shapes.kept(one)), *beside))
        yield Turn(pool, slots=(_slot(shapes.kept_with_free(one), gain=1, jokers=2),))
        if free:
            apart = _apart(pool, house, one)
            yield Turn(pool, slots=(_slot(shapes.freed(old)), *beside), apart=apart)
            yield Turn(pool, slots=(_slot(shapes.freed_with_free(old), gain=1, jokers=2),), apart=apart)


def _slot(shapes: Iterable[Shape], *, required: bool = True, gain: int = 0, jokers: int = 1) -> Slot:
    return Slot(Automaton(shapes), required, gain, jokers)


def _apart(pool: Pool, house: House, *freed: Held) -> tuple[Apart, ...]:
    """The pairs that may not stay together in a group of three where its joker goes (rules 10, A7)."""
    pairs: list[Apart] = []
    for joker in freed:
        lay = pool.table[joker.source].tiles
        naturals = [tile for tile in lay if tile != JOKER]
        if house.joker_triplet_needs_both and joker.kind == GROUP and len(lay) == 3 and len(naturals) == 2:
            pairs.append(Apart(joker.source, (naturals[0], naturals[1])))
    return tuple(pairs)
