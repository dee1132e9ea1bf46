"""The rules of Ralph, number 1: what each move does and what forbids it.

Checks come in the order that records promise: syntax, game over, turn, the pieces are there, the rest. A seat is asked
only if outcomes differ: after each move, the remaining cards of the round are resolved as far as the rules leave no
choice (rules 5). Moves are made on a draft of the position.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.engine import CHANCE, Level
from games.errors import FormError, Phrase, RuleViolation, count_phrase
from games.ralph import errors, layout
from games.ralph.cards import CHARACTERS, JOKER, JOKERS, NOBODY, RANK, SUIT, bag, members, name
from games.ralph.layout import NO_HOLE, AnyRow, Taken, attach
from games.ralph.moves import LEFT, RIGHT, Adopt, Answer, As, At, Choose, Close, Deal, Move
from games.ralph.options import HAND, Options
from games.ralph.position import Draft, Phase, Position

TURNED = 2  # characters turned up at the start
DEAL, CHOOSE, AS, AT, ADOPT, CLOSE, OVER = Phase


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for the deal)."""
    return play(state, ((seat, move),))


def play(state: Position, moves: Iterable[tuple[int, Move]]) -> Position:
    draft = Draft(state)
    for seat, move in moves:
        _ACTS[type(move)](draft, seat, move)
    return draft.position()


def _require_known(position: Position | Draft, card: int) -> None:
    """Raise `FormError` for a card that is not in the deck of this game."""
    if not position.options.deck >> card & 1:
        raise FormError(what=Phrase("{card} is not in this deck.", card=name(card)), culprit=name(card))


def _deal(draft: Draft, seat: int, move: Deal) -> None:
    options = draft.options
    seen = bag(move.turned)
    dealt = None if move.hands is None else tuple(map(bag, move.hands))
    everything = seen
    for hand in dealt or ():
        everything |= hand
    if strange := everything & ~options.deck:
        _require_known(draft, next(members(strange)))
    if move.hands is not None and options.level != Level.FULL:
        raise FormError(
            what=Phrase("An open record lists only the cards turned up. Hands stay hidden."), culprit="deal"
        )
    if draft.phase != DEAL or seat != CHANCE:
        raise _turn_refusal(draft, move)
    if options.simplified and (jokers := everything & JOKERS):
        raise errors.SimpleJoker(card=name(next(members(jokers))))
    rows = _starting_rows(move.turned)
    shown, left = seen.bit_count(), options.size - HAND * options.seats
    if shown > left:
        why = Phrase(
            "{shown} different cards are turned up, but only {left} are left after the hands are dealt",
            shown=shown,
            left=left,
        )
        raise errors.WrongDeal(why=why)
    if move.hands is not None and (
        everything.bit_count() != shown + HAND * options.seats or {*map(len, move.hands)} != {HAND}
    ):
        _check_hands(move.hands, options.seats, seen)
    draft.phase, draft.seen, draft.rows = CHOOSE, seen, rows
    draft.dealt, draft.hands = dealt, None if dealt is None else [*dealt]


def _starting_rows(turned: tuple[int, ...]) -> list[AnyRow]:
    """The rows of the two characters turned up, the first on top (rules 2.3). Jokers have been put back."""
    shown = [card for card in turned if card & 7 != JOKER]
    if len(shown) != TURNED:
        why = Phrase("the cards turned up include {count} characters, not {due}", count=len(shown), due=TURNED)
        raise errors.WrongDeal(why=why)
    if turned[-1] != shown[-1]:
        why = Phrase("joker {card} is turned up after the second character", card=name(turned[-1]))
        raise errors.WrongDeal(why=why)
    first, second = shown
    if first == second:
        raise errors.WrongDeal(why=Phrase("{card} is turned up twice", card=name(first)))
    if first & 7 != second & 7:
        return [(first & 7, 0, [[first]]), (second & 7, 0, [[second]])]
    return [(first & 7, 0, [[min(shown)], [max(shown)]])]


def _check_hands(hands: tuple[tuple[int, ...], ...], seats: int, seen: int) -> None:
    """Refuse wrong hands. *seen* are the turned-up cards, which are in no hand."""
    if len(hands) != seats:
        raise errors.WrongDeal(why=Phrase("it lists {count} hands for {seats} seats", count=len(hands), seats=seats))
    for seat, hand in enumerate(hands):  # pragma: no branch - asked only where the count of cards is wrong
        if len(hand) != HAND:
            why = Phrase("seat {seat} gets {count} cards, not {due}", seat=seat, count=len(hand), due=HAND)
            raise errors.WrongDeal(why=why)
        for card in hand:
            if seen >> card & 1:
                why = Phrase("seat {seat} gets {card}, which is already dealt or turned up", seat=seat, card=name(card))
                raise errors.WrongDeal(why=why)
            seen |= 1 << card


def _choose(draft: Draft, seat: int, move: Choose) -> None:
    card, chosen, hands = move.card, draft.chosen, draft.hands
    bit = 1 << card
    if (  # the usual case: a replay takes 1.1 times as long if each check is made by itself
        draft.phase is CHOOSE
        and hands is not None
        and 0 <= seat < len(chosen)
        and not chosen[seat]
        and hands[seat] & bit
    ):
        hands[seat] ^= bit
    else:
        _check_choice(draft.position(), seat, move)
    chosen[seat] = card
    if 0 not in chosen:
        for each in chosen:
            draft.seen |= 1 << each
        draft.queue = sorted(chosen, reverse=True)  # the order in which they are resolved (rules 4.2)
        _resolve(draft)


def _check_choice(position: Position, seat: int, move: Choose) -> None:
    """Refuse a card that may not be chosen, or accept one from an unknown hand."""
    card = move.card
    _require_known(position, card)
    if position.phase != CHOOSE or not 0 <= seat < position.options.seats:
        raise _turn_refusal(position, move)
    if position.chosen[seat]:
        raise errors.RevealIncomplete(seat=seat)
    if position.options.simplified and card & 7 == JOKER:
        raise errors.SimpleJoker(card=name(card))
    hand = position.hand(seat)
    if hand is None:
        if position.seen >> card & 1 or card in position.chosen:
            raise errors.CardUsed(card=name(card), seat=seat)
    else:
        raise errors.NotInHand(card=name(card), seat=seat)


def _resolve(draft: Draft) -> None:
    """Resolve the cards of the queue until a seat has to be asked. After the last, start the next round or end."""
    queue = draft.queue
    while queue:
        asked, taken = _place(draft, queue[0])
        if asked is not None:
            draft.phase = asked
            return
        if taken is not None and _leaves_hole(draft, taken):
            return
        del queue[0]
    draft.last, draft.chosen = draft.chosen, [0] * len(draft.chosen)
    if draft.round == HAND:
        draft.phase = OVER
    else:
        draft.phase = CHOOSE
        draft.round += 1


def _place(draft: Draft, card: int) -> tuple[Phase | None, Taken | None]:
    """Place *card*, and return what it completed, or what its seat has to be asked first."""
    rows, suit = draft.rows, card & 7
    if suit == JOKER:
        return _place_joker(draft, card)
    for at, row in enumerate(rows):
        if row[0] == suit:
            return None, attach(rows, at, card)
    return _start_row(rows, card)


def _place_joker(draft: Draft, card: int) -> tuple[Phase | None, Taken | None]:
    """A joker joins the only character on the table or is burned. With several characters, its seat is asked."""
    characters = [at for at, row in enumerate(draft.rows) if row[0] != NOBODY]
    if len(characters) > 1:
        return AS, None
    if characters:
        return None, attach(draft.rows, characters[0], card)
    draft.burned |= 1 << card  # rulings A1, A2
    return None, None


def _leaves_hole(draft: Draft, taken: Taken) -> bool:
    """Give the acting seat what its card completed, and return whether it has to be asked how to close a hole."""
    cards, hole = taken
    if hole is NO_HOLE:
        cards |= _settle(draft.options, draft.rows)
    else:
        draft.phase, draft.hole = CLOSE, hole
    draft.won[draft.acting] |= cards
    return hole is not NO_HOLE


def _continue_round(draft: Draft, taken: Taken | None) -> None:
    """Continue after the first card of the queue is placed as its seat answered."""
    if taken is None or not _leaves_hole(draft, taken):
        del draft.queue[0]
        _resolve(draft)


def _start_row(rows: list[AnyRow], card: int) -> tuple[Phase | None, Taken | None]:
    """Place a *card* whose character has no row, and return the same as `_place`."""
    free = -1
    for at, row in enumerate(rows):
        if row[0] == NOBODY:
            if free >= 0:
                return ADOPT, None
            free = at
    if free >= 0:
        return None, attach(rows, free, card)
    columns = {*layout.nearest(rows, card).values()}
    if len(columns) > 1:
        return AT, None
    return None, layout.begin(rows, columns.pop() if columns else 0, card)


def _settle(options: Options, rows: list[AnyRow]) -> int:
    """Take what closing up forms, until it forms nothing more, and return the set of cards."""
    cards = 0
    while True:
        if options.close_empty_columns:
            layout.close_columns(rows)
        more = layout.chain(rows)
        if not more:
            return cards
        cards |= more


def _answer(draft: Draft, seat: int, move: Answer) -> None:
    asked, answered = _ANSWERS[type(move)]
    if draft.phase is not asked or seat != draft.acting:
        raise _answer_refusal(draft, seat, move)
    answered(draft, move)


def _answer_refusal(draft: Draft, seat: int, move: Answer) -> RuleViolation:
    """The refusal of an answer that is not asked for, or not from this seat."""
    if isinstance(move, At | Adopt):
        _require_known(draft, move.card)
    if draft.phase in (DEAL, OVER) or not 0 <= seat < draft.options.seats:
        return _turn_refusal(draft, move)
    if draft.phase != CHOOSE and seat != draft.acting:
        return _turn_refusal(draft, move)
    return _not_asked_refusal(draft, seat, move)


def answers(position: Position) -> Iterator[Answer]:
    """Every answer to what the acting seat is asked, if anything."""
    if position.phase == AS:
        yield from (As(row[0]) for row in position.rows if row[0] != NOBODY)
    elif position.phase == AT:
        yield from map(At, layout.nearest(position.rows, position.queue[0]))
    elif position.phase == ADOPT:
        yield from map(Adopt, layout.all_cards(row for row in position.rows if row[0] == NOBODY))
    elif position.phase == CLOSE:
        yield from (Close(RIGHT), Close(LEFT))


def play_alone(position: Position, card: int) -> Position:
    """The position after seat 0 has played *card* alone, to see what it would do."""
    rows, cards = position.rows, (card,)
    played = Draft(Position(position.options, CHOOSE, 1, None, 0, cards, cards, NO_HOLE, rows, (0,), 0, ()))
    _resolve(played)
    return played.position()


def _not_asked_refusal(draft: Draft, seat: int, move: Answer) -> RuleViolation:
    if draft.phase == AS:
        card = name(draft.queue[0])
        return errors.JokerCharacterMissing(card=card, seat=seat, characters=_character_list(draft.rows))
    match move:
        case As():
            return errors.AsOnNatural(move=move)
        case At():
            return errors.AnchorUnused(move=move)
        case Adopt():
            return errors.WrongAdoption(move=move, why=Phrase("no card has to choose between two joker-only rows"))
        case Close():  # pragma: no branch - there is no other kind of move, as the types prove
            return errors.WrongClosing(move=move)


def _answer_as(draft: Draft, move: As) -> None:
    card = draft.queue[0]
    for at, row in enumerate(draft.rows):
        if row[0] == move.character:
            return _continue_round(draft, attach(draft.rows, at, card))
    character = SUIT[move.character]
    raise errors.JokerCharacterAbsent(card=name(card), character=character, characters=_character_list(draft.rows))


def _character_list(rows: Iterable[AnyRow]) -> str:
    """The characters on the table, in the order of the suits: `R, K`."""
    owners = {row[0] for row in rows}
    return ", ".join(suit for suit in CHARACTERS if RANK[suit] in owners)


def _answer_at(draft: Draft, move: At) -> None:
    rows, card = draft.rows, draft.queue[0]
    found = layout.nearest(rows, card)
    if move.card in found:
        return _continue_round(draft, layout.begin(rows, found[move.card], card))
    _require_known(draft, move.card)
    if any([*stack[-1:]] == [move.card] for _, _, stacks in rows for stack in stacks):
        why = Phrase("{cards} are nearer", cards=", ".join(map(name, found)))
    elif move.card in layout.all_cards(rows):
        why = Phrase("{card} is covered", card=name(move.card))
    else:
        why = Phrase("{card} is not on the table", card=name(move.card))
    raise errors.WrongAnchor(card=name(card), anchor=name(move.card), why=why)


def _answer_adopt(draft: Draft, move: Adopt) -> None:
    for at, row in enumerate(draft.rows):
        if move.card in layout.all_cards([row]):
            if row[0] != NOBODY:
                why = Phrase("the row with {card} belongs to {suit}", card=name(move.card), suit=SUIT[row[0]])
                raise errors.WrongAdoption(move=move, why=why)
            return _continue_round(draft, attach(draft.rows, at, draft.queue[0]))
    _require_known(draft, move.card)
    raise errors.WrongAdoption(move=move, why=Phrase("{card} is not on the table", card=name(move.card)))


def _answer_close(draft: Draft, move: Close) -> None:
    layout.close(draft.rows, draft.hole, left=move.side == LEFT)
    draft.hole = NO_HOLE
    draft.won[draft.acting] |= _settle(draft.options, draft.rows)
    _continue_round(draft, None)


def _turn_refusal(position: Position | Draft, move: Move) -> RuleViolation:
    if position.phase == OVER:
        return errors.GameOver(move=move)
    if position.phase == DEAL:
        due = Phrase("the deal comes first")
    elif position.phase == CHOOSE:
        seats = [str(seat) for seat, card in enumerate(position.chosen) if not card]
        due = count_phrase(
            "seat {seats} may choose a card for round {round}",
            "seats {seats} may choose a card for round {round}",
            len(seats),
            seats=", ".join(seats),
            round=position.round,
        )
    else:
        due = Phrase("{card} from seat {seat} is being resolved", card=name(position.queue[0]), seat=position.acting)
    return errors.NotYourTurn(move=move, due=due)


_ACTS: Mapping[type, Callable[[Draft, int, Any], None]] = {
    Deal: _deal,
    Choose: _choose,
    As: _answer,
    At: _answer,
    Adopt: _answer,
    Close: _answer,
}

_ANSWERS: Mapping[type, tuple[Phase, Callable[[Draft, Any], None]]] = {
    As: (AS, _answer_as),
    At: (AT, _answer_at),
    Adopt: (ADOPT, _answer_adopt),
    Close: (CLOSE, _answer_close),
}


_DUE_RULES = (errors.GameOver, errors.NotYourTurn)
_ANSWER_RULES = (*_DUE_RULES, errors.JokerCharacterMissing)
_CLAUSES: Mapping[type, Sequence[type[RuleViolation]]] = {
    Deal: (*_DUE_RULES, errors.WrongDeal, errors.SimpleJoker),
    Choose: (*_DUE_RULES, errors.RevealIncomplete, errors.SimpleJoker, errors.CardUsed, errors.NotInHand),
    As: (*_DUE_RULES, errors.AsOnNatural, errors.JokerCharacterAbsent),
    At: (*_ANSWER_RULES, errors.AnchorUnused, errors.WrongAnchor),
    Adopt: (*_ANSWER_RULES, errors.WrongAdoption),
    Close: (*_ANSWER_RULES, errors.WrongClosing),
}


def clauses(move: Move) -> Sequence[type[RuleViolation]]:
    """The rules that a move is checked against, in order."""
    return _CLAUSES[type(move)]
