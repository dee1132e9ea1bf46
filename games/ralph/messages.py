"""The moves and positions of Ralph in words: messages for the catalogue, and what fills them."""

from collections.abc import Mapping
from typing import Any

from games.engine import Example, Labels
from games.errors import gettext_noop
from games.ralph.cards import JOKER, RANK, name, names
from games.ralph.moves import LEFT, Adopt, As, At, Choose, Close, Deal, Move
from games.text_boards import TextBoard, seat_line, seats_to_act

_PLAYS = {
    RANK["R"]: gettext_noop("Plays Ralph {number}."),
    RANK["V"]: gettext_noop("Plays Vanellope {number}."),
    RANK["K"]: gettext_noop("Plays KnowsMore {number}."),
    RANK["Y"]: gettext_noop("Plays Yesss {number}."),
    JOKER: gettext_noop("Plays joker {number}."),
}
_IS = {
    RANK["R"]: gettext_noop("Plays the joker as Ralph."),
    RANK["V"]: gettext_noop("Plays the joker as Vanellope."),
    RANK["K"]: gettext_noop("Plays the joker as KnowsMore."),
    RANK["Y"]: gettext_noop("Plays the joker as Yesss."),
}

CHOICE = gettext_noop("Chooses a card.")  # for viewers who do not see it
DEAL_NOTATION = gettext_noop(
    "Write deal, the cards turned up in their order, and each hand in the order of seats: deal J5 V7 | R1 K3 | Y2 Y9."
)

LABELS = Labels(
    keys={
        "round": gettext_noop("round"),
        "turn": gettext_noop("to move"),
        "hands": gettext_noop("cards in hand, by seat"),
        "cards": gettext_noop("cards"),
        "chosen": gettext_noop("chosen"),
        "queue": gettext_noop("still to resolve"),
        "seat": gettext_noop("seat"),
        "card": gettext_noop("card"),
        "asked": gettext_noop("needed now"),
        "choice": gettext_noop("choice"),
        "options": gettext_noop("options"),
        "last": gettext_noop("cards of the round before"),
        "layout": gettext_noop("table"),
        "first_column": gettext_noop("number of the leftmost column"),
        "owner": gettext_noop("row owner"),
        "stacks": gettext_noop("stacks"),
        "column": gettext_noop("column"),
        "rows": gettext_noop("number of rows"),
        "on_table": gettext_noop("cards on the table"),
        "won": gettext_noop("cards won, by seat"),
        "piles": gettext_noop("cards won"),
        "burned": gettext_noop("jokers burned"),
        "burned_cards": gettext_noop("burned"),
        "over": gettext_noop("over"),
        "reason": gettext_noop("how it ended"),
    },
    codes={
        "as": gettext_noop("character for the joker"),
        "at": gettext_noop("column for the new row"),
        "adopt": gettext_noop("joker-only row to join"),
        "close": gettext_noop("side that closes the gap"),
        "left": gettext_noop("left"),
        "right": gettext_noop("right"),
        "R": gettext_noop("Ralph"),
        "V": gettext_noop("Vanellope"),
        "K": gettext_noop("KnowsMore"),
        "Y": gettext_noop("Yesss"),
        "standard": gettext_noop("full deck"),
        "simplified": gettext_noop("deck without jokers"),
    },
    reasons={"end": gettext_noop("all rounds played")},
    options={"close_empty_columns": gettext_noop("Close up empty columns")},
    seats=frozenset({"turn", "seat", "owner"}),
    by_seat=frozenset({"hands", "cards", "chosen", "last", "won", "piles"}),
)


def describe(move: Move) -> tuple[str, Mapping[str, object]]:
    """The message id and its parameters: cards as records write them, a card's number by itself."""
    match move:
        case Deal():
            return gettext_noop("Hands are dealt. Turned up: {cards}."), {"cards": " ".join(names(move.turned))}
        case Choose():
            return _PLAYS[move.card & 7], {"number": move.card >> 3}
        case As():
            return _IS[move.character], {}
        case At():
            return gettext_noop("Starts the new row at {card}."), {"card": name(move.card)}
        case Adopt():
            return gettext_noop("Joins the row of joker {card}."), {"card": name(move.card)}
        case Close() if move.side == LEFT:
            return gettext_noop("Closes the gap from the left."), {}
        case Close():  # pragma: no branch - there is no other kind of move, as the types prove
            return gettext_noop("Closes the gap from the right."), {}


def text_board(view: Mapping[str, Any]) -> TextBoard:
    """The rows with their stacks below each other by column, and what each seat has."""
    rows = [{stack["column"]: "+".join(stack["cards"]) for stack in row["stacks"]} for row in view["layout"]]
    last = max((column for row in rows for column in row), default=-1)
    widths = [max(len(row.get(column, "")) for row in rows) for column in range(last + 1)]
    lines = []
    for row, cells in zip(view["layout"], rows, strict=True):
        drawn = " ".join(cells.get(column, "").center(width) for column, width in enumerate(widths))
        lines.append(f"  {row['owner'] or '-'} | {drawn}".rstrip())
    for seat, count in enumerate(view["hands"]):
        label = f"{count} cards, chosen {view['chosen'][seat] or '–'}, won {view['won'][seat]}"
        lines.append(seat_line(seat, seats_to_act(view["turn"]), label, view["cards"][seat]))
    shown = {"layout", "rows", "on_table", "hands", "chosen", "won", "cards", "turn"}
    return TextBoard(tuple(lines), frozenset(shown))


EXAMPLES = (
    Example(
        "5",
        gettext_noop(
            "The joker 7 becomes a Vanellope, left of her 9. Then KnowsMore 3 begins a row in the column of Ralph 5, "
            "the nearest number."
        ),
        ("* deal R5 V9", "0 J7", "1 K3", "0 as V"),
        ("table",),
    ),
    Example(
        "6",
        gettext_noop("Ralph 11 makes it four in the row: all of it is taken."),
        ("* deal R5 R9", "0 R10", "1 V3", "0 R11", "1 V2"),
        ("table", "hand:0"),
    ),
    Example(
        "6",
        gettext_noop("Ralph 8 is the fourth card on its stack: the stack is taken. Then Vanellope 5 joins her row."),
        ("* deal R5 R9", "0 R6", "1 V3", "0 R7", "1 V4", "0 R8", "1 V5"),
        ("table", "hand:0"),
    ),
)
