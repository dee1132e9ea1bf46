"""The seven orders, and the decks that define which cards carry them (rules 1 and 6).

Orders are bits, so that all visible ones, or all that were played in a turn, are one number.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import IntFlag

from games.decks import BadDeck, Content, DeckRules, Total
from games.engine import is_number
from games.errors import Phrase, count_phrase, quote
from games.the_game_extreme.cards import CARDS, HIGHEST, LOWEST

COPIES = 4


class Order(IntFlag):
    """The orders that cards carry, in the order of the rules."""

    STOP = 1
    SKULL = 2
    THREE = 4
    SILENCE = 8
    NO_JUMP = 16
    ONE_PILE = 32
    DRAW_ONE = 64


# the same bits as plain numbers, since `&` takes many times as long with an enum
STOP, SKULL, THREE, SILENCE, NO_JUMP, ONE_PILE, DRAW_ONE = map(int, Order)
NAMES: Mapping[str, Order] = {str(order.name): order for order in Order}


class BadManifest(BadDeck):
    code = "the_game_extreme.manifest"
    rule = "1 Components and deck (§Intro ¶2)"


def order_names(orders: int) -> Iterator[str]:
    """The names of the orders among the bits *orders*, as records write them: `no_jump`."""
    return (name.lower() for name, order in NAMES.items() if orders & order)


def orders_by_card(content: Content) -> tuple[int, ...]:
    """The order of each card of a deck, by number from 0 to 100, or 0."""
    orders = [0] * 101
    for name, cards in content["orders"].items():
        for card in cards:
            orders[card] = int(NAMES[name])
    return tuple(orders)


def _canonical(content: Content) -> Content:
    if unknown := sorted(set(content) - {"orders"}):
        raise ValueError(Phrase("{key} is not a valid key, only orders is", key=quote(unknown[0])))
    orders = content.get("orders")
    if not isinstance(orders, Mapping):
        raise ValueError(Phrase("orders is missing or not an object"))
    if unknown := sorted(set(orders) - set(NAMES)):
        raise ValueError(
            Phrase("{key} is not one of the orders {known}", key=quote(unknown[0]), known=", ".join(NAMES))
        )
    carried: dict[int, str] = {}
    for name in NAMES:
        cards = orders.get(name, [])
        if not isinstance(cards, Sequence) or isinstance(cards, str):
            raise ValueError(Phrase("the cards of {order} are not a list", order=name))
        for card in cards:
            if type(card) is not int:  # true and 3.0 are not card numbers
                raise ValueError(Phrase("{card} ({order}) is not a card number", card=quote(str(card)), order=name))
            _carry(carried, card, name)
        if len(cards) != COPIES:
            why = count_phrase(
                "{order} is on {count} card, not {due}",
                "{order} is on {count} cards, not {due}",
                len(cards),
                order=name,
                due=COPIES,
            )
            raise ValueError(why)
    return {"orders": {name: sorted(orders[name]) for name in NAMES}}


def _carry(carried: dict[int, str], card: int, name: str) -> None:
    if card not in CARDS:
        why = Phrase("{card} is not a card: cards go from {low} to {high}", card=card, low=LOWEST, high=HIGHEST)
        raise ValueError(why)
    if card in carried:
        raise ValueError(Phrase("{card} already has {order}", card=card, order=carried[card]))
    carried[card] = name


def _add(content: Content, row: Mapping[str, str]) -> Content:
    """The content and one more card with its order. A card without one may be entered with an empty cell."""
    number, name = row["card"], row["order"].upper().replace("-", "_").replace(" ", "_")
    if not is_number(number, 3):
        raise ValueError(Phrase("{card} is not a card number", card=quote(number)))
    if name and name not in NAMES:
        why = Phrase("{key} is not one of the orders {known}", key=quote(row["order"]), known=", ".join(NAMES))
        raise ValueError(why)
    orders: Mapping[str, list[int]] = content.get("orders", {})
    carried = {card: each for each, cards in orders.items() for card in cards}
    _carry(carried, int(number), name)
    if not name:
        return content
    if len(orders.get(name, ())) == COPIES:
        why = Phrase(
            "{order} is on more than {due} cards: {card} would be one too many", order=name, due=COPIES, card=number
        )
        raise ValueError(why)
    return {"orders": {**orders, name: [*orders.get(name, ()), int(number)]}}


def _totals(content: Content) -> Sequence[Total]:
    orders = content.get("orders", {})
    counted = [Total(name, len(orders.get(name, ())), COPIES) for name in NAMES]
    return [*counted, Total("orders", sum(each.have for each in counted), COPIES * len(NAMES))]


DECKS = DeckRules(
    game="the_game_extreme",
    default="tge-house-1",
    package=__name__.rpartition(".")[0],
    error=BadManifest,
    columns=("card", "order"),
    canonical=_canonical,
    add=_add,
    totals=_totals,
)
