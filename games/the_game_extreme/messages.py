"""The moves and positions of The Game: Extreme in words: messages for the catalogue, and what fills them."""

from collections.abc import Mapping
from typing import Any

from games.engine import Example, Labels
from games.errors import gettext_noop
from games.text_boards import TextBoard, seat_line, seats_to_act
from games.the_game_extreme.cards import PILES, cards_text, is_forward
from games.the_game_extreme.moves import Deal, Drawn, End, Fail, GiveUp, Move, Play, Violation
from games.the_game_extreme.orders import NAMES, Order
from games.the_game_extreme.position import Position

Words = tuple[str, Mapping[str, object]]

ORDERS: Mapping[int, str] = {
    Order.STOP: gettext_noop("stop"),
    Order.SKULL: gettext_noop("skull"),
    Order.THREE: gettext_noop("exactly three cards"),
    Order.SILENCE: gettext_noop("silence"),
    Order.NO_JUMP: gettext_noop("no jumps back"),
    Order.ONE_PILE: gettext_noop("one pile"),
    Order.DRAW_ONE: gettext_noop("draw one card"),
}
FAILURES: Mapping[str, str] = {
    "min_cards": gettext_noop("not enough cards can be played"),
    "skull": gettext_noop("the skull cannot be covered"),
    "three": gettext_noop("exactly three cards cannot be played"),
}

_CODES = {name.lower(): ORDERS[order] for name, order in NAMES.items()}
LABELS = Labels(
    keys={
        "turn": gettext_noop("to move"),
        "due": gettext_noop("cards to draw"),
        "starter": gettext_noop("first player"),
        "piles": gettext_noop("piles"),
        "tops": gettext_noop("top cards"),
        "orders": gettext_noop("cards with orders"),
        **_CODES,
        "visible": gettext_noop("visible orders"),
        "laid": gettext_noop("orders played this turn"),
        "played": gettext_noop("cards played this turn"),
        "min": gettext_noop("minimum to play"),
        "focus": gettext_noop("only pile allowed"),
        "hands": gettext_noop("cards in hand, by seat"),
        "hand_size": gettext_noop("full hand size"),
        "cards": gettext_noop("hands"),
        "unknown": gettext_noop("unknown cards, by seat"),
        "draw_pile": gettext_noop("cards in the draw pile"),
        "cards_left": gettext_noop("cards left"),
        "deck": gettext_noop("deck"),
        "over": gettext_noop("over"),
        "won": gettext_noop("won"),
        "reason": gettext_noop("how it ended"),
        "praised": gettext_noop("very good"),
        "doubtful": gettext_noop("the turn could have been completed"),
    },
    codes=_CODES
    | {
        "while_visible": gettext_noop("while it is visible"),
        "whole_turn": gettext_noop("until the end of the turn"),
        "end": gettext_noop("End the turn"),
        "end!": gettext_noop("End the turn and lose"),
    },
    reasons={
        "won": gettext_noop("all cards played"),
        **FAILURES,
        "order": gettext_noop("an order was broken"),
        "gave_up": gettext_noop("the team conceded"),
    },
    options={"one_pile_mode": gettext_noop("How long ONE_PILE applies")},
    seats=frozenset({"turn", "starter"}),
    by_seat=frozenset({"hands", "cards", "unknown"}),
)


def describe(before: Position, move: Move) -> Words:
    """The message id and its parameters: cards and piles as records write them, seats as numbers."""
    match move:
        case Deal():
            return describe_deal(move)
        case Drawn():
            return gettext_noop("Cards drawn: {cards}."), {"cards": cards_text(move.cards)}
        case Play():
            return _play(before, move)
        case End(accept_loss=True):
            return gettext_noop("Ends the turn, losing the game."), {}
        case End():
            return gettext_noop("Ends the turn."), {}
        case Fail():
            return gettext_noop("Cannot complete the turn: {reason}."), {"reason": (FAILURES[move.reason],)}
        case Violation(note=""):
            return gettext_noop("Order broken: {order}."), {"order": (ORDERS[move.order],)}
        case Violation():
            params = {"order": (ORDERS[move.order],), "note": move.note}
            return gettext_noop("Order broken: {order} ({note})."), params
        case GiveUp():  # pragma: no branch - there is no other kind of move, as the types prove
            return gettext_noop("Concedes for the team."), {}


def describe_deal(move: Deal) -> Words:
    return gettext_noop("Hands are dealt. Seat {seat} starts."), {"seat": move.starter}


def describe_draw(count: int) -> Words:
    """A draw, for viewers who do not see the cards."""
    return gettext_noop("Cards drawn: {count}."), {"count": count}


def _play(before: Position, move: Play) -> Words:
    params: dict[str, object] = {"card": move.card, "pile": PILES[move.pile]}
    jump = not is_forward(move.card, before.piles[move.pile][-1], move.pile)
    order = before.options.orders[move.card]
    if not order:
        if jump:
            return gettext_noop("Jumps back to {card} on {pile}."), params
        return gettext_noop("Plays {card} on {pile}."), params
    params["order"] = (ORDERS[order],)
    if move.accept_loss:
        return gettext_noop("Plays {card} on {pile} (order: {order}), losing the game."), params
    if jump:
        return gettext_noop("Jumps back to {card} on {pile} (order: {order})."), params
    return gettext_noop("Plays {card} on {pile} (order: {order})."), params


def text_board(view: Mapping[str, Any]) -> TextBoard:
    """The tops of the piles with the way they go, and the hands. A card with an order has a star."""
    ordered = {card for cards in view["orders"].values() for card in cards}

    def face(card: int) -> str:
        return f"{card}*" if card in ordered else str(card)

    piles = "   ".join(
        f"{name} {'up' if name.startswith('A') else 'down'} [{face(top):^4}]" for name, top in view["tops"].items()
    )
    lines = [f"  {piles}", f"  draw pile: {view['draw_pile']}, cards left: {view['cards_left']}"]
    for seat, count in enumerate(view["hands"]):
        cards = view["cards"][seat]
        hand = None if cards is None else [face(card) for card in cards]
        lines.append(seat_line(seat, seats_to_act(view["turn"]), f"{count} cards", hand))
    shown = {"piles", "tops", "orders", "draw_pile", "cards_left", "hands", "cards", "turn"}
    return TextBoard(tuple(lines), frozenset(shown))


EXAMPLES = (
    Example(
        "4",
        gettext_noop("A jump back: 36 is exactly 10 lower than 46, so the ascending pile has room again."),
        ("* deal 0", "0 33>A1", "0 46>A1", "0 end", "1 71>D1", "1 70>D1", "1 end", "0 36>A1"),
        ("piles",),
    ),
    Example(
        "6",
        gettext_noop("Two orders apply: NO_JUMP and ONE_PILE."),
        ("* deal 0", "0 99>D1", "0 90>D1", "0 end", "1 12>A1", "1 20>A1"),
        ("piles",),
    ),
    Example(
        "6",
        gettext_noop("The skull on 31 was covered before the turn ended."),
        ("* deal 0", "0 31>A1", "0 32>A1", "0 end"),
        ("piles",),
    ),
)
