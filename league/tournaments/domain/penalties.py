"""Points that are taken off by penalties."""

from fractions import Fraction
from typing import NamedTuple

from league.tournaments.domain.events import PenaltyEvent, PenaltyGiven


class Penalty(NamedTuple):
    """Points taken off. `withdrawn`: annulled."""

    number: int
    entrant: str
    points: Fraction
    round: int
    reason: str
    withdrawn: bool = False


def evolve_penalties(penalties: tuple[Penalty, ...], event: PenaltyEvent) -> tuple[Penalty, ...]:
    """The penalties after one more event."""
    if isinstance(event, PenaltyGiven):
        points = Fraction(event.points)
        return (*penalties, Penalty(event.number, event.entrant, points, event.round, event.reason))
    return tuple(each._replace(withdrawn=True) if each.number == event.number else each for each in penalties)
