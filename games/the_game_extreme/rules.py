"""The rules of The Game: Extreme, number 1: what each move does and what forbids it.

Checks come in the order that records promise: syntax, game over, turn, the card is there, then the rules of the pile
(rules 4) and of the turn's end (rules 5).
"""

from games.engine import CHANCE, Level
from games.errors import FormError, Phrase, RuleViolation, count_phrase, phrase_list
from games.the_game_extreme import errors
from games.the_game_extreme.cards import BITS, BYTES, JUMPS, PILES, card_set, is_forward, members
from games.the_game_extreme.moves import Deal, Drawn, End, Fail, GiveUp, Move, Play, Violation
from games.the_game_extreme.orders import DRAW_ONE, NO_JUMP, ONE_PILE, SKULL, STOP, THREE, Order, order_names
from games.the_game_extreme.position import NOBODY, NOWHERE, Phase, Position

WON = "won"
_OPEN = Level.OPEN
_NEW = tuple.__new__  # makes a position in half the time that its own constructor takes
_DEAL, _TURN, _DUE, _OVER = Phase


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for the deal and for draws)."""
    if type(move) is Play:
        return _play(state, seat, move)
    if seat == CHANCE and state.options.level is _OPEN and _names_cards(move):
        what = Phrase("{move}: an open record does not say who has which card.", move=move)
        raise FormError(what=what, culprit=str(move))
    if state.phase is _TURN:
        if type(move) is End and seat == state.seat:
            return _end_turn(state, move, stopped=NOBODY)
        if isinstance(move, Fail | Violation | GiveUp) and 0 <= seat < state.options.seats:
            return _lose(state, seat, move)
    elif state.phase is _DUE and seat == CHANCE and isinstance(move, Drawn):
        return _draw(state, move)
    elif state.phase is _DEAL and seat == CHANCE and isinstance(move, Deal):
        return _deal(state, move)
    raise _turn_refusal(state, seat, move)


def _names_cards(move: Move) -> bool:
    return isinstance(move, Drawn) or (isinstance(move, Deal) and move.hands is not None)


def _turn_refusal(position: Position, seat: int, move: Move) -> RuleViolation:
    if position.phase is _OVER:
        return errors.GameOver(move=move)
    if (
        isinstance(move, Play)
        and NOBODY != position.stopped == seat
        and (position.phase is _DUE or seat != position.seat)
    ):
        return errors.TurnOver(move=move, seat=seat)
    if position.phase is _TURN:
        due = Phrase("seat {seat} is on turn", seat=position.seat)
        if seat >= position.options.seats:
            due = Phrase("there is no seat {seat}", seat=seat)
    else:
        deals = position.phase is _DEAL
        due = Phrase("the deal is due") if deals else Phrase("seat {seat} has to draw first", seat=position.seat)
    return errors.NotYourTurn(move=move, seat=seat, due=due)


def _deal(position: Position, move: Deal) -> Position:
    seats, size = position.options.seats, position.options.hand
    if move.starter >= seats:
        raise errors.WrongDeal(why=Phrase("there is no seat {seat}", seat=move.starter))
    fresh = position._replace(phase=_TURN, starter=move.starter, seat=move.starter)
    if move.hands is None:
        return fresh._replace(unknown=(size,) * seats)
    if len(move.hands) != seats:
        raise errors.WrongDeal(
            why=Phrase("it names {count} hands for {seats} seats", count=len(move.hands), seats=seats)
        )
    unseen = position.unseen
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
    return fresh._replace(hands=tuple(map(card_set, move.hands)), unseen=unseen)


def _play(position: Position, seat: int, move: Play) -> Position:
    (options, phase, starter, turn, piles, shown, hands, unknown, unseen, played, least, laid, focus, _, _, _) = (
        position
    )
    if seat != turn or phase is not _TURN:
        raise _turn_refusal(position, seat, move)
    card, pile = move.card, move.pile
    bit = BITS[card]
    if hands[seat] & bit:
        hands = (*hands[:seat], hands[seat] ^ bit, *hands[seat + 1 :])
    elif unknown[seat] and unseen & bit:
        unknown = (*unknown[:seat], unknown[seat] - 1, *unknown[seat + 1 :])
        unseen ^= bit
    else:
        raise _absent_card_refusal(position, card)
    lies = piles[pile]
    top = lies[-1]
    if not (card > top if pile < 2 else card < top):  # `forward`, spared a call
        if card != top + JUMPS[pile]:
            raise _misfit_refusal(card, pile, top)
        if shown & NO_JUMP:
            raise errors.NoJump(card=card, pile=PILES[pile], order=_carriers(position, NO_JUMP))
    if shown & ONE_PILE or focus >= 0:
        if focus >= 0 and focus != pile:
            raise errors.OnePile(card=card, pile=PILES[pile], focus=PILES[focus])
        focus = pile
    one, two, three, four = piles
    lies += BYTES[card]
    if pile == 0:
        one = lies
    elif pile == 1:
        two = lies
    elif pile == 2:
        three = lies
    else:
        four = lies
    orders = options.orders
    order = orders[card]
    if order or shown:
        shown = orders[one[-1]] | orders[two[-1]] | orders[three[-1]] | orders[four[-1]]
        if order & ONE_PILE:
            focus = pile
        elif not shown & ONE_PILE and not options.whole_turn:
            focus = NOWHERE
        laid |= order
    after = _NEW(
        Position,
        (
            options,
            phase,
            starter,
            seat,
            (one, two, three, four),
            shown,
            hands,
            unknown,
            unseen,
            played + 1,
            least,
            laid,
            focus,
            NOBODY,
            0,
            None,
        ),
    )
    if order & STOP:
        return _end_turn(after, move, stopped=seat)
    if move.accept_loss:
        raise errors.NotLost(move=move)
    return after


def _absent_card_refusal(position: Position, card: int) -> RuleViolation:
    for pile, lies in enumerate(position.piles):
        if card in tuple(lies[1:]):  # a byte string would not be asked for 256
            return errors.CardPlayed(card=card, pile=PILES[pile])
    return errors.NotInHand(card=card, seat=position.seat)


def _misfit_refusal(card: int, pile: int, top: int) -> RuleViolation:
    fits = Phrase("a card above {top}", top=top) if pile < 2 else Phrase("a card below {top}", top=top)
    return errors.PileOrder(card=card, pile=PILES[pile], top=top, fits=fits, back=top + JUMPS[pile])


def _carriers(position: Position, order: int) -> Phrase:
    """The cards on top that carry *order*, and where they lie: `90 on D2`."""
    tops = ((lies[-1], PILES[pile]) for pile, lies in enumerate(position.piles))
    return phrase_list(
        Phrase("{card} on {pile}", card=top, pile=pile) for top, pile in tops if position.options.orders[top] & order
    )


def failure(position: Position, *, stopped: bool = False) -> str | None:
    """What the game is lost by if the turn ends now, or None (rules 5)."""
    if position.played < position.least and not stopped:
        return "min_cards"
    if position.shown & SKULL:
        return "skull"
    if position.laid & THREE and position.played != 3:
        return "three"
    return None


def _end_turn(position: Position, move: Play | End, *, stopped: int) -> Position:
    """The turn is over: lost, won, or the seat draws and the next is on turn."""
    reason = failure(position, stopped=stopped != NOBODY)
    if move.accept_loss:
        if reason is None:
            raise errors.NotLost(move=move)
        return position._replace(phase=_OVER, reason=reason)
    if reason is not None:
        raise _loss_refusal(position, move, reason)
    due = 0
    if stock := position.stock:
        due = 1 if position.shown & DRAW_ONE else min(stock, position.options.hand - position.held(position.seat))
    elif not position.left:
        return position._replace(phase=_OVER, reason=WON)
    if due and position.options.level is not _OPEN:
        return _NEW(
            Position,
            (
                position.options,
                _DUE,
                position.starter,
                position.seat,
                position.piles,
                position.shown,
                position.hands,
                position.unknown,
                position.unseen,
                position.played,
                position.least,
                position.laid,
                position.focus,
                stopped,
                due,
                None,
            ),
        )
    return _pass_turn(position, position.hands, position.unknown, position.unseen, due, stopped)


def _loss_refusal(position: Position, move: Play | End, reason: str) -> RuleViolation:
    if reason == "min_cards":
        return errors.MinCards(seat=position.seat, count=position.played, least=position.least)
    if reason == "skull":
        why = Phrase("a skull is visible ({cards})", cards=_carriers(position, SKULL))
    else:
        why = count_phrase(
            "3! asks for exactly 3 cards, and {count} was laid",
            "3! asks for exactly 3 cards, and {count} were laid",
            position.played,
        )
    return errors.WouldLose(move=move, why=why, accepted=f"{move}!")


def _draw(position: Position, move: Drawn) -> Position:
    seat = position.seat
    if len(move.cards) != position.due:
        why = Phrase("{due} are due, not {count}", due=position.due, count=len(move.cards))
        raise errors.WrongDraw(seat=seat, cards=move, why=why)
    unseen, hand = position.unseen, position.hands[seat]
    for card in move.cards:
        if not unseen & BITS[card]:
            raise errors.WrongDraw(seat=seat, cards=move, why=Phrase("{card} is not in the draw pile", card=card))
        unseen ^= BITS[card]
        hand |= BITS[card]
    hands = (*position.hands[:seat], hand, *position.hands[seat + 1 :])
    return _pass_turn(position, hands, position.unknown, unseen, position.due, position.stopped)


def _pass_turn(
    position: Position, hands: tuple[int, ...], unknown: tuple[int, ...], unseen: int, drawn: int, stopped: int
) -> Position:
    """The next seat is on turn; with an empty draw pile, the next that has cards."""
    options, seat = position.options, position.seat
    if drawn and options.level is _OPEN:
        unknown = (*unknown[:seat], unknown[seat] + drawn, *unknown[seat + 1 :])
    stock = unseen.bit_count() - sum(unknown)
    turn = (seat + 1) % options.seats
    if not stock:
        while not hands[turn] and not unknown[turn]:
            turn = (turn + 1) % options.seats
    return _NEW(
        Position,
        (
            options,
            _TURN,
            position.starter,
            turn,
            position.piles,
            position.shown,
            hands,
            unknown,
            unseen,
            0,
            2 if stock else 1,
            0,
            NOWHERE,
            stopped,
            0,
            None,
        ),
    )


def _lose(position: Position, seat: int, move: Fail | Violation | GiveUp) -> Position:
    """The team has lost; the cards stay where they are (rules 7)."""
    match move:
        case Fail(reason):
            if seat != position.seat:
                why = Phrase("seat {turn} is on turn, not seat {seat}", turn=position.seat, seat=seat)
                raise errors.FailState(move=move, why=why)
        case Violation(order):
            reason = "order"
            if not (position.shown | position.laid) & order:
                name = next(order_names(order))
                why = Phrase("{order} is neither visible nor was it laid in this turn", order=name)
                raise errors.FailState(move=move, why=why)
        case GiveUp():  # pragma: no branch - there is no other kind of move, as the types prove
            reason = "gave_up"
    return position._replace(phase=_OVER, reason=reason)


def is_playable(position: Position, card: int, pile: int) -> bool:
    """Whether *card*, if the seat on turn has it, may go on *pile*."""
    top = position.piles[pile][-1]
    if not is_forward(card, top, pile) and (card != top + JUMPS[pile] or position.shown & NO_JUMP):
        return False
    return position.focus in (NOWHERE, pile)


def possible_cards(position: Position, seat: int) -> list[int]:
    """The cards that *seat* may have, lowest first: its hand as far as it is known, else all that nobody has seen."""
    return list(members(position.hands[seat] | (position.unseen if position.unknown[seat] else 0)))


def violable_orders(position: Position) -> list[Order]:
    """The orders that somebody may have broken: those that are visible or were laid in this turn."""
    return [order for order in Order if (position.shown | position.laid) & order]
