"""The rules of Ralph, number 1: what each move does and what forbids it.

Checks come in the order that records promise: syntax, game over, turn, the pieces are there, the rest. A seat is asked
only where outcomes differ: after each move the cards that are left of the round are resolved as far as the rules leave
no choice (rules 5).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.engine import CHANCE, Level
from games.errors import FormError, Phrase, RuleViolation, counted
from games.ralph import faults, layout
from games.ralph.cards import CHARACTERS, JOKER, JOKERS, NOBODY, RANK, SUIT, bag, members, name
from games.ralph.house import HAND, House
from games.ralph.layout import NO_HOLE, Row, Rows, Taken, attach
from games.ralph.moves import LEFT, RIGHT, Adopt, Answer, As, At, Choose, Close, Deal, Move
from games.ralph.position import Phase, Position

TURNED = 2  # characters turned up at the start

CHOOSE, AS, CLOSE, OVER = Phase.CHOOSE, Phase.AS, Phase.CLOSE, Phase.OVER  # looked up at every turn
_position = tuple.__new__  # makes a Position at half the cost of its own constructor


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for the deal)."""
    if type(move) is Choose:  # most moves are
        return _choose(state, seat, move)
    return _ACTS[type(move)](state, seat, move)


def _known(now: Position, card: int) -> None:
    """FormError for a card that the deck of this game does not have."""
    if not now.house.deck >> card & 1:
        raise FormError(what=Phrase("{card} is no card of this deck.", card=name(card)), culprit=name(card))


def _deal(now: Position, seat: int, move: Deal) -> Position:
    house = now.house
    seen = bag(move.turned)
    dealt = None if move.hands is None else tuple(map(bag, move.hands))
    everything = seen
    for hand in dealt or ():
        everything |= hand
    if strange := everything & ~house.deck:
        _known(now, next(members(strange)))
    if move.hands is not None and house.level != Level.FULL:
        raise FormError(what=Phrase("An open record names only the cards turned up: hands are hidden."), culprit="deal")
    if now.phase != Phase.DEAL or seat != CHANCE:
        raise _out_of_turn(now, move)
    if house.simplified and (jokers := everything & JOKERS):
        raise faults.SimpleJoker(card=name(next(members(jokers))))
    rows = _turned_up(move.turned)
    shown, left = seen.bit_count(), house.size - HAND * house.seats
    if shown > left:
        why = Phrase("{shown} different cards are turned up; {left} are left after the hands", shown=shown, left=left)
        raise faults.Deal(why=why)
    if move.hands is not None and (
        everything.bit_count() != shown + HAND * house.seats or {*map(len, move.hands)} != {HAND}
    ):
        _check_hands(move.hands, house.seats, seen)
    after = (house, CHOOSE, 1, dealt, seen, now.chosen, (), NO_HOLE, rows, now.won, 0)
    return _position(Position, after)


def _turned_up(turned: tuple[int, ...]) -> Rows:
    """The rows of the two characters turned up, the first on top (rules 2.3); jokers have been put back."""
    shown = [card for card in turned if card & 7 != JOKER]
    if len(shown) != TURNED:
        why = Phrase("there are {count} characters among the cards turned up, not {due}", count=len(shown), due=TURNED)
        raise faults.Deal(why=why)
    if turned[-1] != shown[-1]:
        why = Phrase("the joker {card} is turned up after the second character", card=name(turned[-1]))
        raise faults.Deal(why=why)
    first, second = shown
    if first == second:
        raise faults.Deal(why=Phrase("{card} is turned up twice", card=name(first)))
    if first & 7 != second & 7:
        return (first & 7, 0, ((first,),)), (second & 7, 0, ((second,),))
    return ((first & 7, 0, ((min(shown),), (max(shown),))),)


def _check_hands(hands: tuple[tuple[int, ...], ...], seats: int, seen: int) -> None:
    """What is wrong with dealt hands; *seen* are the cards turned up, which are in no hand."""
    if len(hands) != seats:
        raise faults.Deal(why=Phrase("it names {count} hands for {seats} seats", count=len(hands), seats=seats))
    for seat, hand in enumerate(hands):  # pragma: no branch - asked only where the count of cards is wrong
        if len(hand) != HAND:
            why = Phrase("seat {seat} gets {count} cards, not {due}", seat=seat, count=len(hand), due=HAND)
            raise faults.Deal(why=why)
        for card in hand:
            if seen >> card & 1:
                why = Phrase("seat {seat} gets {card}, which is in another place too", seat=seat, card=name(card))
                raise faults.Deal(why=why)
            seen |= 1 << card


def _choose(now: Position, seat: int, move: Choose) -> Position:
    house, phase, round_, dealt, seen, chosen, _, _, rows, won, burned = now
    card = move.card
    bit = 1 << card
    if not (
        phase is CHOOSE
        and 0 <= seat < len(chosen)
        and not chosen[seat]
        and dealt is not None
        and dealt[seat] & bit
        and not seen & bit
    ):
        _check_choice(now, seat, move)
    choices = [*chosen]
    choices[seat] = card
    chosen = tuple(choices)
    if 0 in chosen:
        return _position(Position, (house, phase, round_, dealt, seen, chosen, (), NO_HOLE, rows, won, burned))
    for each in chosen:
        seen |= 1 << each
    choices.sort(reverse=True)  # the order in which they are resolved (rules 4.2)
    queue = tuple(choices)
    now = _position(Position, (house, phase, round_, dealt, seen, chosen, queue, NO_HOLE, rows, won, burned))
    return _resolved(now, [*rows])


def _check_choice(now: Position, seat: int, move: Choose) -> None:
    """What stands in the way of a chosen card, if anything does."""
    card = move.card
    _known(now, card)
    if now.phase != Phase.CHOOSE or not 0 <= seat < now.house.seats:
        raise _out_of_turn(now, move)
    if now.chosen[seat]:
        raise faults.RevealIncomplete(seat=seat)
    if now.house.simplified and card & 7 == JOKER:
        raise faults.SimpleJoker(card=name(card))
    hand = now.hand(seat)
    if hand is None:
        if now.seen >> card & 1 or card in now.chosen:
            raise faults.CardUsed(card=name(card), seat=seat)
    else:
        raise faults.NotInHand(card=name(card), seat=seat)


def _resolved(now: Position, rows: list[Row], done: int = 0, taken: Taken | None = None) -> Position:
    """The position after every card of the queue that is resolved without asking; then the next round, or the end.

    *rows*, a list to work on, are those of *now* with the first *done* cards of the queue placed; *taken* is what the
    last of them completed.
    """
    house, _, round_, dealt, seen, chosen, queue, _, _, won, burned = now
    due = len(queue)
    while True:
        if taken is not None:
            cards, hole = taken
            seat, taken = chosen.index(queue[done - 1]), None
            if hole is not NO_HOLE:
                rest, lie, won = queue[done - 1 :], tuple(rows), _gained(won, seat, cards)
                return _position(Position, (house, CLOSE, round_, dealt, seen, chosen, rest, hole, lie, won, burned))
            won = _gained(won, seat, cards | _settled(house, rows))
        if done == due:
            break
        card = queue[done]
        suit = card & 7
        asked = None
        if suit == JOKER:
            characters = [row for row in rows if row[0] != NOBODY]
            if len(characters) > 1:
                asked = AS
            elif characters:
                taken = attach(rows, rows.index(characters[0]), card)
            else:
                burned |= 1 << card  # rulings A1, A2
        else:
            at = 0
            for row in rows:
                if row[0] == suit:
                    taken = attach(rows, at, card)
                    break
                at += 1  # noqa: SIM113 - enumerate would cost more than the search
            else:
                asked, taken = _started(rows, card)
        if asked is not None:
            rest, lie = queue[done:], tuple(rows)
            return _position(Position, (house, asked, round_, dealt, seen, chosen, rest, NO_HOLE, lie, won, burned))
        done += 1
    phase, round_ = (OVER, HAND) if round_ == HAND else (CHOOSE, round_ + 1)
    none = (0,) * len(chosen)
    return _position(Position, (house, phase, round_, dealt, seen, none, (), NO_HOLE, tuple(rows), won, burned))


def _started(rows: list[Row], card: int) -> tuple[Phase | None, Taken | None]:
    """Place a *card* whose character has no row: what its seat has to be asked first, or what the card completed."""
    free = -1
    for at, row in enumerate(rows):
        if row[0] == NOBODY:
            if free >= 0:
                return Phase.ADOPT, None
            free = at
    if free >= 0:
        return None, attach(rows, free, card)
    column = layout.nearest_column(rows, card)
    return (Phase.AT, None) if column is None else (None, layout.begin(rows, column, card))


def _gained(won: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    piles = [*won]
    piles[seat] |= cards
    return tuple(piles)


def _settled(house: House, rows: list[Row]) -> int:
    """Take what closing up forms, until it forms nothing more: the set of cards so taken."""
    cards = 0
    while True:
        if house.close_empty_columns:
            layout.close_columns(rows)
        more = layout.chain(rows)
        if not more:
            return cards
        cards |= more


def _answer(now: Position, seat: int, move: Answer) -> Position:
    asked, resolve = _ANSWERS[type(move)]
    if now.phase != asked or seat != now.acting:
        _check_answer(now, seat, move)
    return resolve(now, seat, move)


def _check_answer(now: Position, seat: int, move: Answer) -> None:
    """What stands in the way of an answer that is not asked for now, or not of this seat."""
    if isinstance(move, At | Adopt):
        _known(now, move.card)
    if now.phase in (Phase.DEAL, Phase.OVER) or not 0 <= seat < now.house.seats:
        raise _out_of_turn(now, move)
    if now.phase != Phase.CHOOSE and seat != now.acting:
        raise _out_of_turn(now, move)
    raise _not_asked(now, seat, move)


def answers(now: Position) -> Iterator[Answer]:
    """Every answer to what the acting seat is asked; nothing while no seat is asked."""
    if now.phase == Phase.AS:
        yield from (As(row[0]) for row in now.rows if row[0] != NOBODY)
    elif now.phase == Phase.AT:
        yield from map(At, layout.nearest(now.rows, now.queue[0]))
    elif now.phase == Phase.ADOPT:
        yield from map(Adopt, layout.all_cards(row for row in now.rows if row[0] == NOBODY))
    elif now.phase == Phase.CLOSE:
        yield from (Close(RIGHT), Close(LEFT))


def alone(now: Position, card: int) -> Position:
    """The table after *card* was the only one of a round, for those who wonder what it would do; seat 0 plays it."""
    round_ = Position(now.house, Phase.CHOOSE, 1, None, 0, (card,), (card,), NO_HOLE, now.rows, (0,), 0)
    return _resolved(round_, [*now.rows])


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
            return faults.Adopt(move=move, why=Phrase("no card waits for one of two joker-only rows"))
        case Close():  # pragma: no branch - there is no other kind of move, as the types prove
            return faults.Close(move=move)


def _as(now: Position, seat: int, move: As) -> Position:
    rows, card = [*now.rows], now.queue[0]
    for at, row in enumerate(rows):
        if row[0] == move.character:
            return _resolved(now, rows, 1, attach(rows, at, card))
    character = SUIT[move.character]
    raise faults.JokerCharacterAbsent(card=name(card), character=character, characters=_characters(now.rows))


def _characters(rows: Rows) -> str:
    """Who is on the table, in the order of the suits: `R, K`."""
    owners = {row[0] for row in rows}
    return ", ".join(suit for suit in CHARACTERS if RANK[suit] in owners)


def _at(now: Position, seat: int, move: At) -> Position:
    rows, card = [*now.rows], now.queue[0]
    found = layout.nearest(rows, card)
    if move.card in found:
        return _resolved(now, rows, 1, layout.begin(rows, found[move.card], card))
    _known(now, move.card)
    if any(stack[-1:] == (move.card,) for _, _, stacks in rows for stack in stacks):
        why = Phrase("nearer are {cards}", cards=", ".join(map(name, found)))
    elif move.card in layout.all_cards(rows):
        why = Phrase("{card} is covered", card=name(move.card))
    else:
        why = Phrase("{card} is not on the table", card=name(move.card))
    raise faults.Anchor(card=name(card), anchor=name(move.card), why=why)


def _adopt(now: Position, seat: int, move: Adopt) -> Position:
    rows = [*now.rows]
    for at, row in enumerate(rows):
        if move.card in layout.all_cards([row]):
            if row[0] != NOBODY:
                why = Phrase("the row of {card} belongs to {suit}", card=name(move.card), suit=SUIT[row[0]])
                raise faults.Adopt(move=move, why=why)
            return _resolved(now, rows, 1, attach(rows, at, now.queue[0]))
    _known(now, move.card)
    raise faults.Adopt(move=move, why=Phrase("{card} is not on the table", card=name(move.card)))


def _close(now: Position, seat: int, move: Close) -> Position:
    rows = [*now.rows]
    layout.close(rows, now.hole, left=move.side == LEFT)
    won = _gained(now.won, seat, _settled(now.house, rows))
    return _resolved(now._replace(won=won), rows, 1)


def _out_of_turn(now: Position, move: Move) -> RuleViolation:
    if now.phase == Phase.OVER:
        return faults.GameOver(move=move)
    if now.phase == Phase.DEAL:
        due = Phrase("the deal is due")
    elif now.phase == Phase.CHOOSE:
        seats = [str(seat) for seat, card in enumerate(now.chosen) if not card]
        due = counted(
            "seat {seats} may choose a card of round {round}",
            "seats {seats} may choose a card of round {round}",
            len(seats),
            seats=", ".join(seats),
            round=now.round,
        )
    else:
        due = Phrase("{card} of seat {seat} is being resolved", card=name(now.queue[0]), seat=now.acting)
    return faults.Turn(move=move, due=due)


_ACTS: Mapping[type, Callable[[Position, int, Any], Position]] = {
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
