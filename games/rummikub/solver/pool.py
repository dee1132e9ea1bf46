"""The material of a turn: the tiles that must be laid, those that may be, and the jokers."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.rummikub.sets import TileSet
from games.rummikub.tiles import JOKER, counts

NATURALS = 52


@dataclass(frozen=True, slots=True)
class Held:
    """A joker of the table: its set, and the tile (run) or number (group) that it stands for."""

    source: int
    kind: str
    stands: int


@dataclass(frozen=True, slots=True)
class Pool:
    """The tiles of a turn by kind (see `tiles`). `may` are those of the rack that could be of use."""

    rack: int  # the bag
    table: tuple[TileSet, ...]
    must: bytes
    may: bytes
    rack_jokers: int
    held: tuple[Held, ...]
    later: tuple[int, ...]  # by number from 0: the count of tiles with higher numbers in `may`

    @classmethod
    def of(cls, rack: int, table: Sequence[TileSet]) -> "Pool":
        must = counts(sum(each.bag for each in table))
        on_rack = counts(rack)
        held = tuple(Held(source, each.kind, stands) for source, each in enumerate(table) for stands in each.stands)
        jokers = on_rack[JOKER]
        may = _useful(must, on_rack, jokers + len(held))
        columns = [sum(may[number::13]) for number in range(13)]
        later = tuple(sum(columns[number + 1 :]) for number in range(13))
        return cls(rack, tuple(table), must[:NATURALS], may, jokers, held, later)

    def without(self, source: int) -> "Pool":
        """The pool if a set of the table stays as it is and the rest is the table."""
        return Pool.of(self.rack, (*self.table[:source], *self.table[source + 1 :]))

    @property
    def most(self) -> int:
        """An upper bound for the tiles of a play."""
        return sum(self.may) + self.rack_jokers

    def owners(self, tile: int) -> tuple[int, ...]:
        return tuple(source for source, each in enumerate(self.table) if tile in each.tiles)


def _useful(must: bytes, rack: bytes, jokers: int) -> bytes:
    """The natural tiles of the rack that can be in any set with the available tiles."""
    there = [must[tile] + rack[tile] > 0 for tile in range(NATURALS)]
    may = bytearray(NATURALS)
    for tile in range(NATURALS):
        if not rack[tile]:
            continue
        colour, number = divmod(tile, 13)
        in_group = sum(there[number + 13 * other] for other in range(4)) + jokers >= 3
        if in_group or any(
            sum(there[13 * colour + first : 13 * colour + first + 3]) + jokers >= 3
            for first in range(max(0, number - 2), min(10, number) + 1)
        ):
            may[tile] = rack[tile]
    return bytes(may)
