"""The moves and positions of Riff Raff in words: messages for the catalogue, and what fills them."""

from collections.abc import Mapping
from typing import Any

from games.engine import Example, Labels
from games.errors import gettext_noop
from games.riff_raff.items import ITEMS, names
from games.riff_raff.moves import Captain, Card, Load, Move, Order, Ship
from games.text_boards import UNKNOWN, TextBoard, seat_line, seats_to_act

HULL = 4  # areas, below the yards

NOTATION = gettext_noop("If cargo has slid, write what lies in each area now: ship 5 rat | 6 barrel crate")

CHOICE = gettext_noop("Chooses a card.")  # for viewers who do not see it

LABELS = Labels(
    keys={
        "asked": gettext_noop("needed now"),
        "turn": gettext_noop("to move"),
        "round": gettext_noop("round"),
        "rounds": gettext_noop("total rounds"),
        "captain": gettext_noop("captain"),
        "left": gettext_noop("items left, by seat"),
        "supplies": gettext_noop("supplies"),
        "ship": gettext_noop("items on the ship"),
        "areas": gettext_noop("ship areas"),
        "out": gettext_noop("items out of the game"),
        "lost": gettext_noop("out of the game"),
        "hands": gettext_noop("cards in hand"),
        "chosen": gettext_noop("has chosen a card"),
        "cards": gettext_noop("cards this round"),
        "among": gettext_noop("players with the highest card"),
        "equals": gettext_noop("players with tied cards"),
        "queue": gettext_noop("still to load"),
        "area": gettext_noop("area"),
        "two": gettext_noop("two items may be announced"),
        "over": gettext_noop("over"),
        "reason": gettext_noop("how it ended"),
    },
    codes={
        "card": gettext_noop("choosing a card"),
        "captain": gettext_noop("naming the captain"),
        "order": gettext_noop("ordering tied cards"),
        "load": gettext_noop("loading"),
        "out": gettext_noop("leaves the game"),
        "returns": gettext_noop("returns to its player"),
        **{item: item for item in ITEMS},
    },
    reasons={
        "empty": gettext_noop("a supply is empty"),
        "rounds": gettext_noop("all rounds played"),
    },
    options={"own_piece_catch": gettext_noop("Caught item when only items placed this turn fell")},
    seats=frozenset({"turn", "captain", "among", "equals", "queue"}),
    by_seat=frozenset({"left", "supplies", "hands", "chosen", "cards"}),
)


def describe(move: Move, area: int) -> tuple[str, Mapping[str, object]]:
    """The message id and its parameters. Items are words that are messages themselves. *area* is where is loaded."""
    match move:
        case Card():
            return gettext_noop("Plays card {number}."), {"number": move.number}
        case Captain():
            return gettext_noop("Names seat {seat} captain."), {"seat": move.seat}
        case Order():
            return gettext_noop("Puts the tied cards in order: seats {seats}."), {
                "seats": ", ".join(map(str, move.seats))
            }
        case Ship():
            return gettext_noop("The cargo shifts: {ship}."), {"ship": str(move).removeprefix("ship").strip() or "–"}
        case Load():  # pragma: no branch - there is no other kind of move, as the types prove
            return _load(move, area)


def _load(move: Load, area: int) -> tuple[str, Mapping[str, object]]:
    caught, missed = move.saved, move.fallen - move.saved
    params = {"area": area, "announced": move.announced, "items": move.items}
    if not move.fell:
        return gettext_noop("Loads onto area {area}: {items}."), params
    if not missed:
        message = gettext_noop("Loads onto area {area} ({announced} announced): {items}. Caught: {caught}.")
        return message, {**params, "caught": names(caught)}
    if not caught:
        message = gettext_noop("Loads onto area {area} ({announced} announced): {items}. Not caught: {missed}.")
        return message, {**params, "missed": names(missed)}
    message = gettext_noop(
        "Loads onto area {area} ({announced} announced): {items}. Caught: {caught}. Not caught: {missed}."
    )
    return message, {**params, "caught": names(caught), "missed": names(missed)}


def text_board(view: Mapping[str, Any]) -> TextBoard:
    """The ship with its yards above its hull, and what each seat has left."""
    areas = {int(area): " ".join(items) for area, items in view["areas"].items()}
    lines = [f"  yard {area:>2} | {areas[area]}".rstrip() for area in sorted(areas, reverse=True) if area > HULL]
    lines += [f"  hull {area:>2} | {areas[area]}".rstrip() for area in sorted(areas, reverse=True) if area <= HULL]
    for seat, items in enumerate(view["supplies"]):
        card = view["cards"][seat] or (UNKNOWN if view["chosen"][seat] else "–")
        label = f"card {card}, hand {' '.join(map(str, view['hands'][seat])) or '–'}, {view['left'][seat]} items"
        lines.append(seat_line(seat, seats_to_act(view["turn"]), label, items))
    return TextBoard(tuple(lines), frozenset({"areas", "ship", "supplies", "left", "hands", "cards", "chosen", "turn"}))


_TWO_ROUNDS = ("0 7", "1 3", "0 load sailor", "1 load crate", "0 8", "1 4", "0 load barrel", "1 load rat")
EXAMPLES = (
    Example(
        "4",
        gettext_noop("Two rounds have been played. The captain has the hat."),
        _TWO_ROUNDS,
        ("ship", "supply:0"),
    ),
    Example(
        "5",
        gettext_noop(
            "Two items were announced on yard 7. The second one made everything there fall. The sailor was caught and "
            "leaves the game, bottle and chest are back in the supply."
        ),
        (*_TWO_ROUNDS, "0 9", "1 7", "0 load boat", "1 load 2 bottle chest fell sailor bottle chest caught sailor"),
        ("ship", "supply:1", "box"),
    ),
)
