"""The result of a game (rules 7), and the checks of a result without its moves (rules 9)."""

from collections.abc import Sequence

from games.engine import Score, Stated, is_number
from games.errors import FormError, Phrase, ResultDiffers, gettext_noop, quote
from games.result_form import ResultForm
from games.the_game_extreme.cards import TOTAL
from games.the_game_extreme.position import Phase, Position, cards_left
from games.the_game_extreme.rules import WON

GAVE_UP = "gave_up"  # the one way to lose before the first card: any card and the next can be laid on empty piles
LOST = ("min_cards", "skull", "three", "order", GAVE_UP)
REASONS = (WON, *LOST)
EMPTY_LOST = ("skull", "three", "order")  # reasons that can lose a game with all cards played
PRAISED = 10  # cards left in a lost game that is still very good


def ending(left: Sequence[int]) -> str | None:
    """Without a card left the team has won, unless another reason is stated; how it lost has to be stated."""
    return None if any(left) else WON


RESULT_FORM = ResultForm(
    key="left",
    label=gettext_noop("Cards left"),
    question=gettext_noop("How many cards are left?"),
    whole=True,
    ending=ending,
)


def final_score(position: Position) -> Score | None:
    """The team's result. None while the game lasts."""
    if position.phase != Phase.OVER or position.reason is None:
        return None
    return _team(position.options.seats, cards_left(position), position.reason)


def result_score(seats: int, stated: Stated) -> Score | None:
    """The score of a game from a stated result. None while the cards left or the reason are missing."""
    for key in ("racks", "rounds"):
        if key in stated.extra:
            raise FormError(what=Phrase("{key}: not used in The Game: Extreme.", key=key), culprit=key)
    counts = set(stated.points or ())
    if len(counts) > 1:
        raise ResultDiffers(
            why=Phrase("the cards left belong to the whole team, so every seat must have the same number")
        )
    if "left" in stated.extra:
        counts |= _parse_left(seats, stated.extra["left"])
    if len(counts) > 1:
        raise ResultDiffers(why=Phrase("points and left give different numbers of cards"))
    if stated.reason is None or not counts:
        return None
    (left,) = counts
    _check_left(left, stated.reason)
    return _team(seats, left, stated.reason)


def _check_left(left: int, reason: str) -> None:
    """Refuse a number of cards *left* that no game with this *reason* has."""
    if not 0 <= left <= TOTAL:
        raise ResultDiffers(why=Phrase("there cannot be {left} cards left of {total}", left=left, total=TOTAL))
    if left == TOTAL and reason not in (WON, GAVE_UP):
        why = Phrase("a game lost by {reason} has at least one card on a pile", reason=reason)
        raise ResultDiffers(why=why)
    if reason == WON and left:
        raise ResultDiffers(why=Phrase("a won game has no cards left, not {left}", left=left))
    if not left and reason in LOST and reason not in EMPTY_LOST:
        why = Phrase("a game lost by {reason} leaves at least one card", reason=reason)
        raise ResultDiffers(why=why)


def _team(seats: int, left: int, reason: str) -> Score:
    return Score((left,) * seats, tuple(range(seats)) if reason == WON else (), reason)


def _parse_left(seats: int, text: str) -> set[int]:
    """Cards left as `left:` states them: one number for the team, or the same for each seat."""
    words = text.split()
    if len(words) not in (1, seats) or not all(is_number(word, 4) for word in words):
        raise FormError(what=Phrase("left: {left} is not a number of cards.", left=quote(text)), culprit=text)
    return set(map(int, words))
