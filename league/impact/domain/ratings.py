"""Ratings before and after a decision."""

from collections.abc import Mapping
from typing import NamedTuple

from league.ratings.domain.model import Rating

SHOWN = 50  # players, at most, those whose ratings move most


class RatingChange(NamedTuple):
    """A player whose rating moves; None where there is none."""

    player: str
    before: Rating | None
    after: Rating | None

    @property
    def gain(self) -> float:
        """How far the player moves in what players are ranked by."""
        return _ordinal(self.after) - _ordinal(self.before)


def _ordinal(rating: Rating | None) -> float:
    return 0.0 if rating is None else rating.ordinal


def rating_changes(before: Mapping[str, Rating | None], after: Mapping[str, Rating | None]) -> tuple[RatingChange, ...]:
    """Every player whose rating moves, the biggest differences first."""
    found = [
        RatingChange(player, before.get(player), after.get(player))
        for player in before.keys() | after.keys()
        if before.get(player) != after.get(player)
    ]
    return tuple(sorted(found, key=lambda each: (-abs(each.gain), each.player)))
