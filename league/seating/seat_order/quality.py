"""How evenly seats fell to everybody, beside what nobody could better."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from league.seating.types import Seeker


def plan_figures(
    before: Iterable[Seeker], after: Collection[Seeker], rounds: Sequence[Sequence[Sequence[str]]]
) -> dict[str, int]:
    """The figures of a plan of *rounds*, ids by table and seat; the field as it was before and is after them.

    plan_seat_gap: how much oftener somebody has had one seat than another, and has to; seats are those at any table.
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
    """How much oftener somebody has had one of so many *seats* than another; *counts* by seat, as far as there are."""
    return max(counts, default=0) - (min(counts, default=0) if len(counts) >= seats else 0)


def gap_bound(times: Sequence[int], sizes: Sequence[int]) -> int:
    """So much oftener than another somebody has to have one seat, whoever draws, in rounds that nothing went before.

    *times* is how often each plays, at all tables together, which are of *sizes*. Who plays a number of times that the
    seats do not divide has one seat oftener. And of the seats that only larger tables have, somebody gets no more than
    the average, rounded down, and somebody no less than it, rounded up.
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
    """The least gap of somebody who plays one of *times* and has, in sum, one of *uppers* of the *high* upper seats."""
    return min(
        max(-(-upper // high), -(-(count - upper) // low)) - min(upper // high, (count - upper) // low)
        for count in times
        for upper in uppers
        if upper <= count
    )
