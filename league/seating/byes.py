"""Who has a bye when the tables do not hold everybody."""

from collections.abc import Iterable

from league.seating.types import Seeker


def choose_byes(seekers: Iterable[Seeker], count: int, round: int) -> tuple[Seeker, ...]:  # noqa: A002 the word for it
    """The *count* seekers who have a bye in *round*, by rank.

    Nobody has two byes in a row while there are others. Then the fewest byes decide, then the lowest score, then the
    lowest rank.
    """

    def turn(seeker: Seeker) -> tuple[object, ...]:
        return round - 1 in seeker.sat_out, len(seeker.sat_out), seeker.points, -seeker.rank

    return tuple(sorted(sorted(seekers, key=turn)[:count], key=lambda seeker: seeker.rank))
