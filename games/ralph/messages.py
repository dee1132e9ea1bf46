"""The moves and positions of Ralph in words: messages for the catalogue, and what fills them."""

from collections.abc import Mapping

from games.engine import Labels
from games.errors import gettext_noop
from games.ralph.cards import JOKER, RANK, name, names
from games.ralph.moves import LEFT, Adopt, As, At, Choose, Close, Deal, Move

_PLAYS = {
    RANK["R"]: gettext_noop("Plays Ralph {number}."),
    RANK["V"]: gettext_noop("Plays Vanellope {number}."),
    RANK["K"]: gettext_noop("Plays KnowsMore {number}."),
    RANK["Y"]: gettext_noop("Plays Yesss {number}."),
    JOKER: gettext_noop("Plays the joker {number}."),
}
_IS = {
    RANK["R"]: gettext_noop("The joker is Ralph."),
    RANK["V"]: gettext_noop("The joker is Vanellope."),
    RANK["K"]: gettext_noop("The joker is KnowsMore."),
    RANK["Y"]: gettext_noop("The joker is Yesss."),
}

LABELS = Labels(
    keys={
        "round": gettext_noop("round"),
        "turn": gettext_noop("on turn"),
        "hands": gettext_noop("cards in hand, by seat"),
        "cards": gettext_noop("cards"),
        "chosen": gettext_noop("chosen"),
        "queue": gettext_noop("still to be resolved"),
        "seat": gettext_noop("seat"),
        "card": gettext_noop("card"),
        "asked": gettext_noop("due"),
        "choice": gettext_noop("choice"),
        "options": gettext_noop("possible"),
        "layout": gettext_noop("table"),
        "owner": gettext_noop("whose row"),
        "stacks": gettext_noop("stacks"),
        "column": gettext_noop("column"),
        "rows": gettext_noop("number of rows"),
        "on_table": gettext_noop("cards on the table"),
        "won": gettext_noop("cards won, by seat"),
        "piles": gettext_noop("cards won"),
        "burned": gettext_noop("jokers burned"),
        "burned_cards": gettext_noop("burned"),
        "over": gettext_noop("over"),
        "reason": gettext_noop("why it is over"),
    },
    codes={
        "as": gettext_noop("which character the joker is"),
        "at": gettext_noop("where the new row begins"),
        "adopt": gettext_noop("which row of jokers it joins"),
        "close": gettext_noop("which side closes the hole"),
        "left": gettext_noop("left"),
        "right": gettext_noop("right"),
        "R": gettext_noop("Ralph"),
        "V": gettext_noop("Vanellope"),
        "K": gettext_noop("KnowsMore"),
        "Y": gettext_noop("Yesss"),
        "standard": gettext_noop("the whole deck"),
        "simplified": gettext_noop("the deck without jokers"),
    },
    reasons={"end": gettext_noop("all rounds are played")},
    options={"close_empty_columns": gettext_noop("Closing up a column that was left empty")},
    seats=frozenset({"turn", "seat", "owner"}),
    by_seat=frozenset({"hands", "cards", "chosen", "won", "piles"}),
)


def describe(move: Move) -> tuple[str, Mapping[str, object]]:
    """The message id and its parameters: cards as records write them, a card's number by itself."""
    match move:
        case Deal():
            return gettext_noop("Hands are dealt; turned up: {cards}."), {"cards": " ".join(names(move.turned))}
        case Choose():
            return _PLAYS[move.card & 7], {"number": move.card >> 3}
        case As():
            return _IS[move.character], {}
        case At():
            return gettext_noop("The new row begins at {card}."), {"card": name(move.card)}
        case Adopt():
            return gettext_noop("Goes into the row of the joker {card}."), {"card": name(move.card)}
        case Close() if move.side == LEFT:
            return gettext_noop("The left part of the row closes the hole."), {}
        case Close():  # pragma: no branch - there is no other kind of move, as the types prove
            return gettext_noop("The right part of the row closes the hole."), {}
