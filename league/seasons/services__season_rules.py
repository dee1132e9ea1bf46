"""What organisers choose for a season, as the edges send it to services."""

from league.seasons.domain.rules import (
    LARGEST_DIVISION,
    MOST_DIVISIONS,
    MOST_EVENTS,
    MOST_PLACES,
    Division,
    SeasonRules,
)
from league.seasons.domain.tiebreaks import TIEBREAKS

__all__ = [
    "LARGEST_DIVISION",
    "MOST_DIVISIONS",
    "MOST_EVENTS",
    "MOST_PLACES",
    "TIEBREAKS",
    "Division",
    "SeasonRules",
]
