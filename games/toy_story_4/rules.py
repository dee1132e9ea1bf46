"""The rules of Toy Story 4, number 1: what each move does and what forbids it.

A move costs what it changes: one row, one shelf. Whether there is any other move is asked only where a move depends on
it, for a card put into the box and for a turn that is skipped.
"""

from itertools import chain

from games.engine import CHANCE
from games.errors import Phrase, RuleViolation
from games.toy_story_4 import choices, faults
from games.toy_story_4.cards import COLOURS, LEFT, Card, Row
from games.toy_story_4.moves import START, Box, Deal, Move, Refill, Skip, Take
from games.toy_story_4.position import Phase, Position
from games.toy_story_4.shelves import Shelf, sound, why_not, why_not_down, with_toy, without

ROWS, ROW = 3, 6
DEAL, NORMAL, REFILL, FINAL, OVER = Phase  # looked up once: members of an enum are slow to reach
_NEW = tuple.__new__  # makes a position at half the cost of its own constructor


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for the deal and new rows)."""
    phase = state.phase
    if phase is NORMAL or phase is FINAL:
        if seat == state.seat:
            if type(move) is Take:
                return _take(state, move)
            if isinstance(move, Box):
                return _box(state, move)
            if isinstance(move, Skip):
                return _skip(state)
    elif seat == CHANCE:
        if phase is REFILL and isinstance(move, Refill):
            return _refill(state, move)
        if phase is DEAL and isinstance(move, Deal):
            return _deal(state, move)
    raise _out_of_turn(state, seat, move)


def _out_of_turn(now: Position, seat: int, move: Move) -> RuleViolation:
    if now.phase is OVER:
        return faults.GameOver(move=move)
    if now.phase is DEAL:
        return faults.Refresh(move=move, why=Phrase("the deal is due"))
    if now.phase is REFILL:
        return faults.Refresh(move=move, why=Phrase("row {row} is to be filled by nature", row=now.rows.index(()) + 1))
    if seat == CHANCE:
        if now.unseen:
            return faults.Refresh(move=move, why=Phrase("no row is to be filled now"))
        return faults.Refresh(move=move, why=Phrase("no row is to be filled now, and the deck is empty"))
    return faults.Turn(move=move, seat=seat, due=Phrase("seat {seat} is to take a card", seat=now.seat))


def _deal(now: Position, move: Deal) -> Position:
    if move.starter >= now.house.seats:
        raise faults.Deal(why=Phrase("there is no seat {seat}", seat=move.starter))
    if tuple(map(len, move.rows)) != (ROW,) * ROWS:
        sizes = ", ".join(str(len(row)) for row in move.rows) or "none"
        why = Phrase("there are {rows} rows of {due} cards, not {sizes}", rows=ROWS, due=ROW, sizes=sizes)
        raise faults.Deal(why=why)
    rows, unseen = [], now.unseen
    for names in move.rows:
        row, unseen, wrong = _drawn(now, names, unseen)
        if wrong:
            raise faults.Deal(why=wrong)
        rows.append(row)
    return now._replace(phase=NORMAL, starter=move.starter, seat=move.starter, rows=tuple(rows), unseen=unseen)


def _refill(now: Position, move: Refill) -> Position:
    if len(move.cards) != ROW:
        why = Phrase("{due} new cards are due, not {count}", due=ROW, count=len(move.cards))
        raise faults.Refresh(move=move, why=why)
    new, unseen, wrong = _drawn(now, move.cards, now.unseen)
    if wrong:
        raise faults.Refresh(move=move, why=wrong)
    house, _, starter, seat, bonus, rows, _, *rest = now
    return _NEW(Position, (house, NORMAL, starter, seat, bonus, _with_row(rows, rows.index(()), new), unseen, *rest))


def _drawn(now: Position, names: tuple[str, ...], unseen: int) -> tuple[Row, int, str]:
    """Cards from the top of the deck, what is left of it, and what is wrong with them, if anything."""
    by_id, cards = now.house.cards.by_id, []
    for name in names:
        card = by_id.get(name)
        if card is None:
            deck = now.house.cards.deck.id
            return (), unseen, Phrase("{card} is no card of the deck {deck}", card=name[:40], deck=deck)
        if not card.bit & unseen:
            return (), unseen, Phrase("{card} has been dealt already", card=name)
        unseen ^= card.bit
        cards.append(card)
    return tuple(cards), unseen, ""


def _take(now: Position, move: Take) -> Position:
    house, phase, starter, seat, bonus, rows, unseen, discard, pool, shelves, collections, box, left = now
    card, index, rest = _taken(now, move.card)
    place, at = move.place, seat * len(COLOURS)
    if move.down:
        at += COLOURS.index(move.shelf or "")
        wrong = why_not_down(shelves[at], place)
    elif move.shelf is not None and move.shelf != COLOURS[card.colour]:
        raise faults.Colour(card=card.id, colour=Phrase(move.shelf))
    else:
        wrong = why_not(shelves[at : at + len(COLOURS)], card, place, final=phase is FINAL)
        at += card.colour
    shelf = shelves[at]
    if wrong is not None:
        raise _refusal(wrong, now, card, shelf, move)
    if bonus:
        bonus -= 1
    new: Shelf | None
    if card.side is None and not move.down:
        new, more = with_toy(shelf, card, place)
        bonus += more
    elif shelf is None or shelf.edge is None:
        new = Shelf(shelf.toys if shelf else (), card, card.side if place == START else place, move.down)
    else:  # the second edge completes the shelf (rules 6.1)
        new = None
        bonus += 1
        kept, boxed = _completed(shelf, card, move)
        box += boxed
        collections = (*collections[:seat], collections[seat] + kept, *collections[seat + 1 :])
    shelves = shelves[:at] + (new,) + shelves[at + 1 :]  # noqa: RUF005 - a third faster than to unpack
    if phase is FINAL:
        pool = rest
    elif len(rest) > 1:
        rows = _with_row(rows, index, rest)
    elif unseen:  # rules 6.3
        phase, rows, discard = REFILL, _with_row(rows, index, ()), discard + rest
    else:  # rules 6.4
        others = chain.from_iterable(_with_row(rows, index, ()))
        phase, rows, discard, pool, left = FINAL, (), (), (*discard, *rest, *others), house.seats
    if not bonus:
        phase, seat, left = _passed(now, phase, left)
    after = (house, phase, starter, seat, bonus, rows, unseen, discard, pool, shelves, collections, box, left)
    return _NEW(Position, after)


def _with_row(rows: tuple[Row, ...], index: int, row: Row) -> tuple[Row, ...]:
    first, second, third = rows
    if index == 0:
        return row, second, third
    return (first, row, third) if index == 1 else (first, second, row)


def _passed(now: Position, phase: Phase, left: int) -> tuple[Phase, int, int]:
    """Phase, seat and final turns to come after the seat on turn has made all its turns (rules 6.5, 7)."""
    seat = now.seat + 1
    if seat == now.house.seats:
        seat = 0
    if phase is not FINAL:
        return phase, seat, left
    return (phase, seat, left - 1) if left else (OVER, now.seat, 0)


def _taken(now: Position, name: str) -> tuple[Card, int, Row]:
    """The card of that name, the number of its row, and the row (or the pool) without it (rules 4)."""
    card = now.house.cards.by_id.get(name)
    if card is None:
        raise faults.NotThere(card=name[:40])
    for index, row in enumerate(now.rows):
        if card == row[0]:
            return card, index, row[1:]
        if card == row[-1]:
            return card, index, row[:-1]
    for index, row in enumerate(now.rows or (now.pool,)):
        if card in row:
            if now.rows and not now.bonus:
                raise faults.NotEnd(card=name, row=index + 1)
            place = row.index(card)
            return card, index, row[:place] + row[place + 1 :]
    raise faults.NotThere(card=name)


def _refusal(wrong: type[RuleViolation], now: Position, card: Card, shelf: Shelf | None, move: Take) -> RuleViolation:
    if wrong is faults.FaceDown:
        return faults.FaceDown(card=card.id, why=_why_no_back(shelf, now.seat, move))
    count = sum(each is not None for each in now.own(now.seat))
    return wrong(card=card.id, shelf=str(shelf or Shelf(())), toy=card.toy, seat=now.seat, count=count)


def _why_no_back(shelf: Shelf | None, seat: int, move: Take) -> str:
    if shelf is None:
        return Phrase("seat {seat} has no {colour} shelf", seat=seat, colour=Phrase(str(move.shelf)))
    if not shelf.toys:
        return Phrase("there is no toy on {shelf}", shelf=shelf)
    if move.place == LEFT:
        return Phrase("{shelf} is closed on the left", shelf=shelf)
    return Phrase("{shelf} is closed on the right", shelf=shelf)


def _completed(shelf: Shelf, card: Card, move: Take) -> tuple[Row, Row]:
    """What of a shelf that *card* completes goes to the collection, and what, having lain face down, into the box."""
    backs = tuple(edge for edge, down in ((shelf.edge, shelf.down), (card, move.down)) if down and edge is not None)
    cards = (card, *shelf.cards) if move.place == LEFT else (*shelf.cards, card)
    return tuple(each for each in cards if each not in backs), backs


def _box(now: Position, move: Box) -> Position:
    seat, name = now.seat, move.card[:40]
    if now.phase is FINAL:
        raise faults.Remove(card=name, why=Phrase("in the final round a turn that cannot be made is skipped"))
    own = now.own(seat)
    lies = [(colour, shelf, card) for colour, shelf in enumerate(own) if shelf for card in shelf.cards]
    colour, shelf, card = next((each for each in lies if each[2].id == move.card), (0, None, None))
    if shelf is None or card is None:
        raise faults.Remove(card=name, why=Phrase("it lies on no shelf of seat {seat}", seat=seat))
    if choices.can_take(now):
        raise faults.Remove(card=name, why=Phrase("seat {seat} can take a card without that", seat=seat))
    rest = without(shelf, card)
    if card not in choices.removable(now):
        why = Phrase("it does not help, and another card would")
        if rest is not None and not sound(rest):
            why = Phrase("the rules forbid what is left, {shelf}", shelf=rest)
        raise faults.Remove(card=name, why=why)
    at = seat * len(COLOURS) + colour
    return now._replace(shelves=(*now.shelves[:at], rest, *now.shelves[at + 1 :]), box=(*now.box, card))


def _skip(now: Position) -> Position:
    if choices.can_take(now):
        raise faults.Skip(seat=now.seat, why=Phrase("there is a card that it can take"))
    if choices.removable(now):
        raise faults.Skip(seat=now.seat, why=Phrase("before the final round it puts a card into the box instead"))
    if now.bonus > 1:
        return now._replace(bonus=now.bonus - 1)
    phase, seat, left = _passed(now, now.phase, now.left)
    return now._replace(phase=phase, seat=seat, bonus=0, left=left)
