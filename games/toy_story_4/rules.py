"""The rules of Toy Story 4, number 1: what each move does and what forbids it.

Moves are made on a draft of the position, many of them in a row if need be. A move costs what it changes: one row, one
shelf. Whether there is any other move is asked only where a move depends on it, for a card put into the box and for a
turn that is skipped.
"""

from collections.abc import Iterable
from itertools import chain

from games.engine import CHANCE
from games.errors import Phrase, RuleViolation
from games.toy_story_4 import choices, errors
from games.toy_story_4.cards import COLOURS, LEFT, Card, CardSet
from games.toy_story_4.moves import Box, Deal, Move, Refill, Skip, Take
from games.toy_story_4.position import Draft, Phase, Position
from games.toy_story_4.shelves import Lying, Shelf, face_up, sound, why_not, why_not_down, with_toy, without

ROWS, ROW = 3, 6
SHELVES = len(COLOURS)  # of a seat
DEAL, NORMAL, REFILL, FINAL, OVER = Phase  # looked up once: members of an enum are slow to reach


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for the deal and new rows)."""
    return play(state, ((seat, move),))


def play(state: Position, moves: Iterable[tuple[int, Move]]) -> Position:
    """The position after *moves*, each with its seat."""
    now = Draft(state)
    for seat, move in moves:
        if type(move) is Take:
            _take(now, seat, move)
        else:
            _other(now, seat, move)
    return now.position()


def _other(now: Draft, seat: int, move: Move) -> None:
    phase = now.phase
    if seat == CHANCE:
        if phase is REFILL and isinstance(move, Refill):
            return _refill(now, move)
        if phase is DEAL and isinstance(move, Deal):
            return _deal(now, move)
    elif seat == now.seat and (phase is NORMAL or phase is FINAL):
        if isinstance(move, Box):
            return _box(now, move)
        if isinstance(move, Skip):
            return _skip(now)
    raise _out_of_turn(now.position(), seat, move)


def _out_of_turn(now: Position, seat: int, move: Move) -> RuleViolation:
    if now.phase is OVER:
        return errors.GameOver(move=move)
    if now.phase is DEAL:
        return errors.Refresh(move=move, why=Phrase("the deal is due"))
    if now.phase is REFILL:
        return errors.Refresh(move=move, why=Phrase("row {row} is to be filled by nature", row=now.rows.index(()) + 1))
    if seat == CHANCE:
        if now.unseen:
            return errors.Refresh(move=move, why=Phrase("no row is to be filled now"))
        return errors.Refresh(move=move, why=Phrase("no row is to be filled now, and the deck is empty"))
    return errors.Turn(move=move, seat=seat, due=Phrase("seat {seat} is to take a card", seat=now.seat))


def _deal(now: Draft, move: Deal) -> None:
    if move.starter >= now.house.seats:
        raise errors.Deal(why=Phrase("there is no seat {seat}", seat=move.starter))
    if tuple(map(len, move.rows)) != (ROW,) * ROWS:
        sizes = ", ".join(str(len(row)) for row in move.rows) or "none"
        why = Phrase("there are {rows} rows of {due} cards, not {sizes}", rows=ROWS, due=ROW, sizes=sizes)
        raise errors.Deal(why=why)
    for names in move.rows:
        row, now.unseen, wrong = _drawn(now.house.cards, names, now.unseen)
        if wrong:
            raise errors.Deal(why=wrong)
        now.rows.append(row)
    now.phase, now.starter, now.seat = NORMAL, move.starter, move.starter


def _refill(now: Draft, move: Refill) -> None:
    if len(move.cards) != ROW:
        why = Phrase("{due} new cards are due, not {count}", due=ROW, count=len(move.cards))
        raise errors.Refresh(move=move, why=why)
    new, now.unseen, wrong = _drawn(now.house.cards, move.cards, now.unseen)
    if wrong:
        raise errors.Refresh(move=move, why=wrong)
    now.rows[now.rows.index([])] = new
    now.phase = NORMAL


def _drawn(cards: CardSet, names: tuple[str, ...], unseen: int) -> tuple[list[Card], int, str]:
    """Cards from the top of the deck, what is left of it, and what is wrong with them, if anything."""
    try:
        row = [*map(cards.by_id.__getitem__, names)]
    except KeyError:
        return [], unseen, _wrong(cards, names, unseen)
    drawn = sum([card.bit for card in row])  # with fewer bits than cards where a card is there twice
    if drawn & unseen != drawn or drawn.bit_count() != len(row):
        return [], unseen, _wrong(cards, names, unseen)
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


def _take(now: Draft, by: int, move: Take) -> None:
    phase, seat, bonus = now.phase, now.seat, now.bonus
    if by != seat or (phase is not NORMAL and phase is not FINAL):
        raise _out_of_turn(now.position(), by, move)
    place, colour, down = move.place, move.shelf, move.down
    try:
        card = now.cards[move.card]
    except KeyError:
        raise errors.NotThere(card=move.card[:40]) from None
    rest = _lifted(now, card)
    shelves, first = now.shelves, seat * SHELVES
    if down:
        at = first + COLOURS.index(colour or "")
        wrong = why_not_down(shelves[at], place)
    elif colour is not None and colour != COLOURS[card.colour]:
        raise errors.Colour(card=card.id, colour=Phrase(colour))
    else:
        at = first + card.colour
        wrong = why_not(shelves, card, place, phase is FINAL, first)
    shelf = shelves[at]
    if wrong is not None:
        raise _refusal(wrong, now.position(), card, shelf, move)
    if bonus:
        bonus -= 1
    if card.side is None and not down:
        shelves[at], more = with_toy(shelf, card, place)
        bonus += more
    elif shelf is None:
        shelves[at] = (), card, card.side, False
    elif (edge := shelf[1]) is None:
        shelves[at] = shelf[0], card, place, down
    else:  # the second edge completes the shelf (rules 6.1)
        bonus += 1
        _complete(now, shelf, edge, card, move)
        shelves[at] = None
    if phase is NORMAL and len(rest) == 1:
        if now.unseen:  # rules 6.3
            now.phase = REFILL
            now.discard += rest
            rest.clear()
        else:  # rules 6.4
            rest += chain.from_iterable(row for row in now.rows if row is not rest)
            now.phase, now.rows, now.pool, now.discard, now.left = FINAL, [], now.discard + rest, [], now.seats
    now.bonus = bonus
    if not bonus:
        if now.phase is FINAL:
            _pass(now)
        else:  # the same, spared a call
            now.seat = (seat + 1) % now.seats


def _lifted(now: Draft, card: Card) -> list[Card]:
    """Take *card* from its row, or from the pool: what it leaves (rules 4)."""
    rows = now.rows
    if rows:  # the ends, written out: a loop takes thrice the time
        first, second, third = rows
        if card is first[0]:
            del first[0]
            return first
        if card is first[-1]:
            del first[-1]
            return first
        if card is second[0]:
            del second[0]
            return second
        if card is second[-1]:
            del second[-1]
            return second
        if card is third[0]:
            del third[0]
            return third
        if card is third[-1]:
            del third[-1]
            return third
    for number, row in enumerate(rows or (now.pool,), 1):
        if card in row:
            if rows and not now.bonus:
                raise errors.NotEnd(card=card.id, row=number)
            row.remove(card)
            return row
    raise errors.NotThere(card=card.id)


def _complete(now: Draft, shelf: Lying, edge: Card, card: Card, move: Take) -> None:
    """Collect a shelf with *edge* that *card* completes; what lies face down goes into the box."""
    kept = face_up(shelf)
    if shelf[3]:
        now.box.append(edge)
    if move.down:
        now.box.append(card)
    else:
        kept = (card, *kept) if move.place == LEFT else (*kept, card)
    now.collections[now.seat] += kept


def _pass(now: Draft) -> None:
    """The turn goes on after a seat has made all its turns (rules 6.5, 7)."""
    if now.phase is FINAL:
        if not now.left:
            now.phase = OVER
            return
        now.left -= 1
    now.seat = (now.seat + 1) % now.seats


def _refusal(wrong: type[RuleViolation], now: Position, card: Card, lies: Lying | None, move: Take) -> RuleViolation:
    shelf = None if lies is None else Shelf(*lies)
    if wrong is errors.FaceDown:
        return errors.FaceDown(card=card.id, why=_why_no_back(shelf, now.seat, move))
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


def _box(now: Draft, move: Box) -> None:
    before, seat, name = now.position(), now.seat, move.card[:40]
    if now.phase is FINAL:
        raise errors.Remove(card=name, why=Phrase("in the final round a turn that cannot be made is skipped"))
    own = before.own(seat)
    lies = [(colour, shelf, card) for colour, shelf in enumerate(own) if shelf for card in shelf.cards]
    colour, shelf, card = next((each for each in lies if each[2].id == move.card), (0, None, None))
    if shelf is None or card is None:
        raise errors.Remove(card=name, why=Phrase("it lies on no shelf of seat {seat}", seat=seat))
    if choices.can_take(before):
        raise errors.Remove(card=name, why=Phrase("seat {seat} can take a card without that", seat=seat))
    rest = without(shelf, card)
    if card not in choices.removable(before):
        why = Phrase("it does not help, and another card would")
        if rest is not None and not sound(rest):
            why = Phrase("the rules forbid what is left, {shelf}", shelf=rest)
        raise errors.Remove(card=name, why=why)
    now.shelves[seat * SHELVES + colour] = rest
    now.box.append(card)


def _skip(now: Draft) -> None:
    before = now.position()
    if choices.can_take(before):
        raise errors.Skip(seat=now.seat, why=Phrase("there is a card that it can take"))
    if choices.removable(before):
        raise errors.Skip(seat=now.seat, why=Phrase("before the final round it puts a card into the box instead"))
    now.bonus = max(0, now.bonus - 1)
    if not now.bonus:
        _pass(now)
