"""The rules of The Game: Extreme, number 1: what each move does and what forbids it.

Checks come in the order that records promise: syntax, game over, turn, the card is there, then the rules of the pile
(rules 4) and of the turn's end (rules 5).
"""

from games.engine import CHANCE, Level
from games.errors import FormError, Phrase, RuleViolation, counted, listed
from games.the_game_extreme import errors
from games.the_game_extreme.cards import BITS, BYTES, JUMPS, PILES, forward, members, together
from games.the_game_extreme.moves import Deal, Drawn, End, Fail, GiveUp, Move, Play, Violation
from games.the_game_extreme.orders import DRAW_ONE, NO_JUMP, ONE_PILE, SKULL, STOP, THREE, Order, named
from games.the_game_extreme.position import NOBODY, NOWHERE, Phase, Position

WON = "won"
_OPEN = Level.OPEN
_NEW = tuple.__new__  # makes a position in half the time that its own constructor takes
_DEAL, _TURN, _DUE, _OVER = Phase


def apply(state: Position, seat: int, move: Move) -> Position:
    """The position after *move* of *seat* (`CHANCE` for the deal and for draws)."""
    if type(move) is Play:
        return _play(state, seat, move)
    if seat == CHANCE and state.house.level is _OPEN and _names_cards(move):
        what = Phrase("{move}: an open record does not say who has which card.", move=move)
        raise FormError(what=what, culprit=str(move))
    if state.phase is _TURN:
        if type(move) is End and seat == state.seat:
            return _ended(state, move, stopped=NOBODY)
        if isinstance(move, Fail | Violation | GiveUp) and 0 <= seat < state.house.seats:
            return _lost(state, seat, move)
    elif state.phase is _DUE and seat == CHANCE and isinstance(move, Drawn):
        return _drawn(state, move)
    elif state.phase is _DEAL and seat == CHANCE and isinstance(move, Deal):
        return _deal(state, move)
    raise _out_of_turn(state, seat, move)


def _names_cards(move: Move) -> bool:
    return isinstance(move, Drawn) or (isinstance(move, Deal) and move.hands is not None)


def _out_of_turn(now: Position, seat: int, move: Move) -> RuleViolation:
    if now.phase is _OVER:
        return errors.GameOver(move=move)
    if isinstance(move, Play) and NOBODY != now.stopped == seat and (now.phase is _DUE or seat != now.seat):
        return errors.TurnOver(move=move, seat=seat)
    if now.phase is _TURN:
        due = Phrase("seat {seat} is on turn", seat=now.seat)
        if seat >= now.house.seats:
            due = Phrase("there is no seat {seat}", seat=seat)
    else:
        deals = now.phase is _DEAL
        due = Phrase("the deal is due") if deals else Phrase("seat {seat} has to draw first", seat=now.seat)
    return errors.Turn(move=move, seat=seat, due=due)


def _deal(now: Position, move: Deal) -> Position:
    seats, size = now.house.seats, now.house.hand
    if move.starter >= seats:
        raise errors.Deal(why=Phrase("there is no seat {seat}", seat=move.starter))
    fresh = now._replace(phase=_TURN, starter=move.starter, seat=move.starter)
    if move.hands is None:
        return fresh._replace(unknown=(size,) * seats)
    if len(move.hands) != seats:
        raise errors.Deal(why=Phrase("it names {count} hands for {seats} seats", count=len(move.hands), seats=seats))
    unseen = now.unseen
    for seat, hand in enumerate(move.hands):
        if len(hand) != size:
            why = Phrase("seat {seat} gets {count} cards, not {due}", seat=seat, count=len(hand), due=size)
            raise errors.Deal(why=why)
        for card in hand:
            if not unseen & BITS[card]:
                why = Phrase("{card} is dealt twice", card=card)
                if not BITS[card]:
                    why = Phrase("there is no card {card}", card=card)
                raise errors.Deal(why=why)
            unseen ^= BITS[card]
    return fresh._replace(hands=tuple(map(together, move.hands)), unseen=unseen)


def _play(now: Position, seat: int, move: Play) -> Position:
    (house, phase, starter, turn, piles, shown, hands, unknown, unseen, played, least, laid, focus, _, _, _) = now
    if seat != turn or phase is not _TURN:
        raise _out_of_turn(now, seat, move)
    card, pile = move.card, move.pile
    bit = BITS[card]
    if hands[seat] & bit:
        hands = (*hands[:seat], hands[seat] ^ bit, *hands[seat + 1 :])
    elif unknown[seat] and unseen & bit:
        unknown = (*unknown[:seat], unknown[seat] - 1, *unknown[seat + 1 :])
        unseen ^= bit
    else:
        raise _not_there(now, card)
    lies = piles[pile]
    top = lies[-1]
    if not (card > top if pile < 2 else card < top):  # `forward`, spared a call
        if card != top + JUMPS[pile]:
            raise _misfit(card, pile, top)
        if shown & NO_JUMP:
            raise errors.NoJump(card=card, pile=PILES[pile], order=_carriers(now, NO_JUMP))
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
    orders = house.orders
    order = orders[card]
    if order or shown:
        shown = orders[one[-1]] | orders[two[-1]] | orders[three[-1]] | orders[four[-1]]
        if order & ONE_PILE:
            focus = pile
        elif not shown & ONE_PILE and not house.whole_turn:
            focus = NOWHERE
        laid |= order
    after = _NEW(
        Position,
        (
            house,
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
        return _ended(after, move, stopped=seat)
    if move.accept_loss:
        raise errors.NotLost(move=move)
    return after


def _not_there(now: Position, card: int) -> RuleViolation:
    for pile, lies in enumerate(now.piles):
        if card in tuple(lies[1:]):  # a byte string would not be asked for 256
            return errors.CardPlayed(card=card, pile=PILES[pile])
    return errors.NotInHand(card=card, seat=now.seat)


def _misfit(card: int, pile: int, top: int) -> RuleViolation:
    fits = Phrase("a card above {top}", top=top) if pile < 2 else Phrase("a card below {top}", top=top)
    return errors.PileOrder(card=card, pile=PILES[pile], top=top, fits=fits, back=top + JUMPS[pile])


def _carriers(now: Position, order: int) -> Phrase:
    """The cards on top that carry *order*, and where they lie: `90 on D2`."""
    tops = ((lies[-1], PILES[pile]) for pile, lies in enumerate(now.piles))
    return listed(
        Phrase("{card} on {pile}", card=top, pile=pile) for top, pile in tops if now.house.orders[top] & order
    )


def failing(now: Position, *, stopped: bool = False) -> str | None:
    """What the game is lost by if the turn ends now, or None (rules 5)."""
    if now.played < now.least and not stopped:
        return "min_cards"
    if now.shown & SKULL:
        return "skull"
    if now.laid & THREE and now.played != 3:
        return "three"
    return None


def _ended(now: Position, move: Play | End, *, stopped: int) -> Position:
    """The turn is over: lost, won, or the seat draws and the next is on turn."""
    reason = failing(now, stopped=stopped != NOBODY)
    if move.accept_loss:
        if reason is None:
            raise errors.NotLost(move=move)
        return now._replace(phase=_OVER, reason=reason)
    if reason is not None:
        raise _would_lose(now, move, reason)
    due = 0
    if stock := now.stock:
        due = 1 if now.shown & DRAW_ONE else min(stock, now.house.hand - now.held(now.seat))
    elif not now.left:
        return now._replace(phase=_OVER, reason=WON)
    if due and now.house.level is not _OPEN:
        return _NEW(
            Position,
            (
                now.house,
                _DUE,
                now.starter,
                now.seat,
                now.piles,
                now.shown,
                now.hands,
                now.unknown,
                now.unseen,
                now.played,
                now.least,
                now.laid,
                now.focus,
                stopped,
                due,
                None,
            ),
        )
    return _passed(now, now.hands, now.unknown, now.unseen, due, stopped)


def _would_lose(now: Position, move: Play | End, reason: str) -> RuleViolation:
    if reason == "min_cards":
        return errors.MinCards(seat=now.seat, count=now.played, least=now.least)
    if reason == "skull":
        why = Phrase("a skull is visible ({cards})", cards=_carriers(now, SKULL))
    else:
        why = counted(
            "3! asks for exactly 3 cards, and {count} was laid",
            "3! asks for exactly 3 cards, and {count} were laid",
            now.played,
        )
    return errors.WouldLose(move=move, why=why, accepted=f"{move}!")


def _drawn(now: Position, move: Drawn) -> Position:
    seat = now.seat
    if len(move.cards) != now.due:
        why = Phrase("{due} are due, not {count}", due=now.due, count=len(move.cards))
        raise errors.Draw(seat=seat, cards=move, why=why)
    unseen, hand = now.unseen, now.hands[seat]
    for card in move.cards:
        if not unseen & BITS[card]:
            raise errors.Draw(seat=seat, cards=move, why=Phrase("{card} is not in the draw pile", card=card))
        unseen ^= BITS[card]
        hand |= BITS[card]
    hands = (*now.hands[:seat], hand, *now.hands[seat + 1 :])
    return _passed(now, hands, now.unknown, unseen, now.due, now.stopped)


def _passed(
    now: Position, hands: tuple[int, ...], unknown: tuple[int, ...], unseen: int, drawn: int, stopped: int
) -> Position:
    """The next seat is on turn; with an empty draw pile, the next that has cards."""
    house, seat = now.house, now.seat
    if drawn and house.level is _OPEN:
        unknown = (*unknown[:seat], unknown[seat] + drawn, *unknown[seat + 1 :])
    stock = unseen.bit_count() - sum(unknown)
    turn = (seat + 1) % house.seats
    if not stock:
        while not hands[turn] and not unknown[turn]:
            turn = (turn + 1) % house.seats
    return _NEW(
        Position,
        (
            house,
            _TURN,
            now.starter,
            turn,
            now.piles,
            now.shown,
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


def _lost(now: Position, seat: int, move: Fail | Violation | GiveUp) -> Position:
    """The team has lost; the cards stay where they are (rules 7)."""
    match move:
        case Fail(reason):
            if seat != now.seat:
                why = Phrase("seat {turn} is on turn, not seat {seat}", turn=now.seat, seat=seat)
                raise errors.FailState(move=move, why=why)
        case Violation(order):
            reason = "order"
            if not (now.shown | now.laid) & order:
                name = next(named(order))
                why = Phrase("{order} is neither visible nor was it laid in this turn", order=name)
                raise errors.FailState(move=move, why=why)
        case GiveUp():  # pragma: no branch - there is no other kind of move, as the types prove
            reason = "gave_up"
    return now._replace(phase=_OVER, reason=reason)


def playable(now: Position, card: int, pile: int) -> bool:
    """Whether *card*, if the seat on turn has it, may go on *pile*."""
    top = now.piles[pile][-1]
    if not forward(card, top, pile) and (card != top + JUMPS[pile] or now.shown & NO_JUMP):
        return False
    return now.focus in (NOWHERE, pile)


def possible(now: Position, seat: int) -> list[int]:
    """The cards that *seat* may have, lowest first: its hand as far as it is known, else all that nobody has seen."""
    return list(members(now.hands[seat] | (now.unseen if now.unknown[seat] else 0)))


def violable(now: Position) -> list[Order]:
    """The orders that somebody may have broken: those that are visible or were laid in this turn."""
    return [order for order in Order if (now.shown | now.laid) & order]
