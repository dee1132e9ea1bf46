"""The score of a game (rules 6), and the checks of a result without its moves (rules 9)."""

from collections.abc import Sequence

from games.engine import Score, Stated, is_number
from games.errors import FormError, Phrase, ResultDiffers, gettext_noop
from games.records.record import UnknownKey
from games.result_form import ResultForm
from games.riff_raff.items import SET, size
from games.riff_raff.options import Options
from games.riff_raff.rules import CARDS, YARDS

EMPTY, ROUNDS = "empty", "rounds"
REASONS = (EMPTY, ROUNDS)
STATED = ("left", "rounds")


def ending(left: Sequence[int]) -> str:
    """Why the game was over, by the items left: a supply is empty, or none."""
    return ROUNDS if all(left) else EMPTY


RESULT_FORM = ResultForm(
    key="left",
    label=gettext_noop("Items left"),
    question=gettext_noop("Items left in front of {name}?"),
    ending=ending,
)


def final_score(left: Sequence[int], reason: str) -> Score:
    """The score of a game in which each seat has so many items *left*: the fewest win, ties share."""
    fewest = min(left)
    return Score(tuple(left), tuple(seat for seat, count in enumerate(left) if count == fewest), reason)


def result_score(options: Options, stated: Stated) -> Score | None:
    """The score of a game from a stated result. None while the points or the reason are missing."""
    for key in stated.extra:
        if key not in STATED:
            raise UnknownKey(key=key, known=", ".join(("points", "reason", *STATED)))
    points = stated.points
    if "left" in stated.extra:
        left = _parse_left(options, stated.extra["left"])
        if points is not None and points != left:
            why = Phrase(
                "the points are {points}, but the items left are {left}",
                points=_points_text(points),
                left=_points_text(left),
            )
            raise ResultDiffers(why=why)
        points = left
    if points is not None:
        _check_points(options, points, stated.reason)
    if "rounds" in stated.extra:
        played = _check_rounds(options, stated.extra["rounds"], stated.reason)
        if points is not None:
            _check_pace(options, points, played)
    if points is None or stated.reason is None:
        return None
    return final_score(points, stated.reason)


def _check_points(options: Options, points: Sequence[int], reason: str | None) -> None:
    items = options.seats * options.sets * size(SET)
    if min(points) < 0:
        raise ResultDiffers(why=Phrase("{left} is not a number of items", left=min(points)))
    if sum(points) > items:
        why = Phrase("{left} items are left, but the game has only {items}", left=sum(points), items=items)
        raise ResultDiffers(why=why)
    empty = points.count(0)
    if reason == EMPTY and empty != 1:
        why = Phrase("when a supply is empty, exactly one seat has nothing left, not {count}", count=empty)
        raise ResultDiffers(why=why)
    if reason == ROUNDS and empty:
        seat = points.index(0)
        why = Phrase("seat {seat} has nothing left, so the game did not end with the last round", seat=seat)
        raise ResultDiffers(why=why)


def _check_pace(options: Options, points: Sequence[int], played: int) -> None:
    """Refuse supplies that shrank faster than seats can load: two items with each yard card, one with others (5.2)."""
    cycles, rest = divmod(played, len(CARDS))
    loaded = cycles * (len(CARDS) + len(YARDS)) + rest + min(rest, len(YARDS))
    least = options.sets * size(SET) - loaded
    for seat, left in enumerate(points):
        if left < least:
            why = Phrase(
                "seat {seat} has {left} items left, but can have loaded at most {loaded} in {played} rounds",
                seat=seat,
                left=left,
                loaded=loaded,
                played=played,
            )
            raise ResultDiffers(why=why, key="rounds")


def _check_rounds(options: Options, text: str, reason: str | None) -> int:
    """The rounds played, as stated."""
    if not is_number(text, 4):
        raise FormError(what=Phrase("rounds: {rounds} is not a number of rounds.", rounds=repr(text)), key="rounds")
    played = int(text)
    if not 1 <= played <= options.rounds:
        why = Phrase("{played} rounds were played, but a game has 1 to {most}", played=played, most=options.rounds)
        raise ResultDiffers(why=why, key="rounds")
    if reason == ROUNDS and played < options.rounds:
        why = Phrase(
            "the game ended after round {played}, but the last round is {last}", played=played, last=options.rounds
        )
        raise ResultDiffers(why=why, key="rounds")
    return played


def _parse_left(options: Options, text: str) -> tuple[int, ...]:
    words = text.split()
    if len(words) != options.seats or not all(is_number(word, 4) for word in words):
        what = Phrase(
            "left: {left} is not valid. Enter the number of items left for each of the {seats} seats.",
            left=repr(text),
            seats=options.seats,
        )
        raise FormError(what=what, key="left")
    return tuple(map(int, words))


def _points_text(points: Sequence[int]) -> str:
    return " ".join(map(str, points))
