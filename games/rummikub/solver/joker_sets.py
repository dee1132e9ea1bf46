"""Every set that a joker can end up in (rules 5, Joker on the table), as far as the answer can depend on it.

A *shape* is a set with its jokers. At each natural tile, it may *ask* for a certain copy: one from the rack (needed
with a freed joker), or the one from a certain set of the table (needed with a kept joker, or to show that an old set is
not wholly contained). A run is left out if three or more natural tiles can be cut off so that the rest still meets its
conditions, since the shorter run is enough.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from games.rummikub.sets import GROUP, RUN, set_of
from games.rummikub.solver.pool import NATURALS, Held, Pool
from games.rummikub.tiles import JOKER

ANY = -1  # any copy of the tile
RACK = -2  # one from the rack; numbers from 0 name a set of the table
Asks = Mapping[int, int]  # tile -> which copy


class Remainder(NamedTuple):
    """A set of the table without its freed jokers: its index, and its natural tiles, also as bits."""

    source: int
    tiles: tuple[int, ...]
    bits: int


class Old(NamedTuple):
    """The sets of the table that must not be wholly contained in a new one, by their common colour or number."""

    by_colour: tuple[tuple[Remainder, ...], ...]
    by_number: tuple[tuple[Remainder, ...], ...]


class Shape(NamedTuple):
    """By number from *first* on: the natural tiles, each with what it asks. Nothing for a joker.

    A group has one number, a run three or more.
    """

    first: int
    tiles: tuple[tuple[tuple[int, int], ...], ...]

    def asks_for(self, source: int) -> bool:
        """Whether it asks for a tile of that set of the table."""
        return any(ask == source for row in self.tiles for _, ask in row)


def _group(asks: Asks) -> Shape:
    return Shape(next(iter(asks)) % 13, (tuple(sorted(asks.items())),))


def _run(colour: int, span: range, jokers: Iterable[int], asks: Asks) -> Shape:
    base = 13 * colour
    return Shape(
        span.start,
        tuple(() if at in jokers else ((base + at, asks[base + at]),) for at in span),
    )


def _naturals(colour: int, span: range, jokers: Iterable[int]) -> dict[int, int]:
    return {13 * colour + at: ANY for at in span if at not in jokers}


@dataclass(frozen=True)
class Shapes:
    """The shapes that a pool's tiles can make: those that cannot be cut, or with *whole* all of them.

    Sets with the keys *lacking* are left out.
    """

    pool: Pool
    whole: bool = False
    lacking: frozenset[str] = frozenset()

    def _there(self, tiles: Iterable[int]) -> bool:
        return all(self.pool.must[tile] or self.pool.may[tile] for tile in tiles)

    def groups(self, jokers: int) -> Iterator[dict[int, int]]:
        """Each group with so many jokers, by its natural tiles."""
        for number in range(13):
            there = [tile for tile in range(number, NATURALS, 13) if self._there([tile])]
            for size in range(max(1, 3 - jokers), 5 - jokers):
                for tiles in combinations(there, size):
                    if not self._lacks(GROUP, (*tiles, *(JOKER,) * jokers)):
                        yield dict.fromkeys(tiles, ANY)

    def runs(self, jokers: int, longest: int = 13) -> Iterator[tuple[int, range, tuple[int, ...]]]:
        """Each run with so many jokers: its colour, numbers, and the places of the jokers."""
        for colour in range(4):
            there = [self._there([13 * colour + at]) for at in range(13)]
            for first in range(11):
                missing: set[int] = set()
                for last in range(first, min(13, first + longest)):
                    if not there[last]:
                        missing.add(last)
                    if len(missing) > jokers:
                        break
                    if last >= first + 2:
                        span = range(first, last + 1)
                        for places in combinations(span, jokers):
                            if missing.issubset(places) and not self._lacks(
                                RUN, (JOKER if at in places else 13 * colour + at for at in span)
                            ):
                                yield colour, span, places

    def _lacks(self, kind: str, tiles: Iterable[int]) -> bool:
        return bool(self.lacking) and set_of(kind, tiles).key in self.lacking

    def unbound(self, jokers: int) -> Iterator[Shape]:
        """Sets for so many jokers of the rack, of at most five tiles, since longer ones can be cut."""
        for asks in self.groups(jokers):
            yield _group(asks)
        for colour, span, places in self.runs(jokers, longest=13 if self.whole else 5):
            yield _run(colour, span, places, _naturals(colour, span, places))

    def kept(self, held: Held) -> Iterator[Shape]:
        """Sets in which only *held* is kept, in its place and with a natural tile of its old set."""
        for asks, witness in self._kept_groups(held, 1):
            yield _group({**asks, witness: held.source})
        for colour, span, places, witness in self._kept_runs(held, 1):
            if self._uncut(span, (places[0], witness % 13)):
                yield _run(colour, span, places, {**_naturals(colour, span, places), witness: held.source})

    def kept_with_free(self, held: Held) -> Iterator[Shape]:
        """Sets in which *held* is kept beside a joker from the rack."""
        for asks, witness in self._kept_groups(held, 2):
            yield _group({**asks, witness: held.source})
        for colour, span, places, witness in self._kept_runs(held, 2):
            if self._uncut(span, (held.stands % 13, witness % 13)):
                yield _run(colour, span, places, {**_naturals(colour, span, places), witness: held.source})

    def both_kept(self, one: Held, other: Held) -> Iterator[Shape]:
        """Sets in which two jokers of the table are kept."""
        for asks, witness in self._kept_groups(one, 2):
            for again, second in self._kept_groups(other, 2):
                if asks == again and (witness != second or one.source == other.source):
                    yield _group({**asks, witness: one.source, second: other.source})
        seconds = {(c, span, places, tile) for c, span, places, tile in self._kept_runs(other, 2)}
        for colour, span, places, witness in self._kept_runs(one, 2):
            if one.stands == other.stands:
                continue
            for second in (13 * colour + at for at in span if at not in places):
                if (colour, span, places, second) not in seconds:
                    continue
                if witness == second and one.source != other.source:
                    continue
                if self._uncut(span, (*places, witness % 13, second % 13)):
                    asks = {**_naturals(colour, span, places), witness: one.source, second: other.source}
                    yield _run(colour, span, places, asks)

    def _kept_groups(self, held: Held, jokers: int) -> Iterator[tuple[dict[int, int], int]]:
        if held.kind == GROUP:
            lay = self.pool.table[held.source].tiles
            for asks in self.groups(jokers):
                if next(iter(asks)) % 13 == held.stands - 1:
                    yield from ((asks, tile) for tile in asks if tile in lay)

    def _kept_runs(self, held: Held, jokers: int) -> Iterator[tuple[int, range, tuple[int, ...], int]]:
        if held.kind == RUN:
            lay = self.pool.table[held.source].tiles
            for colour, span, places in self.runs(jokers):
                if colour == held.stands // 13 and held.stands % 13 in places:
                    for at in span:
                        if at not in places and 13 * colour + at in lay:
                            yield colour, span, places, 13 * colour + at

    def freed(self, old: Old) -> Iterator[Shape]:
        """New sets for one freed joker."""
        return self._with_a_rack_tile(1, old)

    def freed_with_free(self, old: Old) -> Iterator[Shape]:
        """New sets for a freed joker beside a joker from the rack, which is the tile from the rack."""
        for asks in self.groups(2):
            yield from map(_group, self._new(asks, old.by_number[next(iter(asks)) % 13]))
        for colour, span, places in self.runs(2):
            if self._tight(span, places, places):
                for asks in self._new(_naturals(colour, span, places), old.by_colour[colour]):
                    yield _run(colour, span, places, asks)

    def both_freed(self, old: Old) -> Iterator[Shape]:
        """New sets for two freed jokers together."""
        return self._with_a_rack_tile(2, old)

    def _with_a_rack_tile(self, jokers: int, old: Old) -> Iterator[Shape]:
        """New sets of *jokers* freed jokers: a tile from the rack in each, none of the *old* sets wholly contained."""
        for asks in self.groups(jokers):
            for tile in asks:
                if self.pool.may[tile]:
                    yield from map(_group, self._new({**asks, tile: RACK}, old.by_number[tile % 13]))
        for colour, span, places in self.runs(jokers):
            for at in span:
                tile = 13 * colour + at
                if at in places or not self.pool.may[tile] or not self._tight(span, (*places, at), places):
                    continue
                for asks in self._new({**_naturals(colour, span, places), tile: RACK}, old.by_colour[colour]):
                    yield _run(colour, span, places, asks)

    def kept_and_freed(self, held: Held, old: Old) -> Iterator[Shape]:
        """Sets in which *held* is kept beside another joker of the table that is freed."""
        for asks, witness in self._kept_groups(held, 2):
            for tile in asks:
                if tile != witness and self.pool.may[tile]:
                    yield from map(
                        _group, self._new({**asks, witness: held.source, tile: RACK}, old.by_number[tile % 13])
                    )
        for colour, span, places, witness in self._kept_runs(held, 2):
            for at in span:
                tile = 13 * colour + at
                if at in places or tile == witness or not self.pool.may[tile]:
                    continue
                if not self._uncut(span, (*places, witness % 13, at)):
                    continue
                asks = {**_naturals(colour, span, places), witness: held.source, tile: RACK}
                for complete in self._new(asks, old.by_colour[colour]):
                    yield _run(colour, span, places, complete)

    def _new(self, asks: dict[int, int], old: Sequence[Remainder]) -> Iterator[dict[int, int]]:
        """*asks* completed so that none of the *old* sets is wholly contained (rules 5, freed c)."""
        bits = sum(1 << tile for tile, ask in asks.items() if ask != RACK) if old else 0
        for source, tiles, each in old:
            if each & ~bits == 0 and all(asks[tile] in (ANY, source) for tile in tiles):
                break
        else:
            yield asks
            return
        for tile in tiles:
            if asks[tile] == ANY:
                if self.pool.may[tile]:
                    yield from self._new({**asks, tile: RACK}, old)
                for owner in self.pool.owners(tile):
                    if owner != source:
                        yield from self._new({**asks, tile: owner}, old)

    def _uncut(self, span: range, needed: Iterable[int]) -> bool:
        """Whether no three natural tiles can be cut from an end so that *needed* and three tiles remain."""
        if self.whole or len(span) <= 5:
            return True
        order = sorted(needed)
        return order[0] - span.start <= 2 and span.stop - 1 - order[-1] <= 2

    def _tight(self, span: range, needed: Iterable[int], jokers: Iterable[int]) -> bool:
        """`_uncut`, and no joker at an end could move to the next needed tile and free three natural tiles."""
        order = sorted(needed)
        return self.whole or (
            self._uncut(span, order)
            and (order[0] != span.start or order[0] not in jokers or order[1] - order[0] <= 3)
            and (order[-1] != span.stop - 1 or order[-1] not in jokers or order[-1] - order[-2] <= 3)
        )


def old_sets(pool: Pool, *, without: int | None = None) -> Old:
    """The sets of the table without their jokers, except the one with the index *without*."""
    left: list[Remainder] = []
    for source, each in enumerate(pool.table):
        if source != without:
            tiles = tuple(tile for tile in each.tiles if tile != JOKER)
            left.append(Remainder(source, tiles, sum(1 << tile for tile in tiles)))
    return Old(
        tuple(tuple(each for each in left if {tile // 13 for tile in each.tiles} == {colour}) for colour in range(4)),
        tuple(tuple(each for each in left if {tile % 13 for tile in each.tiles} == {number}) for number in range(13)),
    )
