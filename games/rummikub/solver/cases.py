"""The cases of a turn: which jokers of the table are kept or freed, and which share a set."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import permutations

from games.rummikub.options import Options
from games.rummikub.sets import GROUP, RUN, TileSet
from games.rummikub.solver.joker_sets import Shape, Shapes, old_sets
from games.rummikub.solver.pool import Held, Pool
from games.rummikub.solver.slots import Automaton, JokerSlot, Watch
from games.rummikub.solver.turns import Apart, SolverTurn, staying_jokers, turn_keeping_jokers
from games.rummikub.tiles import JOKER


def cases(pool: Pool, options: Options, *, free: bool = True) -> Iterator[SolverTurn]:
    """Every case except `turn_keeping_jokers`. *free*: whether jokers of the table may be freed (rules 5, freed a).

    Jokers of the rack fill gaps. The caller finds a place for those that are left over.
    """
    shapes, old = Shapes(pool), old_sets(pool)
    if len(pool.held) == 1 and free:
        (one,) = pool.held
        apart = _apart_tiles(pool, options, one)
        yield SolverTurn(pool, pool.rack_jokers, slots=(_slot(shapes.freed(old)),), apart=apart)
        if pool.rack_jokers:
            yield SolverTurn(pool, slots=(_slot(shapes.freed_with_free(old), gain=1, jokers=2),), apart=apart)
    if len(pool.held) == 2:
        one, other = pool.held
        if turn_keeping_jokers(pool) is None:
            yield SolverTurn(pool, slots=(_slot(shapes.kept(one)), _slot(shapes.kept(other))))
            yield SolverTurn(pool, slots=(_slot(shapes.both_kept(one, other), jokers=2),))
        if free:
            yield from _cases_keeping_one(pool, options, one, other)
            yield from _cases_keeping_one(pool, options, other, one)
            apart = _apart_tiles(pool, options, one, other)
            yield SolverTurn(pool, slots=(_slot(shapes.freed(old)),) * 2, alike=True, apart=apart)
            yield SolverTurn(pool, slots=(_slot(shapes.both_freed(old), jokers=2),), apart=apart)


def _cases_keeping_one(pool: Pool, options: Options, stays: Held, goes: Held) -> Iterator[SolverTurn]:
    shapes, apart = Shapes(pool), _apart_tiles(pool, options, goes)
    # the old set of a joker that stays elsewhere cannot be wholly contained in another set
    new = list(shapes.freed(old_sets(pool, without=stays.source)))
    # the tile beside the joker that stays matters if another set or rule has a claim to it
    tangled = bool(apart) or stays.source == goes.source
    claiming = [shape for shape in new if tangled or shape.asks_for(stays.source)]
    others = [shape for shape in new if not (tangled or shape.asks_for(stays.source))]
    if others:
        places, homes = staying_jokers(pool, [stays])
        yield SolverTurn(pool, places=places, homes=homes, slots=(_slot(others),), apart=apart)
    if claiming:
        yield SolverTurn(pool, slots=(_slot(shapes.kept(stays)), _slot(claiming)), apart=apart)
    yield SolverTurn(pool, slots=(_slot(shapes.kept_and_freed(stays, old_sets(pool)), jokers=2),), apart=apart)


def joker_choices(
    pool: Pool, options: Options, *, free: bool = True, lacking: Collection[TileSet] = ()
) -> Iterator[SolverTurn]:
    """Every case, including `turn_keeping_jokers`, with all jokers in sets chosen for them or left on the rack.

    None of the old sets *lacking* is made again. If there are any, runs are not shortened, since exact sets matter.
    """
    shapes = Shapes(pool, whole=bool(lacking), lacking=frozenset(each.key for each in lacking))
    old, rack, held = old_sets(pool), pool.rack_jokers, pool.held
    runs = [each for each in lacking if each.kind == RUN and not each.stands]
    watched = frozenset(each.tiles[0] // 13 for each in runs)
    watches = tuple(
        Watch(
            colour,
            [range(each.tiles[0] % 13, each.tiles[-1] % 13 + 1) for each in runs if each.tiles[0] // 13 == colour],
        )
        for colour in watched
    )
    groups = frozenset(
        (each.tiles[0] % 13, tuple(sorted(tile // 13 for tile in each.tiles)))
        for each in lacking
        if each.kind == GROUP and not each.stands
    )

    def turn(*slots: JokerSlot, freed: Sequence[Held] = (), alike: bool = False) -> SolverTurn:
        apart = _apart_tiles(pool, options, *freed)
        return SolverTurn(pool, slots=(*slots, *watches), alike=alike, apart=apart, watched=watched, lacking=groups)

    beside = (_slot(shapes.unbound(1), required=False, gain=1),) * rack
    if not held:
        yield turn(*beside, alike=rack == 2)
        if rack == 2:
            yield turn(_slot(shapes.unbound(2), gain=2, jokers=2))
    elif len(held) == 1:
        yield turn(_slot(shapes.kept(held[0])), *beside)
        if free:
            yield turn(_slot(shapes.freed(old)), *beside, freed=held)
        if rack:
            yield turn(_slot(shapes.kept_with_free(held[0]), gain=1, jokers=2))
        if rack and free:
            yield turn(_slot(shapes.freed_with_free(old), gain=1, jokers=2), freed=held)
    else:
        yield turn(_slot(shapes.kept(held[0])), _slot(shapes.kept(held[1])))
        yield turn(_slot(shapes.both_kept(*held), jokers=2))
        for stays, goes in permutations(held) if free else ():
            new = shapes.freed(old_sets(pool, without=stays.source))
            yield turn(_slot(shapes.kept(stays)), _slot(new), freed=[goes])
            yield turn(_slot(shapes.kept_and_freed(stays, old), jokers=2), freed=[goes])
        if free:
            yield turn(*(_slot(shapes.freed(old)),) * 2, alike=True, freed=held)
            yield turn(_slot(shapes.both_freed(old), jokers=2), freed=held)


def _slot(shapes: Iterable[Shape], *, required: bool = True, gain: int = 0, jokers: int = 1) -> JokerSlot:
    return JokerSlot(Automaton(shapes), required, gain, jokers)


def _apart_tiles(pool: Pool, options: Options, *freed: Held) -> tuple[Apart, ...]:
    """The tiles that may not stay together in a group of three where its joker goes (rules 10, A7)."""
    pairs: list[tuple[int, tuple[int, ...]]] = []
    for joker in freed if options.joker_triplet_needs_both else ():
        lay = pool.table[joker.source].tiles
        naturals = tuple(tile for tile in lay if tile != JOKER)
        if joker.kind == GROUP and len(lay) == 3 and len(naturals) == 2:
            pairs.append((joker.source, naturals))
    apart = [Apart(tuple((tile, (source,)) for tile in naturals)) for source, naturals in pairs]
    if len(pairs) == 2:
        (one, first), (other, second) = pairs
        if len(set(first) & set(second)) == 1:
            # one copy of the tile that both have is beside the others, whichever of the two sets it comes from
            sources = {tile: (one,) * (tile in first) + (other,) * (tile in second) for tile in (*first, *second)}
            apart.append(Apart(tuple(sources.items())))
    return tuple(apart)
