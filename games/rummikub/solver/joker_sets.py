"""Every set that a joker can end up in (rules 5, Joker on the table), as far as the answer can depend on it.

A *shape* is a set with its joker or jokers; at each of its natural tiles it may *ask* for a certain copy: one from the
rack (a freed joker's set needs it), or the one that lay in a certain set of the table (a kept joker's set needs it, or
it shows that an old set is not wholly contained). Shapes are given up to cutting: a run from which three or more
natural tiles can be cut, so that what remains still meets its conditions, is not needed beside the shorter one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from games.rummikub.sets import GROUP, RUN
from games.rummikub.solver.pool import NATURALS, Held, Pool
from games.rummikub.tiles import JOKER

ANY = -1  # any copy of the tile
RACK = -2  # one from the rack; numbers from 0 name a set of the table
Asks = Mapping[int, int]  # tile -> which copy
Remainder = tuple[int, frozenset[int]]  # a set of the table (its index) without its freed jokers


class Shape(NamedTuple):
    """By number from *first* on: the natural tiles that it takes, each with what it asks; nothing for a joker.

    A group has one number, a run three or more.
    """

    first: int
    tiles: tuple[tuple[tuple[int, int], ...], ...]


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
    """The shapes that a pool's tiles can make."""

    pool: Pool

    def _there(self, tiles: Iterable[int]) -> bool:
        return all(self.pool.must[tile] or self.pool.may[tile] for tile in tiles)

    def groups(self, jokers: int) -> Iterator[dict[int, int]]:
        """Each group with so many jokers, by its natural tiles."""
        for number in range(13):
            there = [tile for tile in range(number, NATURALS, 13) if self._there([tile])]
            for size in range(max(1, 3 - jokers), 5 - jokers):
                for tiles in combinations(there, size):
                    yield dict.fromkeys(tiles, ANY)

    def runs(self, jokers: int, longest: int = 13) -> Iterator[tuple[int, range, tuple[int, ...]]]:
        """Each run with so many jokers: colour, numbers, where the jokers are."""
        for colour in range(4):
            for first in range(11):
                for last in range(first + 2, min(13, first + longest)):
                    span = range(first, last + 1)
                    missing = [at for at in span if not self._there([13 * colour + at])]
                    if len(missing) > jokers:
                        break
                    for places in combinations(span, jokers):
                        if all(at in places for at in missing):
                            yield colour, span, places

    def unbound(self, jokers: int) -> Iterator[Shape]:
        """Sets for so many jokers of the rack: five tiles at most, longer ones can be cut."""
        for asks in self.groups(jokers):
            yield _group(asks)
        for colour, span, places in self.runs(jokers, longest=5):
            yield _run(colour, span, places, _naturals(colour, span, places))

    def kept(self, held: Held) -> Iterator[Shape]:
        """Sets in which *held* alone is kept: as it lies, with a natural tile of its old set."""
        for asks, witness in self._kept_groups(held, 1):
            yield _group({**asks, witness: held.source})
        for colour, span, places, witness in self._kept_runs(held, 1):
            if _uncut(span, (places[0], witness % 13)):
                yield _run(colour, span, places, {**_naturals(colour, span, places), witness: held.source})

    def kept_with_free(self, held: Held) -> Iterator[Shape]:
        """Sets in which *held* is kept beside a joker from the rack."""
        for asks, witness in self._kept_groups(held, 2):
            yield _group({**asks, witness: held.source})
        for colour, span, places, witness in self._kept_runs(held, 2):
            if _uncut(span, (held.stands % 13, witness % 13)):
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
                if _uncut(span, (*places, witness % 13, second % 13)):
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

    def freed(self, old: Iterable[Remainder]) -> Iterator[Shape]:
        """New sets for one freed joker: a tile from the rack in it, none of the *old* sets wholly contained."""
        old = list(old)
        for asks in self.groups(1):
            for tile in asks:
                if self.pool.may[tile]:
                    yield from map(_group, self._new({**asks, tile: RACK}, old))
        for colour, span, places in self.runs(1):
            for at in span:
                tile = 13 * colour + at
                if at in places or not self.pool.may[tile] or not _tight(span, (*places, at), places):
                    continue
                for asks in self._new({**_naturals(colour, span, places), tile: RACK}, old):
                    yield _run(colour, span, places, asks)

    def freed_with_free(self, old: Iterable[Remainder]) -> Iterator[Shape]:
        """New sets for a freed joker beside a joker from the rack, which is the tile from the rack."""
        old = list(old)
        for asks in self.groups(2):
            yield from map(_group, self._new(asks, old))
        for colour, span, places in self.runs(2):
            if _tight(span, places, places):
                for asks in self._new(_naturals(colour, span, places), old):
                    yield _run(colour, span, places, asks)

    def both_freed(self, old: Iterable[Remainder]) -> Iterator[Shape]:
        """New sets for two freed jokers together."""
        old = list(old)
        for asks in self.groups(2):
            for tile in asks:
                if self.pool.may[tile]:
                    yield from map(_group, self._new({**asks, tile: RACK}, old))
        for colour, span, places in self.runs(2):
            for at in span:
                tile = 13 * colour + at
                if at in places or not self.pool.may[tile] or not _tight(span, (*places, at), places):
                    continue
                for asks in self._new({**_naturals(colour, span, places), tile: RACK}, old):
                    yield _run(colour, span, places, asks)

    def kept_and_freed(self, held: Held, old: Iterable[Remainder]) -> Iterator[Shape]:
        """Sets in which *held* is kept beside another joker of the table that is freed."""
        old = list(old)
        for asks, witness in self._kept_groups(held, 2):
            for tile in asks:
                if tile != witness and self.pool.may[tile]:
                    yield from map(_group, self._new({**asks, witness: held.source, tile: RACK}, old))
        for colour, span, places, witness in self._kept_runs(held, 2):
            for at in span:
                tile = 13 * colour + at
                if at in places or tile == witness or not self.pool.may[tile]:
                    continue
                if not _uncut(span, (*places, witness % 13, at)):
                    continue
                asks = {**_naturals(colour, span, places), witness: held.source, tile: RACK}
                for complete in self._new(asks, old):
                    yield _run(colour, span, places, complete)

    def _new(self, asks: dict[int, int], old: list[Remainder]) -> Iterator[dict[int, int]]:
        """*asks* completed so that none of the *old* sets is wholly contained (rules 5, freed c)."""
        for source, tiles in old:
            if all(asks.get(tile) in (ANY, source) for tile in tiles):
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


def _uncut(span: range, needed: Iterable[int]) -> bool:
    """Whether no three natural tiles can be cut from an end of a run so that *needed* and three tiles remain."""
    needed = list(needed)
    return len(span) <= 5 or (min(needed) - span.start <= 2 and span.stop - 1 - max(needed) <= 2)


def _tight(span: range, needed: Iterable[int], jokers: Iterable[int]) -> bool:
    """`_uncut`, and no joker at an end could move up to the next needed tile and set three natural tiles free."""
    order = sorted(needed)
    return (
        _uncut(span, order)
        and (order[0] != span.start or order[0] not in jokers or order[1] - order[0] <= 3)
        and (order[-1] != span.stop - 1 or order[-1] not in jokers or order[-1] - order[-2] <= 3)
    )


def remainders(pool: Pool, *, without: Iterable[int] = ()) -> list[Remainder]:
    """The sets of the table without their jokers, except those with an index in *without*."""
    return [
        (source, frozenset(tile for tile in each.tiles if tile != JOKER))
        for source, each in enumerate(pool.table)
        if source not in without
    ]
