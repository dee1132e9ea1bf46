"""The rules of Rummikub (Sabra), number 1: what each move does and what forbids it.

Checks come in the order that records promise: game over, turn, the pieces are there, conservation, sets from left to
right, opening, jokers, time. Moves are made on a draft of the position. What follows from the sets of a play alone, the
play itself knows (see `moves`), and each set is judged once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from games.engine import CHANCE, Level
from games.errors import FormError, Phrase, Refused, RuleViolation, count_phrase
from games.rummikub import errors, jokers
from games.rummikub.moves import SMALL_COUNT, Broken, Deal, Drawn, DrawTile, Move, Pass, Play, Reveal, Timeout
from games.rummikub.position import Draft, Phase, Position
from games.rummikub.sets import TileSet
from games.rummikub.tiles import TOTAL, bag, contains, difference, remainder, size, tiles_text

HAND = 14
OPENING = 30
PENALTY = 3

DEAL, TURN, DUE, REVEAL, OVER = Phase
OPEN = Level.OPEN


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for deals and draws)."""
    return play(state, ((seat, move),))


def play(state: Position, moves: Iterable[tuple[int, Move]]) -> Position:
    draft = Draft(state)
    for seat, move in moves:
        phase = draft.phase
        if phase is TURN and seat == draft.seat and (act := _ACTS.get(type(move))):
            act(draft, seat, move)
        elif phase is DUE and seat == CHANCE and isinstance(move, Drawn):
            _draw_tiles(draft, move)
        elif phase is DEAL and seat == CHANCE and isinstance(move, Deal):
            _deal(draft, move)
        elif phase is REVEAL and isinstance(move, Reveal):
            _reveal(draft, seat, move)
        else:
            raise _turn_refusal(draft, seat, move)
    return draft.position()


def _turn_refusal(draft: Draft, seat: int, move: Move) -> Refused:
    if seat == CHANCE and isinstance(move, Drawn) and draft.options.level is OPEN:
        return FormError(what=Phrase("An open record does not show which tiles are drawn."), culprit=str(move))
    if isinstance(move, Reveal):
        why = Phrase("all racks are already known")
        if draft.phase < REVEAL:
            why = Phrase("racks are shown only after the game ends")
        return errors.WrongReveal(seat=seat, why=why)
    if draft.phase >= REVEAL:
        return errors.GameOver(move=move)
    due = {
        DEAL: Phrase("the deal comes first"),
        TURN: Phrase("it is seat {seat}’s turn", seat=draft.seat),
        DUE: Phrase("seat {seat} is waiting to be dealt its draw", seat=draft.seat),
    }[draft.phase]
    return errors.NotYourTurn(move=move, seat=seat, due=due)


def _deal(draft: Draft, move: Deal) -> None:
    seats = draft.options.seats
    if move.starter >= seats:
        raise errors.WrongDeal(why=Phrase("there is no seat {seat}", seat=move.starter))
    if move.racks is None:
        draft.unknown = [HAND] * seats
    else:
        _deal_racks(draft, move.racks)
    draft.phase, draft.starter, draft.seat = TURN, move.starter, move.starter
    draft.pool = TOTAL - HAND * seats


def _deal_racks(draft: Draft, racks: Sequence[Sequence[int]]) -> None:
    seats = draft.options.seats
    if draft.options.level is OPEN:
        raise FormError(what=Phrase("An open record does not show which racks are dealt."), culprit="|")
    if len(racks) != seats:
        raise errors.WrongDeal(why=Phrase("it lists {count} racks for {seats} seats", count=len(racks), seats=seats))
    for seat, rack in enumerate(racks):
        if len(rack) != HAND:
            why = Phrase("seat {seat} gets {count} tiles, not {due}", seat=seat, count=len(rack), due=HAND)
            raise errors.WrongDeal(why=why)
    draft.racks = [bag(rack) for rack in racks]
    dealt = sum(draft.racks)
    if not contains(draft.unseen, dealt):
        _, missing = difference(draft.unseen, dealt)
        raise errors.WrongDeal(
            why=Phrase("more of these tiles are dealt than the game has: {tiles}", tiles=tiles_text(missing))
        )
    draft.unseen -= dealt


def _next_seat(draft: Draft) -> int:
    return (draft.seat + 1) % draft.options.seats


def _play(draft: Draft, seat: int, move: Play) -> None:
    off, on, laid, sound, frees = move
    if off:
        _lift(draft.table, off)
    if not sound:
        _refuse(draft, seat, move)
    left = remainder(draft.racks[seat], laid)
    if left is None:
        _take_unknown(draft, seat, laid)
    else:
        draft.racks[seat] = left
    opened = draft.opened[seat]
    if not opened:
        _check_opening(draft, seat, move)
        draft.opened[seat] = True
    if frees:
        jokers.check(off, on, opened=opened, options=draft.options)
    draft.table += on
    draft.idle = 0
    if draft.racks[seat] or draft.unknown[seat]:
        draft.seat = _next_seat(draft)
    else:
        draft.phase, draft.reason = REVEAL if any(draft.unknown) else OVER, "out"


def _refuse(draft: Draft, seat: int, move: Play) -> NoReturn:
    """Raise the refusal of unsound sets."""
    error = next((each.error for each in move.on if each.error is not None), None)
    count = sum(len(each.tiles) for each in move.on)
    if count > TOTAL and (error or len(move.on) > SMALL_COUNT):
        why = Phrase("more than the {total} in the game", total=TOTAL)
        raise errors.Conservation(tiles=Phrase("{count} tiles", count=count), why=why)
    laid, missing = difference(sum(each.bag for each in move.on), sum(each.bag for each in move.off))
    _take_unknown(draft, seat, laid)
    if missing:
        raise errors.Conservation(tiles=tiles_text(missing), why=Phrase("missing from the table"))
    if not laid or error is None:
        raise errors.NoRackTile(seat=seat)
    raise type(error)(**error.params)


def _lift(table: list[TileSet], off: Sequence[TileSet]) -> None:
    """Take the sets *off* from *table*."""
    for each in off:
        try:
            table.remove(each)
        except ValueError:  # a group in another order, or nothing
            same = next((place for place, lies in enumerate(table) if lies.key == each.key), None)
            if same is None:
                raise errors.Conservation(tiles=each.text, why=Phrase("not on the table")) from None
            del table[same]


def _take_unknown(draft: Draft, seat: int, laid: int) -> None:
    """Take tiles from a rack. Those that it is not known to hold come from its unknown tiles."""
    left, missing = difference(draft.racks[seat], laid)
    unknown = draft.unknown[seat] - size(missing)
    if unknown < 0:
        more = Phrase("{count} more than it holds", count=-unknown)
        raise errors.NotOnRack(seat=seat, tiles=more if draft.unknown[seat] else tiles_text(missing))
    unseen, doubled = difference(draft.unseen, missing)
    if doubled:
        raise errors.Conservation(tiles=tiles_text(doubled), why=Phrase("more than the game has"))
    draft.racks[seat], draft.unknown[seat], draft.unseen = left, unknown, unseen


def _check_opening(draft: Draft, seat: int, move: Play) -> None:
    """Require the first sets of a seat to be from the rack alone, worth 30 points or more."""
    if move.off and not draft.options.same_turn_after_opening:
        touched, _ = jokers.set_changes(move.off, move.on)
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


def _draw_tile(draft: Draft, seat: int, move: Move) -> None:
    if not draft.pool:
        raise errors.DrawEmptyPool(seat=seat)
    _give(draft, 1)


def _pass(draft: Draft, seat: int, move: Move) -> None:
    if draft.pool:
        raise errors.PassPoolLeft(seat=seat, pool=draft.pool)
    _idle(draft)


def _time_out(draft: Draft, seat: int, move: Move) -> None:
    if draft.pool:
        _give(draft, 1)
    else:
        _idle(draft)


def _break_table(draft: Draft, seat: int, move: Broken) -> None:
    try:
        _lift(draft.table, move.off)
    except errors.Conservation as error:
        raise errors.BrokenTable(why=Phrase(error.text, **error.params)) from None
    count = sum(len(each.tiles) for each in move.on) + len(move.lost)
    lost = bag(move.lost) if count <= TOTAL else 0
    left = sum(each.bag for each in move.on) + lost
    if count > TOTAL or left != sum(each.bag for each in move.off):
        raise errors.BrokenTable(why=Phrase("the sets put back and the lost tiles do not match what was taken off."))
    for each in move.on:
        if each.error is not None:
            raise errors.BrokenTable(why=Phrase(each.error.text, **each.error.params))
    if not draft.opened[seat] and not draft.options.same_turn_after_opening:
        raise errors.BrokenUnopened(seat=seat)
    draft.table += move.on
    draft.returned = lost
    if draft.pool:
        _give(draft, min(PENALTY, draft.pool))
    elif lost:
        draft.seat, draft.idle = _next_seat(draft), 0
        _refill(draft)
    else:
        _idle(draft)


def _idle(draft: Draft) -> None:
    """End a turn that began with an empty pool and played nothing. One of each seat in a row ends the game."""
    draft.idle += 1
    if draft.idle < draft.options.seats:
        draft.seat = _next_seat(draft)
    else:
        draft.phase, draft.reason = REVEAL if any(draft.unknown) else OVER, "stuck"


def _give(draft: Draft, due: int) -> None:
    """Make *due* tiles due. A full record names them, an open one only counts them."""
    draft.idle = 0
    if draft.options.level is OPEN:
        draft.unknown[draft.seat] += due
        _leave_pool(draft, due)
    else:
        draft.phase, draft.due = DUE, due


def _draw_tiles(draft: Draft, move: Drawn) -> None:
    seat, due, taken, drawn = draft.seat, draft.due, move.tiles, move.bag
    if len(taken) != due:
        raise errors.WrongDraw(
            seat=seat, tiles=move, why=Phrase("{due} must be drawn, not {count}", due=due, count=len(taken))
        )
    left = remainder(draft.unseen, drawn)
    if left is None:
        _, missing = difference(draft.unseen, drawn)
        raise errors.WrongDraw(
            seat=seat, tiles=move, why=Phrase("the pool does not have {tiles}", tiles=tiles_text(missing))
        )
    draft.unseen = left
    draft.racks[seat] += drawn
    draft.phase, draft.due = TURN, 0
    _leave_pool(draft, due)


def _leave_pool(draft: Draft, count: int) -> None:
    """Take tiles from the pool and end the turn. Lost tiles join the pool after the penalty is drawn (rules 6 c)."""
    draft.pool -= count
    draft.seat = _next_seat(draft)
    if draft.returned:
        _refill(draft)


def _refill(draft: Draft) -> None:
    """Add lost tiles to the pool."""
    draft.unseen += draft.returned
    draft.pool += size(draft.returned)
    draft.returned = 0


def _reveal(draft: Draft, seat: int, move: Reveal) -> None:
    """Show what was left on a rack of an open record."""
    if not 0 <= seat < draft.options.seats:
        raise errors.WrongReveal(seat=seat, why=Phrase("there is no such seat"))
    shown, known, unknown = bag(move.tiles), draft.racks[seat], draft.unknown[seat]
    if not unknown:
        raise errors.WrongReveal(seat=seat, why=Phrase("it is empty or has already been shown"))
    if len(move.tiles) != (held := size(known) + unknown):
        why = count_phrase(
            "{count} tile is shown, but it holds {held}",
            "{count} tiles are shown, but it holds {held}",
            len(move.tiles),
            held=held,
        )
        raise errors.WrongReveal(seat=seat, why=why)
    new, missing = difference(shown, known)
    if missing:
        raise errors.WrongReveal(
            seat=seat, why=Phrase("these tiles were drawn but never played: {tiles}", tiles=tiles_text(missing))
        )
    unseen, doubled = difference(draft.unseen, new)
    if doubled:
        why = Phrase("more of these tiles are shown than the game has: {tiles}", tiles=tiles_text(doubled))
        raise errors.WrongReveal(seat=seat, why=why)
    draft.racks[seat], draft.unknown[seat], draft.unseen = shown, 0, unseen
    draft.phase = REVEAL if any(draft.unknown) else OVER


_ACTS: Mapping[type, Callable[[Draft, int, Any], None]] = {
    Play: _play,
    DrawTile: _draw_tile,
    Pass: _pass,
    Timeout: _time_out,
    Broken: _break_table,
}


def all_tiles(position: Position) -> int:
    """The bag of all tiles in the position: all 106 as long as no rack is unknown."""
    return sum(each.bag for each in position.table) + sum(position.racks) + position.unseen + position.returned


_DUE_RULES = (errors.GameOver, errors.NotYourTurn)
_PIECES_RULES = (errors.NotOnRack, errors.Conservation, errors.NoRackTile)
_SETS_RULES = (errors.SetShort, errors.SetGroup, errors.SetRun, errors.SetRange)
_CLAUSES: Mapping[type, Sequence[type[RuleViolation]]] = {
    Deal: (*_DUE_RULES, errors.WrongDeal),
    Drawn: (*_DUE_RULES, errors.WrongDraw),
    DrawTile: (*_DUE_RULES, errors.DrawEmptyPool),
    Pass: (*_DUE_RULES, errors.PassPoolLeft),
    Timeout: _DUE_RULES,
    Broken: (*_DUE_RULES, errors.BrokenTable, errors.BrokenUnopened),
    Reveal: (errors.WrongReveal,),
}


def clauses(before: Position, by: int, move: Move) -> Sequence[type[RuleViolation]]:
    """The rules that a move is checked against, in order. Openings and jokers only where they matter."""
    if not isinstance(move, Play):
        return _CLAUSES[type(move)]
    found = [*_DUE_RULES, *_PIECES_RULES, *_SETS_RULES]
    if 0 <= by < before.options.seats and not before.opened[by]:
        touching = () if before.options.same_turn_after_opening else (errors.OpeningTouchesTable,)
        found += [*touching, errors.OpeningBelow30]
    if any(each.stands for each in move.off):
        both = (errors.JokerTriplet,) if before.options.joker_triplet_needs_both else ()
        found += [errors.JokerBeforeOpening, *both, errors.JokerNotNewSet, errors.JokerNoRackTile]
    return (*found, errors.TimeUp)
