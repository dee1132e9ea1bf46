"""What would become of ratings if a match finished otherwise (`league.impact.compute`)."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple
from uuid import UUID

from league.ratings.domain.model import Rating
from league.ratings.domain.rated_matches import Candidate
from league.ratings.models import EVERYWHERE, RatedMatch
from league.ratings.recompute import Changed, recompute, scopes

MAX_FORECAST = 20_000  # matches, at most, over which it is foreseen what becomes of ratings


class RatingForecast(NamedTuple):
    """Ratings of a scope if a match finished otherwise: those that move, before and after, by player.

    None where more than `FORESEEN` matches were rated since, so that nobody waits for an answer; `since` counts them.
    """

    scope: UUID
    since: int
    moved: Mapping[str, tuple[Rating | None, Rating | None]] | None


def forecast_ratings(match: str, was: Candidate, candidate: Candidate) -> list[RatingForecast]:
    """The ratings over all clubs and in the club of a match if it were *candidate* instead. Nothing is written."""
    if was.rated == candidate.rated:
        return []
    changed: dict[date, set[str]] = defaultdict(set)
    for day, finish in filter(None, (was.rated, candidate.rated)):
        changed[day].update(finish.players)
    return [_forecast(scope, match, candidate, changed) for scope in scopes(candidate)]


def _forecast(scope: str, match: str, candidate: Candidate, changed: Changed) -> RatingForecast:
    since = _count_since(candidate.game, UUID(scope), min(changed))
    if since > MAX_FORECAST:
        return RatingForecast(UUID(scope), since, None)
    work = recompute(candidate.game, {scope: changed}, {match: candidate})[scope]
    old, new = work.last({}), work.last(work.found)
    moved = {player: (_rating(old.get(player)), _rating(new.get(player))) for player in sorted(work.touched)}
    return RatingForecast(UUID(scope), since, moved)


def _count_since(game: str, scope: UUID, first: date) -> int:
    matches = RatedMatch.objects.filter(game=game, day__gte=first)
    return (matches if scope == EVERYWHERE else matches.filter(club=scope)).count()


def _rating(known: tuple[Rating, date] | None) -> Rating | None:
    return None if known is None else known[0]
