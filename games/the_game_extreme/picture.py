"""The table of The Game: Extreme as a picture: piles with the way they go, and hands."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.errors import Phrase, count_phrase
from games.picture import Group, Hue, Layout, Picture, Piece, Zone, hidden_pieces
from games.text_boards import seats_to_act
from games.the_game_extreme.cards import HIGHEST, JUMPS, LOWEST, PILES, STARTS
from games.the_game_extreme.messages import ORDERS
from games.the_game_extreme.orders import NAMES, Order

TRAIL = 4  # cards of a pile that are drawn, the last on top
_ORDERS = {name.lower(): order for name, order in NAMES.items()}
_SIGNS: Mapping[Order, str] = {
    Order.STOP: "■",
    Order.SKULL: "☠",
    Order.THREE: "3!",
    Order.SILENCE: "…",
    Order.NO_JUMP: "↛",
    Order.ONE_PILE: "1",
    Order.DRAW_ONE: "+1",
}
_THIS_TURN = Order.STOP | Order.SKULL | Order.THREE  # the others apply while they are on top (rules 6)


def picture(view: Mapping[str, Any]) -> Picture:
    """What a viewer sees. A hand that the viewer may not know is drawn as backs."""
    orders = {card: _ORDERS[name] for name, cards in view["orders"].items() for card in cards}
    piles = Zone(
        key="piles",
        layout=Layout.PILE,
        title=Phrase("Piles"),
        groups=[_pile(at, name, view, orders) for at, name in enumerate(PILES)],
        note=count_phrase("{count} card in the draw pile", "{count} cards in the draw pile", view["draw_pile"]),
    )
    hands = [_hand(seat, held, view["cards"][seat], orders) for seat, held in enumerate(view["hands"])]
    return Picture([piles, *hands], frozenset(seats_to_act(view["turn"])))


def _pile(at: int, name: str, view: Mapping[str, Any], orders: Mapping[int, Order]) -> Group:
    lies: Sequence[int] = view["piles"][name]
    rises = STARTS[at] < LOWEST
    title = Phrase("{name} ▲ up", name=name) if rises else Phrase("{name} ▼ down", name=name)
    if view["focus"] == name:
        title = Phrase("{title}, the only pile allowed", title=title)
    return Group(
        key=name,
        title=title,
        pieces=[_card(card, orders, f"{name}:{card}") for card in lies[-TRAIL:]],  # two piles begin with the same card
        note=_fitting(lies[-1], rises, 0 if "no_jump" in view["visible"] else JUMPS[at]),
    )


def _fitting(top: int, rises: bool, jump: int) -> Phrase:
    """The cards that go on *top*: those beyond it, and the one that jumps back by *jump*, if any may."""
    next_card, back = top + 1 if rises else top - 1, top + jump
    beyond = LOWEST <= next_card <= HIGHEST
    jumps = jump != 0 and LOWEST <= back <= HIGHEST
    if beyond and jumps and rises:
        return Phrase("from {card} up, or {back}", card=next_card, back=back)
    if beyond and jumps:
        return Phrase("from {card} down, or {back}", card=next_card, back=back)
    if jumps:
        return Phrase("only {back}", back=back)
    if not beyond:
        return Phrase("nothing fits")
    return Phrase("from {card} up", card=next_card) if rises else Phrase("from {card} down", card=next_card)


def _hand(seat: int, held: int, cards: Sequence[int] | None, orders: Mapping[int, Order]) -> Zone:
    if cards is None:
        pieces = hidden_pieces(held, Phrase("hidden card"))
    else:
        pieces = [_card(card, orders, str(card)) for card in sorted(cards)]
    return Zone(key=f"hand:{seat}", seat=seat, groups=[Group(key="hand", pieces=pieces)])


def _card(card: int, orders: Mapping[int, Order], key: str) -> Piece:
    order = orders.get(card)
    if order is None:
        return Piece(key=key, face=str(card), alt=Phrase("{card}", card=card))
    return Piece(
        key=key,
        face=str(card),
        alt=Phrase("{card} with the order {order}", card=card, order=Phrase(ORDERS[order])),
        hue=Hue.RED if order & _THIS_TURN else Hue.VIOLET,
        sign=_SIGNS[order],
    )
