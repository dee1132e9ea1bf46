"""Games of a match after some seats have left: the others play alone, and absent seats score nothing."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from games.engine import Score, Seat, Stated, Table
from games.errors import FormError, Phrase, ResultDiffers, quote
from games.registry import AnyEngine

KEY = "absent"  # in a stated result: the seats that were not there, as `absent: 3` or `absent: 1 3`
STARTER = "starter"  # in a stated result: the seat that moved first, as `starter: 2`


def absent_seats(extra: Mapping[str, str], seats: int) -> frozenset[Seat]:
    """The seats that a stated result lists as absent. Raises `FormError` if one does not exist or is repeated."""
    known = {str(seat): seat for seat in range(seats)}
    found = extra.get(KEY, "").split()
    for place, text in enumerate(found):
        if text not in known:
            what = Phrase("absent: {seat} is not a seat from 0 to {last}.", seat=quote(text), last=seats - 1)
            raise FormError(what=what, culprit=KEY, key=KEY)
        if text in found[:place]:
            raise FormError(what=Phrase("absent: seat {seat} is listed twice.", seat=text), culprit=KEY, key=KEY)
    return frozenset(known[text] for text in found)


def starter(extra: Mapping[str, str], seats: int) -> Seat | None:
    """The seat that a stated result says moved first. Raises `FormError` if there is no such seat."""
    text = extra.get(STARTER)
    if text is None:
        return None
    if text not in map(str, range(seats)):
        what = Phrase("starter: {seat} is not a seat from 0 to {last}.", seat=quote(text), last=seats - 1)
        raise FormError(what=what, culprit=STARTER, key=STARTER)
    return int(text)


def require_nothing(points: Sequence[int], away: Collection[Seat]) -> None:
    """Raises `ResultDiffers` if an absent seat has points."""
    for seat in sorted(away):
        if points[seat]:
            raise ResultDiffers(why=Phrase("seat {seat} was absent, so it must have 0 points", seat=seat), key="points")


def judge(rules: AnyEngine, table: Table, stated: Stated) -> Score | None:
    """`rules.judge`, where seats may have been absent: the game is judged as one of the others, by the seats they have.

    ResultDiffers if the game cannot be played by so few, or if somebody who was absent has points.
    """
    away = absent_seats(stated.extra, table.seats)
    if not away:
        return rules.judge(table, stated)
    there = [seat for seat in range(table.seats) if seat not in away]
    if rules.meta.team or len(there) not in rules.meta.seats or len(there) < 2:
        raise ResultDiffers(why=Phrase("the game cannot be played with {count} seats", count=len(there)), key=KEY)
    points = stated.points
    if points is not None:
        require_nothing(points, away)
        points = tuple(points[seat] for seat in there)
    extra = {key: value for key, value in stated.extra.items() if key != KEY}
    first = starter(extra, table.seats)
    if first is not None:
        if first in away:
            raise ResultDiffers(why=Phrase("seat {seat} was absent, so it did not move first", seat=first), key=STARTER)
        extra[STARTER] = str(there.index(first))
    score = rules.judge(replace(table, seats=len(there)), replace(stated, points=points, extra=extra))
    if score is None:
        return None
    row = dict(zip(there, score.points, strict=True))
    winners = tuple(there[seat] for seat in score.winners)
    return Score(tuple(row.get(seat, 0) for seat in range(table.seats)), winners, score.reason)
