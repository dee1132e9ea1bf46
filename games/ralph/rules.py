"""The rules of Ralph, number 1: what each move does and what forbids it.

Checks come in the order that records promise: syntax, game over, turn, the pieces are there, the rest. A seat is asked
only where outcomes differ: after each move the cards that are left of the round are resolved as far as the rules leave
no choice (rules 5).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from games.engine import CHANCE, Level
from games.errors import FormError, RuleViolation
from games.ralph import faults, layout
from games.ralph.cards import CHARACTERS, JOKER, NOBODY, RANK, SUIT, bag, name
from games.ralph.house import HAND, House
from games.ralph.layout import NO_HOLE, Cell, Row, Rows
from games.ralph.moves import LEFT, RIGHT, Adopt, Answer, As, At, Choose, Close, Deal, Move
from games.ralph.position import Phase, Position

TURNED = 2  # characters turned up at the start

Placed: TypeAlias = tuple[Rows, int, int]  # the rows with the card in them, the index of its row, its column


def apply(now: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for the deal)."""
    return _ACTS[type(move)](now, seat, move)


def _known(now: Position, card: int) -> None:
    """FormError for a card that the deck of this game does not have."""
    if not now.house.deck >> card & 1:
        raise FormError(what=f"{name(card)} is no card of this deck.", culprit=name(card))


def _deal(now: Position, seat: int, move: Deal) -> Position:
    house = now.house
    dealt = (*move.turned, *(card for hand in move.hands or () for card in hand))
    for card in dealt:
        _known(now, card)
    if move.hands is not None and house.level != Level.FULL:
        raise FormError(what="An open record names only the cards turned up: hands are hidden.", culprit="deal")
    if now.phase != Phase.DEAL or seat != CHANCE:
        raise _out_of_turn(now, move)
    for card in dealt:
        if house.simplified and card & 7 == JOKER:
            raise faults.SimpleJoker(card=name(card))
    rows = _turned_up(move.turned)
    seen = bag(move.turned)
    left = house.size - HAND * house.seats
    if seen.bit_count() > left:
        raise faults.Deal(why=f"{seen.bit_count()} different cards are turned up; {left} are left after the hands")
    hands = None if move.hands is None else _hands(move.hands, house.seats, seen)
    return now._replace(phase=Phase.CHOOSE, hands=hands, seen=seen, rows=rows)


def _turned_up(turned: tuple[int, ...]) -> Rows:
    """The rows of the two characters turned up, the first on top (rules 2.3); jokers have been put back."""
    shown = [card for card in turned if card & 7 != JOKER]
    if len(shown) != TURNED:
        raise faults.Deal(why=f"there are {len(shown)} characters among the cards turned up, not {TURNED}")
    if turned[-1] != shown[-1]:
        raise faults.Deal(why=f"the joker {name(turned[-1])} is turned up after the second character")
    first, second = shown
    if first == second:
        raise faults.Deal(why=f"{name(first)} is turned up twice")
    if first & 7 != second & 7:
        return Row(first & 7, (Cell(0, (first,)),)), Row(second & 7, (Cell(0, (second,)),))
    return (Row(first & 7, (Cell(0, (min(shown),)), Cell(1, (max(shown),)))),)


def _hands(hands: tuple[tuple[int, ...], ...], seats: int, seen: int) -> tuple[int, ...]:
    """The hands as sets; *seen* are the cards turned up, which are in no hand."""
    if len(hands) != seats:
        raise faults.Deal(why=f"it names {len(hands)} hands for {seats} seats")
    for seat, hand in enumerate(hands):
        if len(hand) != HAND:
            raise faults.Deal(why=f"seat {seat} gets {len(hand)} cards, not {HAND}")
        for card in hand:
            if seen >> card & 1:
                raise faults.Deal(why=f"seat {seat} gets {name(card)}, which is in another place too")
            seen |= 1 << card
    return tuple(map(bag, hands))


def _choose(now: Position, seat: int, move: Choose) -> Position:
    house, phase, round_, hands, seen, chosen, _, _, rows, won, burned = now
    card = move.card
    if not house.deck >> card & 1:
        _known(now, card)
    if phase != Phase.CHOOSE or not 0 <= seat < house.seats:
        raise _out_of_turn(now, move)
    if chosen[seat]:
        raise faults.RevealIncomplete(seat=seat)
    if house.simplified and card & 7 == JOKER:
        raise faults.SimpleJoker(card=name(card))
    if hands is not None:
        if not hands[seat] >> card & 1:
            raise faults.NotInHand(card=name(card), seat=seat)
        hands = (*hands[:seat], hands[seat] ^ 1 << card, *hands[seat + 1 :])
    elif seen >> card & 1 or card in chosen:
        raise faults.CardUsed(card=name(card), seat=seat)
    chosen = (*chosen[:seat], card, *chosen[seat + 1 :])
    if 0 in chosen:
        return Position(house, phase, round_, hands, seen, chosen, (), NO_HOLE, rows, won, burned)
    seen |= bag(chosen)
    queue = tuple(sorted(chosen, reverse=True))
    return _resolved(Position(house, phase, round_, hands, seen, chosen, queue, NO_HOLE, rows, won, burned))


def _resolved(now: Position, placed: Placed | None = None) -> Position:
    """The position after every card of the queue that is resolved without asking; then the next round, or the end.

    *placed*: the first of them has been placed so.
    """
    house, _, round_, hands, seen, chosen, queue, _, rows, won, burned = now
    for done, card in enumerate(queue):
        step = placed or _placed(rows, card)
        placed = None
        if step is None:
            burned |= 1 << card
            continue
        if isinstance(step, Phase):
            return Position(house, step, round_, hands, seen, chosen, queue[done:], NO_HOLE, rows, won, burned)
        rows = step[0]
        taken = layout.collect(*step)
        if taken is not None:
            rows = taken.rows
            won = _gained(won, chosen.index(card), taken.cards)
            if taken.hole != NO_HOLE:
                at, queue = Phase.CLOSE, queue[done:]
                return Position(house, at, round_, hands, seen, chosen, queue, taken.hole, rows, won, burned)
            rows, more = _settled(house, rows)
            won = _gained(won, chosen.index(card), more)
    after = Phase.OVER if round_ == HAND else Phase.CHOOSE
    none = (0,) * house.seats
    return Position(house, after, min(round_ + 1, HAND), hands, seen, none, (), NO_HOLE, rows, won, burned)


def _placed(rows: Rows, card: int) -> Placed | Phase | None:
    """Where *card* goes, or what its seat has to be asked; None for a joker that can be nobody (rulings A1, A2)."""
    suit = card & 7
    if suit == JOKER:
        present = [at for at, row in enumerate(rows) if row.owner != NOBODY]
        if len(present) > 1:
            return Phase.AS
        return _in_row(rows, present[0], card) if present else None
    own = [at for at, row in enumerate(rows) if row.owner == suit] or [
        at for at, row in enumerate(rows) if row.owner == NOBODY
    ]
    if own:
        return _in_row(rows, own[0], card) if len(own) == 1 else Phase.ADOPT
    columns = set(layout.nearest(rows, card).values()) or {0}
    return _new_row(rows, columns.pop(), card) if len(columns) == 1 else Phase.AT


def _in_row(rows: Rows, at: int, card: int) -> Placed:
    rows, column = layout.attach(rows, at, card)
    return rows, at, column


def _new_row(rows: Rows, column: int, card: int) -> Placed:
    return (*rows, Row(card & 7, (Cell(column, (card,)),))), len(rows), column


def _gained(won: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    return (*won[:seat], won[seat] | cards, *won[seat + 1 :])


def _settled(house: House, rows: Rows) -> tuple[Rows, int]:
    """The rows after everything that closing up forms has been taken too, and the set of cards so taken."""
    cards = 0
    while True:
        if house.close_empty_columns and rows:
            rows = layout.without_empty_columns(rows)
        more = layout.chain(rows)
        if more is None:
            return rows, cards
        rows, cards = more.rows, cards | more.cards


def _answer(now: Position, seat: int, move: Answer) -> Position:
    if isinstance(move, At | Adopt):
        _known(now, move.card)
    if now.phase in (Phase.DEAL, Phase.OVER) or not 0 <= seat < now.house.seats:
        raise _out_of_turn(now, move)
    if now.phase == Phase.CHOOSE:
        raise _not_asked(now, seat, move)
    if seat != now.acting:
        raise _out_of_turn(now, move)
    asked, resolve = _ANSWERS[type(move)]
    if now.phase != asked:
        raise _not_asked(now, seat, move)
    return resolve(now, seat, move)


def answers(now: Position) -> Iterator[Answer]:
    """Every answer to what the acting seat is asked; nothing while no seat is asked."""
    if now.phase == Phase.AS:
        yield from (As(row.owner) for row in now.rows if row.owner != NOBODY)
    elif now.phase == Phase.AT:
        yield from map(At, layout.nearest(now.rows, now.queue[0]))
    elif now.phase == Phase.ADOPT:
        ownerless = (row for row in now.rows if row.owner == NOBODY)
        yield from (Adopt(card) for row in ownerless for cell in row.cells for card in cell.stack)
    elif now.phase == Phase.CLOSE:
        yield from (Close(RIGHT), Close(LEFT))


def alone(now: Position, card: int) -> Position:
    """The table after *card* was the only one of a round, for those who wonder what it would do; seat 0 plays it."""
    return _resolved(Position(now.house, Phase.CHOOSE, 1, None, 0, (card,), (card,), NO_HOLE, now.rows, (0,), 0))


def _not_asked(now: Position, seat: int, move: Answer) -> RuleViolation:
    if now.phase == Phase.AS:
        card = name(now.queue[0])
        return faults.JokerCharacterMissing(card=card, seat=seat, characters=_characters(now.rows))
    match move:
        case As():
            return faults.AsOnNatural(move=move)
        case At():
            return faults.AnchorUnused(move=move)
        case Adopt():
            return faults.Adopt(move=move, why="no card waits for one of two joker-only rows")
        case Close():
            return faults.Close(move=move)


def _as(now: Position, seat: int, move: As) -> Position:
    for at, row in enumerate(now.rows):
        if row.owner == move.character:
            return _resolved(now, _in_row(now.rows, at, now.queue[0]))
    card, character = name(now.queue[0]), SUIT[move.character]
    raise faults.JokerCharacterAbsent(card=card, character=character, characters=_characters(now.rows))


def _characters(rows: Rows) -> str:
    """Who is on the table, in the order of the suits: `R, K`."""
    owners = {row.owner for row in rows}
    return ", ".join(suit for suit in CHARACTERS if RANK[suit] in owners)


def _at(now: Position, seat: int, move: At) -> Position:
    found = layout.nearest(now.rows, now.queue[0])
    column = found.get(move.card)
    if column is not None:
        return _resolved(now, _new_row(now.rows, column, now.queue[0]))
    visible = any(cell.stack[-1] == move.card for row in now.rows for cell in row.cells)
    if visible:
        why = f"nearer are {', '.join(map(name, found))}"
    elif layout.on_table(now.rows) >> move.card & 1:
        why = f"{name(move.card)} is covered"
    else:
        why = f"{name(move.card)} is not on the table"
    raise faults.Anchor(card=name(now.queue[0]), anchor=name(move.card), why=why)


def _adopt(now: Position, seat: int, move: Adopt) -> Position:
    for at, row in enumerate(now.rows):
        if any(move.card in cell.stack for cell in row.cells):
            if row.owner != NOBODY:
                raise faults.Adopt(move=move, why=f"the row of {name(move.card)} belongs to {SUIT[row.owner]}")
            return _resolved(now, _in_row(now.rows, at, now.queue[0]))
    raise faults.Adopt(move=move, why=f"{name(move.card)} is not on the table")


def _close(now: Position, seat: int, move: Close) -> Position:
    rows, cards = _settled(now.house, layout.close(now.rows, now.hole, left=move.side == LEFT))
    won = _gained(now.won, seat, cards)
    return _resolved(now._replace(queue=now.queue[1:], hole=NO_HOLE, rows=rows, won=won))


def _out_of_turn(now: Position, move: Move) -> RuleViolation:
    if now.phase == Phase.OVER:
        return faults.GameOver(move=move)
    if now.phase == Phase.DEAL:
        due = "the deal is due"
    elif now.phase == Phase.CHOOSE:
        seats = [str(seat) for seat, card in enumerate(now.chosen) if not card]
        due = f"{'seat' if len(seats) == 1 else 'seats'} {', '.join(seats)} may choose a card of round {now.round}"
    else:
        due = f"{name(now.queue[0])} of seat {now.acting} is being resolved"
    return faults.Turn(move=move, due=due)


_ACTS: Mapping[type, Callable[[Position, int, Any], Position]] = {
    Choose: _choose,
    Deal: _deal,
    As: _answer,
    At: _answer,
    Adopt: _answer,
    Close: _answer,
}

_ANSWERS: Mapping[type, tuple[Phase, Callable[[Position, int, Any], Position]]] = {
    As: (Phase.AS, _as),
    At: (Phase.AT, _at),
    Adopt: (Phase.ADOPT, _adopt),
    Close: (Phase.CLOSE, _close),
}
