"""The table of Riff Raff as a picture: the ship with its yards and hull, the cards of the round, and supplies."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.errors import Phrase, count_phrase
from games.picture import Group, Layout, Picture, Piece, Zone, place
from games.riff_raff.items import ITEMS
from games.riff_raff.messages import HULL, LABELS
from games.riff_raff.moves import Captain, Card, Move, Order
from games.riff_raff.position import Position
from games.text_boards import seats_to_act

SHIP = (9, 10, 7, 8, 5, 6, 1, 2, 3, 4)  # the areas from the top down, and from left to right
_HAT = Piece(key="hat", symbol="hat", alt=Phrase("captain’s hat"))


def picture(view: Mapping[str, Any]) -> Picture:
    """What a viewer sees. A card that is not shown yet is drawn as a back."""
    seats = [_seat(seat, view) for seat in range(len(view["supplies"]))]
    box = Zone(
        key="box",
        layout=Layout.STOCK,
        title=count_phrase("{count} item out of the game", "{count} items out of the game", view["out"]),
        groups=[Group(key="items", pieces=items(view["lost"]))],
    )
    return Picture([_round(view), _ship(view), *seats, box], frozenset(seats_to_act(view["turn"])))


def path(before: Position, by: int, move: Move) -> tuple[str, ...]:
    """What is touched: a card, or the seats in the round that are named captain or ordered."""
    if isinstance(move, Card):
        return (place(f"supply:{by}", piece=f"card:{move.number}"),)
    seats = (move.seat,) if isinstance(move, Captain) else move.seats if isinstance(move, Order) else ()
    return tuple(place(f"round:{before.round}", group=f"seat:{seat}") for seat in seats)


def _round(view: Mapping[str, Any]) -> Zone:
    """The cards from high to low once all are shown, equal cards as far as known in the order of loading."""
    cards: Sequence[int | None] = view["cards"]
    waiting: Sequence[int] = view["queue"]
    order = [*range(len(cards))]
    if view["asked"] != "card":
        later = {seat: at for at, seat in enumerate(waiting, 1)}
        order.sort(key=lambda seat: (-(cards[seat] or 0), later.get(seat, 0), seat != view["captain"]))
    return Zone(
        key=f"round:{view['round']}",
        title=Phrase("Cards of round {round}", round=view["round"]),
        groups=[_choice(seat, cards[seat], chosen=view["chosen"][seat], waiting=waiting) for seat in order],
    )


def _choice(seat: int, card: int | None, *, chosen: bool, waiting: Sequence[int]) -> Group:
    key, note, pieces = f"seat:{seat}", None, []
    if card:
        pieces = [Piece(key=key, face=str(card), alt=_card(card))]
    elif chosen:
        pieces = [Piece(key=key, alt=Phrase("hidden card"), hidden=True)]
    if waiting:
        note = Phrase("loaded") if seat not in waiting else Phrase("now") if seat == waiting[0] else Phrase("waits")
    return Group(key=key, seat=seat, pieces=pieces, note=note)


def _ship(view: Mapping[str, Any]) -> Zone:
    return Zone(
        key="ship",
        layout=Layout.PLACES,
        title=count_phrase("{count} item on the ship", "{count} items on the ship", view["ship"]),
        groups=[_area(area, view["areas"][str(area)], loading=area == view["area"]) for area in SHIP],
        note=_due(view),
    )


def _area(area: int, cargo: Sequence[str], *, loading: bool) -> Group:
    """An area with its items, whose keys have the area: one that fell is not the one of its type that was loaded."""
    title = Phrase("▼ {title}", title=_area_name(area)) if loading else _area_name(area)
    return Group(key=str(area), title=title, pieces=items(cargo, f"@{area}"))


def _area_name(area: int) -> Phrase:
    return Phrase("Hull {number}", number=area) if area <= HULL else Phrase("Yard {number}", number=area)


def _due(view: Mapping[str, Any]) -> Phrase | None:
    if view["area"] is None:
        due = view["asked"] in ("captain", "order")
        return Phrase("Needed now: {what}", what=Phrase(LABELS.codes[view["asked"]])) if due else None
    area = _area_name(view["area"])
    if view["two"]:
        return Phrase("Loading now: {place}, one item or two", place=area)
    return Phrase("Loading now: {place}", place=area)


def _seat(seat: int, view: Mapping[str, Any]) -> Zone:
    hat = [Group(key="hat", pieces=[_HAT])] if view["captain"] == seat else []
    return Zone(
        key=f"supply:{seat}",
        layout=Layout.STOCK,
        seat=seat,
        title=count_phrase("{count} item left", "{count} items left", view["left"][seat]),
        groups=[Group(key="items", pieces=items(view["supplies"][seat])), *hat, _hand(view["hands"][seat])],
    )


def _hand(cards: Sequence[int]) -> Group:
    """The cards that a seat has not played yet, which everybody can tell."""
    pieces = [Piece(key=f"card:{card}", face=str(card), alt=_card(card), column=card) for card in cards]
    return Group(key="cards", title=Phrase("Cards left"), pieces=pieces)


def _card(number: int) -> Phrase:
    return Phrase("card {number}", number=number)


def items(kinds: Sequence[str], at: str = "") -> Sequence[Piece]:
    """Items, of which those of a type lie on each other."""
    numbers: Counter[str] = Counter()
    pieces = []
    for item in kinds:
        numbers[item] += 1
        key = f"{item}{at}#{numbers[item]}"
        pieces.append(Piece(key=key, symbol=f"item-{item}", alt=Phrase(item), column=ITEMS.index(item)))
    return pieces
