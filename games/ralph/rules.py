"""The rules of Ralph, number 1: what each move does and what forbids it.

Checks come in the order that records promise: syntax, game over, turn, the pieces are there, the rest. A seat is asked
only where outcomes differ: after each move the cards that are left of the round are resolved as far as the rules leave
no choice (rules 5). Moves are made on a draft of the position, many of them in a row if need be.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from games.engine import CHANCE, Level
from games.errors import FormError, Phrase, RuleViolation, counted
from games.ralph import errors, layout
from games.ralph.cards import CHARACTERS, JOKER, JOKERS, NOBODY, RANK, SUIT, bag, members, name
from games.ralph.layout import NO_HOLE, AnyRow, Rows, Taken, attach
from games.ralph.moves import LEFT, RIGHT, Adopt, Answer, As, At, Choose, Close, Deal, Move
from games.ralph.options import HAND, House
from games.ralph.position import Draft, Phase, Position

TURNED = 2  # characters turned up at the start

CHOOSE, AS, CLOSE, OVER = Phase.CHOOSE, Phase.AS, Phase.CLOSE, Phase.OVER  # looked up at every turn


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for the deal)."""
    return play(state, ((seat, move),))


def play(state: Position, moves: Iterable[tuple[int, Move]]) -> Position:
    """The position after *moves*, each with its seat."""
    now = Draft(state)
    for seat, move in moves:
        if type(move) is Choose:  # most moves are
            _choose(now, seat, move)
        else:
            _ACTS[type(move)](now, seat, move)
    return now.position()


def _known(now: Position | Draft, card: int) -> None:
    """FormError for a card that the deck of this game does not have."""
    if not now.house.deck >> card & 1:
        raise FormError(what=Phrase("{card} is no card of this deck.", card=name(card)), culprit=name(card))


def _deal(now: Draft, seat: int, move: Deal) -> None:
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
        raise _out_of_turn(now.position(), move)
    if house.simplified and (jokers := everything & JOKERS):
        raise errors.SimpleJoker(card=name(next(members(jokers))))
    rows = _turned_up(move.turned)
    shown, left = seen.bit_count(), house.size - HAND * house.seats
    if shown > left:
        why = Phrase("{shown} different cards are turned up; {left} are left after the hands", shown=shown, left=left)
        raise errors.Deal(why=why)
    if move.hands is not None and (
        everything.bit_count() != shown + HAND * house.seats or {*map(len, move.hands)} != {HAND}
    ):
        _check_hands(move.hands, house.seats, seen)
    now.phase, now.seen, now.rows = CHOOSE, seen, rows
    now.dealt, now.hands = dealt, None if dealt is None else [*dealt]


def _turned_up(turned: tuple[int, ...]) -> list[AnyRow]:
    """The rows of the two characters turned up, the first on top (rules 2.3); jokers have been put back."""
    shown = [card for card in turned if card & 7 != JOKER]
    if len(shown) != TURNED:
        why = Phrase("there are {count} characters among the cards turned up, not {due}", count=len(shown), due=TURNED)
        raise errors.Deal(why=why)
    if turned[-1] != shown[-1]:
        why = Phrase("the joker {card} is turned up after the second character", card=name(turned[-1]))
        raise errors.Deal(why=why)
    first, second = shown
    if first == second:
        raise errors.Deal(why=Phrase("{card} is turned up twice", card=name(first)))
    if first & 7 != second & 7:
        return [(first & 7, 0, [[first]]), (second & 7, 0, [[second]])]
    return [(first & 7, 0, [[min(shown)], [max(shown)]])]


def _check_hands(hands: tuple[tuple[int, ...], ...], seats: int, seen: int) -> None:
    """What is wrong with dealt hands; *seen* are the cards turned up, which are in no hand."""
    if len(hands) != seats:
        raise errors.Deal(why=Phrase("it names {count} hands for {seats} seats", count=len(hands), seats=seats))
    for seat, hand in enumerate(hands):  # pragma: no branch - asked only where the count of cards is wrong
        if len(hand) != HAND:
            why = Phrase("seat {seat} gets {count} cards, not {due}", seat=seat, count=len(hand), due=HAND)
            raise errors.Deal(why=why)
        for card in hand:
            if seen >> card & 1:
                why = Phrase("seat {seat} gets {card}, which is in another place too", seat=seat, card=name(card))
                raise errors.Deal(why=why)
            seen |= 1 << card


def _choose(now: Draft, seat: int, move: Choose) -> None:
    card, chosen, hands = move.card, now.chosen, now.hands
    bit = 1 << card
    if now.phase is CHOOSE and hands is not None and 0 <= seat < len(chosen) and not chosen[seat] and hands[seat] & bit:
        hands[seat] ^= bit
    else:
        _check_choice(now.position(), seat, move)
    chosen[seat] = card
    if 0 not in chosen:
        for each in chosen:
            now.seen |= 1 << each
        now.queue = sorted(chosen, reverse=True)  # the order in which they are resolved (rules 4.2)
        _resolve(now)


def _check_choice(now: Position, seat: int, move: Choose) -> None:
    """What stands in the way of a chosen card, if anything does."""
    card = move.card
    _known(now, card)
    if now.phase != Phase.CHOOSE or not 0 <= seat < now.house.seats:
        raise _out_of_turn(now, move)
    if now.chosen[seat]:
        raise errors.RevealIncomplete(seat=seat)
    if now.house.simplified and card & 7 == JOKER:
        raise errors.SimpleJoker(card=name(card))
    hand = now.hand(seat)
    if hand is None:
        if now.seen >> card & 1 or card in now.chosen:
            raise errors.CardUsed(card=name(card), seat=seat)
    else:
        raise errors.NotInHand(card=name(card), seat=seat)


def _resolve(now: Draft) -> None:
    """Resolve the cards of the queue as far as no seat has to be asked; then comes the next round, or the end."""
    rows, queue = now.rows, now.queue
    while queue:
        card = queue[0]
        suit = card & 7
        taken: Taken | None = None
        if suit == JOKER:
            characters = [at for at, row in enumerate(rows) if row[0] != NOBODY]
            if len(characters) > 1:
                now.phase = AS
                return
            if characters:
                taken = attach(rows, characters[0], card)
            else:
                now.burned |= 1 << card  # rulings A1, A2
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
                    now.phase = asked
                    return
        if taken is not None and _leaves_hole(now, taken):
            return
        del queue[0]
    now.chosen = [0] * len(now.chosen)
    if now.round == HAND:
        now.phase = OVER
    else:
        now.phase = CHOOSE
        now.round += 1


def _leaves_hole(now: Draft, taken: Taken) -> bool:
    """The acting seat gets what its card completed; whether it then is to be asked how to close the hole."""
    cards, hole = taken
    if hole is NO_HOLE:
        cards |= _settled(now.house, now.rows)
    else:
        now.phase, now.hole = CLOSE, hole
    now.won[now.chosen.index(now.queue[0])] |= cards  # `acting`, spared a call
    return hole is not NO_HOLE


def _placed(now: Draft, taken: Taken | None) -> None:
    """Go on after the first card of the queue was placed as its seat answered."""
    if taken is None or not _leaves_hole(now, taken):
        del now.queue[0]
        _resolve(now)


def _started(rows: list[AnyRow], card: int) -> tuple[Phase | None, Taken | None]:
    """Place a *card* whose character has no row: what its seat has to be asked first, or what the card completed."""
    free = -1
    for at, row in enumerate(rows):
        if row[0] == NOBODY:
            if free >= 0:
                return Phase.ADOPT, None
            free = at
    if free >= 0:
        return None, attach(rows, free, card)
    columns = {*layout.nearest(rows, card).values()}
    if len(columns) > 1:
        return Phase.AT, None
    return None, layout.begin(rows, columns.pop() if columns else 0, card)


def _settled(house: House, rows: list[AnyRow]) -> int:
    """Take what closing up forms, until it forms nothing more: the set of cards so taken."""
    cards = 0
    while True:
        if house.close_empty_columns:
            layout.close_columns(rows)
        more = layout.chain(rows)
        if not more:
            return cards
        cards |= more


def _answer(now: Draft, seat: int, move: Answer) -> None:
    asked, answered = _ANSWERS[type(move)]
    if now.phase is not asked or seat != now.acting:
        raise _refusal(now.position(), seat, move)
    answered(now, move)


def _refusal(now: Position, seat: int, move: Answer) -> RuleViolation:
    """What stands in the way of an answer that is not asked for now, or not of this seat."""
    if isinstance(move, At | Adopt):
        _known(now, move.card)
    if now.phase in (Phase.DEAL, Phase.OVER) or not 0 <= seat < now.house.seats:
        return _out_of_turn(now, move)
    if now.phase != Phase.CHOOSE and seat != now.acting:
        return _out_of_turn(now, move)
    return _not_asked(now, seat, move)


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
    played = Draft(Position(now.house, CHOOSE, 1, None, 0, (card,), (card,), NO_HOLE, now.rows, (0,), 0))
    _resolve(played)
    return played.position()


def _not_asked(now: Position, seat: int, move: Answer) -> RuleViolation:
    if now.phase == Phase.AS:
        card = name(now.queue[0])
        return errors.JokerCharacterMissing(card=card, seat=seat, characters=_characters(now.rows))
    match move:
        case As():
            return errors.AsOnNatural(move=move)
        case At():
            return errors.AnchorUnused(move=move)
        case Adopt():
            return errors.Adopt(move=move, why=Phrase("no card waits for one of two joker-only rows"))
        case Close():  # pragma: no branch - there is no other kind of move, as the types prove
            return errors.Close(move=move)


def _as(now: Draft, move: As) -> None:
    card = now.queue[0]
    for at, row in enumerate(now.rows):
        if row[0] == move.character:
            return _placed(now, attach(now.rows, at, card))
    character = SUIT[move.character]
    raise errors.JokerCharacterAbsent(card=name(card), character=character, characters=_characters(now.position().rows))


def _characters(rows: Rows) -> str:
    """Who is on the table, in the order of the suits: `R, K`."""
    owners = {row[0] for row in rows}
    return ", ".join(suit for suit in CHARACTERS if RANK[suit] in owners)


def _at(now: Draft, move: At) -> None:
    rows, card = now.rows, now.queue[0]
    found = layout.nearest(rows, card)
    if move.card in found:
        return _placed(now, layout.begin(rows, found[move.card], card))
    _known(now, move.card)
    if any([*stack[-1:]] == [move.card] for _, _, stacks in rows for stack in stacks):
        why = Phrase("nearer are {cards}", cards=", ".join(map(name, found)))
    elif move.card in layout.all_cards(rows):
        why = Phrase("{card} is covered", card=name(move.card))
    else:
        why = Phrase("{card} is not on the table", card=name(move.card))
    raise errors.Anchor(card=name(card), anchor=name(move.card), why=why)


def _adopt(now: Draft, move: Adopt) -> None:
    for at, row in enumerate(now.rows):
        if move.card in layout.all_cards([row]):
            if row[0] != NOBODY:
                why = Phrase("the row of {card} belongs to {suit}", card=name(move.card), suit=SUIT[row[0]])
                raise errors.Adopt(move=move, why=why)
            return _placed(now, attach(now.rows, at, now.queue[0]))
    _known(now, move.card)
    raise errors.Adopt(move=move, why=Phrase("{card} is not on the table", card=name(move.card)))


def _close(now: Draft, move: Close) -> None:
    layout.close(now.rows, now.hole, left=move.side == LEFT)
    now.hole = NO_HOLE
    now.won[now.acting] |= _settled(now.house, now.rows)
    _placed(now, None)


def _out_of_turn(now: Position, move: Move) -> RuleViolation:
    if now.phase == Phase.OVER:
        return errors.GameOver(move=move)
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
    return errors.Turn(move=move, due=due)


_ACTS: Mapping[type, Callable[[Draft, int, Any], None]] = {
    Deal: _deal,
    As: _answer,
    At: _answer,
    Adopt: _answer,
    Close: _answer,
}

_ANSWERS: Mapping[type, tuple[Phase, Callable[[Draft, Any], None]]] = {
    As: (Phase.AS, _as),
    At: (Phase.AT, _at),
    Adopt: (Phase.ADOPT, _adopt),
    Close: (Phase.CLOSE, _close),
}
