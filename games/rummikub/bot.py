"""A player for simulated games: quick, human in its habits, and not strong.

It knows only its own rack and the table. It opens when it can, plays new sets, extends old ones, splits runs, borrows
tiles from the table, and frees jokers. Now and then it finds the best play, draws although it could play, runs out of
time, or leaves a table that cannot be restored. Its moves follow from the position and the given chance.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.chance import Chance
from games.errors import Refused
from games.rummikub import rules
from games.rummikub.moves import Broken, DrawTile, Move, Pass, Play, Timeout
from games.rummikub.position import Position
from games.rummikub.sets import GROUP, RUN, TileSet, judge
from games.rummikub.solver import best_play
from games.rummikub.tiles import COLOURS, JOKER, UNIT, colour, contains, counts, row_text, size, value


class Plan(NamedTuple):
    """A possible table after the turn, and the bag that is then left on the rack."""

    table: tuple[TileSet, ...]
    rack: int

    @property
    def kinds(self) -> list[int]:
        """The kinds of tiles on the rack, without jokers."""
        return [tile for tile, count in enumerate(counts(self.rack)[:JOKER]) if count]

    def has(self, tile: int) -> bool:
        return contains(self.rack, UNIT[tile])

    def put(self, new: Sequence[TileSet], *, instead: int | None = None, used: int) -> "Plan":
        """The plan with the sets *new*, without the set at the index *instead*, and without *used* on the rack."""
        left = self.table if instead is None else (*self.table[:instead], *self.table[instead + 1 :])
        return Plan((*left, *new), self.rack - used)


def suggest(position: Position, seat: int, chance: Chance) -> Move:
    idle: Move = DrawTile() if position.pool else Pass()
    mood = chance.below(100)
    if mood == 0:
        return Timeout()
    if mood == 1 and position.opened[seat] and position.table:
        return _break_set(position, chance)
    if mood < 5:
        return idle
    if mood == 5 and chance.below(4) == 0:
        best = best_play(position.racks[seat], position.table, opened=position.opened[seat], options=position.options)
        return best or idle
    return _find_play(position, seat, chance, with_joker=mood < 50 or size(position.racks[seat]) < 7) or idle


def _find_play(position: Position, seat: int, chance: Chance, *, with_joker: bool) -> Move | None:
    start = Plan(position.table, position.racks[seat])
    if not position.opened[seat]:
        plans = [
            _repeat(start, [_new_set(groups_first=first, joker=joker)])
            for first in (True, False)
            for joker in (False, True)
        ]
    else:
        steps = [
            _new_set(groups_first=bool(chance.below(2)), joker=with_joker),
            _extend_set,
            _free_joker,
            _split_run,
            _borrow,
        ]
        plans = [_repeat(start, steps), _repeat(start, steps[:2])]
    for plan in plans:
        move = _move(position.table, plan.table)
        if move.on and _is_legal(position, seat, move):
            return move
    return None


def _is_legal(position: Position, seat: int, move: Move) -> bool:
    try:
        rules.apply(position, seat, move)
    except Refused:
        return False
    return True


def _move(before: Sequence[TileSet], after: Sequence[TileSet]) -> Play:
    off, on = Counter(before), Counter(after)
    return Play(tuple((off - on).elements()), tuple((on - off).elements()))


Step = Callable[[Plan], Plan | None]


def _repeat(plan: Plan, steps: Sequence[Step]) -> Plan:
    """The plan after the first possible step, again and again until none is possible or the rack is empty."""
    while plan.rack:
        better = next((found for step in steps if (found := step(plan)) is not None), None)
        if better is None:
            break
        plan = better
    return plan


@lru_cache(maxsize=16_384)
def _set(kind: str, row: tuple[int, ...]) -> TileSet:
    return judge(f"{kind}:{row_text(row, ',')}")


def _new_set(*, groups_first: bool, joker: bool) -> Step:
    """The most valuable set of the rack's own tiles."""

    def step(plan: Plan) -> Plan | None:
        found = [*_groups(plan.kinds), *_runs(plan.kinds)]
        if not found and joker and plan.has(JOKER):
            found = list(_joker_sets(plan.kinds))
        if not found:
            return None
        best = max(found, key=lambda each: (groups_first == (each.kind == GROUP), each.value, each.text))
        return plan.put([best], used=best.bag)

    return step


def _groups(kinds: Sequence[int]) -> Iterator[TileSet]:
    by_value: dict[int, list[int]] = {}
    for tile in sorted(kinds):
        by_value.setdefault(value(tile), []).append(tile)
    return (_set(GROUP, tuple(row)) for row in by_value.values() if len(row) > 2)


def _runs(kinds: Sequence[int]) -> Iterator[TileSet]:
    row: list[int] = []
    for tile in [*sorted(kinds), -1]:
        if row and (tile != row[-1] + 1 or colour(tile) != colour(row[-1])):
            if len(row) > 2:
                yield _set(RUN, tuple(row))
            row = []
        row.append(tile)


def _joker_sets(kinds: Sequence[int]) -> Iterator[TileSet]:
    """Sets of two tiles and a joker."""
    for low in kinds:
        for high in kinds:
            if value(low) == value(high) and low < high:
                yield _set(GROUP, (low, high, JOKER))
            elif colour(low) == colour(high) and high - low == 2:
                yield _set(RUN, (low, JOKER, high))
            elif colour(low) == colour(high) and high - low == 1:
                yield _set(RUN, (low, high, JOKER) if value(high) < 13 else (JOKER, low, high))


def _extend_set(plan: Plan) -> Plan | None:
    """A tile added to a set of the table."""
    for index, each in enumerate(plan.table):
        for tile, longer in _fitting_tiles(each):
            if plan.has(tile):
                return plan.put([longer], instead=index, used=UNIT[tile])
    return None


@lru_cache(maxsize=4096)
def _fitting_tiles(each: TileSet) -> Sequence[tuple[int, TileSet]]:
    """The tiles that may be added to a set, each with the new set."""
    trait = colour if each.kind == RUN else value
    natural = next(tile for tile in each.tiles if tile != JOKER)
    alike = [tile for tile in range(JOKER) if trait(tile) == trait(natural)]
    ends = [(tile, row) for tile in alike for row in ((tile, *each.tiles), (*each.tiles, tile))]
    longer = [(tile, _set(each.kind, row)) for tile, row in ends]
    return [(tile, new) for tile, new in longer if new.error is None]


def _split_run(plan: Plan) -> Plan | None:
    """A run cut in two by a second copy of one of its tiles."""
    for index, each in enumerate(plan.table):
        if each.kind == RUN:
            for at in range(2, len(each.tiles) - 2):
                if each.tiles[at] != JOKER and plan.has(each.tiles[at]):
                    parts = [_set(RUN, each.tiles[: at + 1]), _set(RUN, each.tiles[at:])]
                    return plan.put(parts, instead=index, used=UNIT[each.tiles[at]])
    return None


def _free_joker(plan: Plan) -> Plan | None:
    """A joker replaced by a tile of the rack, and played in a new set with two more of them."""
    for index, each in enumerate(plan.table):
        for at in [at for at, tile in enumerate(each.tiles) if tile == JOKER]:
            for tile in plan.kinds:
                whole = _set(each.kind, (*each.tiles[:at], tile, *each.tiles[at + 1 :]))
                if whole.error is None:
                    freed = plan.put([whole], instead=index, used=UNIT[tile])
                    new = max(_joker_sets(freed.kinds), key=lambda found: (found.value, found.text), default=None)
                    if new is not None:
                        return freed.put([new], used=new.bag - UNIT[JOKER])
    return None


def _borrow(plan: Plan) -> Plan | None:
    """A new set of rack tiles and of tiles that the table can spare."""
    for kind, row in (target for own in plan.kinds for target in _targets(own)):
        after: Plan | None = plan
        for tile in row:
            if after is not None:
                after = after.put([], used=UNIT[tile]) if after.has(tile) else _take_tile(after, tile)
        if after is not None:
            return after.put([_set(kind, row)], used=0)
    return None


def _targets(tile: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The sets of three that hold *tile*."""
    for first in range(max(1, value(tile) - 2), min(11, value(tile)) + 1):
        low = tile - value(tile) + first
        yield RUN, (low, low + 1, low + 2)
    for without in range(len(COLOURS)):
        if without != colour(tile):
            yield GROUP, tuple(other * 13 + value(tile) - 1 for other in range(len(COLOURS)) if other != without)


def _take_tile(plan: Plan, tile: int) -> Plan | None:
    """The plan without *tile* in one of its sets, if the rest is one or more sets."""
    for index, each in enumerate(plan.table):
        if tile in each.tiles:
            at = each.tiles.index(tile)
            left, right = each.tiles[:at], each.tiles[at + 1 :]
            parts = [left + right] if each.kind == GROUP else [part for part in (left, right) if part]
            sets = [_set(each.kind, part) for part in parts]
            if all(part.error is None for part in sets):
                return plan.put(sets, instead=index, used=0)
    return None


def _break_set(position: Position, chance: Chance) -> Move:
    """A set of the table that is lost, all of it or the tile at its end."""
    broken = chance.pick(position.table)
    rest = _set(broken.kind, broken.tiles[:-1])
    if chance.below(2) and rest.error is None:
        return Broken((broken,), (rest,), broken.tiles[-1:])
    return Broken((broken,), (), broken.tiles)
