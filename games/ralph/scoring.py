"""The score of a game of Ralph (rules 7), and the checks of a result without its moves (rules 8)."""

from collections.abc import Sequence

from games.engine import Score, Stated, is_number
from games.errors import FormError, Phrase, ResultDiffers, gettext_noop, quote
from games.ralph import errors
from games.ralph.layout import FOUR
from games.ralph.options import HAND, Options
from games.records.record import UnknownKey
from games.result_form import ResultForm

END = "end"
REASONS = (END,)
STATED = ("left", "rounds")
MAX_LEFT = 36  # four rows of at most three stacks of at most three cards
MAX_BURNED = 16


def total(seats: int) -> int:
    """Cards that were played: all hands, and the two that lie on the table at the start."""
    return HAND * seats + 2


def ending(cards: Sequence[int]) -> str:
    """The one way in which the game ends."""
    return END


RESULT_FORM = ResultForm(
    label=gettext_noop("Cards won"),
    question=gettext_noop("Cards won by {name}?"),
    rest=(gettext_noop("Left on the table"), gettext_noop("Burned jokers")),
    rest_key="left",
    total=total,
    ending=ending,
)


def final_score(counts: Sequence[int]) -> Score:
    """The score of a finished game from the number of cards that each seat won: the most win, ties share."""
    most = max(counts)
    return Score(tuple(counts), tuple(seat for seat, each in enumerate(counts) if each == most), END)


def result_score(options: Options, stated: Stated) -> Score | None:
    """The score of a game from a stated result. None while the points are missing.

    `left:` states the cards left on the table, followed by the burned jokers if there were any: `left: 7 1`.
    """
    for key in stated.extra:
        if key not in STATED:
            raise UnknownKey(key=key, known=", ".join(("points", "reason", *STATED)))
    left, burned = _parse_left(options, stated.extra["left"]) if "left" in stated.extra else (None, 0)
    rounds = stated.extra.get("rounds", str(HAND))
    if not is_number(rounds, 4):
        raise FormError(what=Phrase("rounds: {rounds} is not a number of rounds.", rounds=quote(rounds)), key="rounds")
    if int(rounds) != HAND:
        raise errors.WrongRound(rounds=HAND, stated=int(rounds), key="rounds")
    if stated.points is None:
        return None
    _check_points(options, stated.points, left, burned)
    return final_score(stated.points)


def _check_points(options: Options, points: Sequence[int], left: int | None, burned: int) -> None:
    """Refuse impossible points, with so many cards *left* on the table (None if not stated)."""
    for seat, each in enumerate(points):
        if each < 0 or 0 < each < FOUR:
            why = Phrase(
                "seat {seat} cannot have won {won} cards: a capture takes at least {least}",
                seat=seat,
                won=each,
                least=FOUR,
            )
            raise ResultDiffers(why=why)
    played, won = total(options.seats), sum(points)
    if won > played:
        raise ResultDiffers(why=Phrase("{won} cards were won, but only {total} were played", won=won, total=played))
    if left is not None and won + left + burned != played:
        why = Phrase(
            "{won} cards won, {left} left on the table and {burned} burned add up to {sum}, but {total} were played",
            won=won,
            left=left,
            burned=burned,
            sum=won + left + burned,
            total=played,
        )
        raise ResultDiffers(why=why)
    if won < played - MAX_LEFT - burned:
        why = Phrase(
            "only {won} of {total} cards were won, but at most {most} can be left on the table",
            won=won,
            total=played,
            most=MAX_LEFT,
        )
        raise ResultDiffers(why=why)


def _parse_left(options: Options, text: str) -> tuple[int, int]:
    """Cards left on the table and burned jokers, as stated: `7` or `7 1`."""
    words = text.split()
    if len(words) not in (1, 2) or not all(is_number(word, 3) for word in words):
        what = Phrase(
            "left: {text} is not valid. Enter the number of cards on the table, then the number of "
            "burned jokers if there are any.",
            text=quote(text),
        )
        raise FormError(what=what, key="left")
    left, burned = int(words[0]), int((*words, "0")[1])
    if left > MAX_LEFT:
        why = Phrase(
            "{left} cards cannot be left on the table: there is only room for {most}", left=left, most=MAX_LEFT
        )
        raise ResultDiffers(why=why, key="left")
    jokers = 0 if options.simplified else MAX_BURNED
    if burned > jokers:
        why = Phrase("{burned} jokers cannot have been burned: the game has {jokers}", burned=burned, jokers=jokers)
        raise ResultDiffers(why=why, key="left")
    return left, burned
