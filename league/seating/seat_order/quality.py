"""How evenly a plan shares out the seats, beside the best that is possible."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from league.seating.types import Seeker


def plan_figures(
    before: Iterable[Seeker], after: Collection[Seeker], rounds: Sequence[Sequence[Sequence[str]]]
) -> dict[str, int]:
    """The figures of a plan of *rounds* (ids by table and seat), from the field before and after them.

    plan_seat_gap: the most times that a player has had one seat more than another, and its bound.
    """
    tables = [table for tables in rounds for table in tables]
    seats = max((len(seeker.seats) for seeker in after), default=0)
    fresh = not any(seeker.seats for seeker in before)
    times = Counter(id_ for table in tables for id_ in table)
    return {
        "plan_seat_gap": max((gap(seeker.seats, seats) for seeker in after), default=0),
        "plan_seat_gap_bound": gap_bound(list(times.values()), list(map(len, tables))) if fresh else 0,
    }


def gap(counts: Sequence[int], seats: int) -> int:
    """How many more times a player has had one of *seats* seats than another. *counts* may lack the last seats."""
    return max(counts, default=0) - (min(counts, default=0) if len(counts) >= seats else 0)


def gap_bound(times: Sequence[int], sizes: Sequence[int]) -> int:
    """The least possible gap of the player with the largest one, in a plan for a field without history.

    *times* is how often each plays, and *sizes* are those of all tables together. A player whose number of games the
    seats do not divide has one seat oftener. And of the seats that only larger tables have, some player gets at most
    the average, rounded down, and some player at least the average, rounded up.
    """
    played = {count for count in times if count}
    seats = max(sizes, default=1)
    bound = max((int(count % seats > 0) for count in played), default=0)
    for low in sorted(set(sizes) - {seats}):
        upper = sum(max(0, size - low) for size in sizes)
        few, many = upper // len(times), -(-upper // len(times))
        bound = max(
            bound,
            _least_gap(played, range(few + 1), low, seats - low),
            _least_gap(played, range(many, max(played) + 1), low, seats - low),
        )
    return bound


def _least_gap(times: Iterable[int], uppers: range, low: int, high: int) -> int:
    """The least gap of a player who plays one of *times* and has one of *uppers* of the *high* upper seats in sum."""
    return min(
        max(-(-upper // high), -(-(count - upper) // low)) - min(upper // high, (count - upper) // low)
        for count in times
        for upper in uppers
        if upper <= count
    )
