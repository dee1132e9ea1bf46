"""The rules of Rummikub (Sabra), number 1: what each move does and what forbids it.

Checks come in the order that records promise: game over, turn, the pieces are there, conservation, sets from left to
right, opening, jokers, time. Moves are made on a draft of the position, many of them in a row if need be. A move costs
what it changes: bags are added and subtracted. What the sets of a play are worth whatever the position, the play itself
knows (see `moves`), and each set is judged once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from games.engine import CHANCE, Level
from games.errors import FormError, Phrase, Refused, counted
from games.rummikub import errors, jokers
from games.rummikub.moves import FEW, Broken, Deal, Drawn, DrawTile, Move, Pass, Play, Reveal, Timeout
from games.rummikub.position import Draft, Phase, Position
from games.rummikub.sets import TileSet
from games.rummikub.tiles import GUARD, TOTAL, UNIT, bag, contains, difference, size, written

HAND = 14
OPENING = 30
PENALTY = 3
# members of an enum are slow to look up
_DEAL, _TURN, _DUE, _REVEAL = Phase.DEAL, Phase.TURN, Phase.DUE, Phase.REVEAL
_OPEN = Level.OPEN


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for deals and draws)."""
    return play(state, ((seat, move),))


def play(state: Position, moves: Iterable[tuple[int, Move]]) -> Position:
    """The position after *moves*, each with its seat."""
    now = Draft(state)
    for seat, move in moves:
        phase = now.phase
        if phase is _TURN and seat == now.seat and (act := _ACTS.get(type(move))):
            act(now, seat, move)
        elif phase is _DUE and seat == CHANCE and isinstance(move, Drawn):
            _drawn(now, move)
        elif phase is _DEAL and seat == CHANCE and isinstance(move, Deal):
            _deal(now, move)
        elif phase is _REVEAL and isinstance(move, Reveal):
            _reveal(now, seat, move)
        else:
            raise _out_of_turn(now, seat, move)
    return now.position()


def _out_of_turn(now: Draft, seat: int, move: Move) -> Refused:
    if seat == CHANCE and isinstance(move, Drawn) and now.house.level == Level.OPEN:
        return FormError(what=Phrase("An open record does not say which tiles are drawn."), culprit=str(move))
    if isinstance(move, Reveal):
        why = Phrase("no rack is unknown any more")
        if now.phase < Phase.REVEAL:
            why = Phrase("racks are shown after the end of the game")
        return errors.Reveal(seat=seat, why=why)
    if now.phase >= Phase.REVEAL:
        return errors.GameOver(move=move)
    due = {
        Phase.DEAL: Phrase("the deal is due"),
        Phase.TURN: Phrase("seat {seat} is on turn", seat=now.seat),
        Phase.DUE: Phrase("nature has to give seat {seat} what it draws", seat=now.seat),
    }[now.phase]
    return errors.Turn(move=move, seat=seat, due=due)


def _deal(now: Draft, move: Deal) -> None:
    seats = now.house.seats
    if move.starter >= seats:
        raise errors.Deal(why=Phrase("there is no seat {seat}", seat=move.starter))
    if move.racks is None:
        now.unknown = [HAND] * seats
    else:
        _dealt(now, move.racks)
    now.phase, now.starter, now.seat = _TURN, move.starter, move.starter
    now.pool = TOTAL - HAND * seats


def _dealt(now: Draft, racks: Sequence[Sequence[int]]) -> None:
    seats = now.house.seats
    if now.house.level is _OPEN:
        raise FormError(what=Phrase("An open record does not say which racks are dealt."), culprit="|")
    if len(racks) != seats:
        raise errors.Deal(why=Phrase("it names {count} racks for {seats} seats", count=len(racks), seats=seats))
    for seat, rack in enumerate(racks):
        if len(rack) != HAND:
            why = Phrase("seat {seat} gets {count} tiles, not {due}", seat=seat, count=len(rack), due=HAND)
            raise errors.Deal(why=why)
    now.racks = [bag(rack) for rack in racks]
    dealt = sum(now.racks)
    if not contains(now.unseen, dealt):
        _, missing = difference(now.unseen, dealt)
        raise errors.Deal(why=Phrase("{tiles} is dealt more often than there is of it", tiles=written(missing)))
    now.unseen -= dealt


def _next(now: Draft) -> int:
    return (now.seat + 1) % now.house.seats


def _play(now: Draft, seat: int, move: Play) -> None:
    off, on, laid, sound, frees = move
    if off:
        _lift(now.table, off)
    if not sound:
        _refuse(now, seat, move)
    left = (now.racks[seat] | GUARD) - laid  # as `contains` and a difference, spared calls
    if left & GUARD == GUARD:
        now.racks[seat] = left ^ GUARD
    else:
        _take_unknown(now, seat, laid)
    opened = now.opened[seat]
    if not opened:
        _opening(now, seat, move)
        now.opened[seat] = True
    if frees:
        jokers.check(off, on, opened=opened, house=now.house)
    now.table += on
    now.idle = 0
    if now.racks[seat] or now.unknown[seat]:
        now.seat = (seat + 1) % now.house.seats
    else:
        now.phase, now.reason = _REVEAL if any(now.unknown) else Phase.OVER, "out"


def _refuse(now: Draft, seat: int, move: Play) -> NoReturn:
    """Raise what stands in the way of sets that are not sound."""
    fault = next((each.fault for each in move.on if each.fault is not None), None)
    count = sum(len(each.tiles) for each in move.on)
    if count > TOTAL and (fault or len(move.on) > FEW):
        why = Phrase("are more than the {total} that there are", total=TOTAL)
        raise errors.Conservation(tiles=Phrase("{count} tiles", count=count), why=why)
    laid, missing = difference(sum(each.bag for each in move.on), sum(each.bag for each in move.off))
    _take_unknown(now, seat, laid)
    if missing:
        raise errors.Conservation(tiles=written(missing), why=Phrase("would leave the table"))
    if not laid or fault is None:
        raise errors.NoRackTile(seat=seat)
    raise type(fault)(**fault.params)


def _lift(table: list[TileSet], off: Sequence[TileSet]) -> None:
    """Take the sets *off* from *table*."""
    for each in off:
        try:
            table.remove(each)
        except ValueError:  # a group in another order, or nothing
            same = next((place for place, lies in enumerate(table) if lies.key == each.key), None)
            if same is None:
                raise errors.Conservation(tiles=each.text, why=Phrase("does not lie on the table")) from None
            del table[same]


def _take_unknown(now: Draft, seat: int, laid: int) -> None:
    """A seat lays tiles; those that its rack is not known to hold are of its unknown ones."""
    left, missing = difference(now.racks[seat], laid)
    unknown = now.unknown[seat] - size(missing)
    if unknown < 0:
        more = Phrase("{count} more than it holds", count=-unknown)
        raise errors.NotOnRack(seat=seat, tiles=more if now.unknown[seat] else written(missing))
    unseen, doubled = difference(now.unseen, missing)
    if doubled:
        raise errors.Conservation(tiles=written(doubled), why=Phrase("is there more often than the game has it"))
    now.racks[seat], now.unknown[seat], now.unseen = left, unknown, unseen


def _opening(now: Draft, seat: int, move: Play) -> None:
    """The first sets of a seat: from the rack alone, 30 points or more."""
    if move.off and not now.house.same_turn_after_opening:
        touched, _ = jokers.changed(move.off, move.on)
        if touched:
            raise errors.OpeningTouchesTable(seat=seat, set=touched[0].text)
    points = _own_points(move.on, move.laid) if move.off else sum(each.value for each in move.on)
    if points < OPENING:
        raise errors.OpeningBelow30(seat=seat, points=points)


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


def _draw(now: Draft, seat: int, move: Move) -> None:
    if not now.pool:
        raise errors.DrawEmptyPool(seat=seat)
    _give(now, 1)


def _pass(now: Draft, seat: int, move: Move) -> None:
    if now.pool:
        raise errors.PassPoolLeft(seat=seat, pool=now.pool)
    _idle(now)


def _timeout(now: Draft, seat: int, move: Move) -> None:
    if now.pool:
        _give(now, 1)
    else:
        _idle(now)


def _broken(now: Draft, seat: int, move: Broken) -> None:
    try:
        _lift(now.table, move.off)
    except errors.Conservation as fault:
        raise errors.BrokenTable(why=Phrase(fault.text, **fault.params)) from None
    count = sum(len(each.tiles) for each in move.on) + len(move.lost)
    lost = bag(move.lost) if count <= TOTAL else 0
    left = sum(each.bag for each in move.on) + lost
    if count > TOTAL or left != sum(each.bag for each in move.off):
        raise errors.BrokenTable(why=Phrase("the sets put back and the lost tiles are not what was taken off."))
    for each in move.on:
        if each.fault is not None:
            raise errors.BrokenTable(why=Phrase(each.fault.text, **each.fault.params))
    if not now.opened[seat] and not now.house.same_turn_after_opening:
        raise errors.BrokenUnopened(seat=seat)
    now.table += move.on
    now.returned = lost
    if now.pool:
        _give(now, min(PENALTY, now.pool))
    elif lost:
        now.seat, now.idle = _next(now), 0
        _refill(now)
    else:
        _idle(now)


def _idle(now: Draft) -> None:
    """A turn that began with an empty pool and laid nothing; as many in a row as there are seats end the game."""
    now.idle += 1
    if now.idle < now.house.seats:
        now.seat = _next(now)
    else:
        now.phase, now.reason = _REVEAL if any(now.unknown) else Phase.OVER, "stuck"


def _give(now: Draft, due: int) -> None:
    """The seat on turn gets *due* tiles: nature names them in a full record, in an open one they are only counted."""
    now.idle = 0
    if now.house.level is _OPEN:
        now.unknown[now.seat] += due
        _taken(now, due)
    else:
        now.phase, now.due = _DUE, due


def _drawn(now: Draft, move: Drawn) -> None:
    seat, due, taken = now.seat, now.due, move.tiles
    if len(taken) != due:
        raise errors.Draw(seat=seat, tiles=move, why=Phrase("{due} are due, not {count}", due=due, count=len(taken)))
    drawn = UNIT[taken[0]] if due == 1 else bag(taken)
    left = (now.unseen | GUARD) - drawn
    if left & GUARD != GUARD:
        _, missing = difference(now.unseen, drawn)
        raise errors.Draw(seat=seat, tiles=move, why=Phrase("{tiles} is not in the pool", tiles=written(missing)))
    now.unseen = left ^ GUARD
    now.racks[seat] += drawn
    now.phase, now.due = _TURN, 0
    _taken(now, due)


def _taken(now: Draft, count: int) -> None:
    """So many tiles have left the pool. Lost ones enter it only after the penalty is drawn (rules 6 c)."""
    now.pool -= count
    now.seat = (now.seat + 1) % now.house.seats
    if now.returned:
        _refill(now)


def _refill(now: Draft) -> None:
    """Lost tiles enter the pool."""
    now.unseen += now.returned
    now.pool += size(now.returned)
    now.returned = 0


def _reveal(now: Draft, seat: int, move: Reveal) -> None:
    """An open record shows what was left on a rack."""
    if not 0 <= seat < now.house.seats:
        raise errors.Reveal(seat=seat, why=Phrase("there is no such seat"))
    shown, known, unknown = bag(move.tiles), now.racks[seat], now.unknown[seat]
    if not unknown:
        raise errors.Reveal(seat=seat, why=Phrase("it is empty or has been shown already"))
    if len(move.tiles) != (held := size(known) + unknown):
        why = counted(
            "{count} tile is shown, {held} are on it",
            "{count} tiles are shown, {held} are on it",
            len(move.tiles),
            held=held,
        )
        raise errors.Reveal(seat=seat, why=why)
    new, missing = difference(shown, known)
    if missing:
        raise errors.Reveal(seat=seat, why=Phrase("{tiles} was drawn and never laid", tiles=written(missing)))
    unseen, doubled = difference(now.unseen, new)
    if doubled:
        why = Phrase("{tiles} is there more often than the game has it", tiles=written(doubled))
        raise errors.Reveal(seat=seat, why=why)
    now.racks[seat], now.unknown[seat], now.unseen = shown, 0, unseen
    now.phase = _REVEAL if any(now.unknown) else Phase.OVER


_ACTS: Mapping[type, Callable[[Draft, int, Any], None]] = {
    Play: _play,
    DrawTile: _draw,
    Pass: _pass,
    Timeout: _timeout,
    Broken: _broken,
}


def in_play(now: Position) -> int:
    """The bag of all tiles that the position accounts for; always the whole set of 106 while no rack is unknown."""
    return sum(each.bag for each in now.table) + sum(now.racks) + now.unseen + now.returned
