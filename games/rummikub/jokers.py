"""Where the jokers of the table may go (rules 5, Joker on the table).

Only the sets taken off in this turn matter, and equal tiles are read in the player's favour: a turn is legal if, for
some way to tell the jokers and the copies of a tile apart, every joker of the table is either *kept* or *freed* as the
rules ask. The reading is searched completely; it stays small because a set holds each natural tile at most once, so
two sets that share tiles have at most 13 kinds between them, and sets that share none are judged apart.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from games.errors import RuleViolation
from games.rummikub.faults import JokerBeforeOpening, JokerNoRackTile, JokerNotNewSet, JokerTriplet
from games.rummikub.house import House
from games.rummikub.sets import GROUP, TileSet
from games.rummikub.tiles import JOKER, counts, value

RACK = -1  # where a tile comes from that was on no set of the table
_STAGES = (JokerBeforeOpening, JokerTriplet, JokerNotNewSet, JokerNoRackTile)


def check(off: Sequence[TileSet], on: Sequence[TileSet], laid: int, *, opened: bool, house: House) -> None:
    """Raise what stands in the way of moving the jokers of the sets *off* into the sets *on* like this."""
    off, on = changed(off, on)
    jokers = [(source, stands) for source, taken in enumerate(off) for stands in taken.stands]
    slots = [(place, stands) for place, put in enumerate(on) for stands in put.stands]
    faults: list[RuleViolation] = []
    for goals in permutations(slots, len(jokers)):
        turn = _Turn(off, on, laid, opened, house, tuple(zip(jokers, goals, strict=True)))
        fault = turn.fault()
        if fault is None:
            return
        faults.append(fault)
    if faults:
        raise max(faults, key=lambda fault: _STAGES.index(type(fault)))


def changed(off: Sequence[TileSet], on: Sequence[TileSet]) -> tuple[list[TileSet], list[TileSet]]:
    """The sets without those that are named on both sides: they stay as they lie."""
    both = Counter(taken.key for taken in off) & Counter(put.key for put in on)
    sides: list[list[TileSet]] = []
    for side in (off, on):
        left, kept = Counter(both), []
        for each in side:
            if left[each.key]:
                left[each.key] -= 1
            else:
                kept.append(each)
        sides.append(kept)
    return sides[0], sides[1]


@dataclass(frozen=True, slots=True)
class _Turn:
    """One way to say which joker of the table went where: `(source, stands), (place, stands)` by joker."""

    off: Sequence[TileSet]
    on: Sequence[TileSet]
    laid: int
    opened: bool
    house: House
    jokers: Sequence[tuple[tuple[int, int], tuple[int, int]]]

    def fault(self) -> RuleViolation | None:
        """None if all is well in some reading, else the mildest fault."""
        faults: list[RuleViolation] = []
        for kept in product((True, False), repeat=len(self.jokers)):
            if any(keep and not self._may_stay(joker) for joker, keep in enumerate(kept)):
                continue
            found = [self._mildest(places, kept) for places in self._clusters()]
            if not any(found):
                return None
            faults.extend(fault for fault in found if fault)
        return max(faults, key=lambda fault: _STAGES.index(type(fault)))

    def _may_stay(self, joker: int) -> bool:
        (source, was), (place, stands) = self.jokers[joker]
        return self.off[source].kind == self.on[place].kind and was == stands

    def _clusters(self) -> list[list[int]]:
        """The places that jokers go to, those together that share a kind of tile."""
        places = sorted({place for _, (place, _) in self.jokers})
        if len(places) == 2 and not set(self.on[places[0]].tiles) & set(self.on[places[1]].tiles) - {JOKER}:
            return [[places[0]], [places[1]]]
        return [places]

    def _mildest(self, places: Sequence[int], kept: Sequence[bool]) -> RuleViolation | None:
        """The mildest fault of the jokers that went to *places*, over all readings; None if one reading has none."""
        mildest: RuleViolation | None = None
        for origin in self._readings(places):
            found = self._first(places, kept, origin)
            if found is None:
                return None
            if mildest is None or _STAGES.index(type(found)) > _STAGES.index(type(mildest)):
                mildest = found
        return mildest

    def _readings(self, places: Sequence[int]) -> Iterator[Mapping[tuple[int, int], int]]:
        """Each way to say where the natural tiles of *places* come from: (place, tile) -> index in `off`, or RACK."""
        rack = counts(self.laid)
        choices: list[list[dict[tuple[int, int], int]]] = []
        for tile in sorted({tile for place in places for tile in self.on[place].tiles if tile != JOKER}):
            homes = [place for place, put in enumerate(self.on) if tile in put.tiles]
            sources = [source for source, taken in enumerate(self.off) if tile in taken.tiles] + [RACK] * rack[tile]
            orders = sorted(set(permutations(sources)))
            choices.append([dict(zip([(home, tile) for home in homes], order, strict=True)) for order in orders])
        for combination in product(*choices):
            yield {key: source for choice in combination for key, source in choice.items()}

    def _first(
        self, places: Sequence[int], kept: Sequence[bool], origin: Mapping[tuple[int, int], int]
    ) -> RuleViolation | None:
        """The first fault of the jokers that went to *places* in one reading."""
        for joker, ((source, _), (place, _)) in enumerate(self.jokers):
            if place not in places:
                continue
            home = self.on[place].tiles
            if kept[joker]:
                # kept: S still contains a natural tile of T
                if not any(tile != JOKER and origin[place, tile] == source for tile in home):
                    return JokerNotNewSet(
                        set=self.off[source].text, into=self.on[place].text, old=self.off[source].text
                    )
            elif fault := self._freed(source, place, kept, origin):
                return fault
        return None

    def _freed(
        self, source: int, place: int, kept: Sequence[bool], origin: Mapping[tuple[int, int], int]
    ) -> RuleViolation | None:
        was, put = self.off[source], self.on[place]
        if not self.opened:
            return JokerBeforeOpening(set=was.text)
        if self.house.joker_triplet_needs_both and self._half_replaced(was):
            return JokerTriplet(set=was.text)
        for index, old in enumerate(self.off):
            if self._holds(place, index, kept, origin):
                return JokerNotNewSet(set=was.text, into=put.text, old=old.text)
        if not self._rack_tile_in(place, origin):
            return JokerNoRackTile(set=was.text, into=put.text)
        return None

    def _holds(self, place: int, index: int, kept: Sequence[bool], origin: Mapping[tuple[int, int], int]) -> bool:
        """Whether the old set *index*, minus its freed jokers, is wholly contained in the set at *place*."""
        naturals = all(origin.get((place, tile)) == index for tile in self.off[index].tiles if tile != JOKER)
        stayed = [home for joker, ((source, _), (home, _)) in enumerate(self.jokers) if source == index and kept[joker]]
        return naturals and all(home == place for home in stayed)

    def _rack_tile_in(self, place: int, origin: Mapping[tuple[int, int], int]) -> bool:
        put = self.on[place]
        from_table = sum(1 for _, (home, _) in self.jokers if home == place)
        return len(put.stands) > from_table or any(origin.get((place, tile)) == RACK for tile in put.tiles)

    def _half_replaced(self, was: TileSet) -> bool:
        """Whether the rest of a group of three with one joker stayed together without both missing colours (A7)."""
        naturals = {tile for tile in was.tiles if tile != JOKER}
        if was.kind != GROUP or len(was.tiles) != 3 or len(naturals) != 2:
            return False
        together = [put for put in self.on if put.kind == GROUP and naturals <= set(put.tiles)]
        number = value(next(iter(naturals)))
        full = [put for put in together if len([t for t in put.tiles if t != JOKER and value(t) == number]) == 4]
        return bool(together) and not full
