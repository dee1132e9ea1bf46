"""The rules of The Game: Extreme, number 1: what each move does and what forbids it.

Checks come in the order that records promise: syntax, game over, turn, the card is there, then the rules of the pile
(rules 4) and of the turn's end (rules 5).
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_

from games.engine import CHANCE, Level
from games.errors import FormError, Phrase, RuleViolation, count_phrase, phrase_list
from games.the_game_extreme import errors
from games.the_game_extreme.cards import BITS, BYTES, JUMPS, PILES, card_set, is_forward, members
from games.the_game_extreme.moves import Deal, Drawn, End, Fail, GiveUp, Move, Play, Violation
from games.the_game_extreme.orders import DRAW_ONE, NO_JUMP, ONE_PILE, SKULL, STOP, THREE, Order, order_names
from games.the_game_extreme.position import NOBODY, NOWHERE, Draft, Phase, Position, cards_held, cards_left, draw_pile

WON = "won"


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for the deal and for draws)."""
    return play(state, ((seat, move),))


def play(state: Position, moves: Iterable[tuple[int, Move]]) -> Position:
    draft = Draft(state)
    for seat, move in moves:
        if isinstance(move, Play):
            _play(draft, seat, move)
        else:
            _play_other(draft, seat, move)
    return draft.position()


def _play_other(draft: Draft, seat: int, move: Move) -> None:
    """Play a rarer move, or refuse one that is not due."""
    names_cards = isinstance(move, Drawn) or (isinstance(move, Deal) and move.hands is not None)
    if seat == CHANCE and draft.options.level == Level.OPEN and names_cards:
        what = Phrase("{move}: an open record does not show who holds which card.", move=move)
        raise FormError(what=what, culprit=str(move))
    if draft.phase is Phase.TURN:
        if isinstance(move, End) and seat == draft.seat:
            return _end_turn(draft, move, stopped=NOBODY)
        if isinstance(move, Fail | Violation | GiveUp) and 0 <= seat < draft.options.seats:
            return _lose(draft, seat, move)
    elif draft.phase is Phase.DUE and seat == CHANCE and isinstance(move, Drawn):
        return _draw(draft, move)
    elif draft.phase is Phase.DEAL and seat == CHANCE and isinstance(move, Deal):
        return _deal(draft, move)
    raise _turn_refusal(draft, seat, move)


def _turn_refusal(draft: Draft, seat: int, move: Move) -> RuleViolation:
    if draft.phase is Phase.OVER:
        return errors.GameOver(move=move)
    if isinstance(move, Play) and NOBODY != draft.stopped == seat and (draft.phase is Phase.DUE or seat != draft.seat):
        return errors.TurnOver(move=move, seat=seat)
    if draft.phase is Phase.TURN:
        due = Phrase("it is seat {seat}’s turn", seat=draft.seat)
        if seat >= draft.options.seats:
            due = Phrase("there is no seat {seat}", seat=seat)
    else:
        deals = draft.phase is Phase.DEAL
        due = Phrase("the deal comes first") if deals else Phrase("seat {seat} must draw first", seat=draft.seat)
    return errors.NotYourTurn(move=move, seat=seat, due=due)


def _deal(draft: Draft, move: Deal) -> None:
    seats, size = draft.options.seats, draft.options.hand
    if move.starter >= seats:
        raise errors.WrongDeal(why=Phrase("there is no seat {seat}", seat=move.starter))
    draft.phase, draft.starter, draft.seat = Phase.TURN, move.starter, move.starter
    if move.hands is None:
        draft.unknown = [size] * seats
        return
    if len(move.hands) != seats:
        raise errors.WrongDeal(
            why=Phrase("it lists {count} hands for {seats} seats", count=len(move.hands), seats=seats)
        )
    unseen = draft.unseen
    for seat, hand in enumerate(move.hands):
        if len(hand) != size:
            why = Phrase("seat {seat} gets {count} cards, not {due}", seat=seat, count=len(hand), due=size)
            raise errors.WrongDeal(why=why)
        for card in hand:
            if not unseen & BITS[card]:
                why = Phrase("{card} is dealt twice", card=card)
                if not BITS[card]:
                    why = Phrase("there is no card {card}", card=card)
                raise errors.WrongDeal(why=why)
            unseen ^= BITS[card]
    draft.hands, draft.unseen = [*map(card_set, move.hands)], unseen


def _play(draft: Draft, seat: int, move: Play) -> None:
    if seat != draft.seat or draft.phase is not Phase.TURN:
        raise _turn_refusal(draft, seat, move)
    _take_from_hand(draft, move.card)
    _check_pile(draft, move.card, move.pile)
    _lay(draft, move.card, move.pile)
    if draft.options.orders[move.card] & STOP:
        _end_turn(draft, move, stopped=seat)
    elif move.accept_loss:
        raise errors.NotLost(move=move)


def _take_from_hand(draft: Draft, card: int) -> None:
    """Take *card* from the hand whose turn it is, where it is a known card or one of the unknown ones."""
    seat, bit = draft.seat, BITS[card]
    if draft.hands[seat] & bit:
        draft.hands[seat] ^= bit
    elif draft.unknown[seat] and draft.unseen & bit:
        draft.unknown[seat] -= 1
        draft.unseen ^= bit
    else:
        raise _absent_card_refusal(draft, card)


def _check_pile(draft: Draft, card: int, pile: int) -> None:
    """Refuse a card that does not fit its pile (rules 4). On A1 with 40 on top, 41 to 99 fit, and 30 by a jump."""
    top = draft.piles[pile][-1]
    if not is_forward(card, top, pile):
        if card != top + JUMPS[pile]:
            raise _misfit_refusal(card, pile, top)
        if draft.shown & NO_JUMP:
            raise errors.NoJump(card=card, pile=PILES[pile], order=_carriers(draft, NO_JUMP))
    if draft.focus not in (NOWHERE, pile):
        raise errors.OnePile(card=card, pile=PILES[pile], focus=PILES[draft.focus])


def _lay(draft: Draft, card: int, pile: int) -> None:
    """Put *card* on its pile, and update the visible orders and the pile that the turn is bound to."""
    order = draft.options.orders[card]
    binds = (order | draft.shown) & ONE_PILE or draft.focus != NOWHERE
    draft.piles[pile] += BYTES[card]
    if order or draft.shown:  # else no order is covered and none appears
        draft.shown = reduce(or_, [draft.options.orders[lies[-1]] for lies in draft.piles])
    stays_bound = binds and (draft.shown & ONE_PILE or draft.options.whole_turn)
    draft.focus = pile if stays_bound else NOWHERE
    draft.played += 1
    draft.laid |= order
    draft.stopped = NOBODY


def _absent_card_refusal(draft: Draft, card: int) -> RuleViolation:
    for pile, lies in enumerate(draft.piles):
        if card in tuple(lies[1:]):  # a byte string would raise for 256
            return errors.CardPlayed(card=card, pile=PILES[pile])
    return errors.NotInHand(card=card, seat=draft.seat)


def _misfit_refusal(card: int, pile: int, top: int) -> RuleViolation:
    fits = Phrase("a card higher than {top}", top=top) if pile < 2 else Phrase("a card lower than {top}", top=top)
    return errors.PileOrder(card=card, pile=PILES[pile], top=top, fits=fits, back=top + JUMPS[pile])


def _carriers(draft: Draft, order: int) -> Phrase:
    """The top cards that carry *order*, with their piles: `90 on D2`."""
    tops = ((lies[-1], PILES[pile]) for pile, lies in enumerate(draft.piles))
    return phrase_list(
        Phrase("{card} on {pile}", card=top, pile=pile) for top, pile in tops if draft.options.orders[top] & order
    )


def failure(position: Position | Draft, *, stopped: bool = False) -> str | None:
    """The reason why the game would be lost if the turn ended now, or None (rules 5)."""
    if position.played < position.least and not stopped:
        return "min_cards"
    if position.shown & SKULL:
        return "skull"
    if position.laid & THREE and position.played != 3:
        return "three"
    return None


def _end_turn(draft: Draft, move: Play | End, *, stopped: int) -> None:
    """End the turn: the game is lost or won, or the seat draws and the next seat plays."""
    reason = failure(draft, stopped=stopped != NOBODY)
    if move.accept_loss:
        if reason is None:
            raise errors.NotLost(move=move)
        draft.phase, draft.reason = Phase.OVER, reason
        return
    if reason is not None:
        raise _loss_refusal(draft, move, reason)
    stock = draw_pile(draft)
    if not stock and not cards_left(draft):
        draft.phase, draft.reason = Phase.OVER, WON
        return
    draft.stopped = stopped
    due = min(stock, 1 if draft.shown & DRAW_ONE else draft.options.hand - cards_held(draft, draft.seat))
    if due and draft.options.level != Level.OPEN:
        draft.phase, draft.due = Phase.DUE, due
    else:  # an open record only counts drawn cards
        draft.unknown[draft.seat] += due
        _pass_turn(draft)


def _loss_refusal(draft: Draft, move: Play | End, reason: str) -> RuleViolation:
    if reason == "min_cards":
        return errors.MinCards(seat=draft.seat, count=draft.played, least=draft.least)
    if reason == "skull":
        why = Phrase("a skull is visible ({cards})", cards=_carriers(draft, SKULL))
    else:
        why = count_phrase(
            "3! requires exactly 3 cards, but {count} was played",
            "3! requires exactly 3 cards, but {count} were played",
            draft.played,
        )
    return errors.WouldLose(move=move, why=why, accepted=f"{move}!")


def _draw(draft: Draft, move: Drawn) -> None:
    seat = draft.seat
    if len(move.cards) != draft.due:
        why = Phrase("{due} must be drawn, not {count}", due=draft.due, count=len(move.cards))
        raise errors.WrongDraw(seat=seat, cards=move, why=why)
    for card in move.cards:
        if not draft.unseen & BITS[card]:
            raise errors.WrongDraw(seat=seat, cards=move, why=Phrase("{card} is not in the draw pile", card=card))
        draft.unseen ^= BITS[card]
        draft.hands[seat] |= BITS[card]
    _pass_turn(draft)


def _pass_turn(draft: Draft) -> None:
    """Let the next seat play, or with an empty draw pile the next that has cards."""
    stock, seats = draw_pile(draft), draft.options.seats
    seat = (draft.seat + 1) % seats
    while not stock and not cards_held(draft, seat):
        seat = (seat + 1) % seats
    draft.phase, draft.seat = Phase.TURN, seat
    draft.played, draft.least, draft.laid, draft.focus = 0, 2 if stock else 1, 0, NOWHERE
    draft.due = 0


def _lose(draft: Draft, seat: int, move: Fail | Violation | GiveUp) -> None:
    """End the game as lost. The cards stay where they are (rules 7)."""
    match move:
        case Fail(reason):
            if seat != draft.seat:
                why = Phrase("it is seat {turn}’s turn, not seat {seat}’s", turn=draft.seat, seat=seat)
                raise errors.FailState(move=move, why=why)
        case Violation(order):
            reason = "order"
            if not (draft.shown | draft.laid) & order:
                name = next(order_names(order))
                why = Phrase("{order} is not visible and was not played this turn", order=name)
                raise errors.FailState(move=move, why=why)
        case GiveUp():  # pragma: no branch - there is no other kind of move, as the types prove
            reason = "gave_up"
    draft.phase, draft.reason = Phase.OVER, reason


def is_playable(position: Position, card: int, pile: int) -> bool:
    """Whether *card* may go on *pile*, if it is in the hand."""
    top = position.piles[pile][-1]
    if not is_forward(card, top, pile) and (card != top + JUMPS[pile] or position.shown & NO_JUMP):
        return False
    return position.focus in (NOWHERE, pile)


def possible_cards(position: Position, seat: int) -> list[int]:
    """The cards that *seat* may have, lowest first: the known ones, and all unseen ones if some are unknown."""
    return list(members(position.hands[seat] | (position.unseen if position.unknown[seat] else 0)))


def violable_orders(position: Position) -> list[Order]:
    """The orders that may have been broken: those that are visible or were played in this turn."""
    return [order for order in Order if (position.shown | position.laid) & order]


_DUE_RULES = (errors.GameOver, errors.TurnOver, errors.NotYourTurn)
_HAND_RULES = (errors.CardPlayed, errors.NotInHand)
_PILES_RULES = (errors.PileOrder, errors.NoJump, errors.OnePile)
_CLAUSES: Mapping[type, Sequence[type[RuleViolation]]] = {
    Deal: (*_DUE_RULES, errors.WrongDeal),
    Drawn: (*_DUE_RULES, errors.WrongDraw),
    Play: (*_DUE_RULES, *_HAND_RULES, *_PILES_RULES, errors.WouldLose, errors.NotLost),
    End: (*_DUE_RULES, errors.MinCards, errors.WouldLose, errors.NotLost),
    Fail: (*_DUE_RULES, errors.FailState),
    Violation: (*_DUE_RULES, errors.FailState),
    GiveUp: _DUE_RULES,
}


def clauses(move: Move) -> Sequence[type[RuleViolation]]:
    """The rules that a move is checked against, in order."""
    return _CLAUSES[type(move)]
