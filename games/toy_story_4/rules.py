"""The rules of Toy Story 4, number 1: what each move does and what forbids it.

A move costs what it changes: one row, one shelf. Whether there is any other move is asked only where a move depends on
it, for a card put into the box and for a turn that is skipped.
"""

from itertools import chain

from games.engine import CHANCE
from games.errors import Phrase, RuleViolation
from games.toy_story_4 import choices, faults
from games.toy_story_4.cards import COLOURS, LEFT, Card, CardSet, Row
from games.toy_story_4.moves import Box, Deal, Move, Refill, Skip, Take
from games.toy_story_4.position import Phase, Position
from games.toy_story_4.shelves import NEW, Shelf, sound, why_not, why_not_down, with_toy, without

ROWS, ROW = 3, 6
DEAL, NORMAL, REFILL, FINAL, OVER = Phase  # looked up once: members of an enum are slow to reach


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for the deal and new rows)."""
    if type(move) is Take:
        return _take(state, seat, move)
    phase = state.phase
    if seat == CHANCE:
        if phase is REFILL and isinstance(move, Refill):
            return _refill(state, move)
        if phase is DEAL and isinstance(move, Deal):
            return _deal(state, move)
    elif seat == state.seat and (phase is NORMAL or phase is FINAL):
        if isinstance(move, Box):
            return _box(state, move)
        if isinstance(move, Skip):
            return _skip(state)
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
        row, unseen, wrong = _drawn(now.house.cards, names, unseen)
        if wrong:
            raise faults.Deal(why=wrong)
        rows.append(row)
    return now._replace(phase=NORMAL, starter=move.starter, seat=move.starter, rows=tuple(rows), unseen=unseen)


def _refill(now: Position, move: Refill) -> Position:
    house, _, starter, seat, bonus, rows, unseen, discard, pool, shelves, collections, box, left = now
    if len(move.cards) != ROW:
        why = Phrase("{due} new cards are due, not {count}", due=ROW, count=len(move.cards))
        raise faults.Refresh(move=move, why=why)
    new, unseen, wrong = _drawn(house.cards, move.cards, unseen)
    if wrong:
        raise faults.Refresh(move=move, why=wrong)
    rows = _with_row(rows, rows.index(()), new)
    after = (house, NORMAL, starter, seat, bonus, rows, unseen, discard, pool, shelves, collections, box, left)
    return NEW(Position, after)


def _drawn(cards: CardSet, names: tuple[str, ...], unseen: int) -> tuple[Row, int, str]:
    """Cards from the top of the deck, what is left of it, and what is wrong with them, if anything."""
    try:
        row = tuple(map(cards.by_id.__getitem__, names))
    except KeyError:
        return (), unseen, _wrong(cards, names, unseen)
    drawn = sum([card.bit for card in row])  # with fewer bits than cards where a card is there twice
    if drawn & unseen != drawn or drawn.bit_count() != len(row):
        return (), unseen, _wrong(cards, names, unseen)
    return row, unseen ^ drawn, ""


def _wrong(cards: CardSet, names: tuple[str, ...], unseen: int) -> str:
    """The first thing that is wrong with cards that cannot have been drawn."""
    for name in names:  # pragma: no branch - asked only where something is wrong
        if name not in cards.by_id:
            return Phrase("{card} is no card of the deck {deck}", card=name[:40], deck=cards.deck.id)
        bit = cards.by_id[name].bit
        if not bit & unseen:
            break
        unseen ^= bit
    return Phrase("{card} has been dealt already", card=name)


def _take(now: Position, by: int, move: Take) -> Position:
    house, phase, starter, seat, bonus, rows, unseen, discard, pool, shelves, collections, box, left = now
    if by != seat or (phase is not NORMAL and phase is not FINAL):
        raise _out_of_turn(now, by, move)
    seats, cards = house
    name, place, colour, down = move
    try:
        card = cards.by_id[name]
    except KeyError:
        raise faults.NotThere(card=name[:40]) from None
    rest, others = _lifted(card, rows, pool, bonus)
    first = seat * len(COLOURS)
    if down:
        at = first + COLOURS.index(colour or "")
        wrong = why_not_down(shelves[at], place)
    elif colour is not None and colour != COLOURS[card.colour]:
        raise faults.Colour(card=name, colour=Phrase(colour))
    else:
        at = first + card.colour
        wrong = why_not(shelves, card, place, phase is FINAL, first)
    shelf = shelves[at]
    if wrong is not None:
        raise _refusal(wrong, now, card, shelf, move)
    if bonus:
        bonus -= 1
    new: Shelf | None
    if card.side is None and not down:
        new, more = with_toy(shelf, card, place)
        bonus += more
    elif shelf is None:
        new = NEW(Shelf, ((), card, card.side, False))
    elif (edge := shelf.edge) is None:
        new = NEW(Shelf, (shelf.toys, card, place, down))
    else:  # the second edge completes the shelf (rules 6.1)
        new = None
        bonus += 1
        kept, backs = _completed(shelf, edge, card, move)
        piles = list(collections)
        piles[seat] += kept
        collections = tuple(piles)
        box += backs
    lie = list(shelves)  # a fifth of what it costs to put slices together
    lie[at] = new
    if phase is FINAL:
        pool = rest
    elif len(rest) > 1:
        rows = others
    elif unseen:  # rules 6.3
        phase, rows, discard = REFILL, _with_row(others, others.index(rest), ()), discard + rest
    else:  # rules 6.4
        rest = (*rest, *chain.from_iterable(row for row in others if row is not rest))
        phase, rows, discard, pool, left = FINAL, (), (), discard + rest, seats
    if not bonus:
        if phase is FINAL:
            phase, seat, left = _passed(phase, seat, seats, left)
        else:  # the same, spared a call
            seat = (seat + 1) % seats
    after = (house, phase, starter, seat, bonus, rows, unseen, discard, pool, tuple(lie), collections, box, left)
    return NEW(Position, after)


def _lifted(card: Card, rows: tuple[Row, ...], pool: Row, bonus: int) -> tuple[Row, tuple[Row, ...]]:
    """The row of *card*, or the pool, without it, and all rows then (rules 4)."""
    if rows:  # the ends, written out: a loop takes thrice the time
        first, second, third = rows
        if card is first[0]:
            rest = first[1:]
            return rest, (rest, second, third)
        if card is first[-1]:
            rest = first[:-1]
            return rest, (rest, second, third)
        if card is second[0]:
            rest = second[1:]
            return rest, (first, rest, third)
        if card is second[-1]:
            rest = second[:-1]
            return rest, (first, rest, third)
        if card is third[0]:
            rest = third[1:]
            return rest, (first, second, rest)
        if card is third[-1]:
            rest = third[:-1]
            return rest, (first, second, rest)
    for index, row in enumerate(rows or (pool,)):
        if card in row:
            if rows and not bonus:
                raise faults.NotEnd(card=card.id, row=index + 1)
            place = row.index(card)
            rest = row[:place] + row[place + 1 :]
            return rest, _with_row(rows, index, rest) if rows else ()
    raise faults.NotThere(card=card.id)


def _with_row(rows: tuple[Row, ...], index: int, row: Row) -> tuple[Row, ...]:
    first, second, third = rows
    if index == 0:
        return row, second, third
    return (first, row, third) if index == 1 else (first, second, row)


def _completed(shelf: Shelf, edge: Card, card: Card, move: Take) -> tuple[Row, Row]:
    """What of a shelf with *edge* that *card* completes is collected, and what, having lain face down, is boxed."""
    kept, boxed = shelf.face_up, (edge,) if shelf.down else ()
    if move.down:
        return kept, (*boxed, card)
    return (card, *kept) if move.place == LEFT else (*kept, card), boxed


def _passed(phase: Phase, seat: int, seats: int, left: int) -> tuple[Phase, int, int]:
    """Phase, seat and final turns to come after *seat* has made all its turns (rules 6.5, 7)."""
    if phase is not FINAL:
        return phase, (seat + 1) % seats, left
    return (phase, (seat + 1) % seats, left - 1) if left else (OVER, seat, 0)


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
    phase, seat, left = _passed(now.phase, now.seat, now.house.seats, now.left)
    return now._replace(phase=phase, seat=seat, bonus=0, left=left)
