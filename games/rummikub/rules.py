"""The rules of Rummikub (Sabra), number 1: what each move does and what forbids it.

Checks come in the order that records promise: game over, turn, the pieces are there, conservation, sets from left to
right, opening, jokers, time. A move costs what it changes: bags are added and subtracted, and only the sets that are
laid anew are judged (and each text only once).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from games.engine import CHANCE, Level
from games.errors import FormError, Phrase, Refused, counted
from games.rummikub import faults, jokers
from games.rummikub.moves import Broken, Deal, Drawn, DrawTile, Move, Pass, Play, Reveal, Timeout
from games.rummikub.position import Phase, Position
from games.rummikub.sets import TileSet
from games.rummikub.tiles import (
    GUARD,
    JOKER,
    TOTAL,
    UNIT,
    bag,
    contains,
    difference,
    minus,
    size,
    written,
)

Item = TypeVar("Item")

HAND = 14
OPENING = 30
PENALTY = 3
FEW = 10  # sets; so many without a fault hold no tile more often than a bag can count
_JOKERS = 0x7F << (8 * JOKER)
# members of an enum are slow to look up, and a tuple's own `__new__` makes a position in half the time
_DEAL, _TURN, _DUE, _REVEAL = Phase.DEAL, Phase.TURN, Phase.DUE, Phase.REVEAL
_OPEN = Level.OPEN
_new = tuple.__new__


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for deals and draws)."""
    phase = state.phase
    if phase is _TURN:
        if seat == state.seat and (act := _ACTS.get(type(move))):
            return act(state, seat, move)
    elif phase is _DUE:
        if seat == CHANCE and isinstance(move, Drawn):
            return _drawn(state, move)
    elif phase is _DEAL:
        if seat == CHANCE and isinstance(move, Deal):
            return _deal(state, move)
    elif phase is _REVEAL and isinstance(move, Reveal):
        return _reveal(state, seat, move)
    raise _out_of_turn(state, seat, move)


def _out_of_turn(now: Position, seat: int, move: Move) -> Refused:
    if seat == CHANCE and isinstance(move, Drawn) and now.house.level == Level.OPEN:
        return FormError(what=Phrase("An open record does not say which tiles are drawn."), culprit=str(move))
    if isinstance(move, Reveal):
        why = Phrase("no rack is unknown any more")
        if now.phase < Phase.REVEAL:
            why = Phrase("racks are shown after the end of the game")
        return faults.Reveal(seat=seat, why=why)
    if now.phase >= Phase.REVEAL:
        return faults.GameOver(move=move)
    due = {
        Phase.DEAL: Phrase("the deal is due"),
        Phase.TURN: Phrase("seat {seat} is on turn", seat=now.seat),
        Phase.DUE: Phrase("nature has to give seat {seat} what it draws", seat=now.seat),
    }[now.phase]
    return faults.Turn(move=move, seat=seat, due=due)


def _deal(now: Position, move: Deal) -> Position:
    seats = now.house.seats
    if move.starter >= seats:
        raise faults.Deal(why=Phrase("there is no seat {seat}", seat=move.starter))
    if move.racks is None:
        return _dealt(now, move.starter, now.racks, (HAND,) * seats, now.unseen)
    if now.house.level is _OPEN:
        raise FormError(what=Phrase("An open record does not say which racks are dealt."), culprit="|")
    if len(move.racks) != seats:
        raise faults.Deal(why=Phrase("it names {count} racks for {seats} seats", count=len(move.racks), seats=seats))
    racks = tuple(map(bag, move.racks))
    for seat, rack in enumerate(move.racks):
        if len(rack) != HAND:
            why = Phrase("seat {seat} gets {count} tiles, not {due}", seat=seat, count=len(rack), due=HAND)
            raise faults.Deal(why=why)
    left = minus(now.unseen, sum(racks))
    if left < 0:
        _, missing = difference(now.unseen, sum(racks))
        raise faults.Deal(why=Phrase("{tiles} is dealt more often than there is of it", tiles=written(missing)))
    return _dealt(now, move.starter, racks, now.unknown, left)


def _dealt(now: Position, starter: int, racks: tuple[int, ...], unknown: tuple[int, ...], unseen: int) -> Position:
    pool = TOTAL - HAND * len(racks)
    return Position(now.house, _TURN, starter, starter, (), racks, unknown, unseen, pool, now.opened, 0, 0, 0, None)


def _next(now: Position) -> int:
    return (now.seat + 1) % now.house.seats


def _set(row: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    changed = list(row)
    changed[place] = item
    return tuple(changed)


def _play(now: Position, seat: int, move: Play) -> Position:
    house, _, starter, _, table, racks, unknown, unseen, pool, opened, _, _, _, _ = now
    off, on = move
    gone = put = missing = 0
    lie = [*table]
    if off:
        gone = _lifted(lie, off)
    fault = None
    for _, _, _, _, tiles, _, _, wrong in on:
        put += tiles
        fault = fault or wrong
    if fault or len(on) > FEW:
        _countable(on)
    laid = (put | GUARD) - gone  # `minus`, spared a call, as below
    if laid & GUARD == GUARD:
        laid ^= GUARD
    else:
        laid, missing = difference(put, gone)
    left = (racks[seat] | GUARD) - laid
    if left & GUARD == GUARD:
        changed = [*racks]
        changed[seat] = left ^ GUARD
        racks = tuple(changed)
    else:
        racks, unknown, unseen = _from_unknown(now, seat, laid)
    if missing:
        raise faults.Conservation(tiles=written(missing), why=Phrase("would leave the table"))
    if not laid:
        raise faults.NoRackTile(seat=seat)
    if fault is not None:
        raise type(fault)(**fault.params)
    before = opened[seat]
    if not before:
        _opening(now, seat, move, laid)
        opened = _set(opened, seat, True)
    if gone & _JOKERS:
        jokers.check(off, on, opened=before, house=house)
    lie += on
    table = tuple(lie)
    if racks[seat] or unknown[seat]:
        seat = (seat + 1) % len(racks)
        return _new(Position, (house, _TURN, starter, seat, table, racks, unknown, unseen, pool, opened, 0, 0, 0, None))
    phase = _REVEAL if any(unknown) else Phase.OVER
    return _new(Position, (house, phase, starter, seat, table, racks, unknown, unseen, pool, opened, 0, 0, 0, "out"))


def _countable(on: Sequence[TileSet]) -> None:
    """Raise if there are more tiles than the game has; a bag cannot count them by the hundred."""
    count = sum(len(each.tiles) for each in on)
    if count > TOTAL:
        why = Phrase("are more than the {total} that there are", total=TOTAL)
        raise faults.Conservation(tiles=Phrase("{count} tiles", count=count), why=why)


def _lifted(table: list[TileSet], off: Sequence[TileSet]) -> int:
    """Take the sets *off* from *table*: the bag of their tiles."""
    gone = 0
    for each in off:
        try:
            table.remove(each)
        except ValueError:  # a group in another order, or nothing
            same = next((place for place, lies in enumerate(table) if lies.key == each.key), None)
            if same is None:
                raise faults.Conservation(tiles=each.text, why=Phrase("does not lie on the table")) from None
            del table[same]
        gone += each.bag
    return gone


def _from_unknown(now: Position, seat: int, laid: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Racks, unknown tiles and unseen tiles after a seat has laid more than its rack is known to hold."""
    unknown = now.unknown[seat]
    left, missing = difference(now.racks[seat], laid)
    short = size(missing) - unknown
    if short > 0:
        more = Phrase("{count} more than it holds", count=short)
        raise faults.NotOnRack(seat=seat, tiles=more if unknown else written(missing))
    unseen, doubled = difference(now.unseen, missing)
    if doubled:
        raise faults.Conservation(tiles=written(doubled), why=Phrase("is there more often than the game has it"))
    return _set(now.racks, seat, left), _set(now.unknown, seat, -short), unseen


def _opening(now: Position, seat: int, move: Play, laid: int) -> None:
    """The first sets of a seat: from the rack alone, 30 points or more."""
    if move.off and not now.house.same_turn_after_opening:
        touched, _ = jokers.changed(move.off, move.on)
        if touched:
            raise faults.OpeningTouchesTable(seat=seat, set=touched[0].text)
    points = _own_points(move.on, laid) if move.off else sum(each.value for each in move.on)
    if points < OPENING:
        raise faults.OpeningBelow30(seat=seat, points=points)


def _own_points(on: Sequence[TileSet], laid: int) -> int:
    """The highest value of sets among *on* that the bag *laid* alone can make."""
    best = {laid: 0}
    for each in sorted(on, key=lambda put: -put.value):
        for left, points in list(best.items()):
            if contains(left, each.bag):
                rest = left - each.bag
                best[rest] = max(best.get(rest, 0), points + each.value)
                if best[rest] >= OPENING:
                    return best[rest]
    return max(best.values())


def _draw(now: Position, seat: int, move: Move) -> Position:
    house, _, starter, _, table, racks, unknown, unseen, pool, opened, _, _, returned, _ = now
    if not pool:
        raise faults.DrawEmptyPool(seat=seat)
    if house.level is _OPEN:
        return _counted(now, 1)
    return _new(
        Position, (house, _DUE, starter, seat, table, racks, unknown, unseen, pool, opened, 0, 1, returned, None)
    )


def _pass(now: Position, seat: int, move: Move) -> Position:
    if now.pool:
        raise faults.PassPoolLeft(seat=seat, pool=now.pool)
    return _idle(now)


def _timeout(now: Position, seat: int, move: Move) -> Position:
    return _give(now, 1) if now.pool else _idle(now)


def _broken(now: Position, seat: int, move: Broken) -> Position:
    table = [*now.table]
    try:
        gone = _lifted(table, move.off)
    except faults.Conservation as fault:
        raise faults.BrokenTable(why=Phrase(fault.text, **fault.params)) from None
    count = sum(len(each.tiles) for each in move.on) + len(move.lost)
    lost = bag(move.lost) if count <= TOTAL else 0
    left = sum(each.bag for each in move.on) + lost
    if count > TOTAL or gone != left:
        raise faults.BrokenTable(why=Phrase("the sets put back and the lost tiles are not what was taken off."))
    for each in move.on:
        if each.fault is not None:
            raise faults.BrokenTable(why=Phrase(each.fault.text, **each.fault.params))
    if not now.opened[seat] and not now.house.same_turn_after_opening:
        raise faults.BrokenUnopened(seat=seat)
    broken = now._replace(table=(*table, *move.on), returned=lost)
    if now.pool:
        return _give(broken, min(PENALTY, now.pool))
    if lost:
        return broken._replace(seat=_next(now), unseen=now.unseen + lost, pool=size(lost), returned=0, idle=0)
    return _idle(broken)


def _idle(now: Position) -> Position:
    """A turn that began with an empty pool and laid nothing; as many in a row as there are seats end the game."""
    idle = now.idle + 1
    if idle < now.house.seats:
        return now._replace(seat=_next(now), idle=idle)
    return now._replace(phase=Phase.REVEAL if any(now.unknown) else Phase.OVER, idle=idle, reason="stuck")


def _give(now: Position, due: int) -> Position:
    """The seat on turn gets *due* tiles: nature names them in a full record, in an open one they are only counted."""
    return _counted(now, due) if now.house.level is _OPEN else now._replace(phase=_DUE, due=due, idle=0)


def _counted(now: Position, count: int) -> Position:
    """Tiles are drawn that the record does not name."""
    house, _, starter, seat, table, racks, unknown, unseen, pool, opened, _, _, returned, _ = now
    unknown = _set(unknown, seat, unknown[seat] + count)
    seat = (seat + 1) % len(racks)
    pool -= count
    now = _new(
        Position, (house, _TURN, starter, seat, table, racks, unknown, unseen, pool, opened, 0, 0, returned, None)
    )
    return _refilled(now) if returned else now


def _drawn(now: Position, move: Drawn) -> Position:
    house, _, starter, seat, table, racks, unknown, unseen, pool, opened, _, due, returned, _ = now
    taken = move.tiles
    if len(taken) != due:
        raise faults.Draw(seat=seat, tiles=move, why=Phrase("{due} are due, not {count}", due=due, count=len(taken)))
    drawn = UNIT[taken[0]] if due == 1 else bag(taken)
    left = (unseen | GUARD) - drawn  # `minus`, spared a call
    if left & GUARD != GUARD:
        _, missing = difference(unseen, drawn)
        raise faults.Draw(seat=seat, tiles=move, why=Phrase("{tiles} is not in the pool", tiles=written(missing)))
    left ^= GUARD
    changed = [*racks]
    changed[seat] += drawn
    racks = tuple(changed)
    seat = (seat + 1) % len(racks)
    pool -= due
    now = _new(Position, (house, _TURN, starter, seat, table, racks, unknown, left, pool, opened, 0, 0, returned, None))
    return _refilled(now) if returned else now


def _refilled(now: Position) -> Position:
    """Lost tiles enter the pool only after the penalty is drawn (rules 6 c)."""
    lost = now.returned
    return now._replace(unseen=now.unseen + lost, pool=now.pool + size(lost), returned=0)


def _reveal(now: Position, seat: int, move: Reveal) -> Position:
    """An open record shows what was left on a rack."""
    if not 0 <= seat < now.house.seats:
        raise faults.Reveal(seat=seat, why=Phrase("there is no such seat"))
    shown = bag(move.tiles)
    if not now.unknown[seat]:
        raise faults.Reveal(seat=seat, why=Phrase("it is empty or has been shown already"))
    if len(move.tiles) != now.held(seat):
        why = counted(
            "{count} tile is shown, {held} are on it",
            "{count} tiles are shown, {held} are on it",
            len(move.tiles),
            held=now.held(seat),
        )
        raise faults.Reveal(seat=seat, why=why)
    new, missing = difference(shown, now.racks[seat])
    if missing:
        raise faults.Reveal(seat=seat, why=Phrase("{tiles} was drawn and never laid", tiles=written(missing)))
    unseen, doubled = difference(now.unseen, new)
    if doubled:
        why = Phrase("{tiles} is there more often than the game has it", tiles=written(doubled))
        raise faults.Reveal(seat=seat, why=why)
    unknown = _set(now.unknown, seat, 0)
    return now._replace(
        phase=Phase.REVEAL if any(unknown) else Phase.OVER,
        racks=_set(now.racks, seat, shown),
        unknown=unknown,
        unseen=unseen,
    )


_ACTS: Mapping[type, Callable[[Position, int, Any], Position]] = {
    Play: _play,
    DrawTile: _draw,
    Pass: _pass,
    Timeout: _timeout,
    Broken: _broken,
}


def in_play(now: Position) -> int:
    """The bag of all tiles that the position accounts for; always the whole set of 106 while no rack is unknown."""
    return sum(each.bag for each in now.table) + sum(now.racks) + now.unseen + now.returned
