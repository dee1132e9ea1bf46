"""Who sits out when there is no table for everybody."""

from collections.abc import Iterable

from league.seating.types import Seeker


def choose_byes(seekers: Iterable[Seeker], count: int, round: int) -> tuple[Seeker, ...]:  # noqa: A002 the word for it
    """The *count* seekers who sit out in *round*, by rank.

    Nobody who sat out in the round before while there are others, then who did so least often, then who has the lowest
    score, then who is ranked last.
    """

    def turn(seeker: Seeker) -> tuple[object, ...]:
        return round - 1 in seeker.sat_out, len(seeker.sat_out), seeker.points, -seeker.rank

    return tuple(sorted(sorted(seekers, key=turn)[:count], key=lambda seeker: seeker.rank))
