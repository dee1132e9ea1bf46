"""The moves of The Game: Extreme in words: a message for the catalogue, and what fills it."""

from collections.abc import Mapping

from games.errors import gettext_noop
from games.the_game_extreme.cards import PILES, forward, written
from games.the_game_extreme.moves import Deal, Drawn, End, Fail, GiveUp, Move, Play, Violation
from games.the_game_extreme.orders import Order
from games.the_game_extreme.position import Position

Words = tuple[str, Mapping[str, object]]

ORDERS: Mapping[int, str] = {
    Order.STOP: gettext_noop("stop"),
    Order.SKULL: gettext_noop("skull"),
    Order.THREE: gettext_noop("three cards exactly"),
    Order.SILENCE: gettext_noop("silence"),
    Order.NO_JUMP: gettext_noop("no jumps back"),
    Order.ONE_PILE: gettext_noop("one pile"),
    Order.DRAW_ONE: gettext_noop("draw one card"),
}
FAILURES: Mapping[str, str] = {
    "min_cards": gettext_noop("too few cards can be laid"),
    "skull": gettext_noop("the skull cannot be covered"),
    "three": gettext_noop("three cards exactly cannot be laid"),
}


def describe(before: Position, move: Move) -> Words:
    """The message id and its parameters: cards and piles as records write them, seats as numbers."""
    match move:
        case Deal():
            return dealt(move)
        case Drawn():
            return gettext_noop("Cards drawn: {cards}."), {"cards": written(move.cards)}
        case Play():
            return _play(before, move)
        case End(accept_loss=True):
            return gettext_noop("Ends the turn, which loses the game."), {}
        case End():
            return gettext_noop("Ends the turn."), {}
        case Fail():
            return gettext_noop("Cannot complete the turn: {reason}."), {"reason": (FAILURES[move.reason],)}
        case Violation(note=""):
            return gettext_noop("An order was broken: {order}."), {"order": (ORDERS[move.order],)}
        case Violation():
            params = {"order": (ORDERS[move.order],), "note": move.note}
            return gettext_noop("An order was broken: {order} ({note})."), params
        case GiveUp():
            return gettext_noop("Gives up for the team."), {}


def dealt(move: Deal) -> Words:
    """A deal, without the hands."""
    return gettext_noop("Hands are dealt; seat {seat} starts."), {"seat": move.starter}


def drawn(count: int) -> Words:
    """A draw, for those who do not see the cards."""
    return gettext_noop("Number of cards drawn: {count}."), {"count": count}


def _play(before: Position, move: Play) -> Words:
    params: dict[str, object] = {"card": move.card, "pile": PILES[move.pile]}
    jump = not forward(move.card, before.piles[move.pile][-1], move.pile)
    order = before.house.orders[move.card]
    if not order:
        if jump:
            return gettext_noop("Jumps back to {card} on {pile}."), params
        return gettext_noop("Lays {card} on {pile}."), params
    params["order"] = (ORDERS[order],)
    if move.accept_loss:
        return gettext_noop("Lays {card} on {pile}, order: {order}; that loses the game."), params
    if jump:
        return gettext_noop("Jumps back to {card} on {pile}, order: {order}."), params
    return gettext_noop("Lays {card} on {pile}, order: {order}."), params
