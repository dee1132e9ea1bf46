"""The rules of Rummikub (Sabra), number 1: what each move does and what forbids it.

Checks come in the order that records promise: game over, turn, the pieces are there, conservation, sets from left to
right, opening, jokers, time. A move costs what it changes: bags are added and subtracted, and only the sets that are
laid anew are judged (and each text only once).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.engine import CHANCE, Level
from games.errors import FormError, Refused
from games.rummikub import faults, jokers
from games.rummikub.moves import Broken, Deal, Drawn, DrawTile, Move, Pass, Play, Reveal, Timeout
from games.rummikub.position import Phase, Position
from games.rummikub.sets import TileSet
from games.rummikub.tiles import (
    JOKER,
    TOTAL,
    bag,
    contains,
    difference,
    size,
    written,
)

HAND = 14
OPENING = 30
PENALTY = 3
_JOKERS = 0x7F << (8 * JOKER)


def apply(now: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for deals and draws)."""
    phase = now.phase
    if phase == Phase.TURN:
        if seat != now.seat or type(move) not in _ACTS:
            raise _out_of_turn(now, seat, move)
        return _ACTS[type(move)](now, seat, move)
    if phase == Phase.DUE and seat == CHANCE and isinstance(move, Drawn):
        return _drawn(now, move)
    if phase == Phase.DEAL and seat == CHANCE and isinstance(move, Deal):
        return _deal(now, move)
    if phase == Phase.REVEAL and isinstance(move, Reveal):
        return _reveal(now, seat, move)
    raise _out_of_turn(now, seat, move)


def _out_of_turn(now: Position, seat: int, move: Move) -> Refused:
    if seat == CHANCE and isinstance(move, Drawn) and now.house.level == Level.OPEN:
        return FormError(what="An open record does not say which tiles are drawn.", culprit=str(move))
    if isinstance(move, Reveal):
        why = "racks are shown after the end of the game" if now.phase < Phase.REVEAL else "no rack is unknown any more"
        return faults.Reveal(seat=seat, why=why)
    if now.phase >= Phase.REVEAL:
        return faults.GameOver(move=move)
    due = {
        Phase.DEAL: "the deal is due",
        Phase.TURN: f"seat {now.seat} is on turn",
        Phase.DUE: f"nature has to give seat {now.seat} what it draws",
    }[now.phase]
    return faults.Turn(move=move, seat=seat, due=due)


def _deal(now: Position, move: Deal) -> Position:
    seats = now.house.seats
    if move.starter >= seats:
        raise faults.Deal(why=f"there is no seat {move.starter}")
    fresh = now._replace(phase=Phase.TURN, starter=move.starter, seat=move.starter, pool=TOTAL - HAND * seats)
    if move.racks is None:
        return fresh._replace(unknown=(HAND,) * seats)
    if now.house.level == Level.OPEN:
        raise FormError(what="An open record does not say which racks are dealt.", culprit="|")
    if len(move.racks) != seats:
        raise faults.Deal(why=f"it names {len(move.racks)} racks for {seats} seats")
    racks = tuple(map(bag, move.racks))
    for seat, rack in enumerate(move.racks):
        if len(rack) != HAND:
            raise faults.Deal(why=f"seat {seat} gets {len(rack)} tiles, not {HAND}")
    unseen, missing = difference(now.unseen, sum(racks))
    if missing:
        raise faults.Deal(why=f"{written(missing)} is dealt more often than there is of it")
    return fresh._replace(racks=racks, unseen=unseen)


def _next(now: Position) -> int:
    return (now.seat + 1) % now.house.seats


def _set(row: tuple[int, ...], place: int, item: int) -> tuple[int, ...]:
    return (*row[:place], item, *row[place + 1 :])


def _play(now: Position, seat: int, move: Play) -> Position:
    off, on = move.off, move.on
    table, gone = _without(now.table, off)
    put = count = 0
    for each in on:
        put += each.bag
        count += len(each.tiles)
    if count > TOTAL:
        raise faults.Conservation(tiles=f"{count} tiles", why=f"are more than the {TOTAL} that there are")
    laid, missing = (put - gone, 0) if contains(put, gone) else difference(put, gone)
    rack, unknown, unseen = _from_rack(now, seat, laid)
    if missing:
        raise faults.Conservation(tiles=written(missing), why="would leave the table")
    if not laid:
        raise faults.NoRackTile(seat=seat)
    for each in on:
        if each.fault is not None:
            raise type(each.fault)(**each.fault.params)
    opened = now.opened
    if not opened[seat]:
        _opening(now, seat, move, laid)
        opened = (*opened[:seat], True, *opened[seat + 1 :])
    if gone & _JOKERS:
        jokers.check(off, on, laid, opened=now.opened[seat], house=now.house)
    out = not rack and not unknown
    racks, unknowns = now.racks, now.unknown
    if rack != racks[seat]:
        racks = _set(racks, seat, rack)
    if unknown != unknowns[seat]:
        unknowns = _set(unknowns, seat, unknown)
    return Position(
        now.house,
        (Phase.REVEAL if any(unknowns) else Phase.OVER) if out else Phase.TURN,
        now.starter,
        seat if out else (seat + 1) % now.house.seats,
        table + on,
        racks,
        unknowns,
        unseen,
        now.pool,
        opened,
        0,
        0,
        0,
        "out" if out else None,
    )


def _without(table: tuple[TileSet, ...], off: Sequence[TileSet]) -> tuple[tuple[TileSet, ...], int]:
    """The table without the sets *off*, and the bag of their tiles."""
    if not off:
        return table, 0
    left, gone = list(table), 0
    for each in off:
        if each in left:
            left.remove(each)
        else:
            same = [lies for lies in left if lies.key == each.key]
            if not same:
                raise faults.Conservation(tiles=each.text, why="does not lie on the table")
            left.remove(same[0])
        gone += each.bag
    return tuple(left), gone


def _from_rack(now: Position, seat: int, laid: int) -> tuple[int, int, int]:
    """What the seat's rack knows, does not know, and what is unseen, after the bag *laid* has left the rack."""
    known, unknown = now.racks[seat], now.unknown[seat]
    if contains(known, laid):
        return known - laid, unknown, now.unseen
    left, missing = difference(known, laid)
    short = size(missing) - unknown
    if short > 0:
        raise faults.NotOnRack(seat=seat, tiles=written(missing) if not unknown else f"{short} more than it holds")
    unseen, doubled = difference(now.unseen, missing)
    if doubled:
        raise faults.Conservation(tiles=written(doubled), why="is there more often than the game has it")
    return left, unknown - size(missing), unseen


def _opening(now: Position, seat: int, move: Play, laid: int) -> None:
    """The first sets of a seat: from the rack alone, 30 points or more."""
    if not now.house.same_turn_after_opening:
        touched, _ = jokers.changed(move.off, move.on)
        if touched:
            raise faults.OpeningTouchesTable(seat=seat, set=touched[0].text)
    points = _own_points(move.on, laid)
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
    if not now.pool:
        raise faults.DrawEmptyPool(seat=seat)
    return _give(now, 1)


def _pass(now: Position, seat: int, move: Move) -> Position:
    if now.pool:
        raise faults.PassPoolLeft(seat=seat, pool=now.pool)
    return _idle(now)


def _timeout(now: Position, seat: int, move: Move) -> Position:
    return _give(now, 1) if now.pool else _idle(now)


def _broken(now: Position, seat: int, move: Broken) -> Position:
    try:
        table, gone = _without(now.table, move.off)
    except faults.Conservation as fault:
        raise faults.BrokenTable(why=fault.message.rstrip(".")) from None
    count = sum(len(each.tiles) for each in move.on) + len(move.lost)
    lost = bag(move.lost) if count <= TOTAL else 0
    left = sum(each.bag for each in move.on) + lost
    if count > TOTAL or gone != left:
        raise faults.BrokenTable(why="the sets put back and the lost tiles are not what was taken off")
    for each in move.on:
        if each.fault is not None:
            raise faults.BrokenTable(why=each.fault.message.rstrip("."))
    if not now.opened[seat] and not now.house.same_turn_after_opening:
        raise faults.BrokenUnopened(seat=seat)
    broken = now._replace(table=table + move.on, returned=lost)
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
    if now.house.level == Level.FULL:
        return Position(
            now.house,
            Phase.DUE,
            now.starter,
            now.seat,
            now.table,
            now.racks,
            now.unknown,
            now.unseen,
            now.pool,
            now.opened,
            0,
            due,
            now.returned,
            None,
        )
    unknown = _set(now.unknown, now.seat, now.unknown[now.seat] + due)
    return _given(now, now.racks, unknown, now.unseen, due)


def _drawn(now: Position, move: Drawn) -> Position:
    taken = move.tiles
    if len(taken) != now.due:
        raise faults.Draw(seat=now.seat, tiles=move, why=f"{now.due} are due, not {len(taken)}")
    drawn = bag(taken)
    if not contains(now.unseen, drawn):
        _, missing = difference(now.unseen, drawn)
        raise faults.Draw(seat=now.seat, tiles=move, why=f"{written(missing)} is not in the pool")
    racks = _set(now.racks, now.seat, now.racks[now.seat] + drawn)
    return _given(now, racks, now.unknown, now.unseen - drawn, now.due)


def _given(now: Position, racks: tuple[int, ...], unknown: tuple[int, ...], unseen: int, count: int) -> Position:
    """The tiles are drawn; lost tiles enter the pool only now (rules 6 c); the turn is over."""
    lost = now.returned
    return Position(
        now.house,
        Phase.TURN,
        now.starter,
        (now.seat + 1) % now.house.seats,
        now.table,
        racks,
        unknown,
        unseen + lost,
        now.pool - count + (size(lost) if lost else 0),
        now.opened,
        0,
        0,
        0,
        None,
    )


def _reveal(now: Position, seat: int, move: Reveal) -> Position:
    """An open record shows what was left on a rack."""
    if not 0 <= seat < now.house.seats:
        raise faults.Reveal(seat=seat, why="there is no such seat")
    shown = bag(move.tiles)
    if not now.unknown[seat]:
        raise faults.Reveal(seat=seat, why="it is empty or has been shown already")
    if len(move.tiles) != now.held(seat):
        raise faults.Reveal(seat=seat, why=f"{len(move.tiles)} tiles are shown, {now.held(seat)} are on it")
    new, missing = difference(shown, now.racks[seat])
    if missing:
        raise faults.Reveal(seat=seat, why=f"{written(missing)} was drawn and never laid")
    unseen, doubled = difference(now.unseen, new)
    if doubled:
        raise faults.Reveal(seat=seat, why=f"{written(doubled)} is there more often than the game has it")
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
