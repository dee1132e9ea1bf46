"""What a game of Rummikub is worth (rules 7), and what can be checked of a result without its moves (rules 9)."""

from collections.abc import Sequence

from games.engine import Score, Stated
from games.errors import FormError, ResultDiffers
from games.rummikub import faults, tiles
from games.rummikub.house import House

REASONS = ("out", "stuck")
MOST = 788  # all 104 tiles and two jokers on one rack


def of_racks(values: Sequence[int], reason: str, *, winner: int | None = None, starter: int = 0) -> Score:
    """The score of a game from the rack values by seat; *winner* is who went out.

    Out: each other seat loses its rack value, the winner gains their sum. Stuck: the others lose what they hold above
    the lowest, the lowest gains it; equal lowest seats all win and share, the remainder by one point each in seat order
    from the starter (rules 10, A12).
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


def of_stated(house: House, stated: Stated) -> Score | None:
    """The score of a game that only its result is known of; None while the points or the reason are missing."""
    reason = stated.reason
    values = _racks(house, stated.extra["racks"]) if "racks" in stated.extra else None
    if stated.points is not None and sum(stated.points) != 0:
        raise unbalanced(stated.points)
    if reason is None or (stated.points is None and values is None):
        return None
    if values is not None:
        return _from_racks(values, reason, stated.points)
    points = stated.points or ()
    if max(map(abs, points)) > MOST:
        raise ResultDiffers(why=f"no rack is worth more than {MOST}")
    winners = tuple(seat for seat, each in enumerate(points) if each > 0 or (reason == "stuck" and each == 0))
    if reason == "out" and (len(winners) != 1 or 0 in points):
        raise ResultDiffers(why="one seat wins and every other seat loses at least 1 when somebody goes out")
    return Score(points, winners, reason)


def _from_racks(values: Sequence[int], reason: str, points: tuple[int, ...] | None) -> Score:
    if reason == "out":
        empty = [seat for seat, each in enumerate(values) if each == 0]
        if len(empty) != 1:
            raise ResultDiffers(why=f"{len(empty)} racks are empty; one is when somebody goes out")
        score = of_racks(values, reason, winner=empty[0])
    else:
        score = of_racks(values, reason)
    if points is None or points == score.points:
        return score
    # who started is not known here, so any of the shared winners may have the odd points (A12)
    others = [of_racks(values, reason, starter=starter) for starter in range(len(values))] if reason == "stuck" else []
    for other in others:
        if points == other.points:
            return other
    raise ResultDiffers(why=f"the racks give {' '.join(map(str, score.points))}")


def unbalanced(points: Sequence[int]) -> faults.ScoreSum:
    """The violation of a row of points that does not add up to nought."""
    return faults.ScoreSum(points=" ".join(map(str, points)), sum=sum(points))


def _racks(house: House, text: str) -> list[int]:
    """Rack values by seat: numbers (`0 5 16 3`) or the tiles themselves, parted by bars (`| r5 | J k4 | o3`)."""
    if "|" in text:
        bags = [tiles.bag(map(tiles.tile, rack.split())) for rack in text.split("|")]
        values = [tiles.rack_value(each) for each in bags]
    else:
        words = text.split()
        if not all(word.isascii() and word.isdigit() and len(word) <= 4 for word in words):
            raise FormError(what=f"racks: {text!r} is neither numbers nor tiles by seat.", culprit=text)
        values = [int(word) for word in words]
    if len(values) != house.seats:
        raise FormError(what=f"racks: {len(values)} racks for {house.seats} seats.", culprit=text)
    if max(values) > MOST:
        raise ResultDiffers(why=f"no rack is worth more than {MOST}")
    return values
