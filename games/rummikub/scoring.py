"""The score of a game of Rummikub (rules 7), and the checks of a result without its moves (rules 9)."""

from collections import Counter
from collections.abc import Sequence

from games.engine import Score, Stated, is_number
from games.errors import FormError, Phrase, ResultDiffers, gettext_noop, quote
from games.records.absent_seats import STARTER, starter
from games.result_form import Finisher, ResultForm
from games.rummikub import errors, tiles
from games.rummikub.options import Options
from games.rummikub.tiles import NAMES

REASONS = ("out", "stuck")
MAX_VALUE = 788  # all 104 tiles and two jokers on one rack


def ending(racks: Sequence[int]) -> str:
    """Why the game was over, by the rack values: somebody is out, or nobody."""
    return "stuck" if all(racks) else "out"


RESULT_FORM = ResultForm(
    key="racks",
    label=gettext_noop("Left on the rack"),
    question=gettext_noop("Left on the rack of {name}?"),
    finisher=Finisher(question=gettext_noop("Who went out?"), nobody=gettext_noop("Nobody: the game is stuck")),
    ending=ending,
)


def final_score(values: Sequence[int], reason: str, *, winner: int | None = None, starter: int = 0) -> Score:
    """The score of a game from the rack values by seat. *winner* is the seat that went out.

    Out: each other seat loses its rack value, and the winner gains their sum. Stuck: the others lose what they hold
    above the lowest rack, and the lowest gains it. Tied lowest seats all win and share it, with the remainder one point
    each in seat order from the starter (rules 10, A12).
    """
    seats = len(values)
    if reason == "out" and winner is not None:
        points = [-each for each in values]
        points[winner] = sum(values) - values[winner]
        return Score(tuple(points), (winner,), reason)
    lowest = min(values)
    points = [lowest - each for each in values]
    winners = tuple(seat for seat in range(seats) if values[seat] == lowest)
    share, rest = divmod(-sum(points), len(winners))
    in_order = sorted(winners, key=lambda seat: (seat - starter) % seats)
    for place, seat in enumerate(in_order):
        points[seat] = share + (place < rest)
    return Score(tuple(points), winners, reason)


def result_score(options: Options, stated: Stated) -> Score | None:
    """The score of a game from a stated result. None while the points or the reason are missing."""
    points, reason, first = stated.points, stated.reason, starter(stated.extra, options.seats)
    values = _racks(options, stated.extra["racks"]) if "racks" in stated.extra else None
    if points is not None and sum(points) != 0:
        raise balance_error(points)
    if points is not None and max(map(abs, points)) > MAX_VALUE:
        why = Phrase("nobody can gain or lose more than {most}, the value of all the tiles", most=MAX_VALUE)
        raise ResultDiffers(key="points", why=why)
    if reason is None or (points is None and values is None):
        return None
    if values is not None:
        return _racks_score(values, reason, points, first)
    row = points or ()
    if reason == "stuck":
        return _stuck_score(row, first)
    winners = tuple(seat for seat, each in enumerate(row) if each > 0)
    if len(winners) != 1 or 0 in row:
        why = Phrase("when somebody goes out, one seat wins and every other seat loses at least 1")
        raise ResultDiffers(key="points", why=why)
    return Score(row, winners, reason)


def _stuck_score(points: tuple[int, ...], first: int | None) -> Score:
    """The score of a stuck game from its points, if there are racks and a starter that give them.

    Seats that lose nothing hold the lowest racks and share alike, so their shares differ by one point at most (A12).
    """
    lowest = 1 if any(points) else 0  # nobody is out
    values = [max(0, -each) + lowest for each in points]
    if sum(values) > MAX_VALUE:
        why = Phrase(
            "the racks would be worth {sum}, but all tiles together are worth only {most}",
            most=MAX_VALUE,
            sum=sum(values),
        )
        raise ResultDiffers(key="points", why=why)
    possible = _possible_scores(values, first)
    if points in [score.points for score in possible]:
        return next(score for score in possible if score.points == points)
    why = Phrase(
        "the lowest racks of a stuck game share what the others lose, so these losses give {points}",
        points=" ".join(map(str, possible[0].points)),
    )
    raise ResultDiffers(key="points", why=why)


def _possible_scores(values: Sequence[int], first: int | None) -> list[Score]:
    """The scores of a stuck game by its starter: one if it is known to be *first*."""
    starters = range(len(values)) if first is None else (first,)
    return [final_score(values, "stuck", starter=seat) for seat in starters]


def _racks_score(values: Sequence[int], reason: str, points: tuple[int, ...] | None, first: int | None) -> Score:
    """The score from the racks. Tied lowest racks share in the order from the starter *first*, or as *points* say.

    Raises `ResultDiffers` if neither is known and an odd point depends on it (A12).
    """
    empty = [seat for seat, each in enumerate(values) if each == 0]
    if len(empty) != (reason == "out"):
        why = Phrase(
            "empty racks: {count}, but there are none when a game ends with {reason}", count=len(empty), reason=reason
        )
        if reason == "out":
            why = Phrase("empty racks: {count}, but there is exactly one when a game ends with out", count=len(empty))
        raise ResultDiffers(key="racks", why=why)
    if reason == "out":
        possible = [final_score(values, reason, winner=empty[0])]
    else:
        possible = _possible_scores(values, first)
        if points is None and len(set(possible)) > 1:
            why = Phrase(
                "the lowest racks are equal and cannot share {points} points evenly: "
                "state which seat moved first (starter)",
                points=sum(max(0, each) for each in possible[0].points),
            )
            raise ResultDiffers(key=STARTER, why=why)
    for score in possible:
        if points in (None, score.points):
            return score
    why = Phrase("the racks give {points}", points=" ".join(map(str, possible[0].points)))
    raise ResultDiffers(key="points", why=why)


def balance_error(points: Sequence[int]) -> errors.ScoreSum:
    return errors.ScoreSum(points=" ".join(map(str, points)), sum=sum(points))


def _racks(options: Options, text: str) -> list[int]:
    """Rack values by seat: numbers (`0 5 16 3`) or the tiles, separated by bars (`| r5 | J k4 | o3`)."""
    rows = [rack.split() for rack in text.split("|")] if "|" in text else [[word] for word in text.split()]
    if len(rows) != options.seats:
        what = Phrase("racks: {count} racks for {seats} seats.", count=len(rows), seats=options.seats)
        raise FormError(what=what, key="racks", culprit="racks")
    values = (
        _tile_values([tiles.read_tiles(row) for row in rows]) if "|" in text else [_number(word) for (word,) in rows]
    )
    if sum(values) > MAX_VALUE:
        why = Phrase(
            "the racks are worth {sum}, but all tiles together are worth only {most}", most=MAX_VALUE, sum=sum(values)
        )
        raise ResultDiffers(key="racks", why=why)
    return values


def _tile_values(racks: Sequence[Sequence[int]]) -> list[int]:
    for tile, count in Counter(tile for rack in racks for tile in rack).items():
        if count > 2:
            why = Phrase("{tile} appears {count} times, but the game has only two", tile=NAMES[tile], count=count)
            seat = next(seat for seat, rack in enumerate(racks) if tile in rack)
            raise errors.WrongReveal(key="racks", seat=seat, why=why)
    return [tiles.rack_value(tiles.bag(rack)) for rack in racks]


def _number(word: str) -> int:
    if not is_number(word, 4):
        raise FormError(
            what=Phrase("racks: {value} is not a rack value.", value=quote(word)), key="racks", culprit=word
        )
    return int(word)
