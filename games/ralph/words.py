"""The moves of Ralph in words: a message for the catalogue, and what fills it."""

from collections.abc import Mapping

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
        case Close():
            return gettext_noop("The right part of the row closes the hole."), {}
