"""Where the jokers of the table may go (rules 5, Joker on the table).

Only the sets taken off in this turn matter, without those that the move puts back unchanged. Equal tiles are read in
the player's favour: a turn is legal if, for some assignment of the jokers and of the copies of tiles, every joker of
the table is either *kept* or *freed* as the rules require.

The origin of the copies is one yes or no for each tile of which two copies moved. Every condition is a clause: at least
one tile of a set came, or did not come, from somewhere. So `_is_possible` decides whether some reading satisfies all
clauses, without listing the readings.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import NamedTuple, TypeAlias

from games.errors import RuleViolation
from games.rummikub.errors import JokerBeforeOpening, JokerNoRackTile, JokerNotNewSet, JokerTriplet
from games.rummikub.options import Options
from games.rummikub.sets import GROUP, TileSet
from games.rummikub.tiles import JOKER, UNIT

RACK = -1  # the origin of a tile that was in no set of the table
_NATURALS = UNIT[JOKER] - 1  # in a bag
_STAGES = (JokerBeforeOpening, JokerTriplet, JokerNotNewSet, JokerNoRackTile)

Choice: TypeAlias = tuple[int, bool]  # a tile of which two copies moved, and whether they are crossed
Clause: TypeAlias = Sequence[Choice]  # one of them has to hold
Origins: TypeAlias = Mapping[tuple[int, int], tuple[int, int]]  # (place, tile) -> source uncrossed, source crossed


class Joker(NamedTuple):
    """A joker of the table: its old set and what it stood for, its new set and what it stands for now."""

    source: int
    stood: int
    place: int
    stands: int


def check(off: Sequence[TileSet], on: Sequence[TileSet], *, opened: bool, options: Options) -> None:
    """Refuse a forbidden move of jokers from the sets *off* into the sets *on*."""
    if is_plain(off, on, may_free=opened and not options.joker_triplet_needs_both):  # as in nearly every turn
        return
    off, on = set_changes(off, on)
    lay = [(source, stood) for source, taken in enumerate(off) for stood in taken.stands]
    slots = [(place, stands) for place, put in enumerate(on) for stands in put.stands]
    origins = _origins(off, on)
    mildest: RuleViolation | None = None
    for goals in permutations(slots, len(lay)):
        jokers = [Joker(*was, *goal) for was, goal in zip(lay, goals, strict=True)]
        turn = _Turn(off, on, origins, jokers, opened, options)
        for kept in product((True, False), repeat=len(jokers)):
            if not turn.may_keep(kept):
                continue
            error = turn.error(kept)
            if error is None:
                return
            if mildest is None or _STAGES.index(type(error)) > _STAGES.index(type(mildest)):
                mildest = error
    if mildest is not None:  # pragma: no branch - no joker leaves the table, so there is some place for each
        raise mildest


def is_plain(off: Sequence[TileSet], on: Sequence[TileSet], *, may_free: bool) -> bool:
    """Whether the jokers of each old set stay with one of its tiles, or (*may_free*) its only one to rack tiles."""
    left = [put for put in on if put.stands]
    for taken in off:
        if stands := taken.stands:
            kind, naturals = taken.kind, taken.bag & _NATURALS
            for put in left:
                if put.stands == stands and put.kind == kind and put.bag & naturals:
                    break
            else:
                if not may_free or len(stands) > 1:
                    return False
                fresh = next((put for put in left if _is_of_the_rack(put, off)), None)
                if fresh is None:
                    return False
                put = fresh
            left.remove(put)
    return True


def _is_of_the_rack(put: TileSet, off: Sequence[TileSet]) -> bool:
    """Whether the set has one joker and no natural tile from an old set."""
    naturals = put.bag & _NATURALS
    return len(put.stands) == 1 and not any(taken.bag & naturals for taken in off)


def set_changes(off: Sequence[TileSet], on: Sequence[TileSet]) -> tuple[list[TileSet], list[TileSet]]:
    """The sets without those on both sides, which stay unchanged."""
    if {taken.key for taken in off}.isdisjoint(put.key for put in on):
        return list(off), list(on)
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


def _origins(off: Sequence[TileSet], on: Sequence[TileSet]) -> Origins:
    """The origin of each natural tile of the sets *on*, in its two readings."""
    sources: dict[int, list[int]] = {}
    for source, taken in enumerate(off):
        for tile in taken.tiles:
            sources.setdefault(tile, []).append(source)
    origins: dict[tuple[int, int], tuple[int, int]] = {}
    first: dict[int, int] = {}  # tile -> the first place where it lies
    for place, put in enumerate(on):
        for tile in put.tiles:
            known = sources.get(tile, ())
            plain = known[0] if known else RACK
            crossed = known[1] if len(known) > 1 else RACK
            if tile in first:
                origins[place, tile] = (crossed, plain)
                origins[first[tile], tile] = (plain, crossed)
            else:
                first[tile] = place
                origins[place, tile] = (plain, plain)
    return origins


@dataclass(frozen=True, slots=True)
class _Turn:
    """One assignment of the table's jokers to places."""

    off: Sequence[TileSet]
    on: Sequence[TileSet]
    origins: Origins
    jokers: Sequence[Joker]
    opened: bool
    options: Options

    def may_keep(self, kept: Sequence[bool]) -> bool:
        """Whether these jokers can be kept: same kind and meaning, and a natural tile beside each stays."""
        jokers = [joker for joker, keep in zip(self.jokers, kept, strict=True) if keep]
        return all(
            self.off[joker.source].kind == self.on[joker.place].kind and joker.stood == joker.stands for joker in jokers
        ) and _is_possible(clause for clause in map(self._stays, jokers) if clause is not None)

    def error(self, kept: Sequence[bool]) -> RuleViolation | None:
        """The first demand that no reading satisfies if these jokers are kept and the others freed, if any."""
        held = [self._stays(joker) for joker, keep in zip(self.jokers, kept, strict=True) if keep]
        clauses = [clause for clause in held if clause is not None]
        demands = [
            each for joker, keep in zip(self.jokers, kept, strict=True) if not keep for each in self._freed(joker, kept)
        ]
        for error, clause in sorted(demands, key=lambda demand: _STAGES.index(type(demand[0]))):
            clauses.append(clause)
            if not _is_possible(clauses):
                return error
        return None

    def _stays(self, joker: Joker) -> Clause | None:
        return self._some(joker.place, self.on[joker.place].tiles, joker.source, True)

    def _freed(self, joker: Joker, kept: Sequence[bool]) -> Iterator[tuple[RuleViolation, Clause]]:
        """What the rules require of a freed joker: each demand with the error for not meeting it."""
        was, put = self.off[joker.source], self.on[joker.place]
        demands: list[tuple[RuleViolation, Clause | None]] = []
        if not self.opened:
            demands.append((JokerBeforeOpening(set=was.text), ()))
        if self.options.joker_triplet_needs_both:
            demands.extend((JokerTriplet(set=was.text), clause) for clause in self._separated(joker.source))
        for index, old in enumerate(self.off):
            if self._may_hold(joker.place, index, kept):
                error = JokerNotNewSet(set=was.text, into=put.text, old=old.text)
                demands.append((error, self._some(joker.place, old.tiles, index, False)))
        if len(put.stands) == sum(other.place == joker.place for other in self.jokers):  # no joker from the rack
            no_rack_tile = JokerNoRackTile(set=was.text, into=put.text)
            demands.append((no_rack_tile, self._some(joker.place, put.tiles, RACK, True)))
        return ((error, clause) for error, clause in demands if clause is not None)

    def _may_hold(self, place: int, index: int, kept: Sequence[bool]) -> bool:
        """Whether the old set *index*, without its freed jokers, may be wholly contained in the set at *place*."""
        stayed = (joker.place for joker, keep in zip(self.jokers, kept, strict=True) if keep and joker.source == index)
        return set(self.off[index].tiles) - {JOKER} <= set(self.on[place].tiles) and all(at == place for at in stayed)

    def _separated(self, source: int) -> Iterator[Clause | None]:
        """The rest of a group of three must get both missing colours, or must not stay together (A7)."""
        naturals = [tile for tile in self.off[source].tiles if tile != JOKER]
        if self.off[source].kind != GROUP or len(self.off[source].tiles) != 3 or len(naturals) != 2:
            return
        for place, put in enumerate(self.on):
            if put.kind == GROUP and set(naturals) <= set(put.tiles) and len(set(put.tiles) - {JOKER}) < 4:
                yield self._some(place, naturals, source, False)

    def _some(self, place: int, row: Iterable[int], source: int, came: bool) -> Clause | None:
        """The clause that a natural tile of *row*, at *place*, came (or not) from *source*. None if always true."""
        clause: list[Choice] = []
        for tile in row:
            if tile == JOKER:
                continue
            plain, crossed = ((origin == source) == came for origin in self.origins[place, tile])
            if plain and crossed:
                return None
            if plain or crossed:
                clause.append((tile, crossed))
        return clause


def _is_possible(clauses: Iterable[Clause]) -> bool:
    """Whether tiles can be crossed or not so that every clause holds."""
    return _is_satisfied(sorted(clauses, key=len), {})


def _is_satisfied(clauses: Sequence[Clause], chosen: Mapping[int, bool]) -> bool:
    for index, clause in enumerate(clauses):
        if any(chosen.get(tile) == crossed for tile, crossed in clause):
            continue
        tried = dict(chosen)
        for tile, crossed in clause:
            if tile not in chosen:
                if _is_satisfied(clauses[index + 1 :], {**tried, tile: crossed}):
                    return True
                tried[tile] = not crossed
        return False
    return True
